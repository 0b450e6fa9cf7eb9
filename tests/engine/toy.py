"""Bazaar, a small game of two to four seats that only tests play.

It has what Tempus has not: answers out of turn on a stack, sealed choices of all seats at once,
cards that lie face down, a choice inside a move, chance that is a list or a letter, nested
position keys, and questions. Cards: ``A1`` to ``B3`` are worth their number, ``S`` spies on a
hand, ``N`` says nay to a play or to another nay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources.abc import Traversable
from itertools import combinations
from pathlib import Path
from typing import ClassVar

from tabletop_kit.engine.event import Event, Log
from tabletop_kit.engine.game import Game, Option
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import (
    BadNotation,
    IllegalMove,
    Json,
    Outcome,
    Prompt,
    Ruling,
    Seat,
    refusal,
)
from tabletop_kit.engine.scene import Scene, Token, Verb, Zone
from tabletop_kit.engine.text import Texts
from tabletop_kit.players.basic import RandomPlayer
from tests.engine import toy_table
from tests.engine.toy_table import (
    DECK,
    HAND,
    KEEP,
    NAY,
    PASS,
    STREAMS,
    SUITS,
    Cards,
    Move,
    Position,
    at,
    deny,
    tell,
    without,
)


class Bazaar(Game[Position, Move]):
    """The game; see the top of this file."""

    id = "bazaar"
    rules_version = 1
    streams = STREAMS
    seats = range(2, 5)
    options = (Option("seats", 2, (2, 3, 4)), Option("rounds", 2, (1, 2, 3)))
    unordered: ClassVar[frozenset[str]] = frozenset({"hands.*", "discard", "fields.*.*.cards"})
    shown: ClassVar[frozenset[str]] = frozenset({"spied", "opened"})
    partial: ClassVar[frozenset[str]] = frozenset({"advice"})
    KEYS = ("seats", "hands", "fields", "draw", "discard", "round", "rounds", "wind", "phase")
    MORE = ("turn", "done", "to_act", "passed", "stack", "sealed", "outcome", "score")

    @property
    def folder(self) -> Traversable:
        return Path(__file__).parent / "toy_files"

    # -- beginning -------------------------------------------------------------------------------

    def setup(self, options: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
        for key in options:
            if key not in ("seats", "rounds"):
                raise deny("BZ-N2", "no-key", key=key)
        seats = self._seats(options)
        wind, luck = luck.choice("wind", SUITS)
        first, luck = luck.below("first", seats)
        deck, luck = luck.shuffled("deck", DECK)
        hands = tuple(
            tuple(sorted(deck[seat * HAND : seat * HAND + HAND])) for seat in range(seats)
        )
        none: tuple[Cards, ...] = ((),) * seats
        rest, rounds = deck[seats * HAND :], options.get("rounds", 2)
        tell(log, "begun", "BZ-1", None, facts={"wind": wind, "first": first}, reveals=True)
        for seat, hand in enumerate(hands):
            tell(log, "dealt", "BZ-1", seat, secret={"cards": list(hand)}, seen_by=(seat,))
        sealed = (None,) * seats
        return Position(
            hands, none, rest, (), 1, rounds, wind, "turn", first, 0, first, (), (), sealed, luck
        )

    def _seats(self, mapping: Mapping[str, Json]) -> int:
        seats = mapping.get("seats", len(mapping.get("hands", "ab")))
        if type(seats) is not int or seats not in self.seats:
            raise deny("BZ-1", "no-seats", seats=str(seats))
        return seats

    def load(self, mapping: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
        for key in mapping:
            if key not in (*self.KEYS, *self.MORE):
                raise deny("BZ-N2", "no-key", key=key)
        seats = self._seats(mapping)
        phase = mapping.get("phase", "turn")
        if phase == "choice":
            raise deny("BZ-N2", "inside")
        none: list[list[Json]] = [[] for _ in range(seats)]
        piles = mapping.get("fields", none)
        fields = tuple(
            tuple(sorted(card for pile in piles[seat] for card in pile["cards"]))
            for seat in range(seats)
        )
        stack = [text.partition(" ") for text in reversed(mapping.get("stack", []))]
        turn = mapping.get("turn", mapping.get("to_act", 0))
        sealed = [
            self.parse(text) if text else None for text in mapping.get("sealed", [""] * seats)
        ]
        return Position(
            tuple(tuple(sorted(hand)) for hand in mapping.get("hands", none)),
            fields,
            tuple(mapping.get("draw", ())),
            tuple(mapping.get("discard", ())),
            mapping.get("round", 1),
            mapping.get("rounds", 2),
            mapping.get("wind", "A"),
            phase,
            turn,
            mapping.get("done", 0),
            mapping.get("to_act", turn) if phase in ("turn", "window") else None,
            tuple(mapping.get("passed", ())),
            tuple((int(seat), self.parse(text)) for seat, _, text in stack),
            tuple(sealed),
            luck,
        )

    def dump(self, position: Position) -> dict[str, Json]:
        data: dict[str, Json] = {
            "seats": len(position.hands),
            "hands": [list(hand) for hand in position.hands],
            "fields": [
                [
                    {"suit": suit, "cards": cards}
                    for suit in SUITS
                    if (cards := [card for card in field if card[-2] == suit])
                ]
                for field in position.fields
            ],
            "draw": list(position.draw),
            "discard": list(position.discard),
            "round": position.round,
            "rounds": position.rounds,
            "wind": position.wind,
            "phase": position.phase,
            "turn": position.turn,
            "done": position.done,
            "passed": list(position.passed),
            "stack": [f"{seat} {move}" for seat, move in reversed(position.stack)],
            "sealed": [str(move or "") for move in position.sealed],
            "score": [self._score(position, seat) for seat in position.seats],
        }
        if (to_act := self.to_act(position)) is not None:
            data["to_act"] = to_act
        if position.phase == "over":
            data["outcome"] = list(self._winners(position))
        return data

    def loadable(self, position: Position) -> bool:
        return position.phase != "choice"

    def seat_count(self, position: Position) -> int:
        return len(position.hands)

    # -- playing ---------------------------------------------------------------------------------

    def prompts(self, position: Position) -> tuple[Prompt, ...]:
        if position.phase == "refill":
            open_seats = [seat for seat in position.seats if position.sealed[seat] is None]
            counts = [{"count": len(hand)} for hand in position.hands]
            return tuple(
                Prompt(seat, "refill", "BZ-7", "together", counts[seat]) for seat in open_seats
            )
        if position.asked is None:
            return ()
        mode = {"window": "response"}.get(position.phase, "turn")
        rule = {"turn": "BZ-2", "window": "BZ-5", "choice": "BZ-6"}[position.phase]
        return (Prompt(position.asked, position.phase, rule, mode),)  # type: ignore[arg-type]

    def moves(self, position: Position, seat: Seat) -> tuple[Move, ...]:
        if seat not in [prompt.seat for prompt in self.prompts(position)]:
            return ()
        hand = tuple(dict.fromkeys(position.hands[seat]))
        if position.phase == "window":
            return (NAY, PASS) if "N" in hand else (PASS,)
        if position.phase == "choice":
            return tuple(Move("choose", seat=other) for other in self._spied(position))
        if position.phase == "refill":
            sets = {
                chosen
                for count in range(1, len(position.hands[seat]) + 1)
                for chosen in combinations(position.hands[seat], count)
            }
            return (KEEP, *[Move("discard", chosen) for chosen in sorted(sets)])
        plays = [Move("play", (card,)) for card in hand if card != "N"]
        return (*plays, *[replace(move, down=True) for move in plays if move.cards != ("S",)], PASS)

    def decline(self, position: Position, seat: Seat) -> Move | None:
        return PASS if position.phase == "window" and position.asked == seat else None

    def candidates(self, position: Position, seat: Seat) -> Iterable[Move]:
        for card in (*sorted(set(DECK)), "Z9"):
            yield from (
                Move("play", (card,)),
                Move("play", (card,), True),
                Move("discard", (card,)),
            )
        yield from (PASS, NAY, KEEP, *[Move("choose", seat=other) for other in range(5)])

    def _spied(self, position: Position) -> list[Seat]:
        spy = position.stack[-1][0]
        return [seat for seat in position.seats if seat != spy and position.hands[seat]]

    def ruling(self, position: Position, seat: Seat, move: Move) -> Ruling:
        if position.phase == "over":
            return refusal("BZ-8", "over")
        if seat not in [prompt.seat for prompt in self.prompts(position)]:
            return refusal("BZ-2", "not-asked", number=seat)
        if move in self.moves(position, seat):
            return Ruling(True, self.prompts(position)[0].rule)
        if move.verb not in ("play", "discard") or position.phase not in ("turn", "refill"):
            return refusal("BZ-2", "not-now", move=str(move))
        if move.verb != {"turn": "play", "refill": "discard"}[position.phase]:
            return refusal("BZ-2", "not-now", move=str(move))
        if any(move.cards.count(card) > position.hands[seat].count(card) for card in move.cards):
            return refusal("BZ-3", "not-in-hand", cards=list(move.cards))
        return refusal("BZ-4", "not-played", cards=list(move.cards))

    def apply(self, position: Position, seat: Seat, move: Move, log: Log | None = None) -> Position:
        ruling = self.ruling(position, seat, move)
        if not ruling.legal:
            raise IllegalMove(ruling, str(move))
        if position.phase == "refill":
            return self._seal(position, seat, move, log)
        if move.verb == "choose":
            return self._spy(position, seat, move, log)
        if move != PASS:
            return self._put(position, seat, move, log)
        tell(log, "passed", ruling.rule, seat)
        if position.phase == "turn":
            return self._end_turn(position, log)
        return self._ask(replace(position, passed=(*position.passed, seat)), log)

    def _put(self, position: Position, seat: Seat, move: Move, log: Log | None) -> Position:
        """A card goes onto the stack, and the window opens anew."""
        if move.down:
            tell(log, "put-down", "BZ-2", seat, secret={"card": move.cards[0]}, seen_by=(seat,))
        else:
            tell(log, "put", "BZ-2", seat, facts={"card": move.cards[0]}, reveals=True)
        hands = at(position.hands, seat, without(position.hands[seat], move.cards))
        stack = (*position.stack, (seat, move))
        return self._ask(replace(position, hands=hands, stack=stack, passed=()), log)

    def _ask(self, position: Position, log: Log | None) -> Position:
        """Ask the next who could publicly answer what lies on top; resolve it when nobody can."""
        top = position.stack[-1][0]
        count = len(position.hands)
        for step in range(1, count):
            seat = (top + step) % count
            if position.hands[seat] and seat not in position.passed:
                return replace(position, phase="window", asked=seat)
        return self._resolve(replace(position, passed=()), log)

    def _resolve(self, position: Position, log: Log | None) -> Position:
        (seat, move), rest = position.stack[-1], position.stack[:-1]
        if move == NAY:
            undone, rest = rest[-1], rest[:-1]
            cards = ("N", *undone[1].cards)
            tell(log, "undone", "BZ-5", undone[0], facts={"cards": list(cards)}, reveals=True)
            position = replace(position, stack=rest, discard=(*position.discard, *cards))
            return self._ask(position, log) if rest else self._end_turn(position, log)
        if move.cards == ("S",):
            if any(position.hands[other] for other in position.seats if other != seat):
                return replace(position, phase="choice", asked=seat)
            tell(log, "spied-nobody", "BZ-6", seat)
            position = replace(position, stack=(), discard=(*position.discard, "S"))
            return self._end_turn(position, log)
        tell(log, "laid", "BZ-2", seat)
        card = f"-{move.cards[0]}" if move.down else move.cards[0]
        field = tuple(sorted((*position.fields[seat], card)))
        fields = at(position.fields, seat, field)
        return self._end_turn(replace(position, stack=rest, fields=fields), log)

    def _spy(self, position: Position, seat: Seat, move: Move, log: Log | None) -> Position:
        victim = move.seat or 0
        hand = position.hands[victim]
        secret = {"cards": list(hand)}
        facts = {"other": victim}
        tell(log, "spied", "BZ-6", seat, facts=facts, secret=secret, seen_by=(seat, victim))
        (lost,), luck = position.luck.sample("spy", hand, 1)
        tell(log, "lost", "BZ-6", victim, facts={"card": lost}, reveals=True)
        hands = at(position.hands, victim, without(hand, (lost,)))
        discard = (*position.discard, "S", lost)
        position = replace(position, hands=hands, discard=discard, stack=(), luck=luck)
        return self._end_turn(position, log)

    def _end_turn(self, position: Position, log: Log | None) -> Position:
        turn = (position.turn + 1) % len(position.hands)
        done = position.done + 1
        position = replace(position, turn=turn, asked=turn, phase="turn", passed=(), done=done)
        if done < len(position.hands):
            return position
        sealed = tuple(None if hand else KEEP for hand in position.hands)
        position = replace(position, phase="refill", asked=None, sealed=sealed, done=0)
        return position if None in sealed else self._refill(position, log)

    # -- sealed choices --------------------------------------------------------------------------

    def _seal(self, position: Position, seat: Seat, move: Move, log: Log | None) -> Position:
        tell(log, "sealed", "BZ-7", seat, secret={"move": str(move)}, seen_by=(seat,))
        position = replace(position, sealed=at(position.sealed, seat, move))
        return position if None in position.sealed else self._refill(position, log)

    def _refill(self, position: Position, log: Log | None) -> Position:
        hands, discard, draw = list(position.hands), position.discard, position.draw
        for seat, move in enumerate(position.sealed):
            cards = move.cards if move else ()
            hands[seat] = without(hands[seat], cards)
            discard = (*discard, *cards)
            facts = {"cards": list(cards), "count": len(cards)}
            tell(log, "opened", "BZ-7", seat, facts=facts, reveals=True)
        luck = position.luck
        for seat in position.seats:
            while len(hands[seat]) < HAND and (draw or discard):
                if not draw:
                    draw, luck = luck.shuffled("deck", discard)
                    discard = ()
                hands[seat], draw = tuple(sorted((*hands[seat], draw[0]))), draw[1:]
            secret = {"cards": list(hands[seat])}
            tell(log, "drew", "BZ-7", seat, secret=secret, seen_by=(seat,), reveals=True)
        position = replace(position, hands=tuple(hands), draw=draw, discard=discard, luck=luck)
        return self._end_round(position, log)

    def _end_round(self, position: Position, log: Log | None) -> Position:
        sealed = (None,) * len(position.hands)
        if position.round >= position.rounds:
            fields = tuple(
                tuple(sorted(card.lstrip("-") for card in field)) for field in position.fields
            )
            tell(log, "ended", "BZ-8", reveals=True)
            return replace(position, fields=fields, phase="over", asked=None, sealed=sealed)
        wind, luck = position.luck.choice("wind", SUITS)
        tell(log, "wind", "BZ-7", None, facts={"wind": wind}, reveals=True)
        return replace(
            position,
            round=position.round + 1,
            wind=wind,
            phase="turn",
            asked=position.turn,
            sealed=sealed,
            luck=luck,
        )

    # -- the end ---------------------------------------------------------------------------------

    def _score(self, position: Position, seat: Seat) -> int:
        up = [card for card in position.fields[seat] if not card.startswith("-")]
        return sum(int(card[1]) + (card[0] == position.wind) for card in up)

    def _winners(self, position: Position) -> tuple[Seat, ...]:
        scores = [self._score(position, seat) for seat in position.seats]
        return tuple(seat for seat in position.seats if scores[seat] == max(scores))

    def outcome(self, position: Position) -> Outcome | None:
        if position.phase != "over":
            return None
        winners = self._winners(position)
        scores = [1 / len(winners) if seat in winners else 0.0 for seat in position.seats]
        return Outcome(winners, "BZ-8", tuple(scores))

    # -- speaking --------------------------------------------------------------------------------

    def parse(self, text: str) -> Move:
        words = text.strip().split()
        verb = words[0].lower() if words else ""
        down = "down" in [word.lower() for word in words]
        cards = [word.upper() for word in words[1:] if word.lower() != "down"]
        seat = int(cards.pop()) if verb == "choose" and cards and cards[-1].isdigit() else None
        good = {"pass": 0, "keep": 0, "nay": 1, "play": 1, "choose": 0}
        shaped = len(cards) == good[verb] if verb in good else verb == "discard" and bool(cards)
        named = all(re.fullmatch(r"[A-Z][0-9]?", card) for card in cards)
        if not shaped or not named or (seat is None) == (verb == "choose"):
            raise BadNotation(refusal("BZ-N1", "no-move", text=text[:40]), text)
        return Move(verb, tuple(sorted(cards)), down and verb == "play", seat)

    def write(self, move: Move) -> str:
        return str(move)

    def question(self, position: Position, name: str, seat: Seat | None = None) -> Json:
        what, _, rest = name.partition(".")
        looks = self.to_act(position) if seat is None else seat
        if what == "marks" and not rest:
            hand = position.hands[looks or 0]
            return {card: "windy" for card in hand if card[0] == position.wind}
        if what == "worth" and rest in [str(seat) for seat in position.seats]:
            return [self._score(position, int(rest)), len(position.fields[int(rest)])]
        if what == "advice" and not rest and looks is not None:
            plays = [move for move in self.moves(position, looks) if move.verb == "play"]
            return {"bold": str(max(plays, default=PASS, key=str)), "shy": "pass"}
        raise KeyError(name)

    # -- seeing ----------------------------------------------------------------------------------

    def view(self, position: Position, seat: Seat | None) -> dict[str, Json]:
        return toy_table.view(position, seat, self.dump(position))

    def imagine(self, position: Position, seat: Seat, seed: int) -> Position:
        return toy_table.imagine(position, seat, seed)

    def breaches(self, position: Position) -> Iterator[str]:
        return toy_table.breaches(position)

    def scene(
        self, position: Position, seat: Seat | None, texts: Texts, events: Sequence[Event] = ()
    ) -> Scene:
        view = self.view(position, seat)
        zones = []
        for owner in position.seats:
            tokens = [
                Token(f"h{owner}-{n}", "card", card, hidden=card == "?", move=f"play {card}")
                for n, card in enumerate(view["hands"][owner])
            ]
            laid = [card for pile in view["fields"][owner] for card in pile["cards"]]
            tokens += [Token(f"f{owner}-{n}", "card", card) for n, card in enumerate(laid)]
            place = "near" if owner == seat else "far"
            label = texts("table.seat", seat=owner)
            zones.append(Zone(f"seat-{owner}", label, "row", place, owner, tuple(tokens)))  # type: ignore[arg-type]
        asked = [prompt.seat for prompt in self.prompts(position)]
        verbs = (Verb("pass", texts("table.pass"), "pass", seat in asked),)
        prompts = self.prompts(position)
        ask = texts.invite(prompts[0], seat) if prompts else texts("ask.over")
        return Scene("bazaar", tuple(zones), verbs, ask, self.to_act(position), not asked)

    def players(self) -> Mapping[str, Player]:
        return {"random": RandomPlayer("random")}


BAZAAR = Bazaar()
