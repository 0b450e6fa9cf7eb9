"""The widgets of the coach's lines: made once, changed in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ipywidgets import Box

from tabletop_kit.engine.text import Texts
from tabletop_kit.players.coach import Coached
from tabletop_kit.table.coach_words import line_html, odds_html, own_html
from tabletop_kit.table.parts import button, column, say, show, words


class LineCard:
    """One line: what it plays and leaves, its chance, and a button that opens the rule it cites."""

    def __init__(self, open_rule: Callable[[str], None], *classes: str) -> None:
        self.text = words()
        self.odds = words()
        self.rule_id = ""
        self.rule = button(lambda: open_rule(self.rule_id))
        self.odds.add_class("tk-last")
        self.box = column([self.text, self.rule, self.odds], "tk-line", *classes)

    def show(self, markup: str, rule: str, label: str) -> None:
        """Say another line."""
        say(self.text, markup, markup=True)
        self.rule_id = rule
        self.rule.description = label
        show(self.rule, bool(rule))
        show(self.box, bool(markup))

    def show_odds(self, markup: str) -> None:
        """Show another chance."""
        say(self.odds, markup, markup=True)


class LineCards:
    """The own move, if there is one, and the line of each priority of a game."""

    def __init__(self, count: int, open_rule: Callable[[str], None]) -> None:
        """``count`` is the number of priorities."""
        self.own = LineCard(open_rule, "tk-own")
        self.cards = [LineCard(open_rule) for _ in range(count)]
        tiles = Box([card.box for card in self.cards])
        tiles.add_class("tk-tiles")
        self.box = column([self.own.box, tiles])
        self.coached: Coached | None = None

    def show(self, coached: Coached, texts: Texts, tell: Texts) -> None:
        """Say what the coach says of a decision; chances follow by :meth:`show_odds`."""
        self.coached = coached
        game, seat = coached.game, coached.seat

        def said(move: Any) -> str:
            return game.tell_move(coached.world, seat, move, texts)

        mine = coached.move
        own = "" if mine is None else own_html(texts, tell, coached, said(mine))
        self.own.show(own, "", "")
        for place, card in enumerate(self.cards):
            if place >= len(coached.lines):
                card.show("", "", "")
                continue
            line = coached.lines[place]
            markup = line_html(texts, tell, line, said(line.move), line.move == mine)
            card.show(markup, line.rule, tell("coach.rule", rule=line.rule))
        self.show_odds(tell)

    def show_odds(self, tell: Texts) -> None:
        """Show the chances as they are now."""
        coached = self.coached
        if coached is None:
            return
        if coached.move is not None:
            self.own.show_odds(self._odds(tell, coached, coached.move))
        for line, card in zip(coached.lines, self.cards, strict=False):
            card.show_odds(self._odds(tell, coached, line.move))

    def _odds(self, tell: Texts, coached: Coached, move: Any) -> str:
        chance = coached.chances.chance(move) if coached.chances.worlds else None
        return odds_html(tell, chance, coached.grades[move])
