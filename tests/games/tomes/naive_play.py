"""Naive games played: from other positions than the beginning, at random or by a little sense."""

from __future__ import annotations

from tests.games.tomes.naive import PRICE, SUITS, Naive, value, worth


def disturb(game: Naive) -> None:
    """Make another position of the beginning: one that a game could have come to, or nearly.

    The Pantheon is cut short, what was cut is owed or was Expunged, and there are stones,
    channels, Beckons, wards and Ruin.
    """
    dice, debts = game.dice, game.terror or game.rung in PRICE
    cut_the_pantheon(game, debts)
    if game.terror:
        game.descent = dice.choice([1, 2, 3, 3])
        game.worn = dice.sample(SUITS, game.descent - 1)
        game.fired = {suit: dice.randrange(4) for suit in SUITS}
        if dice.random() < 0.4:
            stand_before_the_empyrean(game)
    if debts:
        game.beckons = dice.randrange(3)
        game.run = dice.randrange(2)
    if game.seats == 2:
        game.channels = dice.randrange(4)
    game.stones = [dice.choices([10, 15, 20], k=dice.randrange(3)) for _ in game.hands]
    for hand in game.hands:
        for _ in range(dice.choice([0, 0, 0, 2, 5])):
            if hand:
                game.grave.append(hand.pop(dice.randrange(len(hand))))
    for _ in range(dice.choice([0, 0, 10, 20, 40])):
        if game.gathering:
            game.grave.append(game.gathering.pop())
    game.ruin = dice.randrange(2 * value(game.entity))
    game.ward = dice.choice([0, 0, dice.randrange(20)])
    game.endured = [dice.random() < 0.4 for _ in game.hands]
    game.chance = []
    game.test()


def cut_the_pantheon(game: Naive, debts: bool) -> None:
    dice = game.dice
    for card in game.pantheon[: dice.choice([0, 3, 6, 9, 10, 11])]:
        game.pantheon.remove(card)
        kind = dice.randrange(4)
        if kind == 0 and debts:
            game.owed.append(card)
            game.subdued.append(card)
        elif kind == 1 and not game.full(0):
            game.hands[0].append(card)
            game.expunged.append(card)
        else:
            game.expunged.append(card)
            pile = dice.choice([game.grave, game.gathering])
            pile.insert(dice.randint(0, len(pile)), card)


def stand_before_the_empyrean(game: Naive) -> None:
    for card in [game.entity, *game.pantheon]:
        game.expunged.append(card)
        game.grave.append(card)
    game.pantheon = []
    game.worn.append(game.dice.choice([suit for suit in SUITS if suit not in game.worn]))
    game.entity = "E" + game.worn[-1]
    game.owed, game.subdued = game.dice.choice([([], []), (game.owed, game.subdued)])


def choose(game: Naive, skill: float) -> str:
    """A move: with ``skill`` a sensible one, else any but giving up (rarely that, too)."""
    dice = game.dice
    moves = sorted(game.moves() - {"concede"})
    if not moves or dice.random() < 0.003:
        return "concede"
    if dice.random() >= skill:
        return dice.choice(moves)
    return max(moves, key=lambda move: (judged(game, move), dice.random()))


def judged(game: Naive, move: str) -> float:
    """How sensible a move looks, for games that come far."""
    word, *cards = move.split()
    if word == "pay":
        return 200 - worth(cards) - len(cards) / 10
    if word == "break":
        return 150 if len(game.grave) > 9 else -50
    if word in ("echo", "reach", "recall", "redress"):
        return {"echo": 0, "reach": -20, "recall": 60, "redress": 20}[word]
    if word in ("endure", "heretic"):
        return -5
    left = list(game.hand())
    for card in cards:
        left.remove(card)
    total = value(cards[0]) if word == "rite" else worth(cards)
    suits = {card[-1] for card in (cards[:1] if word == "rite" else cards)}
    if not game.broken:
        suits.discard(game.entity[-1])
    ruin = total * 2 if "C" in suits else total
    missing = 2 * value(game.entity) - game.ruin
    if ruin >= missing:
        return 100 - worth(cards) + 40 * (ruin == missing)
    due = max(0, game.strike() - (total if "S" in suits else 0))
    drawn = min(total, len(game.gathering), 8 - len(left)) if "D" in suits else 0
    if worth(left) + 4 * drawn < due:
        return -30 + worth(left)
    return ruin + 4 * drawn + total * ("S" in suits) - due / 2 - worth(cards) / 2
