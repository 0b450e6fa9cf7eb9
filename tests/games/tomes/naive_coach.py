"""The coach once more, written from section 5 of the rules page alone, over the naive game."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tests.games.tomes.naive import (
    FORCE,
    LIMIT,
    MUSTER,
    NUMBERS,
    PRICE,
    SUITS,
    Naive,
    canonical,
    value,
    worth,
)

PLACE = {
    card: place
    for place, card in enumerate(
        canonical(NUMBERS + [rank + suit for rank in "JQK" for suit in SUITS])
    )
}


def force_of(game: Naive, word: str, cards: list[str]) -> tuple[int, dict[str, int]]:
    """Total, and for each Force that acts, reading included, how much it acts at."""
    denied = "" if game.broken else game.entity[-1]
    if word == "play":
        total = worth(cards)
        return total, {card[-1]: total for card in cards if card[-1] != denied}
    one, reading = value(cards[0]), (game.readings or [""])[0]
    amounts = {suit: one for suit in SUITS if FORCE[suit] == reading}
    if reading == "dream":
        amounts["D"] = 2
    if cards[0][-1] != denied:
        amounts[cards[0][-1]] = one
    return one, amounts


def ruin_of(game: Naive, move: str) -> int:
    word, *cards = move.split()
    total, amounts = force_of(game, word, cards)
    return total * 2 if "C" in amounts else total


def invokes(game: Naive, hand: list[str]) -> list[str]:
    return sorted(move for move in game.invokes(hand) if move.split()[0] in ("play", "rite"))


def without(hand: list[str], cards: list[str]) -> list[str]:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def cheapest(hand: list[str], due: int) -> list[str] | None:
    sets = [
        canonical(list(some))
        for size in range(len(hand) + 1)
        for some in combinations(hand, size)
        if worth(list(some)) >= due
    ]
    order = [(worth(cards), len(cards), [PLACE[card] for card in cards], cards) for cards in sets]
    return min(order)[-1] if order else None


def outlook(game: Naive, move: str) -> dict[str, Any]:
    """What the rules page calls the outlook of a candidate, and its scores."""
    word, *cards = move.split()
    _total, amounts = force_of(game, word, cards)
    left, ruin = without(game.hand(), cards), ruin_of(game, move)
    recover = min(amounts.get("H", 0), len(game.grave))
    room = LIMIT[1] - len(left)
    draw = min(amounts.get("D", 0), len(game.gathering) + recover, room)
    missing = 2 * value(game.entity) - game.ruin
    exact, spill = int(ruin == missing), int(ruin > missing)
    kill, new = exact or spill, amounts.get("S", 0)
    due = 0 if kill else max(0, value(game.entity) - game.ward - new)
    useful = 0 if kill else max(0, min(new, value(game.entity) - game.ward))
    paid = cheapest(left, due)
    rest = left if paid is None else without(left, paid)
    keep = worth(rest) + 5 * draw - (due if paid is None else 0)
    finisher = 0
    if paid is not None and not kill:
        finisher = int(any(ruin_of(game, one) == missing - ruin for one in invokes(game, rest)))
    safe = safety(game, bool(exact), bool(spill), left, draw, due)
    tie = (-len(cards), -worth(cards), [-PLACE[card] for card in cards])
    return {
        "safety": safe,
        "expunge": (safe, exact, 1 - spill, finisher, min(ruin, missing), keep, tie),
        "redoubt": (safe, keep, -due, exact, min(ruin, missing), tie),
        "replenish": (safe, 2 * draw + recover, useful, exact, keep, tie),
    }


def safety(game: Naive, exact: bool, spill: bool, left: list[str], draw: int, due: int) -> int:
    debts = game.rung in PRICE
    if (exact or spill) and not game.pantheon:
        if debts and spill:
            return -1
        if not (debts and game.owed):
            return 3
    if (exact or spill) and not left:
        return 1 if draw or game.echoes or game.rung in MUSTER else 0
    if worth(left) >= due:
        return 2
    return 1 if draw and worth(left) + 5 * draw >= due else 0


def coach(game: Naive) -> dict[str, str]:
    """The answer as the rules page shapes it."""
    candidates = invokes(game, game.hand())
    looks = {move: outlook(game, move) for move in candidates}
    answer: dict[str, str] = {}
    for priority in ("expunge", "redoubt", "replenish") if candidates else ():
        answer[priority] = max(candidates, key=lambda move, by=priority: looks[move][by])
    if all(look["safety"] <= 0 for look in looks.values()):
        room = LIMIT[1] - len(game.hand())
        answer["rescue"] = "none"
        if game.beckons and game.recallable():
            answer["rescue"] = "recall"
        if game.stones[0] and game.grave and len(game.gathering) < room:
            answer["rescue"] = "bloodstone"
        if game.echoes:
            answer["rescue"] = "echo"
    return answer
