"""What selected cards would do, told before anything is committed.

Only counts are told that follow from what everybody sees: no card is turned over by looking.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_kit.engine.ruling import Ruling, Seat
from tabletop_kit.engine.scene import Part, Weighing
from tabletop_kit.engine.text import Texts
from tabletop_kit.engine.tuples import without
from tabletop_kit.games.tomes.cheapest import cheapest
from tabletop_kit.games.tomes.forces import Effect, drawn, effect
from tabletop_kit.games.tomes.judging import ruling
from tabletop_kit.games.tomes.moves import Pay, Play, Rite, parse_card
from tabletop_kit.games.tomes.position import (
    BLOOD,
    DOMINION,
    DREAM,
    EMPYREANS,
    HERETIC,
    STRIKE,
    SWARM,
    VOID,
    Cards,
    Position,
    is_last,
    must_be_expunged,
    total,
)
from tabletop_kit.games.tomes.tokens import SIGNS, card_short, force_name


def weigh(position: Position, seat: Seat, words: Sequence[str], texts: Texts) -> Weighing | None:
    """What the cards with these words would do in the seat's hand; ``None`` for no cards.

    The first of two cards is the lead of a Rite (TM-19).
    """
    cards = tuple([card for card in map(parse_card, words) if card is not None])
    if position.to_act != seat or not cards or len(cards) != len(words):
        return None
    if position.phase == "pay":
        return _payment(position, seat, Pay(tuple(sorted(cards))), texts)
    if cards == (HERETIC,) and HERETIC in position.hands[seat]:
        verbs = tuple([f"heretic-{other}" for other in range(position.seats)])
        return Weighing(texts("table.weigh.heretic"), verbs=verbs)
    return _invoke(position, seat, cards, texts)


def _refused(verdict: Ruling, seat: Seat, texts: Texts) -> Weighing:
    return Weighing(texts.explain(verdict, seat), rule=verdict.rule)


# -- step 4: a payment (TM-6) --------------------------------------------------------------------


def _payment(position: Position, seat: Seat, move: Pay, texts: Texts) -> Weighing:
    verdict = ruling(position, seat, move)
    paid, due = total(move.cards), position.due
    if not verdict.legal and verdict.why != "too-little":
        return _refused(verdict, seat, texts)
    rest = without(position.hands[seat], move.cards)
    facts = {"total": paid, "due": due, "waste": paid - due, "lacks": due - paid}
    key = "pay-short" if paid < due else "pay-exact" if paid == due else "pay"
    parts = [
        Part(texts("table.part.total"), str(paid), tone="good" if paid >= due else "bad"),
        Part(texts("table.part.due"), str(due)),
    ]
    if paid < due:
        parts.append(Part(texts("table.part.short"), str(due - paid), tone="bad"))
    elif paid > due:
        parts.append(Part(texts("table.part.waste"), str(paid - due), tone="bad"))
    parts.append(Part(texts("table.part.stays"), f"{len(rest)} ({total(rest)})"))
    text = texts(f"table.weigh.{key}", count=len(rest), **facts)
    return Weighing(text, tuple(parts), verbs=("pay",) if verdict.legal else ())


# -- steps 1 to 3: an Invoke ---------------------------------------------------------------------


def _invoke(position: Position, seat: Seat, cards: Cards, texts: Texts) -> Weighing:
    """A play, or else a Rite; where neither is legal, why not."""
    play, rite = Play(tuple(sorted(cards))), Rite(cards)
    verdict = ruling(position, seat, play)
    if verdict.legal:
        return _outlook(position, seat, play, "play", texts)
    if len(cards) == 2 and ruling(position, seat, rite).legal:
        return _outlook(position, seat, rite, "rite", texts)
    return _refused(verdict, seat, texts)


def _outlook(
    position: Position, seat: Seat, move: Play | Rite, verb: str, texts: Texts
) -> Weighing:
    done = effect(position, seat, move)
    rest = without(position.hands[seat], move.cards)
    recovered = min(done.blood, len(position.grave))
    draw = drawn(position, seat, rest, done, recovered)
    strike = max(0, position.strike - done.ward)
    left = DOMINION[position.entity] - position.ruin - done.ruin
    due = strike if left > 0 else 0
    parts = [*_forces(position, done, recovered, draw, texts)]
    parts += _ends(left, due, rest, texts)
    counters = {"ruin": position.ruin + done.ruin, "strike": strike}
    text = _sentence(position, done, left, due, rest, draw, texts)
    return Weighing(text, tuple(parts), counters, (verb,))


def _forces(
    position: Position, done: Effect, recovered: int, drawn: int, texts: Texts
) -> Iterator[Part]:
    """Ruin, then every Force in the order in which it acts (TM-1)."""
    amounts = {
        BLOOD: (done.blood, str(recovered)),
        DREAM: (done.dream, str(drawn)),
        VOID: (done.ward, str(min(done.ward, position.strike))),
        SWARM: (done.ruin > done.total, f"×2 = {done.ruin}"),
    }
    names = {BLOOD: "blood", DREAM: "dream", VOID: "void", SWARM: "swarm"}
    for suit, (acts, amount) in amounts.items():
        if acts:
            yield Part(texts(f"table.part.{names[suit]}"), amount, SIGNS[suit])
    if done.withheld:
        yield Part(texts("table.part.withheld"), str(done.withheld), SIGNS[VOID], "bad")
    elif done.denied >= 0:
        force = force_name(done.denied, texts)
        yield Part(force, texts("table.part.denied"), SIGNS[done.denied], "bad")


def _ends(left: int, due: int, rest: Cards, texts: Texts) -> Iterator[Part]:
    if left == 0:
        yield Part(texts("table.part.exact"), "✓", tone="good")
    elif left < 0:
        yield Part(texts("table.part.spill"), str(-left), tone="bad")
    elif due:
        paying = cheapest(rest, due)
        if paying:
            written = ", ".join([card_short(card, texts) for card in paying])
            yield Part(texts("table.part.cheapest"), written)
        else:
            yield Part(texts("table.part.short"), str(due - total(rest)), tone="bad")


def _sentence(
    position: Position,
    done: Effect,
    left: int,
    due: int,
    rest: Cards,
    drawn: int,
    texts: Texts,
) -> str:
    facts = {"ruin": done.ruin, "left": left, "due": due, "worth": total(rest)}
    if left == 0:
        return _clean(position, done, texts)
    if left < 0:
        return texts(f"table.weigh.{_spill(position)}", ruin=done.ruin, count=-left)
    if due == 0:
        return texts("table.weigh.quiet", **facts)
    if total(rest) >= due:
        return texts("table.weigh.payable", **facts)
    return texts("table.weigh.unpayable-draw" if drawn else "table.weigh.unpayable", **facts)


def _clean(position: Position, done: Effect, texts: Texts) -> str:
    """The entity would be Expunged; with its Bloodstone, where it earns one (TM-20)."""
    entity = position.entity
    if is_last(position):
        return texts("table.weigh.exact-won", ruin=done.ruin)
    if position.edition and position.ruin == 0:
        return texts("table.weigh.exact-stone", ruin=done.ruin, stone=STRIKE[entity])
    return texts("table.weigh.exact", ruin=done.ruin)


def _spill(position: Position) -> str:
    """What a Subdue would mean here (TM-T5, TM-21, TM-23)."""
    if must_be_expunged(position):
        return "spill-lost"
    return "spill-owed" if position.debts and position.entity not in EMPYREANS else "spill"
