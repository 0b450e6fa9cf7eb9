"""Reading tables of a course: keys and kinds checked, every slip one clear sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tabletop_kit.engine.luck import SEEDS
from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.ruling import BadNotation, Json
from tabletop_kit.engine.save import AnyGame
from tabletop_kit.teaching.course import Deal
from tabletop_kit.teaching.goals import read_goal
from tabletop_kit.teaching.predicates import Goal
from tabletop_kit.teaching.words import CourseProblem

Kind = tuple[type | tuple[type, ...], str]
TEXT: Kind = (str, "a text")
TEXTS: Kind = (list, "a list of texts")
TABLE: Kind = (dict, "a table")
TABLES: Kind = (list, "a list of tables")
LIST: Kind = (list, "a list")
WHOLE: Kind = (int, "a whole number")
NUMBER: Kind = ((int, float), "a number")
YES: Kind = (bool, "true or false")


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the tables of one file; ``what`` names the file in sentences."""

    game: AnyGame
    what: str

    def table(
        self, data: Json, shape: Mapping[str, Kind], place: str, needed: tuple[str, ...] = ()
    ) -> dict[str, Json]:
        """The table itself, its keys and kinds checked."""
        if not isinstance(data, dict):
            raise self.problem("shape", place, key=place, kind="a table")
        for key, value in data.items():
            if key not in shape:
                known = ", ".join(shape)
                raise self.problem("key", place, key=shortened(key), known=known)
            self.check_kind(value, shape[key], place, key)
        for key in needed:
            if not data.get(key):
                raise self.problem("missing", place, key=key)
        return data

    def check_kind(self, value: Json, kind: Kind, place: str, key: str) -> None:
        """Raise unless the value is of its kind."""
        good = isinstance(value, kind[0]) and (kind[0] is bool or not isinstance(value, bool))
        if good and kind is TEXTS:
            good = all(isinstance(item, str) for item in value)
        if good and kind is TABLES:
            good = all(isinstance(item, dict) for item in value)
        if not good:
            raise self.problem("shape", place, key=key, kind=kind[1])

    def problem(self, key: str, place: str, /, **facts: Json) -> Problem:
        """A problem with this file at a place in it."""
        return CourseProblem(key, what=self.what, place=place, **facts)

    def ident(self, data: Mapping[str, Json], place: str) -> str:
        """The id of a table: small letters, digits, hyphens."""
        ident = data.get("id", "")
        if not isinstance(ident, str) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", ident):
            raise self.problem("id", place, id=shortened(ident))
        if ident in ("other", "one", "you"):
            raise self.problem("reserved", place, id=ident)
        return ident

    def once(self, idents: list[str], place: str) -> None:
        """Raise where an id stands twice."""
        for ident in idents:
            if idents.count(ident) > 1:
                raise self.problem("twice", place, id=ident)

    def rules(self, given: list[str], place: str) -> tuple[str, ...]:
        """Rule ids, each one of the rulebook."""
        for rule in given:
            if rule not in self.game.rulebook:
                name = shortened(rule)
                raise self.problem("rule", place, rule=name, game=self.game.id)
        return tuple(given)

    def moves(self, given: list[str], place: str) -> tuple[str, ...]:
        """Moves in their canonical writing; what is no move at all stays as it is."""
        return tuple(canonical_move(self.game, text) for text in given)

    def goal(self, data: Json, place: str) -> Goal:
        """A goal."""
        return read_goal(data, self.what, place)

    def deal(self, data: Mapping[str, Json], place: str) -> Deal | None:
        """How a position comes about; ``None`` where nothing is said of it."""
        if not data.keys() & {"options", "position"}:
            return None
        seed = data.get("seed", 0)
        if not 0 <= seed < SEEDS:
            raise self.problem("shape", place, key="seed", kind="a whole number from 0")
        options, position = data.get("options", {}), data.get("position", {})
        return Deal(options, position, tuple(data.get("chance", ())), seed)


def canonical_move(game: AnyGame, text: str) -> str:
    """A move as the game writes it; text that is no move as it stands."""
    try:
        return game.write(game.parse(text))
    except BadNotation:
        return text
