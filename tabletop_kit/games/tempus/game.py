"""Tempus as the engine knows it: the protocol, each duty handed to the module that does it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import ClassVar

from tabletop_kit.engine.coach import Advice, Line
from tabletop_kit.engine.event import Event, Log
from tabletop_kit.engine.game import Game, Option
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import Json, Outcome, Prompt, Ruling, Seat
from tabletop_kit.engine.scene import Scene
from tabletop_kit.engine.text import Format, Texts
from tabletop_kit.engine.workshop import Ladder, Opponent, Workshop
from tabletop_kit.games.tempus import campaign, coach, moves, rules, setup, view
from tabletop_kit.games.tempus import players as tempus_players
from tabletop_kit.games.tempus import scene as tempus_scene
from tabletop_kit.games.tempus.moves import Move
from tabletop_kit.games.tempus.position import (
    FACTIONS,
    MASTER_DECK,
    STANDARD_DECK,
    Position,
    deck_text,
)


def _die(texts: Texts, die: Json) -> str:
    found = moves.parse_die(str(die))
    return texts("word.a-die", size=found.size, value=found.value) if found else str(die)


def _bare(texts: Texts, die: Json) -> str:
    found = moves.parse_die(str(die))
    return texts("word.die", size=found.size, value=found.value) if found else str(die)


def _versus(texts: Texts, strength: Json) -> str:
    """Both strengths with the names of their seats."""
    names = [texts.formats["name"](texts, seat) for seat in (0, 1)]
    pairs = zip(names, strength, strict=True)
    return ", ".join(texts("word.reached", name=name, value=value) for name, value in pairs)


def _score(texts: Texts, strength: Json) -> str:
    """Both strengths without names, the higher one first."""
    return texts("word.score", most=max(strength), least=min(strength))


def _factions(texts: Texts, factions: Json) -> str:
    names = [texts.formats["name"](texts, seat) for seat in (0, 1)]
    pairs = zip(names, factions, strict=True)
    return ", ".join(f"{name} {_faction(texts, faction)}" for name, faction in pairs)


def _dice(texts: Texts, dice: Json) -> str:
    """Many dice, their values told size by size: d4: 1, 3; d6: 2."""
    values: dict[str, list[str]] = {}
    for die in dice:
        size, _, value = str(die).partition(":")
        values.setdefault(size, []).append(value)
    told = (f"{_deck(texts, size)}: {', '.join(values[size])}" for size in values)
    return "; ".join(told)


def _faction(texts: Texts, faction: Json) -> str:
    return texts(f"choice.factions.{faction}.title")


def _deck(texts: Texts, deck: Json) -> str:
    return str(deck).replace("d", texts("word.die-letter"))


class Tempus(Game[Position, Move]):
    """A two-player dice duel of bluff and economy."""

    id = "tempus"
    rules_version = 1
    streams = view.STREAMS
    seats = range(2, 3)
    options = (
        Option("factions", ["council", "harpers"], FACTIONS, each_seat=True),
        Option("decks", [setup.deck_list(STANDARD_DECK)] * 2, each_seat=True),
    )
    unordered = frozenset({"hands.*", "decks.*", "gone.*"})
    headlines = frozenset({"round-won", "council-won", "round-tied", "match-won", "match-drawn"})
    priorities = coach.PRIORITIES
    formats: ClassVar[Mapping[str, Format]] = {
        "die": _die,
        "bare": _bare,
        "dice": _dice,
        "versus": _versus,
        "score": _score,
        "factions": _factions,
        "faction": _faction,
        "deck": _deck,
    }

    @property
    def folder(self) -> Traversable:
        """Where the rulebook, texts and lessons of Tempus lie."""
        return files("tabletop_kit.games.tempus")

    def setup(self, options: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
        """Factions, coin and rolls (TP-1 to TP-4, TP-F3). Raises ``BadPosition``."""
        return setup.setup(options, luck, log)

    def load(self, mapping: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
        """The position that a mapping describes. Raises ``BadPosition``."""
        return setup.load(mapping, luck, log)

    def dump(self, position: Position) -> dict[str, Json]:
        """All position keys."""
        return setup.dump(position)

    def prompts(self, position: Position) -> tuple[Prompt, ...]:
        """Who may act (TP-5, TP-12)."""
        return rules.prompts(position)

    def to_act(self, position: Position) -> Seat | None:
        """The seat that is asked; the position holds it."""
        return position.to_act

    def moves(self, position: Position, seat: Seat) -> tuple[Move, ...]:
        """The legal moves: the different dice of the hand, and the pass."""
        return rules.moves(position, seat)

    def candidates(self, position: Position, seat: Seat) -> Iterable[Move]:
        """Every move a panel could form."""
        return rules.candidates(position, seat)

    def ruling(self, position: Position, seat: Seat, move: Move) -> Ruling:
        """What the rules say of a move."""
        return rules.ruling(position, seat, move)

    def apply(self, position: Position, seat: Seat, move: Move, log: Log | None = None) -> Position:
        """The position after a legal move. Raises ``IllegalMove``."""
        return rules.apply(position, seat, move, log)

    def outcome(self, position: Position) -> Outcome | None:
        """How it ended (TP-12)."""
        return rules.outcome(position)

    def parse(self, text: str) -> Move:
        """A move from text. Raises ``BadNotation``."""
        return moves.parse_move(text)

    def view(self, position: Position, seat: Seat | None) -> dict[str, Json]:
        """What a seat may know (TP-3)."""
        return view.view(position, seat)

    def imagine(self, position: Position, seat: Seat, seed: int) -> Position:
        """A fair re-deal of the hidden hand."""
        return view.imagine(position, seat, seed)

    def breaches(self, position: Position) -> Iterator[str]:
        """What must never be broken and is."""
        return view.breaches(position)

    def scene(
        self,
        position: Position,
        seat: Seat | None,
        texts: Texts,
        events: Sequence[Event] = (),
    ) -> Scene:
        """How it lies on the table."""
        return tempus_scene.scene(position, seat, texts, events)

    def policy(self) -> Callable[[Position, Seat, int], Move]:
        """The quick playout policy of Tempus."""
        return tempus_players.quick

    def advice(self, position: Position, seat: Seat) -> Advice | None:
        """What the three priorities would play."""
        return coach.advice(position, seat)

    def line(self, position: Position, seat: Seat, move: Move) -> Line | None:
        """What a move leaves."""
        return coach.line(position, seat, move)

    def tell_move(self, position: Position, seat: Seat, move: Move, texts: Texts) -> str:
        """A move in words: the die, the pass, who begins."""
        if isinstance(move, moves.Lay):
            return _bare(texts, str(move.die))
        if isinstance(move, moves.Begin):
            return texts("table.begin", seat=move.seat)
        return texts("table.pass")

    def workshop(self, data: Json, texts: Texts) -> Workshop:
        """The collection and its deck (TP-D1, TP-D2). Raises ``BadPosition``."""
        return campaign.workshop(data, texts)

    def ladder(self, data: Json, texts: Texts) -> Ladder:
        """The tournament (TP-D2). Raises ``BadPosition``."""
        return campaign.ladder(data, texts)

    def opponents(self, texts: Texts) -> tuple[Opponent, ...]:
        """The game master's opponents (TP-D2)."""
        return campaign.opponents(texts)

    def presets(self, option: str, texts: Texts) -> Sequence[tuple[str, Json]]:
        """The standard deck and the source's stronger one (TP-2, TP-D2)."""
        if option != "decks":
            return ()
        named = (("standard", STANDARD_DECK), ("master", MASTER_DECK))
        return [(texts(f"deck.{name}"), setup.deck_list(deck)) for name, deck in named]

    def option_text(self, option: str, value: Json, texts: Texts) -> str:
        """A deck as it is written, such as 3d4 3d6 3d8 1d10."""
        if option != "decks":
            return str(value)
        return f"{_deck(texts, deck_text(setup.read_deck(value)))}."

    def players(self) -> Mapping[str, Player]:
        """The kit's players of Tempus, weakest first."""
        return tempus_players.PLAYERS
