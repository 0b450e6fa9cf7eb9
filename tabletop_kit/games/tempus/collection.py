"""A collection of dice and the deck built from it (TP-D1, TP-D2): pure values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tabletop_kit.engine.ruling import BadPosition, Json, Ruling, refusal
from tabletop_kit.games.tempus.position import SIZES, STANDARD_DECK
from tabletop_kit.games.tempus.setup import Deck, read_deck, refuse

MOST_DICE = 99
"""How many dice of one size a collection may hold."""

_LEGAL = Ruling(True, "TP-D1")


def count(dice: Iterable[int]) -> tuple[int, ...]:
    """How many dice there are of each size of :data:`SIZES`.

    >>> count(STANDARD_DECK)
    (3, 3, 3, 1, 0)
    """
    listed = list(dice)
    return tuple(listed.count(size) for size in SIZES)


@dataclass(frozen=True, slots=True)
class Collection:
    """Dice that a player owns, and the ten of them that make the deck.

    ``owned`` counts the dice of each size, those in the deck included; ``None`` is the game
    master's box, in which there is no end of dice.
    """

    owned: tuple[int, ...] | None = count(STANDARD_DECK)
    deck: Deck = STANDARD_DECK

    def owns(self, size: int) -> int | None:
        """How many dice of a size there are; ``None``: as many as one likes."""
        return None if self.owned is None else self.owned[SIZES.index(size)]

    def award(self, size: Json) -> Collection:
        """The collection with one more die, such as a prize (TP-D2).

        Raises ``BadPosition`` for a size that no deck may hold, or where it would be too many.
        """
        size = read_size(size)
        if self.owned is None:
            return self
        place = SIZES.index(size)
        number = self.owned[place] + 1
        if number > MOST_DICE:
            raise refuse("TP-D2", "too-many-dice", die=f"d{size}", most=MOST_DICE)
        return replace(self, owned=(*self.owned[:place], number, *self.owned[place + 1 :]))

    def ruling(self, out: Json, into: Json) -> Ruling:
        """What the rules say of an exchange: one die out of the deck, another in. Never raises.

        >>> Collection().ruling("d4", "d10").why
        'none-spare'
        """
        try:
            old, new = read_size(out), read_size(into)
        except BadPosition as refused:
            return refused.ruling
        if old not in self.deck:
            return refusal("TP-D1", "not-in-deck", die=f"d{old}")
        if old == new:
            return refusal("TP-D1", "same-die", die=f"d{old}")
        owned = self.owns(new)
        if owned is not None and self.deck.count(new) >= owned:
            why = "none-spare" if owned else "none-owned"
            return refusal("TP-D2", why, die=f"d{new}", count=owned)
        return _LEGAL

    def swap(self, out: Json, into: Json) -> Collection:
        """The collection with one die of the deck exchanged for another (TP-D1).

        Raises ``BadPosition`` with the ruling where :meth:`ruling` refuses.
        """
        ruling = self.ruling(out, into)
        if not ruling:
            raise BadPosition(ruling, f"{out} for {into}")
        deck = list(self.deck)
        deck.remove(read_size(out))
        return replace(self, deck=read_deck([*deck, read_size(into)]))

    def with_deck(self, deck: Json) -> Collection:
        """The collection with another deck, given as a list of ten sizes.

        Raises ``BadPosition`` where it is no deck (TP-D1) or takes more than is owned (TP-D2).
        """
        read = read_deck(deck)
        for size in SIZES:
            owned = self.owns(size)
            if owned is not None and read.count(size) > owned:
                facts = {"count": read.count(size), "die": f"d{size}", "owned": owned}
                raise refuse("TP-D2", "not-owned", **facts)
        return replace(self, deck=read)

    def data(self) -> dict[str, Json]:
        """The collection as plain JSON; :func:`read_collection` makes it again."""
        deck = [f"d{size}" for size in self.deck]
        if self.owned is None:
            return {"owned": "any", "deck": deck}
        pairs = zip(SIZES, self.owned, strict=True)
        return {"owned": {f"d{size}": number for size, number in pairs}, "deck": deck}


def master_box() -> Collection:
    """The game master's box: any die, as often as one likes, and the standard deck to begin with.

    >>> master_box().swap("d4", "d12").deck[-1]
    12
    """
    return Collection(None)


def read_size(item: Json) -> int:
    """The size of one die (``"d8"``, ``"W8"`` or 8) that a deck may hold. Raises ``BadPosition``.

    >>> read_size("W12")
    12
    """
    return read_deck([item] * len(STANDARD_DECK))[0]


def read_collection(data: Json) -> Collection:
    """A collection from plain JSON; ``None`` is a first one.

    Raises ``BadPosition`` (TP-D1, TP-D2) where there can be no such collection.

    >>> read_collection(Collection().data()) == Collection() == read_collection(None)
    True
    """
    if data is None:
        return Collection()
    if not isinstance(data, Mapping) or data.keys() != {"owned", "deck"}:
        raise refuse("TP-D2", "no-collection")
    return Collection(_read_owned(data["owned"])).with_deck(data["deck"])


def _read_owned(owned: Json) -> tuple[int, ...] | None:
    if owned == "any":
        return None
    if not isinstance(owned, Mapping):
        raise refuse("TP-D2", "no-collection")
    counts = dict.fromkeys(SIZES, 0)
    for item, number in owned.items():
        size = read_size(item)
        if type(number) is not int or number < 0:
            raise refuse("TP-D2", "no-collection")
        if number > MOST_DICE:
            raise refuse("TP-D2", "too-many-dice", die=f"d{size}", most=MOST_DICE)
        counts[size] = number
    return tuple(counts.values())
