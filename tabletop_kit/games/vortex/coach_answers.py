"""What three priorities would answer: in Refill, and to what is asked inside a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.vortex.cards import (
    CARD,
    COLOUR,
    COLOURS,
    EFFECTS,
    IS_DEVOTEE,
    IS_FRENZY,
    IS_ROGATION,
    TEXT,
    Card,
    written,
)
from tabletop_kit.games.vortex.invoking import reached
from tabletop_kit.games.vortex.likely import likely
from tabletop_kit.games.vortex.listing import moves
from tabletop_kit.games.vortex.moves import REFILL, Move
from tabletop_kit.games.vortex.policy import FEW, KEPT, QUALITY, keeping
from tabletop_kit.games.vortex.position import Position, Question, Unit, refill_to, unit_at
from tabletop_kit.games.vortex.prospects import DRAWN, ENOUGH, FRESH, After, Prospects
from tabletop_kit.games.vortex.telling import PRIORITIES, Told, percent, worst

MANY = 3
"""So many cards with which nothing can be done are worth a Refill."""

# -- Refill --------------------------------------------------------------------------------------


def refills(position: Position, seat: Seat) -> Sequence[Told] | None:
    """What each priority seals; ``None`` where nothing is in hand."""
    hand = position.hands[seat]
    if not hand:
        return None
    draw = max(0, refill_to(position) - len(hand)) + position.bonus[seat]
    kept = Told(
        REFILL,
        "refills" if draw else "keeps-hand",
        "VX-R33",
        {"number": draw, "hand": len(hand)},
        answered(position, seat, REFILL),
    )
    dead = () if draw else _dead(position, seat)
    few = sum([IS_DEVOTEE[card] for card in hand]) < FEW
    if not dead or (not few and len(dead) < MANY):
        return [kept] * len(PRIORITIES)
    move = Move("discard", dead)
    facts: dict[str, Json] = {"cards": written(dead), "hand": len(hand) - len(dead)}
    sorted_out = Told(move, "sorts", "VX-R34", facts, answered(position, seat, move))
    return [sorted_out if few else kept, sorted_out, kept]


def _dead(position: Position, seat: Seat) -> tuple[Card, ...]:
    """Cards that nothing can be done with as things are, as far as a hand can spare them."""
    hand = position.hands[seat]
    idle = [card for card in hand if IS_ROGATION[card] and not reached(position, seat, card)]
    frenzies = [card for card in hand if IS_FRENZY[card]]
    idle += frenzies[len(position.field[seat]) :]
    return tuple(sorted(idle)[: max(0, len(hand) - KEPT)])


# -- choices -------------------------------------------------------------------------------------


class Choice(NamedTuple):
    """A question inside a move, with the table as the seat sees it."""

    seen: Prospects
    asked: Question
    legal: Sequence[Move]


Score = Callable[[Choice, Move], float]


def choices(position: Position, seat: Seat) -> Sequence[Told] | None:
    """What each priority answers; ``None`` where there is but one answer."""
    legal, asked = moves(position, seat), position.asked
    if asked is None or len(legal) < 2:
        return None
    choice = Choice(Prospects(position, seat), asked, legal)
    scores = _SCORES[asked.kind]
    found = []
    for priority in PRIORITIES:
        score = scores[priority]
        move = max(legal, key=lambda one: (round(score(choice, one), 6), -legal.index(one)))
        found.append(_told(choice, priority, move))
    return found


def _told(choice: Choice, priority: str, move: Move) -> Told:
    kind, seen = choice.asked.kind, choice.seen
    facts: dict[str, Json] = {"cards": written(move.cards), "number": len(move.cards)}
    if kind == "reward":
        why = "reward-card" if move.cards else f"reward-{move.word}"
    elif kind == "mode":
        why = f"mode-{priority}"
        facts |= {"mode": move.word, **_mode_facts(choice, move.word)}
    elif kind in ("kill", "recall"):
        why = f"leaves-{priority}" if move.cards else "leaves-none"
    elif kind == "player":
        why = "picks-hidden" if _turns_up(choice.asked) else f"picks-{priority}"
        facts["rival"] = seen.position.colours.index(COLOURS.index(move.word))
    elif kind == "reverse":
        why = "reverses" if move.word == "reverse" else "keeps-order"
    else:
        why = f"{kind}-{priority}"
    left = answered(seen.position, seen.seat, move)
    return Told(move, why, choice.asked.rule, facts, left)


def answered(position: Position, seat: Seat, move: Move) -> dict[str, Json]:
    """What an answer leaves: cards in play and in hand, and those to come in Refill."""
    field, hand = len(position.field[seat]), len(position.hands[seat])
    bonus = position.bonus[seat]
    if move.verb == "discard":
        return {"hand": hand - len(move.cards), "draw": 0}
    if move.verb == "refill":
        return {"hand": hand, "draw": max(0, refill_to(position) - hand) + bonus}
    kind = position.asked.kind if position.asked is not None else ""
    if kind == "reward":
        field, hand = field + len(move.cards), hand - len(move.cards)
        bonus += 2 * (move.word == "cards")
    elif kind == "discard":
        hand -= len(move.cards)
    elif kind in ("kill", "recall"):
        field -= len(move.cards)
    return {"field": field, "hand": hand, "draw": max(0, refill_to(position) - hand) + bonus}


# -- what the priorities look for ------------------------------------------------------------------


def _after(choice: Choice, move: Move) -> After:
    rows = choice.seen.sight.rows
    if choice.asked.kind in ("kill", "recall"):
        return After([row for row in rows if row.unit.card not in move.cards])
    return choice.seen.after(move)


def _promise(choice: Choice, move: Move) -> float:
    """The best Crusade that stays open; a Convert that dies is a point lost."""
    seen = choice.seen
    own = seen.position.colours[seen.seat]
    lost = choice.asked.kind == "kill" and any(COLOUR[card] != own for card in move.cards)
    return seen.promise(_after(choice, move)) - lost + 0.01 * _presence(choice, move)


def _presence(choice: Choice, move: Move) -> float:
    """Cards in play first, then cards to come."""
    field = min(ENOUGH, len(_after(choice, move).rows))
    cards = 2 * DRAWN * (move.word == "cards") + FRESH * (choice.asked.kind == "reward")
    quality = 0.01 * sum([QUALITY[card] for card in move.cards])
    leaving = choice.asked.kind in ("kill", "recall")
    return field + cards * (not leaving) + (-quality if leaving else quality)


def _shelter(choice: Choice, move: Move) -> float:
    """The least danger; of equal ones the fullest field."""
    after = _after(choice, move)
    return -choice.seen.danger(after) - worst(choice.seen, after) + 0.01 * _presence(choice, move)


def _spent(choice: Choice, move: Move) -> float:
    """Cards of the hand that are missed least, as they are kept for use."""
    hand = choice.seen.hand
    devotees = sum([IS_DEVOTEE[card] for card in hand])
    return -sum([keeping(card, devotees) for card in move.cards])


def _spent_for_aims(choice: Choice, move: Move) -> float:
    """Devotees are kept by the Crusades that they could fight."""
    seen = choice.seen
    return -sum(
        [
            0.3 + max(0.0, seen.promise(After([seen.row(Unit(card))]))) if IS_DEVOTEE[card] else 0.2
            for card in move.cards
        ]
    )


def _spent_for_guards(_choice: Choice, move: Move) -> float:
    """Frenzies are kept, and Devotees that are hard to take."""
    return -sum([0.6 if IS_FRENZY[card] else 0.3 * IS_DEVOTEE[card] for card in move.cards])


def _robbed(_choice: Choice, move: Move) -> float:
    card = move.cards[0]
    return 0.1 * QUALITY[card] if IS_DEVOTEE[card] else 0.8


def _robbed_of_guards(_choice: Choice, move: Move) -> float:
    card = move.cards[0]
    return 1.0 if IS_FRENZY[card] else 0.05 * QUALITY[card]


def _robbed_of_plans(_choice: Choice, move: Move) -> float:
    card = move.cards[0]
    return 1.0 if IS_ROGATION[card] else 0.1 * QUALITY[card] * IS_DEVOTEE[card]


def _prey(choice: Choice, move: Move) -> float:
    """The hidden card on what would be the best prey."""
    seen = choice.seen
    place = seen.place(move.cards[0])
    return max([row.attacks[place].worth for row in seen.sight.rows], default=0.0)


def _menace(choice: Choice, move: Move) -> float:
    """The hidden card on what threatens most."""
    seen = choice.seen
    place = seen.place(move.cards[0])
    return max([row.dangers[place] for row in seen.sight.rows], default=0.0)


def _turns_up(asked: Question) -> bool:
    """Whether a player is chosen whose hidden cards are turned up."""
    return any(effect.op == "reveal" for effect in EFFECTS[CARD[asked.rule]])


def _poor(choice: Choice, move: Move) -> float:
    """Who has the fewest cards in hand misses one most; or else who hides most."""
    position = choice.seen.position
    rival = position.colours.index(COLOURS.index(move.word))
    if _turns_up(choice.asked):
        return sum([unit.face_down for unit in position.field[rival]])
    return -len(position.hands[rival])


def _fierce(choice: Choice, move: Move) -> float:
    """Whose cards in play threaten most."""
    seen = choice.seen
    if _turns_up(choice.asked):
        return _poor(choice, move)
    rival = seen.position.colours.index(COLOURS.index(move.word))
    dangers = [
        row.dangers[place]
        for row in seen.sight.rows
        for place, target in enumerate(seen.sight.targets)
        if target.seat == rival
    ]
    return max(dangers, default=0.0)


def _first(_choice: Choice, move: Move) -> float:
    """Who goes first stays first."""
    return float(move.word == "none")


def _mode_facts(choice: Choice, mode: str) -> dict[str, Json]:
    """How the Crusade would end in this mode."""
    seen = choice.seen
    attacker, offence, target = choice.asked.about
    theirs = unit_at(seen.position.field[attacker], offence)
    mine = unit_at(seen.position.field[seen.seat], target)
    assert theirs is not None and mine is not None
    found = likely(seen.position, seen.seat, (attacker, theirs), (seen.seat, mine), mode)
    return {
        "card": TEXT[offence],
        "target": TEXT[target],
        "rival": attacker,
        "chance": percent(found.win),
        "risk": percent(found.lose),
        "repel": percent(found.repel),
    }


def _mode_wins(choice: Choice, move: Move) -> float:
    facts = _mode_facts(choice, move.word)
    return float(facts["risk"] - facts["chance"])


def _mode_repels(choice: Choice, move: Move) -> float:
    facts = _mode_facts(choice, move.word)
    return float(facts["repel"] - facts["chance"])


def _mode_stays(choice: Choice, move: Move) -> float:
    return -float(_mode_facts(choice, move.word)["chance"])


def _by_priority(converts: Score, tempo: Score, safety: Score) -> dict[str, Score]:
    return dict(zip(PRIORITIES, (converts, tempo, safety), strict=True))


_SCORES: dict[str, dict[str, Score]] = {
    "reward": _by_priority(_promise, _presence, _shelter),
    "mode": _by_priority(_mode_wins, _mode_repels, _mode_stays),
    "discard": _by_priority(_spent_for_aims, _spent, _spent_for_guards),
    "confess": _by_priority(_robbed, _robbed_of_plans, _robbed_of_guards),
    "kill": _by_priority(_promise, _presence, _shelter),
    "recall": _by_priority(_promise, _presence, _shelter),
    "reveal": _by_priority(_prey, _prey, _menace),
    "player": _by_priority(_poor, _poor, _fierce),
    "reverse": _by_priority(_first, _first, _first),
}
