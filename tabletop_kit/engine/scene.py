"""How a position lies on a table, as data: zones, tokens, counters, and what may be said.

A game's ``scene.py`` builds one :class:`Scene` for one pair of eyes. Whatever those eyes may not
see is not in it, so that it never leaves the kernel. A renderer draws the scene and knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Literal

Kind = Literal["die", "card", "coin", "marker"]
Shape = Literal[
    "triangle",
    "square",
    "diamond",
    "kite",
    "pentagon",
    "circle",
    "card",
    "hexagon",
    "leaf",
    "chip",
    "page",
]
"""The outline of a token. ``leaf``: a card with its figures in the corners; ``chip``: a short word
with a number; ``page``: a card with its seal at the top left, its figures at the top right and what
it is below."""
Layout = Literal[
    "hand",
    "row",
    "pile",
    "grid",
    "score",
    "stage",
    "shaft",
    "spread",
    "gallery",
    "field",
    "chips",
    "plate",
    "realm",
    "camp",
    "stack",
]
"""How the tokens of a zone lie. ``stage``: one large thing with what is measured on it; ``shaft``:
slim plaques one below the other; ``spread``: small cards; ``gallery``: folds away; ``field``: cards
with what is attached to them; ``chips``: piles as short words; ``plate``: something to be read;
``realm``: a place with other zones inside; ``camp``: cards that stand together; ``stack``: what
waits, a line each, the next one on top."""
Place = Literal["far", "left", "middle", "right", "near", "side", "beside"]
Form = Literal["number", "pips", "gauge", "vessel", "fangs"]


@dataclass(frozen=True, slots=True)
class Stat:
    """A number in a corner of a token, with the sign of what it counts.

    ``was`` is the number that is printed, where another one counts now.
    """

    glyph: str
    value: str
    was: str = ""


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that holds of a token, as a sign and the word that it stands for."""

    glyph: str
    word: str


@dataclass(frozen=True, slots=True)
class Token:
    """One thing that lies on the table and can be looked at, and perhaps touched.

    ``label`` is what a screen reader says; ``face`` the large mark, ``corner`` the small one.
    A token that is ``hidden`` shows its back and carries no face. ``move`` is what touching it
    says, in the game's notation, legal or not; ``able`` tells whether it is legal now. ``word`` is
    what the token is called in the move of a :class:`Verb` that needs a selection. ``came_from``
    names the token or zone from which it came in the last move, so that it can glide, in the
    ``beat`` in which that happened.

    ``glyph`` and ``figure`` name drawings (``table/static/glyphs.js``): the small sign of what it
    is, and a picture of it. ``name`` is the short word on it, on a hidden one too. ``power`` tells
    that what the sign stands for is ``"off"`` now, or ``"held"`` back. ``sure`` is a sentence that
    is shown before ``move`` is said, so that it can still be left. ``laid``: it lies on its side,
    and can still be read. ``signs`` are what holds of it: where there is room with their words.
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
    signs: tuple[Sign, ...] = ()
    dim: bool = False
    turn: bool = False
    came_from: str = ""
    beat: int = 0
    glyph: str = ""
    figure: str = ""
    name: str = ""
    power: Literal["", "off", "held"] = ""
    sure: str = ""
    stats: tuple[Stat, ...] = ()
    tint: str = ""
    on: str = ""
    text: str = ""
    rule: str = ""
    laid: bool = False


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that counts up or down: ``value`` of at most ``most`` (0: no limit).

    ``shown`` is written in place of a value that is no whole number.

    ``form`` says how it is drawn: a large ``"number"``, ``"pips"`` to be filled, a ``"gauge"``, a
    ``"vessel"`` that fills from below, or ``"fangs"``, of which some are left; ``tone`` whether
    more of it is bad for its owner.
    """

    id: str
    label: str
    value: int
    most: int = 0
    form: Form = "number"
    tone: Literal["", "bad"] = ""
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table. ``place`` says where it lies for the eyes that look.

    ``far`` is the other side of the table, ``near`` one's own, ``left`` and ``right`` are where
    neighbours sit, ``side`` a strip beside all, ``beside`` what can be read beside the table.
    ``note`` is one short line under the title, with the sign ``glyph`` before it; ``badge`` a word
    beside it; ``leads`` marks the zone that is ahead, ``turn`` the one of whoever acts. ``tint``
    names a colour of the mood that is a pattern, too. Of the tokens of all zones of one ``group``
    (without one: of this zone) at most ``most`` can be selected, the latest (0: any number).
    ``within`` is the id of the zone inside which this one lies.
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
    glyph: str = ""
    badge: str = ""
    turn: bool = False
    tint: str = ""
    most: int = 0
    group: str = ""
    within: str = ""


@dataclass(frozen=True, slots=True)
class Verb:
    """A button that says a move. ``{words}`` in ``move`` is replaced by the selected words.

    ``least`` and ``most`` tell how many tokens must be selected; both 0 for a bare move.
    ``ordered``: the words stand in the order of choosing, not in the order in which they lie.
    ``key`` is a one-letter shortcut that works while the board has the focus. A verb with ``picks``
    says nothing and selects these tokens instead. ``sure`` is asked before the move is said.
    A ``quiet`` one is no answer to what is asked, and stands aside; one that has to be ``called``
    is there only while a selection calls for it (:class:`Weighing`). ``glyph`` is a sign before
    the label, ``aside`` a word after it, ``note`` a line below, ``tone`` whether what it would
    bring is welcome.
    """

    id: str
    label: str
    move: str
    able: bool = False
    least: int = 0
    most: int = 0
    key: str = ""
    note: str = ""
    ordered: bool = False
    picks: tuple[str, ...] = ()
    sure: str = ""
    quiet: bool = False
    called: bool = False
    glyph: str = ""
    aside: str = ""
    tone: Literal["", "good", "bad"] = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """Hidden things that went from one zone (or token) to another in the last move.

    They are seen to glide there in their ``beat``, and then they are gone.
    """

    source: str
    target: str
    count: int = 1
    beat: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is drawn from one token or zone to another: who attacks or answers whom.

    ``kind`` tells its look, ``label`` says it in a word.
    """

    source: str
    target: str
    kind: Literal["attack", "block", "answer", "aim"] = "aim"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a weighed selection would do: a short label, a value, a sign."""

    label: str
    value: str
    glyph: str = ""
    tone: Literal["", "good", "bad"] = ""


@dataclass(frozen=True, slots=True)
class Weighing:
    """What the selected tokens would do, told before anything is committed.

    ``text`` is one sentence, ``parts`` the single effects in their order, ``counters`` what
    counters of the scene would show (by id), ``verbs`` the ids of the verbs that could be said.
    Where the selection is no legal move, ``text`` is the refusal and ``rule`` the rule behind it.
    ``offers`` are verbs that are there for this selection only, each with its whole move: what the
    selection can mean where words alone do not tell it (:attr:`Scene.composes`). ``ordered``: the
    order of choosing counts, and is to be seen.
    """

    text: str
    parts: tuple[Part, ...] = ()
    counters: Mapping[str, int] = field(default_factory=dict)
    verbs: tuple[str, ...] = ()
    rule: str = ""
    offers: tuple[Verb, ...] = ()
    ordered: bool = False

    def data(self) -> dict[str, Any]:
        """The weighing as plain JSON; ``offers`` are a list of verbs with their ids."""
        more: dict[str, Any] = {}
        if self.offers:
            more["offers"] = [{"id": verb.id, **_lean(verb)} for verb in self.offers]
        if self.ordered:
            more["ordered"] = True
        return {
            "text": self.text,
            "parts": [_pairs(part) for part in self.parts],
            "counters": dict(self.counters),
            "verbs": list(self.verbs),
            "rule": self.rule,
            **more,
        }


@dataclass(frozen=True, slots=True)
class Contender:
    """One side of a comparison: its name, its number and the sign of what the number counts."""

    name: str
    value: str
    glyph: str = ""
    tint: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two numbers that were held against each other: what was at stake, by how much, what came of
    it. It stays on the table to be read (``Game.comparison``). ``earlier`` tells those that were
    made just before it in a sentence each, the latest first."""

    title: str
    one: Contender
    other: Contender
    lead: str
    result: str
    rule: str = ""
    tone: Literal["", "good", "bad"] = ""
    earlier: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """The comparison as plain JSON."""
        told = _pairs(self)
        return {**told, "one": _pairs(self.one), "other": _pairs(self.other)}


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as one pair of eyes sees it.

    ``ask`` is the one sentence that invites the next move; ``turn`` the seat that is asked
    (``None``: nobody); ``mood`` names the palette and surface of the game, ``depth`` how far along
    it is, from 0 to 100. ``passages`` are seen once, when the scene is new. ``weighs``: the game
    tells beforehand what a selection would do (``Game.weigh``). ``composes``: the moves that a
    selection can mean come with its weighing, as offers; the words of the tokens are then those by
    which moves name them. Where two things have one word, ``@`` and the beginnings of moves stand
    behind the word of the one that those mean: ``peasant@play+summon``. ``lines`` are drawn as long
    as the scene stands.
    """

    mood: str
    zones: tuple[Zone, ...]
    verbs: tuple[Verb, ...] = ()
    ask: str = ""
    turn: int | None = None
    over: bool = False
    title: str = ""
    depth: int = 0
    passages: tuple[Passage, ...] = ()
    weighs: bool = False
    composes: bool = False
    lines: tuple[Line, ...] = ()

    def tokens(self) -> Iterator[Token]:
        """Every token of every zone, in drawing order."""
        for zone in self.zones:
            yield from zone.tokens

    def data(self) -> dict[str, Any]:
        """The scene as plain JSON, keyed by id so that a change is a small patch.

        ``zones``, ``tokens`` and ``verbs`` map ids to what they are; ``order`` lists the zones
        (and ``zones[id]["tokens"]`` the tokens) from top to bottom, ``verb_order`` more than one
        verb. Values equal to their default are left out.
        """
        more: dict[str, Any] = {}
        if len(self.verbs) > 1:
            more["verb_order"] = [verb.id for verb in self.verbs]
        if self.depth:
            more["depth"] = self.depth
        if self.passages:
            more["passages"] = [_pairs(passage) for passage in self.passages]
        if self.lines:
            more["lines"] = [_pairs(line) for line in self.lines]
        if self.weighs:
            more["weighs"] = True
        if self.composes:
            more["composes"] = True
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
            **more,
        }


def _zone(zone: Zone) -> dict[str, Any]:
    data = _lean(zone)
    data["tokens"] = [token.id for token in zone.tokens]
    data["counters"] = {counter.id: _lean(counter) for counter in zone.counters}
    return data


def _lean(thing: Token | Counter | Zone | Verb) -> dict[str, Any]:
    """The fields that differ from their default, without the id (it is the key already)."""
    data = _pairs(thing)
    del data["id"]
    return data


def _pairs(thing: Any) -> dict[str, Any]:
    """The fields that differ from their default."""
    kind: Any = type(thing)
    found = ((name, getattr(thing, name), default) for name, default in _defaults(kind))
    return {name: _plain(value) for name, value, default in found if value != default}


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    return tuple((each.name, each.default) for each in fields(kind))


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_pairs(one) if isinstance(one, (Stat, Sign)) else one for one in value]
    return value
