"""What a selection would do, told before anything is committed, with the moves it can mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_kit.engine.ruling import Ruling, Seat
from tabletop_kit.engine.scene import Part, Verb, Weighing
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tempest.attacking import meant_attack
from tabletop_kit.games.tempest.cards import (
    BULLET,
    CARD,
    IS_RELIC,
    IS_SPELL,
    OCCUPATION,
    PLAYING,
    SU,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.clash import Clash, standing
from tabletop_kit.games.tempest.entering import lands
from tabletop_kit.games.tempest.formats import label, tell_apart
from tabletop_kit.games.tempest.judging import ruling
from tabletop_kit.games.tempest.listing import listed
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.names import spot_name, spot_named, temple_named
from tabletop_kit.games.tempest.numbers import faith, power, strength
from tabletop_kit.games.tempest.offers import (
    Selection,
    joined_names,
    needed,
    read_selection,
    tried,
    unfit,
    wanted,
)
from tabletop_kit.games.tempest.paying import payment_faults
from tabletop_kit.games.tempest.pledges import (
    face_cost,
    paid_by,
    payment_of,
    put_in,
    with_x,
)
from tabletop_kit.games.tempest.position import WANDER, Position, Spot, opponents, units
from tabletop_kit.games.tempest.reach import could_block
from tabletop_kit.games.tempest.sparing import spared, without_crowds, without_other_leads
from tabletop_kit.games.tempest.targets import must_be_given, play_kind, scope
from tabletop_kit.games.tempest.tokens import FAITH_SIGN, STRENGTH_SIGN, card_name

MOST_OFFERS = 8
MOST_VERBS = 6
"""More answers than so many are given by touching cards only."""
_KEYS = {"attack": "a", "move": "m", "discard": "d", "join": "j", "block": "b", "target": "t"}


def weigh(position: Position, seat: Seat, words: Sequence[str], texts: Texts) -> Weighing | None:
    """What the things with these words would do; ``None`` where nothing is to be put together."""
    if position.to_act != seat or not words:
        return None
    chosen = read_selection(position, seat, words)
    if chosen is None:
        return None
    if position.phase in ("block", "target"):
        return _fought(position, seat, chosen, texts)
    whole, refused = _judged(position, seat, chosen)
    refused = unfit(position, seat, chosen) if refused is None else refused
    every = without_other_leads(_further(position, seat, chosen, whole), whole)
    every = spared(position, seat, every)[1]
    free, paid = spared(position, seat, whole)
    whole, free = (paid, []) if paid else (whole, free)
    further = without_crowds(every)
    offers = tuple(_offers(position, seat, [*free, *whole, *further][:MOST_OFFERS], texts))
    parts = tuple(_parts(position, seat, chosen, whole, texts))
    if not whole and chosen.theirs and (refused is None or refused.why == "no-ability"):
        meant = _as_attack(position, seat, chosen, offers, texts)
        if meant is not None:
            return meant
    if not whole and len(further) < len(every):
        return Weighing(_to_aim(every[0], texts), parts, offers=offers)
    if whole or refused is None:
        text = _sentence(position, chosen, bool(whole), bool(further), texts)
        ordered = len(chosen.own) > 2 and any([_pairs(move) for move in whole])
        if ordered:
            text = texts("table.weigh.pairs")
        if free:
            text = texts("table.weigh.free", card=label(texts, free[0].what))
        return Weighing(text, parts, offers=offers, ordered=ordered)
    rule = "" if further else refused.rule
    return Weighing(texts.explain(refused, seat), parts, rule=rule, offers=offers)


def _as_attack(
    position: Position, seat: Seat, chosen: Selection, offers: tuple[Verb, ...], texts: Texts
) -> Weighing | None:
    """An attack is declared against a player: what a card of his beside one's own comes to."""
    if position.phase != "main" or len(chosen.words) > len(chosen.own) + len(chosen.theirs):
        return None
    move = meant_attack(position, seat, chosen.own, chosen.theirs)
    if move is None:
        return None
    verdict = ruling(position, seat, move)
    if not verdict:
        return Weighing(texts.explain(verdict, seat), rule=verdict.rule, offers=offers)
    declares = _offer(position, seat, move, len(offers), texts)
    return Weighing(texts("table.weigh.attack"), offers=(declares, *offers))


def _pairs(move: Move) -> bool:
    """Whether two attack together in a move."""
    return any([len(names) > 1 for names, _, _ in move.attacks])


def _to_aim(move: Move, texts: Texts) -> str:
    """What is still to be chosen, where very many cards could be picked."""
    key = "bearer" if move.on and not move.at else "aim"
    name = label(texts, move.what.partition("/")[0] if "/" in move.what else move.what)
    return texts(f"table.weigh.{key}", card=name)


def _fought(position: Position, seat: Seat, chosen: Selection, texts: Texts) -> Weighing | None:
    """What a block or a target would come to; where there are few, their buttons are there."""
    move = next(iter(tried(position, seat, chosen)), None)
    if move is None:
        return None
    verdict = ruling(position, seat, move)
    if not verdict:
        return Weighing(texts.explain(verdict, seat), rule=verdict.rule)
    clash = clash_of(position, move, seat)
    assert clash is not None
    name = label(texts, move.what)
    text = texts("table.weigh.fight", name=name, told=clash.told(texts), **clash.facts)
    many = len(listed(position, seat)) > MOST_VERBS
    offers = (_offer(position, seat, move, 0, texts),) if many else ()
    return Weighing(text, offers=offers)


def _judged(position: Position, seat: Seat, chosen: Selection) -> tuple[list[Move], Ruling | None]:
    """The legal moves that a selection is whole for, and the first refusal among the others."""
    whole: list[Move] = []
    refused, have, wholes = None, wanted(chosen), joined_names(position, seat)
    for move in (*tried(position, seat, chosen), *_group(position, seat, chosen)):
        if move in whole or not have <= needed(move, wholes):
            continue
        verdict = ruling(position, seat, move)
        if verdict:
            whole.append(move)
        elif refused is None and not _far_fetched(move, chosen):
            refused = verdict
    return whole, refused


def _far_fetched(move: Move, chosen: Selection) -> bool:
    """Whether a move is tried only because it might be meant: its refusal explains nothing."""
    if move.verb in ("use", "split", "join", "power"):
        return not (chosen.theirs or chosen.relics or chosen.lasting)
    return move.verb == "summon" and not chosen.hand


def _group(position: Position, seat: Seat, chosen: Selection) -> Iterator[Move]:
    """What the Characters selected could summon together, card by card of the hand."""
    if chosen.words != chosen.own or position.phase not in ("main", "choice"):
        return
    for card in sorted(set(position.hands[seat])):
        if IS_SPELL[card] or IS_RELIC[card] or OCCUPATION[card] == "Miracle":
            continue
        if SU[card] != 0:
            move = paid_by(position, seat, Move("summon", TEXT[card]), chosen.own)
            yield with_x(position, seat, card, move)


def _further(
    position: Position, seat: Seat, chosen: Selection, whole: Sequence[Move]
) -> list[Move]:
    """The listed moves that the selection is a part of, those that need least more first."""
    if position.phase in ("discard", "excess"):
        return []
    have, wholes = wanted(chosen), joined_names(position, seat)
    found = [
        (len(words) - len(have), place, move)
        for place, move in enumerate(listed(position, seat))
        for words in [needed(move, wholes)]
        if have <= words and move not in whole
    ]
    if not chosen.hand and len(chosen.own) > 1:
        found = [one for one in found if one[2].verb not in ("summon", "cast")]
    if any([move.attacks for move in whole]):
        found = [one for one in found if not one[2].attacks]
    return [move for _, _, move in sorted(found)]


# -- buttons ---------------------------------------------------------------------------------------


def _offers(position: Position, seat: Seat, moves: Sequence[Move], texts: Texts) -> Iterator[Verb]:
    """A button for each move; where a card could go elsewhere, too, each says where to."""
    placed = [move._replace(to="") for move in moves if move.to]
    for place, move in enumerate(moves):
        goes = ""
        if not move.to and move in placed and move.verb in ("play", "summon"):
            goes = lands(position, move.by, CARD[move.what]) or WANDER
        yield _offer(position, seat, move, place, texts, goes)


def _offer(
    position: Position, seat: Seat, move: Move, place: int, texts: Texts, goes: str = ""
) -> Verb:
    clash = clash_of(position, move, seat)
    aside = _aside(position, seat, move, texts)
    what, parts = tell_apart(texts, move, lands=goes)
    done = clash.told(texts) if clash is not None else _struck(position, seat, move, texts)
    note = " · ".join([part for part in (parts, done) if part])
    if clash is not None:
        aside = texts("table.fight.aside", **clash.facts)
    key = _KEYS.get(move.verb, "") if place == 0 else ""
    return Verb(f"offer-{place}", what, str(move), True, key=key, note=note, aside=aside)


def _struck(position: Position, seat: Seat, move: Move, texts: Texts) -> str:
    """What a Spell or Miracle would do to those it strikes, if nobody answers."""
    card = _card_of(position, seat, move) if move.verb in ("summon", "cast") else -1
    playing = PLAYING[card] if card >= 0 else None
    if playing is None:
        return ""
    if any([effect.do == "damage" for effect in playing.effects]):
        points = move.points or (move.x,) * len(move.at)
        shares = zip(move.at, points, strict=False)
        return " ".join([_damage(position, name, share, texts) for name, share in shares])
    swept = [one.scope for one in playing.effects if one.do == "destroy" and one.scope is not None]
    found = [
        label(texts, spot_name(position, spot))
        for filter_ in swept
        if "Relic" not in filter_.occ
        for spot in scope(position, filter_, seat, play_kind(card), move.at_seat)
    ]
    return texts("table.damage.swept", names=", ".join(found)) if found else ""


def _damage(position: Position, name: str, points: int, texts: Texts) -> str:
    """Of how many points a card gets, and whether that is its end."""
    temple = temple_named(position, name)
    need = must_be_given(position, name, temple and temple[1], spot_named(position, name))
    key = "falls" if points >= need else "stands"
    return texts(f"table.damage.{key}", name=label(texts, name), points=points, need=need)


def _aside(position: Position, seat: Seat, move: Move, texts: Texts) -> str:
    """What is put in, and what it costs."""
    if move.verb not in ("summon", "cast"):
        return ""
    card, payment = _card_of(position, seat, move), payment_of(position, seat, move)
    if card < 0 or payment is None:
        return ""
    kind = "power" if IS_SPELL[card] else "faith"
    paid = put_in(position, card, payment)
    if SU[card] == BULLET:
        return texts(f"table.aside.{kind}-x", paid=paid, x=move.x)
    return texts(f"table.aside.{kind}", paid=paid, cost=face_cost(position, card, payment))


def _card_of(position: Position, seat: Seat, move: Move) -> Card:
    if "/" not in move.what:
        return CARD.get(move.what, -1)
    payment = payment_of(position, seat, move)
    spells = [
        spell.card
        for member in (payment.first.unit.members if payment is not None else ())
        for spell in member.spells
        if not spell.name
    ]
    return spells[0] if spells else -1


def clash_of(position: Position, move: Move, seat: Seat | None) -> Clash | None:
    """What a block or a target would come to; ``None`` for another move."""
    fight = position.fight
    if fight is None or move.verb not in ("block", "target"):
        return None
    if move.verb == "block":
        return standing(position, fight._replace(blocker=move.what))
    return standing(position, fight._replace(target=move.what), known=False)


# -- what it comes to ------------------------------------------------------------------------------


def _parts(
    position: Position, seat: Seat, chosen: Selection, whole: Sequence[Move], texts: Texts
) -> Iterator[Part]:
    """FT together, cost, what of the hand it pays; Strength of those who attack."""
    if position.phase in ("discard", "excess"):
        return
    if chosen.hand:
        yield from _price(position, seat, chosen, whole, texts)
        return
    found = [spot for spot in (spot_named(position, name) for name in chosen.own) if spot]
    ready = [spot for spot in found if not spot.unit.drained]
    if not ready or len(ready) < len(found):
        return
    together = sum([faith(position, spot) for spot in ready])
    yield Part(texts("table.part.faith"), str(together), FAITH_SIGN)
    casting = max([power(position, spot) for spot in ready])
    if casting and len(ready) == 1:
        yield Part(texts("table.part.power"), str(casting), STRENGTH_SIGN)
    if position.phase == "main":
        yield from _payable(position, seat, chosen, texts)
        if any([move.verb == "attack" for move in whole]):
            yield from _opposed(position, seat, ready, texts)


def _price(
    position: Position, seat: Seat, chosen: Selection, whole: Sequence[Move], texts: Texts
) -> Iterator[Part]:
    card = CARD[chosen.card]
    if not chosen.own:
        yield Part(texts("table.part.cost"), "X" if SU[card] == BULLET else str(SU[card]))
        return
    paying = next((move for move in whole if move.by or move.verb == "cast"), None)
    base = Move("cast" if IS_SPELL[card] else "summon", chosen.card, chosen.own[0])
    move = paying or (base if IS_SPELL[card] else paid_by(position, seat, base, chosen.own))
    payment = payment_of(position, seat, move)
    if payment is None:
        return
    paid, cost = put_in(position, card, payment), face_cost(position, card, payment)
    kind = texts("table.part.power" if IS_SPELL[card] else "table.part.faith")
    sign = STRENGTH_SIGN if IS_SPELL[card] else FAITH_SIGN
    face = _face(card, cost)
    yield Part(kind, f"{paid} / {face}", sign, "good" if paid >= cost else "bad")
    if move.x:
        yield Part("X", str(move.x))


def _payable(position: Position, seat: Seat, chosen: Selection, texts: Texts) -> Iterator[Part]:
    """Every card of the hand that is summoned: what it costs, and whether these could pay."""
    for card in sorted(set(position.hands[seat])):
        if SU[card] == 0 or IS_SPELL[card] or IS_RELIC[card]:
            continue
        move = paid_by(position, seat, Move("summon", TEXT[card]), chosen.own)
        payment = payment_of(position, seat, move)
        if payment is None:
            continue
        cost = face_cost(position, card, payment)
        enough = put_in(position, card, payment) >= cost
        able = enough and not any(payment_faults(position, card, payment, move))
        key = "table.part.pays" if able else "table.part.pays-not"
        name = texts(key, card=card_name(card, texts))
        yield Part(name, _face(card, cost), tone="good" if able else "bad")


def _face(card: Card, cost: int) -> str:
    """What these have to pay; for a bullet there is no sum to reach."""
    return "X" if SU[card] == BULLET else str(cost)


def _opposed(position: Position, seat: Seat, found: Sequence[Spot], texts: Texts) -> Iterator[Part]:
    """What attackers count, and how many of each opponent's cards could block one of them."""
    points = sum([strength(position, spot, "attacking") for spot in found])
    yield Part(texts("table.part.attack"), str(points), STRENGTH_SIGN)
    for other in opponents(position, seat):
        count = len(could_block(position, list(found), False, other))
        yield Part(texts("table.part.blockers", seat=other), str(count), "shield")


def _sentence(
    position: Position, chosen: Selection, whole: bool, further: bool, texts: Texts
) -> str:
    """What the selection is, or what is still to be chosen."""
    phase = position.phase
    if phase in ("discard", "excess"):
        return texts("table.weigh.discard", count=len(chosen.hand))
    if not whole and not further:
        return _idle_sentence(position, chosen, texts)
    if chosen.hand:
        return _hand_sentence(chosen, whole, texts)
    key = "whole" if whole else "further"
    return texts(f"table.weigh.{key}")


def _idle_sentence(position: Position, chosen: Selection, texts: Texts) -> str:
    """Why nothing can be done: a card of the hand alone tells what it waits for."""
    if not chosen.hand or len(chosen.words) > 1:
        return texts("table.weigh.nothing")
    card = CARD[chosen.card]
    if position.phase != "main":
        key = "card-no-answer"
    elif SU[card] > 0 and not IS_SPELL[card]:
        own = position.to_act is not None and units(position, position.to_act)
        key = "card-unpaid" if own else "card-alone"
    else:
        key = "card-idle"
    return texts(f"table.weigh.{key}", card=card_name(card, texts), cost=SU[card])


def _hand_sentence(chosen: Selection, whole: bool, texts: Texts) -> str:
    card = CARD[chosen.card]
    if whole:
        key = "card-whole"
    elif IS_SPELL[card]:
        key = "card-cast"
    elif IS_RELIC[card]:
        key = "card-relic"
    else:
        key = "card-pay"
    return texts(f"table.weigh.{key}", card=card_name(card, texts))
