"""Collection and tournament of one player, and how a table may draw them (TP-D1, TP-D2).

Both live in one piece of plain data: ``{"collection": {...}, "ladder": {...}}``. A prize goes from
the ladder into the collection in one step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tabletop_kit.engine.ruling import BadPosition, Json, Outcome, Ruling, Seat
from tabletop_kit.engine.text import Texts
from tabletop_kit.engine.workshop import Item, Opponent, Rung
from tabletop_kit.games.tempus import ladder as tournament
from tabletop_kit.games.tempus.collection import Collection, read_collection
from tabletop_kit.games.tempus.ladder import Challenger, State, Step
from tabletop_kit.games.tempus.players import PLAYERS
from tabletop_kit.games.tempus.position import DECK_DICE, SIZES
from tabletop_kit.games.tempus.scene import SHAPES
from tabletop_kit.games.tempus.setup import refuse


@dataclass(frozen=True, slots=True)
class Campaign:
    """What one player has gained: a collection with its deck, and the state of the tournament."""

    collection: Collection
    ladder: State

    def data(self) -> dict[str, Json]:
        """The campaign as plain JSON; :func:`read_campaign` makes it again."""
        won = {rung: list(marks) for rung, marks in self.ladder.items()}
        return {"collection": self.collection.data(), "ladder": won}


def read_campaign(data: Json) -> Campaign:
    """A campaign from plain JSON; what is left out is at its beginning (``None``: all of it).

    Raises ``BadPosition`` (TP-D1, TP-D2) where there can be no such campaign.
    """
    if data is None:
        data = {}
    if not isinstance(data, Mapping) or data.keys() - {"collection", "ladder"}:
        raise refuse("TP-D2", "no-collection")
    collection = read_collection(data.get("collection"))
    return Campaign(collection, tournament.read_state(data.get("ladder")))


def die_item(size: int, texts: Texts, used: int = 0, owned: int | None = None) -> Item:
    """A die as an item of a workshop."""
    label = texts("word.size", size=size)
    return Item(f"d{size}", label, SHAPES[size], str(size), used, owned)


@dataclass(frozen=True, slots=True)
class DiceWorkshop:
    """The workshop of Tempus: see :class:`~tabletop_kit.engine.workshop.Workshop`."""

    campaign: Campaign
    texts: Texts
    option: str = "decks"
    size: int = DECK_DICE
    rule: str = "TP-D1"

    @property
    def title(self) -> str:
        """What the workshop is called."""
        return self.texts("collection.title")

    @property
    def about(self) -> str:
        """How it works."""
        unlimited = self.campaign.collection.owned is None
        return self.texts("collection.about-any" if unlimited else "collection.about")

    @property
    def items(self) -> tuple[Item, ...]:
        """The five kinds of dice, smallest first."""
        found = self.campaign.collection
        return tuple(
            die_item(size, self.texts, found.deck.count(size), found.owns(size)) for size in SIZES
        )

    def swap(self, out: str, into: str) -> DiceWorkshop | Ruling:
        """One die out, one in (TP-D1), or the ruling that refuses it."""
        try:
            collection = self.campaign.collection.swap(out, into)
        except BadPosition as refused:
            return refused.ruling
        return replace(self, campaign=replace(self.campaign, collection=collection))

    def deck(self) -> list[str]:
        """The deck, smallest dice first, as one seat's value of the option ``decks``."""
        return [f"d{size}" for size in self.campaign.collection.deck]

    def data(self) -> dict[str, Json]:
        """What is to be kept."""
        return self.campaign.data()


@dataclass(frozen=True, slots=True)
class DiceLadder:
    """The tournament of Tempus: see :class:`~tabletop_kit.engine.workshop.Ladder`."""

    campaign: Campaign
    texts: Texts
    news: str = ""

    @property
    def title(self) -> str:
        """What the tournament is called."""
        return self.texts("tournament.title")

    @property
    def about(self) -> str:
        """How it works."""
        return self.texts("tournament.about")

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """All rungs, lowest first."""
        return tuple(map(self._rung, tournament.steps()))

    @property
    def next(self) -> Rung | None:
        """The lowest rung that is not won."""
        step = tournament.next_rung(self.campaign.ladder)
        return None if step is None else self._rung(step)

    def record(self, rung: str, outcome: Outcome, seat: Seat, match: str) -> DiceLadder | Ruling:
        """The ladder after a match; a prize lies in the collection then (TP-D2)."""
        try:
            state, prize = tournament.record(self.campaign.ladder, rung, outcome, seat, match)
            collection = self.campaign.collection
            gained = collection if prize is None else collection.award(prize)
        except BadPosition as refused:
            return refused.ruling
        after = replace(self, campaign=Campaign(gained, state))
        return replace(after, news=after._news(self, rung, outcome, seat))

    def data(self) -> dict[str, Json]:
        """What is to be kept."""
        return self.campaign.data()

    def _rung(self, step: Step) -> Rung:
        state = tournament.standing(self.campaign.ladder, step)
        wins = len(self.campaign.ladder.get(step.id, ()))
        prize = die_item(step.prize, self.texts)
        return Rung(_opponent(step.challenger, "ladder", self.texts), state, prize, wins, step.wins)

    def _news(self, before: DiceLadder, rung: str, outcome: Outcome, seat: Seat) -> str:
        """What a match on a rung has brought."""
        [was] = [one for one in before.rungs if one.id == rung]
        [now] = [one for one in self.rungs if one.id == rung]
        facts = {"name": now.opponent.name, "prize": now.prize.id}
        if now.state == "won" and was.state != "won":
            if self.next is None:
                return self.texts("tournament.champion", **facts)
            return self.texts("tournament.prize", **facts, next=self.next.opponent.name)
        if now.wins > was.wins:
            return self.texts("tournament.one-more", **facts, count=now.needed - now.wins)
        if not outcome.winners:
            return self.texts("tournament.drawn", **facts)
        won = outcome.winners == (seat,)
        return self.texts("tournament.again" if won else "tournament.lost", **facts)


def workshop(data: Json, texts: Texts) -> DiceWorkshop:
    """The workshop on what was kept. Raises ``BadPosition``."""
    return DiceWorkshop(read_campaign(data), texts)


def ladder(data: Json, texts: Texts) -> DiceLadder:
    """The tournament on what was kept. Raises ``BadPosition``."""
    return DiceLadder(read_campaign(data), texts)


def opponents(texts: Texts) -> tuple[Opponent, ...]:
    """The game master's opponents for a free match (TP-D2)."""
    return tuple(_opponent(master, "master", texts) for master in tournament.masters())


def _opponent(challenger: Challenger, family: str, texts: Texts) -> Opponent:
    return Opponent(
        challenger.id,
        texts(f"{family}.{challenger.id}.name"),
        texts(f"{family}.{challenger.id}.about"),
        tournament.player_id(challenger, PLAYERS),
        {
            "factions": challenger.faction,
            "decks": [f"d{size}" for size in challenger.deck],
        },
    )
