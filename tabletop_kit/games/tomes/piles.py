"""What lies beside the one in front: piles, played cards, and what the players' side has."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.scene import Counter, Token, Zone
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tomes.eyes import Eyes, identified, seen_card
from tabletop_kit.games.tomes.moves import Break
from tabletop_kit.games.tomes.position import ECHOES, RUN_PRICE, TERROR_PRICE, Position
from tabletop_kit.games.tomes.tokens import back_token

PILE_DRAWN = 3
"""So many backs make a pile; how many cards it holds is told by its counter."""


def gathering(eyes: Eyes) -> Zone:
    """What is still to be drawn, as backs and a number."""
    count = len(eyes.position.gathering)
    return Zone(
        id="gathering",
        label=eyes.texts("table.gathering"),
        layout="pile",
        place="middle",
        tokens=tuple(
            [
                back_token(f"gathering-{place}", eyes.texts)
                for place in range(min(count, PILE_DRAWN))
            ]
        ),
        counters=(Counter("gathering", eyes.texts("table.cards", count=count), count),),
        empty=eyes.texts("table.pile-empty"),
    )


def grave(eyes: Eyes) -> Zone:
    """Only the top of the Grave is shown (TM-15)."""
    position, texts = eyes.position, eyes.texts
    top = position.grave[-1:]
    tokens = [seen_card(eyes, ident, card) for ident, card in identified(eyes, top)]
    return Zone(
        id="grave",
        label=texts("table.grave"),
        layout="pile",
        place="middle",
        tokens=tuple(tokens),
        counters=(
            Counter("grave", texts("table.cards", count=len(position.grave)), len(position.grave)),
        ),
        empty=texts("table.pile-empty"),
    )


def against(eyes: Eyes) -> Zone:
    """Played cards lie on the table until the entity falls (TM-7)."""
    tokens = [seen_card(eyes, ident, card) for ident, card in identified(eyes, eyes.position.table)]
    return Zone(
        id="table",
        label=eyes.texts("table.against"),
        layout="spread",
        place="middle",
        tokens=tuple(tokens),
        empty=eyes.texts("table.against-empty"),
    )


def side(eyes: Eyes) -> Zone:
    """What the players' side has: Echoes, Bloodstones, Beckons and channels."""
    position, texts = eyes.position, eyes.texts
    return Zone(
        id="unbound",
        label=texts("table.unbound"),
        layout="score",
        place="middle",
        tokens=tuple(_stones(eyes)),
        counters=tuple(_owned(position, texts)),
        empty="",
    )


def _owned(position: Position, texts: Texts) -> Iterator[Counter]:
    if ECHOES[position.seats]:
        most = max(ECHOES[position.seats], position.echoes)
        yield Counter("echoes", texts("table.echoes"), position.echoes, most, "pips")
    price = TERROR_PRICE if position.terror else RUN_PRICE.get(position.rung, 0)
    if price:
        yield Counter("run", texts("table.run"), position.run, price, "pips")
        yield Counter("beckons", texts("table.beckons"), position.beckons)
    if position.seats == 2:
        yield Counter("channels", texts("table.channels"), position.channels)
    if position.descent > 1:
        yield Counter("expunged", texts("table.state.expunged"), len(position.expunged))
        yield Counter("subdued", texts("table.state.subdued"), len(position.subdued))


def _stones(eyes: Eyes) -> Iterator[Token]:
    position, texts = eyes.position, eyes.texts
    for owner, held in enumerate(position.stones):
        own = owner == eyes.seat
        for place, value in enumerate(held):
            move = Break(value)
            count = min(value, len(position.grave))
            facts = {"value": value, "count": count, "seat": owner}
            yield Token(
                id=f"stone-{owner}-{place}",
                kind="coin",
                label=texts("table.stone", "you" if own else "other", **facts),
                shape="hexagon",
                face=str(value),
                seat=owner,
                move=str(move) if own else "",
                able=own and eyes.asked,
                sure=texts("table.sure.break", **facts) if own else "",
            )
