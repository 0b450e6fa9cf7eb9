"""A pair of eyes at the table of Tomes of Power, and the cards as they see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Passage, Token
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tomes.position import TEXT, Card, Position
from tabletop_kit.games.tomes.tokens import card_ids, card_token


@dataclass(slots=True)
class Eyes:
    """One pair of eyes at the table, and what the last move showed them."""

    position: Position
    seat: Seat | None
    texts: Texts
    came: dict[str, tuple[str, int]] = field(default_factory=dict)
    passages: list[Passage] = field(default_factory=list)
    taken: dict[Card, int] = field(default_factory=dict)
    own: list[str] = field(default_factory=list)

    @property
    def asked(self) -> bool:
        """Whether the one that looks is to move."""
        return self.seat is not None and self.position.to_act == self.seat


def identified(eyes: Eyes, cards: Sequence[Card]) -> Iterator[tuple[str, Card]]:
    """The cards with the ids of their tokens, each id once on the table."""
    return zip(card_ids(cards, eyes.taken), cards, strict=True)


def seen_card(eyes: Eyes, ident: str, card: Card, **more: object) -> Token:
    """A card face up, and where it came from in the last move."""
    source, beat = eyes.came.get(TEXT[card], ("", 0))
    return card_token(ident, card, eyes.texts, came_from=source, beat=beat, **more)
