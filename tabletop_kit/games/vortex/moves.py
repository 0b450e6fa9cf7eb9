"""What can be said in Vortex: moves, read leniently and written canonically (Notation, VX-N1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple, NoReturn

from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import BadNotation, refusal
from tabletop_kit.games.vortex.cards import (
    CARD,
    COLOURS,
    IS_DEVOTEE,
    IS_LOCATION,
    IS_ROGATION,
    MODES,
    TEXT,
    Card,
    Cards,
)

NOWHERE = -1
"""In place of a card or an attached card's place where a move names none."""


class Move(NamedTuple):
    """A move. What a verb has no use for is empty.

    ``cards`` are the cards it names: for a Frenzy action bearer and card (twice under The
    Lattice), for a Crusade the Offensive card and the target, for a Rogation the Rogation first.
    ``place`` is that of an attached card, from 0. ``word`` is a colour, a mode, ``hand``,
    ``discard``, ``cards``, ``reverse`` or ``none``. ``sacrifice`` is the card paid for a Rogation.
    """

    verb: str
    cards: Cards = ()
    place: int = NOWHERE
    word: str = ""
    sacrifice: Card = NOWHERE

    def __str__(self) -> str:
        """The canonical line of text."""
        return write_move(self)


PASS = Move("pass")
REFILL = Move("refill")
WORDS = (*COLOURS, *MODES, "reverse", "none")
"""What may be chosen that is no card."""


def write_move(move: Move) -> str:
    """A move as its canonical line.

    >>> write_move(Move("rogation", (CARD["P13"], CARD["B01"]), 0, "", CARD["B02"]))
    'rogation P13 B01/0 sacrifice B02'
    """
    texts = [TEXT[card] for card in move.cards]
    if move.place != NOWHERE:
        bearer = 1 if move.verb == "rogation" else 0
        texts[bearer] += f"/{move.place}"
    if move.word:
        texts.append(move.word)
    if move.sacrifice != NOWHERE:
        texts += ["sacrifice", TEXT[move.sacrifice]]
    return " ".join([move.verb, *texts])


def parse_move(text: str) -> Move:
    """A move from a line of text; capitals and spaces do not matter. Raises ``BadNotation``.

    >>> parse_move("Crusade g09  B19 reason") == Move("crusade", (CARD["G09"], CARD["B19"]),
    ...     word="reason")
    True
    """
    tokens = text.split()
    reader = _READERS.get(tokens[0].lower()) if tokens and len(text) <= 400 else None
    if reader is None:
        _unreadable(text)
    move = reader(tokens[1:])
    if move is None:
        _unreadable(text)
    return move


def _unreadable(text: str) -> NoReturn:
    raise BadNotation(refusal("VX-N1", "unreadable", text=shortened(text)), text)


def in_order(move: Move) -> bool:
    """Whether several cards stand as the Notation wants them: ascending, no Devotee twice."""
    if move.verb in ("reinforce", "withdraw"):
        return _ascending(move.cards, False)
    if move.verb == "frenzy":
        return _ascending(move.cards[::2], False)
    if move.verb == "rogation":
        return _ascending(move.cards[1:], False)
    return move.verb == "crusade" or _ascending(move.cards, True)


def _ascending(cards: Cards, twice: bool) -> bool:
    """``twice``: two equal Frenzies or Rogations may stand side by side."""
    return all(
        one < other or (one == other and twice and not IS_DEVOTEE[one])
        for one, other in pairwise(cards)
    )


# -- the verbs -----------------------------------------------------------------------------------


def _card(token: str) -> Card:
    """The card of a token; ``NOWHERE`` where it is none, or a Location: those are never named."""
    card = CARD.get(token.upper(), NOWHERE)
    return NOWHERE if card != NOWHERE and IS_LOCATION[card] else card


def _cards(tokens: Sequence[str], twice: bool = False) -> Cards | None:
    """Cards in ascending order; ``twice``: two equal Frenzies or Rogations may stand together."""
    cards = tuple([_card(token) for token in tokens])
    return None if not cards or NOWHERE in cards or not _ascending(cards, twice) else cards


def _attached(token: str) -> tuple[Card, int] | None:
    """Bearer and place of an attached card, such as ``B01/0``."""
    bearer, slash, place = token.partition("/")
    card = _card(bearer)
    if not slash or card == NOWHERE or not place.isascii() or not place.isdigit():
        return None
    return (card, int(place)) if len(place) <= 2 else None


def _devotees(verb: str) -> Callable[[Sequence[str]], Move | None]:
    def read(tokens: Sequence[str]) -> Move | None:
        word = ""
        if verb == "withdraw" and tokens and tokens[-1].lower() == "hand":
            word, tokens = "hand", tokens[:-1]
        cards = _cards(tokens)
        if cards is None or not all(IS_DEVOTEE[card] for card in cards):
            return None
        return Move(verb, cards, word=word)

    return read


def _frenzy(tokens: Sequence[str]) -> Move | None:
    if len(tokens) == 2 and "/" in tokens[0]:
        at = _attached(tokens[0])
        if at is None:
            return None
        if tokens[1].lower() == "discard":
            return Move("frenzy", at[:1], at[1], "discard")
        card = _card(tokens[1])
        return None if card == NOWHERE else Move("frenzy", (at[0], card), at[1])
    cards = tuple([_card(token) for token in tokens])
    if len(cards) not in (2, 4) or NOWHERE in cards:
        return None
    if len(cards) == 4 and cards[0] >= cards[2]:
        return None
    return Move("frenzy", cards)


def _crusade(tokens: Sequence[str]) -> Move | None:
    if len(tokens) != 3 or tokens[2].lower() not in MODES:
        return None
    cards = tuple([_card(token) for token in tokens[:2]])
    return None if NOWHERE in cards else Move("crusade", cards, word=tokens[2].lower())


def _rogation(tokens: Sequence[str]) -> Move | None:
    sacrifice = NOWHERE
    if len(tokens) >= 3 and tokens[-2].lower() == "sacrifice":
        sacrifice, tokens = _card(tokens[-1]), tokens[:-2]
        if sacrifice == NOWHERE:
            return None
    card = _card(tokens[0]) if tokens else NOWHERE
    if card == NOWHERE or not IS_ROGATION[card]:
        return None
    return _objects(card, tokens[1:], sacrifice)


def _objects(card: Card, tokens: Sequence[str], sacrifice: Card) -> Move | None:
    """What stands behind a Rogation: nothing, a colour, an attached card, or cards."""
    if not tokens:
        return Move("rogation", (card,), sacrifice=sacrifice)
    if len(tokens) == 1 and tokens[0].lower() in COLOURS:
        return Move("rogation", (card,), word=tokens[0].lower(), sacrifice=sacrifice)
    if len(tokens) == 1 and "/" in tokens[0]:
        at = _attached(tokens[0])
        return None if at is None else Move("rogation", (card, at[0]), at[1], "", sacrifice)
    cards = _cards(tokens)
    return None if cards is None else Move("rogation", (card, *cards), sacrifice=sacrifice)


def _discard(tokens: Sequence[str]) -> Move | None:
    if not tokens:
        return Move("discard")
    cards = _cards(tokens, twice=True)
    return None if cards is None else Move("discard", cards)


def _reward(tokens: Sequence[str]) -> Move | None:
    if len(tokens) != 1:
        return None
    if tokens[0].lower() in ("cards", "none"):
        return Move("reward", word=tokens[0].lower())
    card = _card(tokens[0])
    return None if card == NOWHERE or not IS_DEVOTEE[card] else Move("reward", (card,))


def _choose(tokens: Sequence[str]) -> Move | None:
    if len(tokens) == 1 and tokens[0].lower() in WORDS:
        return Move("choose", word=tokens[0].lower())
    if len(tokens) == 1 and "/" in tokens[0]:
        at = _attached(tokens[0])
        return None if at is None else Move("choose", at[:1], at[1])
    cards = _cards(tokens, twice=True)
    return None if cards is None else Move("choose", cards)


def _alone(move: Move) -> Callable[[Sequence[str]], Move | None]:
    return lambda tokens: None if tokens else move


_READERS: dict[str, Callable[[Sequence[str]], Move | None]] = {
    "reinforce": _devotees("reinforce"),
    "withdraw": _devotees("withdraw"),
    "frenzy": _frenzy,
    "crusade": _crusade,
    "pass": _alone(PASS),
    "rogation": _rogation,
    "refill": _alone(REFILL),
    "discard": _discard,
    "reward": _reward,
    "choose": _choose,
}
