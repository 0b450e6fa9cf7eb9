"""Deck building: the collection, one's own decks, and the one that is open (TG-A1, TG-D1 to D4).

See :class:`~tabletop_kit.engine.building.Builder` for what it is to a table. Everything is a value;
the four decks of the kit are never changed: whoever changes one goes on with a copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NoReturn

from tabletop_kit.engine.building import Facet, Kept, Piece, Remark, Switch, Table
from tabletop_kit.engine.decklist import (
    LONGEST_NAME,
    DeckList,
    Reading,
    read_decks,
    write_list,
    write_toml,
)
from tabletop_kit.engine.problem import kit_texts, shortened
from tabletop_kit.engine.ruling import BadPosition, Json, Ruling, refusal
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tempest import deck_check, goldfish
from tabletop_kit.games.tempest.cards import CARD, LIMIT, OCCUPATION, TEXT, Card
from tabletop_kit.games.tempest.collection import (
    OCCUPATIONS,
    deck_order,
    facets,
    names,
    pieces,
)
from tabletop_kit.games.tempest.deck_tables import (
    costs,
    makeup,
    odds,
    pantheon_table,
    total,
    trial_tables,
)
from tabletop_kit.games.tempest.decks import DECKS, MOST
from tabletop_kit.games.tempest.formats import tell_move
from tabletop_kit.games.tempest.moves import parse_move

GAME_ID = "tempest"
SWITCHES = ("loose_deck_size", "ignore_pantheon")
"""Options of the game that change what is checked."""
MOST_DECKS = 30
OWN = "own-"
"""What the id of one's own deck begins with; its place follows."""


@dataclass(frozen=True, slots=True)
class OwnDeck:
    """A deck of one's own: its name, and how often each card is in it."""

    name: str
    cards: tuple[tuple[Card, int], ...] = ()

    @property
    def counts(self) -> dict[Card, int]:
        """How often each card is in it."""
        return dict(self.cards)


def own_deck(name: str, counts: Mapping[Card, int]) -> OwnDeck:
    """A deck of these cards; those that are not in it are left out."""
    return OwnDeck(name, tuple([(card, counts[card]) for card in sorted(counts) if counts[card]]))


def kit_deck(ident: str, texts: Texts) -> OwnDeck:
    """One of the four decks of the kit."""
    cards = DECKS[ident]
    return own_deck(texts(f"deck.{ident}.name"), {card: cards.count(card) for card in cards})


@dataclass(frozen=True, slots=True)
class DeckBuilder:
    """The builder of Tempest: one's own decks, which deck is open, and what is checked."""

    texts: Texts
    own: tuple[OwnDeck, ...] = ()
    picked: str = next(iter(DECKS))
    on: frozenset[str] = frozenset()
    option: str = "deck_lists"

    # -- what there is -----------------------------------------------------------------------

    @property
    def title(self) -> str:
        """What it is called."""
        return self.texts("building.title")

    @property
    def about(self) -> str:
        """How it works."""
        return self.texts("building.about")

    @property
    def facets(self) -> tuple[Facet, ...]:
        """What the collection can be filtered by."""
        return facets(self.texts)

    @property
    def switches(self) -> tuple[Switch, ...]:
        """Options that change what is checked."""
        labels = [
            f"{self.texts(f'option.{one}.title')}: {self.texts(f'choice.{one}.true.title')}"
            for one in SWITCHES
        ]
        pairs = zip(SWITCHES, labels, strict=True)
        return tuple([Switch(one, label, one in self.on) for one, label in pairs])

    @property
    def deck(self) -> OwnDeck:
        """The open deck."""
        place = self._place
        return kit_deck(self.picked, self.texts) if place is None else self.own[place]

    @property
    def _place(self) -> int | None:
        """The place of the open deck among one's own; ``None``: it is one of the kit's."""
        return int(self.picked.removeprefix(OWN)) if self.picked.startswith(OWN) else None

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Every card, with its number in the open deck."""
        return pieces(self.deck.counts, self.texts)

    @property
    def decks(self) -> tuple[Kept, ...]:
        """The four decks of the kit and one's own."""
        kit = [self._kept(one, kit_deck(one, self.texts)) for one in DECKS]
        return (*kit, *[self._kept(f"{OWN}{n}", one) for n, one in enumerate(self.own)])

    @property
    def open(self) -> Kept:
        """The deck that is open."""
        return self._kept(self.picked, self.deck)

    def _kept(self, ident: str, deck: OwnDeck) -> Kept:
        mine = ident.startswith(OWN)
        about = self.texts("building.own") if mine else self.texts(f"deck.{ident}.note")
        return Kept(ident, deck.name, about, total(deck.counts), mine)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Every fault of the open deck, then advice."""
        counts = self.deck.counts
        found = [
            Remark("fault", one.rule, self.texts.explain(one))
            for one in deck_check.faults(counts, "loose_deck_size" in self.on)
        ]
        for one in deck_check.advice(counts, "ignore_pantheon" in self.on):
            told = self.texts(f"building.say.{one.key}", **one.facts)
            found.append(Remark(one.kind, one.rule, told))
        return tuple(found)

    @property
    def sound(self) -> bool:
        """Whether the open deck may be played."""
        return not deck_check.faults(self.deck.counts, "loose_deck_size" in self.on)

    @property
    def tables(self) -> tuple[Table, ...]:
        """What the open deck is made of, and who goes with whom."""
        counts = self.deck.counts
        found = [makeup(counts, self.texts), costs(counts, self.texts)]
        if not counts or "ignore_pantheon" in self.on:
            return tuple(found) if counts else ()
        return (*found, pantheon_table(counts, self.texts))

    # -- odds and trials ---------------------------------------------------------------------

    def odds(self) -> Table:
        """Exact chances of the opening hand."""
        return odds(self.deck.counts, self.texts)

    def trial(self, seed: int, games: int) -> tuple[Table, ...]:
        """Many games of the open deck alone; none where it has faults."""
        if not self.sound:
            return ()
        cards = tuple(deck_check.listed(self.deck.counts))
        return trial_tables(goldfish.trial(cards, seed, games), self.texts)

    def solo(self, seed: int) -> tuple[str, ...]:
        """One game of the open deck alone, a line for each turn; none where it has faults."""
        if not self.sound:
            return ()
        game = goldfish.solo(tuple(deck_check.listed(self.deck.counts)), seed)
        told = [self.texts("building.solo-hand", cards=list(game.hand))]
        told += [self._told(turn) for turn in game.turns]
        return (*told, self.texts("building.solo-lost")) if game.out else tuple(told)

    def _told(self, turn: goldfish.Turn) -> str:
        moves = [tell_move(self.texts, parse_move(text)) for text in turn.moves]
        done = ". ".join(moves) if moves else self.texts("building.solo-nothing")
        return self.texts("building.solo-turn", number=turn.number, moves=done, faith=turn.faith)

    # -- changing ----------------------------------------------------------------------------

    def change(self, piece: str, by: int) -> DeckBuilder | Ruling:
        """So many more or fewer of a card (TG-D1, TG-D2); of a deck of the kit a copy is made."""
        card = CARD.get(piece)
        if card is None:
            return refusal("TG-N2", "deck-unknown", card=shortened(piece))
        counts = self.deck.counts
        count = max(0, counts.get(card, 0) + by)
        if by > 0 and count > LIMIT[card]:
            rule = "TG-D2" if LIMIT[card] == 1 else "TG-D1"
            return refusal(rule, "copies-full", card=piece, limit=LIMIT[card])
        if count == counts.get(card, 0):
            return self
        if self._place is None:
            copied = self.copy(self.texts("building.copy", name=self.deck.name))
            return copied if isinstance(copied, Ruling) else copied.change(piece, by)
        return self._with_open(own_deck(self.deck.name, {**counts, card: count}))

    def turn(self, switch: str, on: bool) -> DeckBuilder:
        """A switch turned on or off."""
        if switch not in SWITCHES:
            return self
        return replace(self, on=self.on | {switch} if on else self.on - {switch})

    def pick(self, deck: str) -> DeckBuilder:
        """Another deck opened."""
        known = [one.id for one in self.decks]
        return replace(self, picked=deck) if deck in known else self

    def begin(self, name: str) -> DeckBuilder | Ruling:
        """A new, empty deck, opened."""
        return self._added([OwnDeck(self._free_name(name))])

    def copy(self, name: str) -> DeckBuilder | Ruling:
        """A copy of the open deck, opened."""
        return self._added([replace(self.deck, name=self._free_name(name))])

    def rename(self, name: str) -> DeckBuilder:
        """The open deck under another name."""
        if self._place is None or not name.strip() or name.strip() == self.deck.name:
            return self
        return self._with_open(replace(self.deck, name=self._free_name(name)))

    def drop(self) -> DeckBuilder:
        """Without the open deck; the first one of the kit is opened."""
        place = self._place
        if place is None:
            return self
        return replace(self, own=self.own[:place] + self.own[place + 1 :], picked=next(iter(DECKS)))

    def _with_open(self, deck: OwnDeck) -> DeckBuilder:
        place = self._place
        assert place is not None
        return replace(self, own=(*self.own[:place], deck, *self.own[place + 1 :]))

    def _added(self, decks: Iterable[OwnDeck]) -> DeckBuilder | Ruling:
        own = (*self.own, *decks)
        if len(own) > MOST_DECKS:
            return refusal("TG-N2", "too-many-decks", most=MOST_DECKS)
        return replace(self, own=own, picked=f"{OWN}{len(self.own)}")

    def _free_name(self, name: str) -> str:
        """A name that no deck has yet, numbered where it has to be."""
        wanted = shortened(name.strip() or self.texts("building.new"), LONGEST_NAME)
        taken = {deck.label for deck in self.decks}
        number, found = 1, wanted
        while found in taken:
            number += 1
            found = f"{wanted[: LONGEST_NAME - 4]} {number}"
        return found

    # -- text --------------------------------------------------------------------------------

    def read(self, text: str) -> tuple[DeckBuilder | None, tuple[str, ...]]:
        """With the decks of a text, or every fault at once; decks may still lack cards."""
        reading = self._reading(text)
        found = self._told_faults(reading)
        grave = [one for deck in reading.decks for one in self._faults(deck) if one.rule != "TG-A1"]
        if reading.faults or grave or any(_size(deck) > MOST for deck in reading.decks):
            return None, found
        after: DeckBuilder = self
        for deck in reading.decks:
            named = own_deck(after._free_name(deck.name), deck_check.read_counts(deck.cards))
            added = after._added([named])
            if isinstance(added, Ruling):
                return None, (self._cited(added),)
            after = added
        return replace(after, picked=f"{OWN}{len(self.own)}"), ()

    def check(self, text: str) -> tuple[str, ...]:
        """Every fault of the decks in a text."""
        return self._told_faults(self._reading(text))

    def _reading(self, text: str) -> Reading:
        return read_decks(text, names(), GAME_ID, f"4 {self.texts('card.peasant.name')}")

    def _faults(self, deck: DeckList) -> list[Ruling]:
        counts = deck_check.read_counts(deck.cards)
        return deck_check.faults(counts, "loose_deck_size" in self.on)

    def _told_faults(self, reading: Reading) -> tuple[str, ...]:
        language = self.texts.language
        found = [(one.line, one.problem.tell(language)) for one in reading.faults]
        for deck in reading.decks:
            if not deck.cards:
                continue
            for one in self._faults(deck):
                line = deck.lines.get(str(one.facts.get("card")), 0)
                told = self._cited(one)
                if line:
                    told = kit_texts(language)("word.in-line", line=line, told=told)
                elif len(reading.decks) > 1:
                    told = f"{deck.name}: {told}"
                found.append((line, told))
        return tuple([told for _, told in sorted(found, key=lambda one: (one[0] == 0, one[0]))])

    def _cited(self, ruling: Ruling) -> str:
        return f"{self.texts.explain(ruling)} ({ruling.rule})"

    def write(self, form: Literal["list", "toml"]) -> str:
        """The open deck as text."""
        deck = self.deck
        ordered = sorted(deck.counts, key=deck_order)
        if form == "toml":
            return write_toml(GAME_ID, deck.name, {TEXT[c]: deck.counts[c] for c in ordered})
        groups = [
            (
                self.texts(f"word.occupations.{occupation}"),
                [
                    (deck.counts[card], self.texts(f"card.{TEXT[card]}.name"))
                    for card in ordered
                    if OCCUPATION[card] == occupation
                ],
            )
            for occupation in OCCUPATIONS
        ]
        return write_list(deck.name, groups)

    # -- keeping -----------------------------------------------------------------------------

    def values(self) -> tuple[tuple[str, list[str]], ...]:
        """One's own decks that may be played, as one seat's value of the option ``deck_lists``."""
        loose = "loose_deck_size" in self.on
        return tuple(
            [
                (deck.name, [TEXT[card] for card in deck_check.listed(deck.counts)])
                for deck in self.own
                if not deck_check.faults(deck.counts, loose)
            ]
        )

    def data(self) -> dict[str, Json]:
        """What is to be kept."""
        own = [
            {"name": deck.name, "cards": {TEXT[card]: count for card, count in deck.cards}}
            for deck in self.own
        ]
        return {"decks": own, "open": self.picked, "on": sorted(self.on)}


def _size(deck: DeckList) -> int:
    return sum(deck.cards.values())


def builder(data: Json, texts: Texts) -> DeckBuilder:
    """The builder on what was kept (``None``: nothing yet). Raises ``BadPosition`` (TG-N2)."""
    if data is None:
        return DeckBuilder(texts)
    if not isinstance(data, Mapping) or data.keys() - {"decks", "open", "on"}:
        _damaged()
    kept, on = data.get("decks", []), data.get("on", [])
    if not isinstance(kept, list) or len(kept) > MOST_DECKS or not isinstance(on, list):
        _damaged()
    if any([one not in SWITCHES for one in on]):
        _damaged()
    own = tuple([_read_own(one) for one in kept])
    return DeckBuilder(texts, own, on=frozenset(on)).pick(str(data.get("open")))


def _read_own(data: Json) -> OwnDeck:
    if not isinstance(data, Mapping) or data.keys() != {"name", "cards"}:
        _damaged()
    name, cards = data["name"], data["cards"]
    if not isinstance(name, str) or not name or len(name) > LONGEST_NAME:
        _damaged()
    if not isinstance(cards, Mapping):
        _damaged()
    for text, count in cards.items():
        if text not in CARD or type(count) is not int or not 1 <= count <= LIMIT[CARD[text]]:
            _damaged()
    return own_deck(name, deck_check.read_counts(cards))


def _damaged() -> NoReturn:
    raise BadPosition(refusal("TG-N2", "no-decks"))
