"""A position while one move is carried out on it, and what can be done with cards.

Rules change a :class:`Draft` step by step and freeze it into a position once. Every method here
moves cards and tells it; none decides whether it may.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from tabletop_kit.engine.event import Log
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.engine.telling import Telling
from tabletop_kit.engine.tuples import put, without
from tabletop_kit.games.tempest.cards import CARD, Card, Cards, written
from tabletop_kit.games.tempest.citing import also
from tabletop_kit.games.tempest.names import Held, free_name, temple_named
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Attached,
    Attack,
    Choices,
    Doomed,
    Fight,
    Lasting,
    Member,
    Mod,
    Play,
    Pool,
    Position,
    Question,
    Spot,
    Task,
    Temple,
    Unit,
)

T = TypeVar("T")


def swapped(values: tuple[T, ...], old: T, new: T | None) -> tuple[T, ...]:
    """The values with one of them replaced, or taken out; it is found by identity."""
    if new is None:
        return tuple([one for one in values if one is not old])
    return tuple([new if one is old else one for one in values])


def drained(unit: Unit) -> Unit:
    """A card as it is drained."""
    # In every move of a playout: the constructor takes half as long as ``_replace``.
    return Unit(unit.name, unit.members, True, unit.tunneling, unit.form, unit.power)


class Draft(Telling):
    """A position in the making. ``before`` is the one it came from; the rest are its fields."""

    __slots__ = ("__dict__", "before", "log")

    before: Position
    log: Log | None
    choices: Choices
    turn: Seat
    turns: tuple[int, ...]
    phase: str
    window: str
    to_act: Seat | None
    passed: tuple[Seat, ...]
    stack: tuple[Play, ...]
    hands: tuple[Cards, ...]
    decks: tuple[Cards, ...]
    discard: tuple[Cards, ...]
    wander: tuple[tuple[Unit, ...], ...]
    battleground: tuple[tuple[Unit, ...], ...]
    temples: tuple[tuple[Temple, ...], ...]
    lasting: tuple[Lasting, ...]
    mods: tuple[Mod, ...]
    pools: tuple[Pool, ...]
    attacks: tuple[Attack, ...]
    fight: Fight | None
    doomed: tuple[Doomed, ...]
    zeros: int
    declared: bool
    attacked: tuple[str, ...]
    blocked: tuple[str, ...]
    used: tuple[str, ...]
    protected: tuple[tuple[Seat, ...], ...]
    extra: tuple[Seat, ...]
    quiet: int
    harvest: tuple[int, ...]
    out: tuple[Seat, ...]
    outcome: tuple[Seat, ...] | None
    why: str
    ending: bool
    stirred: bool
    asked: Question | None
    agenda: tuple[Task, ...]
    luck: Luck

    def __init__(self, before: Position, log: Log | None) -> None:
        self.before = before
        self.log = log
        # All fields at once, those that never change among them: every step of a playout drafts.
        self.__dict__ = vars(before).copy()
        self.__dict__.pop("_listed", None)

    def freeze(self) -> Position:
        """The position that the draft has become; the draft is not to be used any more."""
        return Position.of(self.__dict__)

    @property
    def seats(self) -> int:
        """How many play."""
        return self.choices.seats

    def cites(
        self, kind: str, rule: str, seat: Seat | None, facts: Mapping[str, Json]
    ) -> tuple[str, ...]:
        """What else stands behind an event."""
        return also(self, kind, rule, seat, facts)

    # -- what is still to happen ---------------------------------------------------------------

    def then(self, tasks: Sequence[Task]) -> None:
        """These steps come next, in this order, before whatever else is still to happen."""
        if tasks:
            self.agenda += tuple(tasks[::-1])

    def ask(self, question: Question) -> None:
        """A seat is asked; the agenda waits for the answer."""
        self.asked = question
        self.phase, self.window, self.to_act = "choice", "", question.seat

    # -- hands and piles -----------------------------------------------------------------------

    def from_hand(self, seat: Seat, cards: Iterable[Card]) -> None:
        """Cards leave a hand."""
        self.hands = put(self.hands, seat, without(self.hands[seat], cards))

    def to_hand(self, seat: Seat, cards: Iterable[Card]) -> None:
        """Cards come into a hand."""
        self.hands = put(self.hands, seat, tuple(sorted((*self.hands[seat], *cards))))

    def to_discard(self, seat: Seat, cards: Iterable[Card]) -> None:
        """Cards go to a discard pile."""
        self.discard = put(self.discard, seat, tuple(sorted((*self.discard[seat], *cards))))

    def discard_from_hand(self, seat: Seat, cards: Cards, rule: str) -> None:
        """Cards of a hand go to the discard pile."""
        if cards:
            self.from_hand(seat, cards)
            self.to_discard(seat, cards)
            texts = written(cards)
            self.tell("discarded", rule, seat, reveals=True, cards=texts, count=len(cards))

    def draw_cards(self, seat: Seat, count: int, rule: str) -> None:
        """Draw so many cards, or what there is (TG-A9); which they were only the seat is told."""
        drawn: Cards = ()
        while count > 0:
            if not self.decks[seat] and not self._reshuffle(seat):
                break
            cards = self.decks[seat][:count]
            self.decks = put(self.decks, seat, self.decks[seat][count:])
            drawn, count = (*drawn, *cards), count - len(cards)
        if drawn:
            self.to_hand(seat, drawn)
            left = len(self.decks[seat])
            secret = {"cards": written(drawn)}
            self.tell("drew", rule, seat, secret, True, count=len(drawn), left=left)
        if count > 0:
            self.ran_out(seat)

    def _reshuffle(self, seat: Seat) -> bool:
        """With the option, the discard pile becomes the deck; ``False`` where it does not."""
        pile = self.discard[seat]
        if self.choices.exhaustion != "reshuffle" or not pile:
            return False
        texts, self.luck = self.luck.shuffled("shuffle", written(pile))
        self.decks = put(self.decks, seat, tuple([CARD[text] for text in texts]))
        self.discard = put(self.discard, seat, ())
        self.tell("shuffled", "TG-A9", seat, reveals=True, count=len(pile))
        return True

    def ran_out(self, seat: Seat) -> None:
        """A player could not draw all he should: with the option ``lose`` he is out (TG-A9)."""
        if self.choices.exhaustion == "lose" and seat not in self.out:
            self.then([("fall", seat, "TG-A9")])

    # -- cards in play -------------------------------------------------------------------------

    def _area(self, seat: Seat, area: str, change: Any) -> None:
        if area == WANDER:
            self.wander = put(self.wander, seat, change(self.wander[seat]))
        elif area == BATTLEGROUND:
            self.battleground = put(self.battleground, seat, change(self.battleground[seat]))
        else:
            found = temple_named(self, area)
            assert found is not None
            temple = found[1]
            self.set_temple(found[0], temple, temple._replace(inside=change(temple.inside)))

    def set_temple(self, seat: Seat, old: Temple, new: Temple | None) -> None:
        """A Temple becomes another, or leaves play."""
        self.temples = put(self.temples, seat, swapped(self.temples[seat], old, new))

    def refill(self, seat: Seat, area: str, units: tuple[Unit, ...]) -> None:
        """The cards of an area become these."""
        self._area(seat, area, lambda _: units)

    def place(self, unit: Unit, seat: Seat, area: str) -> Spot:
        """A card comes into an area."""
        self._area(seat, area, lambda found: (*found, unit))
        return Spot(unit, seat, area)

    def change(self, spot: Spot, unit: Unit | None) -> Spot:
        """A card in play becomes another; ``None``: it leaves its area."""
        self._area(spot.seat, spot.area, lambda found: swapped(found, spot.unit, unit))
        return spot if unit is None else Spot(unit, spot.seat, spot.area)

    def shift(self, spot: Spot, seat: Seat, area: str) -> Spot:
        """A card goes to another area, as it is."""
        self.change(spot, None)
        return self.place(spot.unit, seat, area)

    def drain(self, spot: Spot) -> Spot:
        """A card is drained."""
        return spot if spot.unit.drained else self.change(spot, drained(spot.unit))

    def turn_up(self, spot: Spot) -> Spot:
        """A face-down occupant is turned up and gets its name; other cards stay as they are."""
        if spot.unit.name:
            return spot
        member = spot.unit.members[0]
        name = free_name(self, member.card)
        unit = spot.unit._replace(name=name, members=(member._replace(name=name),))
        self.tell("turned-up", "TG-N1", spot.seat, reveals=True, name=name, area=spot.area)
        return self.change(spot, unit)

    def set_member(self, spot: Spot, old: Member, new: Member) -> Spot:
        """One member of a card becomes another."""
        return self.change(spot, spot.unit._replace(members=swapped(spot.unit.members, old, new)))

    def attach(self, spot: Spot, member: Member, relic: Attached) -> Spot:
        """A Relic is put on a Character."""
        return self.set_member(spot, member, member._replace(relics=(*member.relics, relic)))

    def drop_relic(self, held: Held, to_discard: bool = True) -> None:
        """A Relic leaves its host, for its owner's discard pile if nothing else is said."""
        if held.bearer is None:
            found = temple_named(self, held.area)
            assert found is not None
            left = swapped(found[1].relics, held.relic, None)
            self.set_temple(found[0], found[1], found[1]._replace(relics=left))
        else:
            spot = Spot(held.bearer, held.seat, held.area)
            member = next(one for one in held.bearer.members if one.name == held.host)
            left = swapped(member.relics, held.relic, None)
            self.set_member(spot, member, member._replace(relics=left))
        self.forget(held.relic.name)
        if to_discard:
            self.to_discard(held.relic.owner, (held.relic.card,))

    def leave(self, spot: Spot, to_hand: bool = False) -> None:
        """A card leaves play: its members to their owners' discard piles or hands, the rest off."""
        self.change(spot, None)
        for member in spot.unit.members:
            for one in (*member.relics, *member.spells):
                self.to_discard(one.owner, (one.card,))
                self.forget(one.name)
            if to_hand:
                self.to_hand(member.owner, (member.card,))
            else:
                self.to_discard(member.owner, (member.card,))
            self.forget(member.name)

    def forget(self, name: str) -> None:
        """What was noted of a card that has left play: the next of its name is another card."""
        if not name:
            return
        self.mods = tuple([one for one in self.mods if one.name != name])
        self.pools = tuple([one for one in self.pools if one.name != name])
        self.attacked = tuple([one for one in self.attacked if one != name])
        self.blocked = tuple([one for one in self.blocked if one != name])
        self.used = tuple([one for one in self.used if one != name])
        self.attacks = tuple(
            [
                one._replace(names=tuple([each for each in one.names if each != name]))
                for one in self.attacks
                if one.names != (name,)
            ]
        )
        self.stack = tuple([one._replace(gone=(*one.gone, name)) for one in self.stack])
        self._forget_fighter(name)

    def _forget_fighter(self, name: str) -> None:
        """The attack is over where one side of it has left; one of a pair goes on alone."""
        fight = self.fight
        if fight is None or name not in (*fight.names, fight.defender):
            return
        names = tuple([one for one in fight.names if one != name])
        self.fight = None if not names or name == fight.defender else fight._replace(names=names)
        if self.fight is None:
            self.end_fight()

    def end_fight(self) -> None:
        """The attack in progress is over, and what lasts as long as the fight with it."""
        self.fight = None
        self.mods = tuple([one for one in self.mods if one.until != "fight"])

    def name_relic(self, card: Card, owner: Seat) -> Attached:
        """A Relic or Spell that comes into play face up."""
        return Attached(card, free_name(self, card), owner)
