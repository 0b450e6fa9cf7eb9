"""The rules of play: moves, ruling, apply. One function for each section of the rulebook."""

from __future__ import annotations

from tabletop_kit.engine.event import Event, Log
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import IllegalMove, Outcome, Prompt, Ruling, Seat, refusal
from tabletop_kit.games.tempus.moves import BEGIN, LAY, PASS, Begin, Lay, Move, Pass
from tabletop_kit.games.tempus.position import (
    DICE,
    ENCLAVE_DIE,
    HARPERS_DIE,
    ROUNDS_TO_LOSE,
    Dice,
    Die,
    Position,
    strength,
)

_TURN = (Prompt(0, "turn", "TP-5"), Prompt(1, "turn", "TP-5"))
_ALONE = (Prompt(0, "alone", "TP-7"), Prompt(1, "alone", "TP-7"))
_EMPTY = (Prompt(0, "empty", "TP-8"), Prompt(1, "empty", "TP-8"))
_CHOOSE = (Prompt(0, "choose-beginner", "TP-F3"), Prompt(1, "choose-beginner", "TP-F3"))

_MAY_LAY = Ruling(True, "TP-5")
_MAY_LAY_ALONE = Ruling(True, "TP-7")
_MAY_PASS = Ruling(True, "TP-7")
_MUST_PASS = Ruling(True, "TP-8")
_MAY_BEGIN = Ruling(True, "TP-F3")
_NOBODY: Dice = ()


def prompts(position: Position) -> tuple[Prompt, ...]:
    """Who may act: one seat, or nobody when it is over (TP-5, TP-12)."""
    seat = position.to_act
    if seat is None:
        return ()
    if position.phase == "choose-beginner":
        return (_CHOOSE[seat],)
    if not position.hands[seat]:
        return (_EMPTY[seat],)
    return (_ALONE[seat] if position.passed[1 - seat] else _TURN[seat],)


def moves(position: Position, seat: Seat) -> tuple[Move, ...]:
    """The legal moves of a seat: its different dice in ascending order, then the pass."""
    if seat != position.to_act:
        return ()
    if position.phase == "choose-beginner":
        return BEGIN
    return (*[LAY[die] for die in dict.fromkeys(position.hands[seat])], PASS)


def ruling(position: Position, seat: Seat, move: Move) -> Ruling:
    """What the rules say of a move. Never raises."""
    if position.phase == "over":
        return refusal("TP-12", "over")
    if seat != position.to_act:
        return _not_asked(position, seat)
    if isinstance(move, Begin):
        return _ruling_on_begin(position, move)
    if position.phase == "choose-beginner":
        return refusal("TP-F3", "begin-first")
    if isinstance(move, Lay):
        return _ruling_on_lay(position, seat, move)
    if type(move) is not Pass:
        return refusal("TP-N1", "no-move", text=shortened(move))
    return _MAY_PASS if position.hands[seat] else _MUST_PASS


def _not_asked(position: Position, seat: Seat) -> Ruling:
    if seat not in (0, 1):
        return refusal("TP-1", "no-seat", number=seat)
    asked = position.to_act
    if position.phase == "round" and position.passed[seat]:
        return refusal("TP-7", "has-passed", seat=seat)
    if position.phase == "choose-beginner":
        return refusal("TP-F3", "other-chooses", seat=asked)
    return refusal("TP-5", "not-asked", seat=asked)


def _ruling_on_begin(position: Position, move: Begin) -> Ruling:
    if position.phase != "choose-beginner":
        return refusal("TP-F3", "has-begun")
    return _MAY_BEGIN if move.seat in (0, 1) else refusal("TP-F3", "no-beginner", number=move.seat)


def _ruling_on_lay(position: Position, seat: Seat, move: Lay) -> Ruling:
    hand, die = position.hands[seat], move.die
    if die in hand:
        return _MAY_LAY_ALONE if position.passed[1 - seat] else _MAY_LAY
    if die is None:
        return refusal("TP-3", "hidden", seat=1 - seat)
    if not hand:
        return refusal("TP-8", "empty-hand", seat=seat)
    if die in position.rows[seat] or die in position.rows[1 - seat]:
        return refusal("TP-5", "lies-in-row", die=str(die), seat=seat)
    return refusal("TP-5", "not-in-hand", die=str(die), seat=seat)


def apply(position: Position, seat: Seat, move: Move, log: Log | None = None) -> Position:
    """The position after a legal move. Raises ``IllegalMove`` with its ruling otherwise."""
    verdict = ruling(position, seat, move)
    if not verdict.legal:
        raise IllegalMove(verdict, str(move))
    if isinstance(move, Lay):
        assert move.die is not None
        return _lay(position, seat, move.die, log)
    if isinstance(move, Begin):
        return _begin(position, seat, move, log)
    return _pass(position, seat, verdict, log)


# -- TP-5, TP-7: laying and passing --------------------------------------------------------------


def _lay(position: Position, seat: Seat, die: Die, log: Log | None) -> Position:
    hand, row = position.hands[seat], position.rows[seat]
    place = hand.index(die)
    row = (*row, hand[place])
    hand = hand[:place] + hand[place + 1 :]
    other = 1 - seat
    alone = position.passed[other]
    if log is not None:
        facts = {"die": str(die), "strength": strength(row), "left": len(hand)}
        log.append(Event("laid", "TP-7" if alone else "TP-5", seat, facts, reveals=True))
    hands, rows = position.hands, position.rows
    return Position(
        position.factions,
        position.decks,
        (hand, hands[1]) if seat == 0 else (hands[0], hand),
        (row, rows[1]) if seat == 0 else (rows[0], row),
        position.passed,
        position.lost,
        position.won,
        position.round,
        position.beginner,
        seat if alone else other,
        "round",
        position.gone,
        position.luck,
    )


def _pass(position: Position, seat: Seat, verdict: Ruling, log: Log | None) -> Position:
    if log is not None:
        kind = "passed" if verdict.rule == "TP-7" else "passed-empty"
        log.append(Event(kind, verdict.rule, seat, reveals=kind == "passed-empty"))
    if position.passed[1 - seat]:
        return _end_round(position, log)
    return Position(
        position.factions,
        position.decks,
        position.hands,
        position.rows,
        (True, False) if seat == 0 else (False, True),
        position.lost,
        position.won,
        position.round,
        position.beginner,
        1 - seat,
        "round",
        position.gone,
        position.luck,
    )


# -- TP-4, TP-F3: who begins ---------------------------------------------------------------------


def _begin(position: Position, seat: Seat, move: Begin, log: Log | None) -> Position:
    if log is not None:
        log.append(Event("chose-beginner", "TP-F3", seat, {"beginner": move.seat}))
    return Position(
        position.factions,
        position.decks,
        position.hands,
        position.rows,
        position.passed,
        position.lost,
        position.won,
        position.round,
        move.seat,
        move.seat,
        "round",
        position.gone,
        position.luck,
    )


# -- TP-9 to TP-12, TP-F1, TP-F2, TP-F4: the end of a round --------------------------------------


def round_winner(position: Position) -> tuple[Seat | None, str]:
    """Who wins the round as the rows lie, ``None`` if both lose it, and by which rule."""
    one, other = position.strength
    if one != other:
        return (0 if one > other else 1), "TP-9"
    councils = [faction == "council" for faction in position.factions]
    if councils[0] != councils[1]:
        return (0 if councils[0] else 1), "TP-F1"
    return None, "TP-10"


def _end_round(position: Position, log: Log | None) -> Position:
    winner, rule = round_winner(position)
    lost = (
        position.lost[0] + (winner != 0),
        position.lost[1] + (winner != 1),
    )
    won = (position.won[0] + (winner == 0), position.won[1] + (winner == 1))
    if log is not None:
        _tell_round(position, winner, rule, log)
    if lost[0] >= ROUNDS_TO_LOSE or lost[1] >= ROUNDS_TO_LOSE:
        return _end_match(position, lost, won, log)
    hands, luck = _harpers_gain(position, winner, log)
    rows, luck = _enclave_keeps(position, luck, log)
    gone = _cleared(position, rows, log)
    assert position.beginner is not None
    beginner = 1 - position.beginner
    if log is not None:
        facts = {"round": position.round + 1, "beginner": beginner}
        log.append(Event("round-begins", "TP-4", beginner, facts))
    return Position(
        position.factions,
        position.decks,
        hands,
        rows,
        (False, False),
        lost,
        won,
        position.round + 1,
        beginner,
        beginner,
        "round",
        gone,
        luck,
    )


def _tell_round(position: Position, winner: Seat | None, rule: str, log: Log) -> None:
    one, other = position.strength
    log.append(Event("counted", "TP-6", None, {"strength": [one, other]}))
    facts = {"round": position.round, "strength": [one, other]}
    kind = {"TP-9": "round-won", "TP-F1": "council-won", "TP-10": "round-tied"}[rule]
    log.append(Event(kind, rule, winner, facts))


def _end_match(
    position: Position, lost: tuple[int, int], won: tuple[int, int], log: Log | None
) -> Position:
    if log is not None:
        beaten = [seat for seat in (0, 1) if lost[seat] >= ROUNDS_TO_LOSE]
        if len(beaten) == 2:
            log.append(Event("match-drawn", "TP-12"))
        else:
            log.append(Event("match-won", "TP-12", 1 - beaten[0], {"loser": beaten[0]}))
    gone = _cleared(position, (_NOBODY, _NOBODY), log)
    return Position(
        position.factions,
        position.decks,
        position.hands,
        (_NOBODY, _NOBODY),
        (True, True),
        lost,
        won,
        position.round,
        position.beginner,
        None,
        "over",
        gone,
        position.luck,
    )


def _harpers_gain(
    position: Position, winner: Seat | None, log: Log | None
) -> tuple[tuple[Dice, Dice], Luck]:
    """TP-F2: Harpers who win a round roll a d6 and add it, hidden, to their hand."""
    hands, luck = position.hands, position.luck
    if winner is None or position.factions[winner] != "harpers":
        return hands, luck
    value, luck = luck.roll(f"harpers-{winner}", HARPERS_DIE)
    die = DICE[HARPERS_DIE, value]
    hand = tuple(sorted((*hands[winner], die)))
    if log is not None:
        secret = {"die": str(die)}
        log.append(Event("gained", "TP-F2", winner, {}, secret, (winner,), reveals=True))
    return ((hand, hands[1]) if winner == 0 else (hands[0], hand)), luck


def _enclave_keeps(
    position: Position, luck: Luck, log: Log | None
) -> tuple[tuple[Dice, Dice], Luck]:
    """TP-F4: the Enclave rolls a d10; the die at that place stays, rolled again beyond the row."""
    rows = [_NOBODY, _NOBODY]
    for seat in (0, 1):
        row = position.rows[seat]
        if position.factions[seat] != "enclave" or not row:
            continue
        place = len(row) + 1
        while place > len(row):
            place, luck = luck.roll(f"enclave-{seat}", ENCLAVE_DIE)
            if log is not None and place > len(row):
                facts = {"roll": place, "count": len(row)}
                log.append(Event("rolled-beyond", "TP-F4", seat, facts, reveals=True))
        rows[seat] = (row[place - 1],)
        if log is not None:
            kept = str(row[place - 1])
            log.append(Event("kept", "TP-F4", seat, {"roll": place, "die": kept}, reveals=True))
    return (rows[0], rows[1]), luck


def _cleared(position: Position, rows: tuple[Dice, Dice], log: Log | None) -> tuple[Dice, Dice]:
    """TP-11: every die in the rows leaves the game, but for what stays; returns what has left."""
    gone = []
    for seat in (0, 1):
        leaving = list(position.rows[seat])
        for die in rows[seat]:
            leaving.remove(die)
        gone.append((*position.gone[seat], *leaving))
    if log is not None and (position.rows[0] or position.rows[1]):
        left = sum(len(gone[seat]) - len(position.gone[seat]) for seat in (0, 1))
        log.append(Event("cleared", "TP-11", None, {"count": left}))
    return gone[0], gone[1]


def outcome(position: Position) -> Outcome | None:
    """How it ended (TP-12): the seat that is not beaten has won; both beaten is a draw."""
    if position.phase != "over":
        return None
    beaten = [count >= ROUNDS_TO_LOSE for count in position.lost]
    if all(beaten):
        return Outcome((), "TP-12", (0.5, 0.5))
    winner = 1 if beaten[0] else 0
    return Outcome((winner,), "TP-12", (float(winner == 0), float(winner == 1)))


def candidates(position: Position, seat: Seat) -> list[Move]:
    """Every move a panel could form: any die on the table or in the box, pass, begin."""
    seen = {*DICE.values(), *position.rows[0], *position.rows[1], *position.hands[seat]}
    return [*(Lay(die) for die in sorted(seen)), Lay(None), Pass(), *(Begin(n) for n in range(3))]
