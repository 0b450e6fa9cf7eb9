"""Lanterns, a small cooperative game of one to three seats that only tests play.

It has what no other toy has: seats by option, all of which win or lose together, a game alone,
options with choices that may be left out or exclude each other, and a result beside the outcome.
Cards 1 to 9 are lit in turn; one that is lower than the last puts a lantern out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import ClassVar

from tabletop_kit.engine.event import Event, Log
from tabletop_kit.engine.game import Game, Option
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import (
    BadNotation,
    BadPosition,
    Json,
    Outcome,
    Prompt,
    Ruling,
    Seat,
    refusal,
)
from tabletop_kit.engine.scene import Scene, Token, Zone
from tabletop_kit.engine.text import Texts
from tabletop_kit.players.basic import PolicyPlayer, RandomPlayer

CARDS = tuple(range(1, 10))
HAND = 2
GLASSES = {"": 4, "breeze": 3, "storm": 2}
COLOURS = ("red", "blue", "green")
CONCEDE = 0
STREAMS = ("deck", "imagined")


@dataclass(frozen=True, slots=True)
class Position:
    """What lies on the table. ``left``: lanterns that may still go out; ``high``: the last lit."""

    hands: tuple[tuple[int, ...], ...]
    draw: tuple[int, ...]
    lit: tuple[int, ...]
    out: tuple[int, ...]
    left: int
    wind: str
    colours: tuple[str, ...]
    turn: int
    over: bool
    luck: Luck

    @property
    def high(self) -> int:
        return self.lit[-1] if self.lit else 0


class Lanterns(Game[Position, int]):
    """The game; see the top of this file. A move is the card to light, 0 to give up."""

    id = "lanterns"
    rules_version = 1
    streams = STREAMS
    seats = range(1, 4)
    cooperative = True
    options = (
        Option("seats", 2, (1, 2, 3)),
        Option("wind", None, ("breeze", "storm")),
        Option("colours", None, COLOURS, each_seat=True, distinct=True),
    )
    KEYS = ("seats", "hands", "draw", "lit", "out", "left", "wind", "colours", "to_act", "over")
    unordered: ClassVar[frozenset[str]] = frozenset({"hands.*"})

    @property
    def folder(self) -> Traversable:
        return Path(__file__).parent / "lantern_files"

    # -- beginning -------------------------------------------------------------------------------

    def setup(self, options: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
        _known(options, [option.id for option in self.options])
        seats, wind = self._seats(options), options.get("wind", "")
        if wind not in GLASSES or (wind == "storm" and seats == 3):
            raise _deny("LN-1", "wind", wind=str(wind))
        deck, luck = luck.shuffled("deck", CARDS)
        hands = tuple(tuple(sorted(deck[HAND * seat :][:HAND])) for seat in range(seats))
        _tell(log, "begun", "LN-1", None, {"count": seats}, reveals=True)
        for seat, hand in enumerate(hands):
            _tell(log, "dealt", "LN-1", seat, {}, {"cards": list(map(str, hand))}, (seat,))
        colours = self._colours(options, seats)
        left, draw = GLASSES[wind], deck[HAND * seats :]
        return Position(hands, draw, (), (), left, wind, colours, 0, False, luck)

    def _seats(self, mapping: Mapping[str, Json]) -> int:
        seats = mapping.get("seats", 2)
        if type(seats) is not int or seats not in self.seats:
            raise _deny("LN-1", "seats", seats=str(seats))
        return seats

    def _colours(self, mapping: Mapping[str, Json], seats: int) -> tuple[str, ...]:
        colours = mapping.get("colours", COLOURS[:seats])
        good = isinstance(colours, list | tuple) and len(set(map(str, colours))) == seats
        if not good or len(colours) != seats or not set(colours) <= {*COLOURS}:
            raise _deny("LN-1", "colours", seats=seats)
        return tuple(colours)

    def load(self, mapping: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
        _known(mapping, self.KEYS)
        hands = tuple(tuple(map(int, hand)) for hand in mapping.get("hands", [[]]))
        draw, lit, out = (tuple(map(int, mapping.get(key, ()))) for key in ("draw", "lit", "out"))
        wind, over = mapping.get("wind", ""), mapping.get("over", False)
        left, turn = mapping.get("left", GLASSES[wind]), mapping.get("to_act", 0)
        colours = self._colours(mapping, len(hands))
        return Position(hands, draw, lit, out, left, wind, colours, turn, over, luck)

    def dump(self, position: Position) -> dict[str, Json]:
        data: dict[str, Json] = {
            "seats": len(position.hands),
            "hands": [list(map(str, hand)) for hand in position.hands],
            "draw": list(map(str, position.draw)),
            "lit": list(map(str, position.lit)),
            "out": list(map(str, position.out)),
            "left": position.left,
            "colours": list(position.colours),
            "to_act": position.turn,
        }
        if position.wind:
            data["wind"] = position.wind
        return {**data, "over": True} if position.over else data

    def seat_count(self, position: Position) -> int:
        return len(position.hands)

    # -- playing ---------------------------------------------------------------------------------

    def prompts(self, position: Position) -> tuple[Prompt, ...]:
        return () if position.over else (Prompt(position.turn, "light", "LN-2"),)

    def moves(self, position: Position, seat: Seat) -> tuple[int, ...]:
        asked = not position.over and seat == position.turn
        return (*position.hands[seat], CONCEDE) if asked else ()

    def candidates(self, position: Position, seat: Seat) -> Iterable[int]:
        return (*CARDS, CONCEDE)

    def ruling(self, position: Position, seat: Seat, move: int) -> Ruling:
        if position.over or seat != position.turn:
            return refusal("LN-2", "not-now")
        if move == CONCEDE or move in position.hands[seat]:
            return Ruling(True, "LN-4" if move == CONCEDE else "LN-2")
        return refusal("LN-2", "not-in-hand", card=move)

    def apply(self, position: Position, seat: Seat, move: int, log: Log | None = None) -> Position:
        self.require(position, seat, move)
        if move == CONCEDE:
            _tell(log, "conceded", "LN-4", seat, {})
            return replace(position, over=True)
        hand = tuple(card for card in position.hands[seat] if card != move) + position.draw[:1]
        hands = (*position.hands[:seat], tuple(sorted(hand)), *position.hands[seat + 1 :])
        good = move > position.high
        _tell(log, "lit" if good else "out", "LN-2", seat, {"card": str(move)}, reveals=True)
        after = replace(
            position,
            hands=hands,
            draw=position.draw[1:],
            lit=(*position.lit, move) if good else position.lit,
            out=position.out if good else (*position.out, move),
            left=position.left - (not good),
        )
        return self._pass_on(after, log)

    def _pass_on(self, position: Position, log: Log | None) -> Position:
        count = len(position.hands)
        later = [(position.turn + step) % count for step in range(1, count + 1)]
        turn = next((seat for seat in later if position.hands[seat]), None)
        if position.left and turn is not None:
            return replace(position, turn=turn)
        _tell(log, "won" if position.left else "lost", "LN-3", None, {})
        return replace(position, over=True)

    def outcome(self, position: Position) -> Outcome | None:
        if not position.over:
            return None
        count = len(position.hands)
        won = bool(position.left) and not any(position.hands)
        scores = (1.0 if won else 0.0,) * count
        return Outcome(tuple(range(count)) if won else (), "LN-3", scores)

    def result(self, position: Position) -> dict[str, Json]:
        outcome = self.outcome(position)
        won = bool(outcome and outcome.winners)
        medal = ("silver" if position.out else "gold") if won else None
        return {"lit": len(position.lit), "out": len(position.out), "medal": medal}

    # -- speaking --------------------------------------------------------------------------------

    def parse(self, text: str) -> int:
        words = text.lower().split()
        if words == ["concede"]:
            return CONCEDE
        if len(words) != 2 or words[0] != "light" or words[1] not in map(str, CARDS):
            raise BadNotation(refusal("LN-N", "no-move", text=text[:40]), text)
        return int(words[1])

    def write(self, move: int) -> str:
        return "concede" if move == CONCEDE else f"light {move}"

    # -- seeing ----------------------------------------------------------------------------------

    def view(self, position: Position, seat: Seat | None) -> dict[str, Json]:
        data = self.dump(position)
        data["draw"] = ["?"] * len(position.draw)
        data["hands"] = [
            hand if owner == seat else ["?"] * len(hand) for owner, hand in enumerate(data["hands"])
        ]
        return data

    def imagine(self, position: Position, seat: Seat, seed: int) -> Position:
        luck = Luck.of(seed, STREAMS)
        others = [owner for owner in range(len(position.hands)) if owner != seat]
        hidden = [*position.draw, *(card for owner in others for card in position.hands[owner])]
        rest, luck = luck.shuffled("imagined", sorted(hidden))
        hands = list(position.hands)
        for owner in others:
            count = len(hands[owner])
            hands[owner], rest = tuple(sorted(rest[:count])), rest[count:]
        return replace(position, hands=tuple(hands), draw=rest, luck=luck)

    def breaches(self, position: Position) -> Iterator[str]:
        cards = [*position.draw, *position.lit, *position.out]
        cards += [card for hand in position.hands for card in hand]
        if sorted(cards) != [*CARDS]:
            yield "cards are lost or gained"

    def scene(
        self, position: Position, seat: Seat | None, texts: Texts, events: Sequence[Event] = ()
    ) -> Scene:
        view = self.view(position, seat)
        zones = tuple(
            Zone(
                f"hand-{owner}",
                texts("table.hand", seat=owner),
                "hand",
                "near" if owner == (seat or 0) else "far",
                owner,
                tuple(
                    Token(
                        f"{owner}-{place}", "card", card, hidden=card == "?", move=f"light {card}"
                    )
                    for place, card in enumerate(hand)
                ),
            )
            for owner, hand in enumerate(view["hands"])
        )
        prompts = self.prompts(position)
        ask = texts.invite(prompts[0], seat) if prompts else texts("ask.over")
        return Scene("lanterns", zones, (), ask, self.to_act(position), position.over)

    def players(self) -> Mapping[str, Player]:
        def careful(position: Position, seat: Seat, draw: int) -> int:
            hand = position.hands[seat]
            return min((card for card in hand if card > position.high), default=max(hand))

        return {"random": RandomPlayer("random"), "careful": PolicyPlayer("careful", careful)}


def _known(mapping: Mapping[str, Json], keys: Sequence[str]) -> None:
    for key in mapping:
        if key not in keys:
            raise _deny("LN-N", "no-key", key=key)


def _deny(rule: str, why: str, **facts: Json) -> BadPosition:
    return BadPosition(refusal(rule, why, **facts))


def _tell(
    log: Log | None,
    kind: str,
    rule: str,
    seat: Seat | None,
    facts: Mapping[str, Json],
    secret: Mapping[str, Json] | None = None,
    seen_by: tuple[Seat, ...] = (),
    reveals: bool = False,
) -> None:
    if log is not None:
        log.append(Event(kind, rule, seat, facts, secret or {}, seen_by, reveals))


LANTERNS = Lanterns()
