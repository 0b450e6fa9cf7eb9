"""How a position lies on a table, as data: zones, tokens, counters, and what may be said.

A game's ``scene.py`` builds one :class:`Scene` for one pair of eyes. Whatever those eyes may not
see is not in it, so that it never leaves the kernel. A renderer draws the scene and knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Literal

Kind = Literal["die", "card", "coin", "marker"]
Shape = Literal["triangle", "square", "diamond", "kite", "pentagon", "circle", "card", "hexagon"]
Layout = Literal["hand", "row", "pile", "grid", "score"]
Place = Literal["far", "middle", "near", "side"]


@dataclass(frozen=True, slots=True)
class Token:
    """One thing that lies on the table and can be looked at, and perhaps touched.

    ``label`` is what a screen reader says; ``face`` the large mark, ``corner`` the small one.
    A token that is ``hidden`` shows its back and carries no face. ``move`` is what touching it
    says, in the game's notation, legal or not; ``able`` tells whether it is legal now. ``word`` is
    what the token is called in the move of a :class:`Verb` that needs a selection. ``came_from``
    names the token or zone from which it came in the last move, so that it can glide.
    """

    id: str
    kind: Kind
    label: str
    shape: Shape = "square"
    face: str = ""
    corner: str = ""
    seat: int | None = None
    hidden: bool = False
    move: str = ""
    able: bool = False
    word: str = ""
    marks: tuple[str, ...] = ()
    dim: bool = False
    turn: bool = False
    came_from: str = ""


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that counts up or down: ``value`` of at most ``most`` (0: no limit).

    ``form`` says how it is drawn: a large ``"number"``, ``"pips"`` to be filled, or a ``"gauge"``;
    ``tone`` whether more of it is bad for its owner.
    """

    id: str
    label: str
    value: int
    most: int = 0
    form: Literal["number", "pips", "gauge"] = "number"
    tone: Literal["", "bad"] = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table. ``place`` says where it lies for the eyes that look.

    ``far`` is the other side of the table, ``near`` one's own, ``side`` a strip beside both.
    ``note`` is one short line under the title; ``leads`` marks the zone that is ahead.
    """

    id: str
    label: str
    layout: Layout
    place: Place
    seat: int | None = None
    tokens: tuple[Token, ...] = ()
    counters: tuple[Counter, ...] = ()
    note: str = ""
    empty: str = ""
    leads: bool = False


@dataclass(frozen=True, slots=True)
class Verb:
    """A button that says a move. ``{words}`` in ``move`` is replaced by the selected words.

    ``least`` and ``most`` tell how many tokens must be selected; both 0 for a bare move.
    ``key`` is a one-letter shortcut that works while the board has the focus.
    """

    id: str
    label: str
    move: str
    able: bool = False
    least: int = 0
    most: int = 0
    key: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as one pair of eyes sees it.

    ``ask`` is the one sentence that invites the next move; ``turn`` the seat that is asked
    (``None``: nobody); ``mood`` names the palette and surface of the game.
    """

    mood: str
    zones: tuple[Zone, ...]
    verbs: tuple[Verb, ...] = ()
    ask: str = ""
    turn: int | None = None
    over: bool = False
    title: str = ""

    def tokens(self) -> Iterator[Token]:
        """Every token of every zone, in drawing order."""
        for zone in self.zones:
            yield from zone.tokens

    def data(self) -> dict[str, Any]:
        """The scene as plain JSON, keyed by id so that a change is a small patch.

        ``zones``, ``tokens`` and ``verbs`` map ids to what they are; ``order`` lists the zones
        (and ``zones[id]["tokens"]`` the tokens) from top to bottom. Values equal to their default
        are left out.
        """
        return {
            "mood": self.mood,
            "title": self.title,
            "ask": self.ask,
            "turn": self.turn,
            "over": self.over,
            "order": [zone.id for zone in self.zones],
            "zones": {zone.id: _zone(zone) for zone in self.zones},
            "tokens": {token.id: _lean(token) for token in self.tokens()},
            "verbs": {verb.id: _lean(verb) for verb in self.verbs},
        }


def _zone(zone: Zone) -> dict[str, Any]:
    data = _lean(zone)
    data["tokens"] = [token.id for token in zone.tokens]
    data["counters"] = {counter.id: _lean(counter) for counter in zone.counters}
    return data


def _lean(thing: Token | Counter | Zone | Verb) -> dict[str, Any]:
    """The fields that differ from their default, without the id (it is the key already)."""
    pairs = {field.name: (getattr(thing, field.name), field.default) for field in fields(thing)}
    del pairs["id"]
    return {name: _plain(value) for name, (value, default) in pairs.items() if value != default}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
