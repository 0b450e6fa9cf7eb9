"""Free deck building, described so that a table can draw any game's.

Where a :class:`~tabletop_kit.engine.workshop.Workshop` exchanges one thing for another in a deck
of a fixed size, a builder has a collection to look through, several decks of one's own beside
those of the kit, rules that are checked with every change, odds and trials. A game that has one
hands it out by :meth:`Game.builder`. All are values: what changes a builder returns another, and
``data()`` is the plain JSON to keep.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from tabletop_kit.engine.decklist import spelled
from tabletop_kit.engine.ruling import Json, Ruling


@dataclass(frozen=True, slots=True)
class Facet:
    """Something by which a collection is filtered: its values with their labels, in order."""

    id: str
    label: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """One kind of card of a collection.

    ``line`` are its figures in a few words, ``text`` all that it says, ``used`` how many are in
    the open deck, ``limit`` how many may be. ``marks`` has the values of each facet that hold of
    it. ``note`` says what of it is not exact; empty where all is.
    """

    id: str
    label: str
    line: str
    text: str
    used: int
    limit: int
    marks: Mapping[str, frozenset[str]] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """What a rule says of a deck: a ``fault`` closes it to play, ``advice`` and ``note`` do not."""

    kind: Literal["fault", "advice", "note"]
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A deck that can be opened: one of the kit's, or one's ``own``."""

    id: str
    label: str
    about: str
    size: int
    own: bool


@dataclass(frozen=True, slots=True)
class Table:
    """Figures to be read: a title, a sentence, columns, and rows of texts."""

    title: str
    about: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """An option of the game that changes what is checked, and whether it is on."""

    id: str
    label: str
    on: bool


class Builder(Protocol):
    """A collection, the decks built from it, and the deck that is open."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def about(self) -> str:
        """How it works, in a sentence."""

    @property
    def option(self) -> str:
        """The option of the game, with one value for each seat, that a deck goes into."""

    @property
    def facets(self) -> tuple[Facet, ...]:
        """What the collection can be filtered by."""

    @property
    def switches(self) -> tuple[Switch, ...]:
        """Options of the game that change what is checked."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Every kind of card there is, in order, with its number in the open deck."""

    @property
    def decks(self) -> tuple[Kept, ...]:
        """The decks that can be opened, the kit's first."""

    @property
    def open(self) -> Kept:
        """The deck that is open."""

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """All that the rules say of the open deck, faults first."""

    @property
    def tables(self) -> tuple[Table, ...]:
        """What the open deck is made of, and what goes with what."""

    def odds(self) -> Table:
        """Exact chances of the opening hand."""

    def trial(self, seed: int, games: int) -> tuple[Table, ...]:
        """What many games of the open deck against nobody bring; the same for the same seed.

        Empty where the deck has faults.
        """

    def solo(self, seed: int) -> tuple[str, ...]:
        """One such game, told turn by turn; empty where the deck has faults."""

    def change(self, piece: str, by: int) -> Builder | Ruling:
        """So many more or fewer of a card; what is one of the kit's decks becomes a copy."""

    def turn(self, switch: str, on: bool) -> Builder:
        """A switch turned on or off."""

    def pick(self, deck: str) -> Builder:
        """Another deck opened; an unknown one changes nothing."""

    def begin(self, name: str) -> Builder | Ruling:
        """A new, empty deck, opened."""

    def copy(self, name: str) -> Builder | Ruling:
        """A copy of the open deck, opened."""

    def rename(self, name: str) -> Builder:
        """The open deck under another name; the kit's keep theirs."""

    def drop(self) -> Builder:
        """Without the open deck; the kit's stay."""

    def read(self, text: str) -> tuple[Builder | None, tuple[str, ...]]:
        """With the decks of a text, the first one opened; or ``None`` and every fault at once.

        A deck that only lacks cards is taken in, to be gone on with.
        """

    def check(self, text: str) -> tuple[str, ...]:
        """Every fault of the decks in a text, one sentence each, lines and rules named."""

    def write(self, form: Literal["list", "toml"]) -> str:
        """The open deck as text that :meth:`read` takes."""

    def values(self) -> Sequence[tuple[str, Json]]:
        """One's own decks that can be played: pairs of label and one seat's value of the option."""

    def data(self) -> Json:
        """What is to be kept."""


def sifted(pieces: Iterable[Piece], text: str, wanted: Mapping[str, str]) -> list[Piece]:
    """The pieces that have all wanted values of the facets, and all words of a text in them.

    An empty value asks for nothing. Words are found anywhere, however they are written.

    >>> piece = Piece("seraph", "Seraph", "6/2/8", "Flying.", 0, 4, {"kind": frozenset({"a"})})
    >>> [len(sifted([piece], text, {"kind": "a"})) for text in ("flying SERA", "swims", "")]
    [1, 0, 1]
    """
    words = [spelled(word) for word in text.split()]
    found = []
    for piece in pieces:
        fits = all(value in piece.marks.get(key, ()) for key, value in wanted.items() if value)
        said = spelled(f"{piece.id} {piece.label} {piece.line} {piece.text} {piece.note}")
        if fits and all(word in said for word in words):
            found.append(piece)
    return found
