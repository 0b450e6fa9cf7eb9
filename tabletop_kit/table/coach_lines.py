"""The widgets of the coach's lines: made once, changed in place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from tabletop_kit.engine.coach import Line
from tabletop_kit.engine.text import Texts
from tabletop_kit.players.coach import Coached
from tabletop_kit.table.coach_words import (
    leaves_of,
    line_html,
    odds_html,
    own_html,
    rule_html,
    usual_html,
)
from tabletop_kit.table.parts import boxed, button, column, say, show, words


class LineCard:
    """One line: what it plays and leaves, its chance, and a button that opens the rule it cites.

    The rule opens in place and folds again.
    """

    def __init__(self, *classes: str) -> None:
        self.text, self.odds, self.card = words(), words(), words()
        self.card_html = ""
        self.rule = button(self._toggle)
        self.odds.add_class("tk-last")
        self.box = column([self.text, self.rule, self.card, self.odds], "tk-line", *classes)
        show(self.rule, False)
        show(self.box, False)

    def show(self, markup: str, label: str = "", card: str = "") -> None:
        """Say another line, with the card of its rule and what the button to it says."""
        say(self.text, markup, markup=True)
        self.card_html = card
        say(self.card, "")
        self.rule.description = label
        show(self.rule, bool(card))
        show(self.box, bool(markup))

    def clear(self) -> None:
        """Say nothing, and leave nothing behind."""
        say(self.odds, "")
        self.show("")

    def show_odds(self, markup: str) -> None:
        """Show another chance."""
        say(self.odds, markup, markup=True)

    def _toggle(self) -> None:
        say(self.card, "" if self.card.value else self.card_html, markup=True)


class LineCards:
    """The own move, if there is one, the line of each priority of a game, and one more.

    The last is what the ordinary player for whom the chances hold would play, where that is none
    of the others.
    """

    def __init__(self, count: int) -> None:
        """``count`` is the number of priorities."""
        self._count = count
        self.box = column([], "tk-column")
        self.coached: Coached | None = None
        self._whole = False
        self.groups: list[list[Line]] = []

    @cached_property
    def every(self) -> list[LineCard]:
        """All cards; they are made when the coach first has something to say on them."""
        plain = [LineCard() for _ in range(self._count)]
        own, usual = LineCard("tk-own"), LineCard("tk-usual")
        tiles = boxed([card.box for card in (*plain, usual)], "tk-cards")
        self.box.children = (own.box, tiles)
        return [own, *plain, usual]

    @property
    def own(self) -> LineCard:
        """The card of the own move."""
        return self.every[0]

    @property
    def cards(self) -> list[LineCard]:
        """The cards of the priorities."""
        return self.every[1:-1]

    @property
    def usual(self) -> LineCard:
        """The card of the ordinary player."""
        return self.every[-1]

    def tell_all(self, coached: Coached) -> bool:
        """Whether all that the coach says of this decision stands here: no piece is missing."""
        return coached is self.coached and self._whole

    def clear(self) -> None:
        """Forget what was said, down to the last word: another person looks now."""
        self.coached = None
        if self.box.children:
            for card in self.every:
                card.clear()

    def show(self, coached: Coached, texts: Texts, tell: Texts) -> Iterator[None]:
        """Say what the coach says of a decision, card by card, and its chances as they are."""
        self.coached, self._whole = coached, False
        game, seat = coached.game, coached.seat

        def said(move: Any) -> str:
            return game.tell_move(coached.world, seat, move, texts)

        mine = coached.move
        own = "" if mine is None else own_html(texts, tell, coached, said(mine))
        self.own.show(own)
        yield
        self.groups = _agreeing(coached.lines)
        for place, card in enumerate(self.cards):
            if place >= len(self.groups):
                card.show("")
                yield
                continue
            line = self.groups[place][0]
            names = [one.priority for one in self.groups[place]]
            markup = line_html(texts, tell, line, said(line.move), line.move == mine, names)
            rule = rule_html(game, texts, line.rule)
            name = game.rulebook.name(line.rule, texts)
            label = tell("coach.rule", rule=name) if name == line.rule else name
            card.show(markup, label, rule)
            yield
        usual = _further(coached)
        leaves = {} if usual is None else leaves_of(coached, usual)
        self.usual.show("" if usual is None else usual_html(texts, tell, said(usual), leaves))
        self._whole = True
        yield
        yield from self.show_odds(tell)

    def show_odds(self, tell: Texts) -> Iterator[None]:
        """Show the chances as they are now, card by card."""
        coached = self.coached
        if coached is None:
            return
        if coached.move is not None:
            self.own.show_odds(self._odds(tell, coached, coached.move))
            yield
        for lines, card in zip(self.groups, self.cards, strict=False):
            card.show_odds(self._odds(tell, coached, lines[0].move))
            yield
        usual = _further(coached)
        if usual is not None:
            self.usual.show_odds(self._odds(tell, coached, usual))
            yield

    def _odds(self, tell: Texts, coached: Coached, move: Any) -> str:
        chance = coached.chances.chance(move) if coached.chances.worlds else None
        return odds_html(tell, chance, coached.grades[move])


def _further(coached: Coached) -> Any:
    """What the ordinary player would play, where nobody else of the panel does."""
    told = [line.move for line in coached.lines]
    known = coached.usual is None or coached.usual == coached.move or coached.usual in told
    return None if known else coached.usual


def _agreeing(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines in groups that say the very same: one card is enough for them."""
    groups: list[list[Line]] = []
    for line in lines:
        for group in groups:
            first = group[0]
            if (line.move, line.why, line.facts) == (first.move, first.why, first.facts):
                group.append(line)
                break
        else:
            groups.append([line])
    return groups
