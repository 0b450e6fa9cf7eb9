"""Carrying out a move of Tempest: one function for each verb, then what follows by itself."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kit.engine.event import Log
from tabletop_kit.engine.ruling import IllegalMove, Outcome, Prompt, Seat
from tabletop_kit.games.tempest.announcing import cast, reveal, strike_out, summon, use
from tabletop_kit.games.tempest.cards import (
    ABILITIES,
    CARD,
    FORMS,
    IS_RELIC,
    PRINTED_KEYWORDS,
    TEXT,
)
from tabletop_kit.games.tempest.citing import WINDOW_RULES
from tabletop_kit.games.tempest.deaths import bury, doom, go_home, leave_table
from tabletop_kit.games.tempest.draft import Draft, drained
from tabletop_kit.games.tempest.effects import lose_stolen, recover
from tabletop_kit.games.tempest.entering import enter, put_relic
from tabletop_kit.games.tempest.fights import aim, begin, block, declare
from tabletop_kit.games.tempest.flow import run
from tabletop_kit.games.tempest.joining import joined
from tabletop_kit.games.tempest.judging import ruling
from tabletop_kit.games.tempest.menu import Menu
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.names import spot_named
from tabletop_kit.games.tempest.numbers import faith, hand_size
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    MOST_DISCARDED,
    WANDER,
    Attached,
    Member,
    Position,
    Spot,
    Unit,
)
from tabletop_kit.games.tempest.scopes import controllers, gives_control
from tabletop_kit.games.tempest.turns import end_main


def apply(position: Position, seat: Seat, move: Move, log: Log | None = None) -> Position:
    """The position after a legal move, and after all that happens by itself.

    What happened is appended to ``log``. Raises ``IllegalMove`` with its ruling, and then nothing
    is logged.
    """
    listed: Menu | None = position.__dict__.get("_listed")
    if listed is None or seat != position.to_act or not listed.gave(move):
        verdict = ruling(position, seat, move)
        if not verdict.legal:
            raise IllegalMove(verdict, str(move))
    return carry_out(position, seat, move, log)


def carry_out(position: Position, seat: Seat, move: Move, log: Log | None = None) -> Position:
    """The position after a move that is known to be legal."""
    draft = Draft(position, log)
    _VERBS[move.verb](draft, seat, move)
    run(draft)
    return draft.freeze()


# -- the main part -------------------------------------------------------------------------------


def _play(draft: Draft, seat: Seat, move: Move) -> None:
    draft.then([("ask", "open", 0)])
    card = CARD[move.what]
    draft.from_hand(seat, (card,))
    draft.zeros += 1
    if move.on:
        _play_under(draft, seat, card, move.on)
    elif move.to in ("", WANDER, BATTLEGROUND):
        draft.tell("plays", "TG-L1", seat, reveals=True, card=move.what)
        enter(draft, seat, card, move.to or WANDER)
    else:
        draft.place(Unit("", (Member(card, "", seat),), True), seat, move.to)
        draft.stirred = True
        draft.tell("plays-down", "TG-L6", seat, {"card": move.what}, to=move.to)


def _play_under(draft: Draft, seat: Seat, card: int, host: str) -> None:
    """A Relic is laid on its host, or a Spell under its caster, face down."""
    hidden = Attached(card, "", seat)
    if IS_RELIC[card]:
        put_relic(draft, host, hidden, seat)
    else:
        spot = spot_named(draft, host)
        assert spot is not None
        member = next(
            one
            for one in spot.unit.members
            if one.name == host or len(spot.unit.members) == 1 or one is spot.unit.members[0]
        )
        draft.set_member(spot, member, member._replace(spells=(*member.spells, hidden)))
    rule = "TG-A34" if IS_RELIC[card] else "TG-A41"
    draft.tell("lays-down", rule, seat, {"card": TEXT[card]}, on=host)


def _move(draft: Draft, seat: Seat, move: Move) -> None:
    draft.then([("ask", "open", 0)])
    spot = spot_named(draft, move.what)
    assert spot is not None
    source = spot.area
    up = draft.turn_up(spot)
    draft.change(up, None)
    draft.place(drained(up.unit), seat, move.to)
    draft.tell("moved", "TG-L8", seat, name=up.unit.name, source=source, to=move.to)


def _join(draft: Draft, seat: Seat, move: Move) -> None:
    draft.then([("ask", "open", 0)])
    one, other = (spot_named(draft, name) for name in move.names)
    assert one is not None and other is not None
    whole = joined([one.unit, other.unit])
    draft.change(one, None)
    draft.change(other, None)
    draft.place(whole, seat, one.area)
    draft.tell("joined", "TG-A56", seat, names=list(move.names), name=whole.name)


def _split(draft: Draft, seat: Seat, move: Move) -> None:
    draft.then([("ask", "open", 0)])
    spot = spot_named(draft, move.what)
    assert spot is not None
    draft.change(spot, None)
    for member in _parted(spot.unit.members):
        unit = Unit(member.name, (member,), False, spot.unit.tunneling)
        placed = draft.place(unit, seat, spot.area)
        if member.owner != seat and not controllers(member):
            go_home(draft, placed, member.owner)
    names = [member.name for member in spot.unit.members]
    draft.tell("split", "TG-A56", seat, names=names)


def _parted(members: tuple[Member, ...]) -> list[Member]:
    """The members of a group that is split, each with its Spells.

    A face-down one stays with its caster (TG-A41), one that gives control with a card that is
    another's (TG-A64), any other where it lies.
    """
    parted = [one._replace(spells=()) for one in members]
    for lies, holder in enumerate(members):
        for spell in holder.spells:
            fits = [at for at, one in enumerate(members) if _may_keep(one, spell)]
            at = lies if lies in fits or not fits else fits[0]
            parted[at] = parted[at]._replace(spells=(*parted[at].spells, spell))
    return parted


def _may_keep(member: Member, spell: Attached) -> bool:
    if not spell.name:
        return "spell_cast" in PRINTED_KEYWORDS[member.card]
    return not gives_control(spell) or member.owner != spell.owner


def _power(draft: Draft, seat: Seat, move: Move) -> None:
    draft.then([("ask", "open", 0)])
    found = [spot_named(draft, name) for name in move.payers]
    points = sum([faith(draft, spot) for spot in found if spot is not None])
    names = []
    for spot in found:
        assert spot is not None
        up = draft.turn_up(spot)
        draft.drain(up)
        names.append(up.unit.name)
    golem = spot_named(draft, move.what)
    assert golem is not None
    draft.change(golem, golem.unit._replace(power=golem.unit.power + points))
    draft.tell("powered", "TG-H6", seat, name=move.what, names=names, points=points)


def _attack(draft: Draft, seat: Seat, move: Move) -> None:
    strike_out(draft, seat, {at for _, _, at in move.attacks})
    declare(draft, seat, move)


def _end(draft: Draft, _seat: Seat, _move: Move) -> None:
    end_main(draft)


# -- fights and windows --------------------------------------------------------------------------


def _fight(draft: Draft, _seat: Seat, move: Move) -> None:
    begin(draft, next(one for one in draft.attacks if move.what == one.names[0]))


def _block(draft: Draft, _seat: Seat, move: Move) -> None:
    block(draft, move.what)


def _target(draft: Draft, _seat: Seat, move: Move) -> None:
    aim(draft, move.what)


def _pass(draft: Draft, seat: Seat, _move: Move) -> None:
    draft.passed = (*draft.passed, seat)
    draft.tell("passed", "TG-A62", seat)


# -- the end of a turn ---------------------------------------------------------------------------


def _discard(draft: Draft, seat: Seat, move: Move) -> None:
    cards = tuple([CARD[name] for name in move.names])
    draft.discard_from_hand(seat, cards, "TG-C7" if draft.phase == "discard" else "TG-A8")


def _keep(draft: Draft, seat: Seat, _move: Move) -> None:
    draft.tell("kept", "TG-C7", seat)


def _concede(draft: Draft, seat: Seat, _move: Move) -> None:
    draft.tell("concedes", "TG-V3", seat)
    draft.asked = None
    leave_table(draft, seat)


# -- choices -------------------------------------------------------------------------------------


def _form(draft: Draft, seat: Seat, move: Move) -> None:
    draft.asked = None
    name, word = move.names
    spot = spot_named(draft, name)
    assert spot is not None
    place = [form.name for form in FORMS[spot.unit.card]].index(word)
    draft.change(spot, spot.unit._replace(form=place))
    draft.tell("formed", TEXT[spot.unit.card], seat, name=name, form=word)


def _choose(draft: Draft, seat: Seat, move: Move) -> None:
    """What was asked inside a move is answered, and the move goes on."""
    asked, draft.asked = draft.asked, None
    assert asked is not None
    if asked.kind == "stolen":
        lose_stolen(draft, seat)
    elif move.what == "none":
        draft.tell("declined", asked.rule, seat)
    elif asked.kind == "recover":
        card, place = asked.about
        recover(draft, seat, move.names[0], ABILITIES[card][0].effects[place], asked.rule)
    elif asked.kind == "discard":
        draft.discard_from_hand(seat, (CARD[move.names[0]],), asked.rule)
    elif asked.kind == "pair":
        spot = spot_named(draft, move.names[0])
        if spot is not None:
            _give_up(draft, spot, asked.rule)
    else:
        draft.tell("chosen", asked.rule, seat, name=move.names[0])
        doom(draft, move.names, asked.about[0], asked.rule)


def _give_up(draft: Draft, spot: Spot, rule: str) -> None:
    """One of a victorious pair is discarded, without the attack ending for the other."""
    fight = draft.fight
    draft.fight = None
    bury(draft, spot, -1, rule)
    if fight is not None:
        names = tuple([name for name in fight.names if name != spot.unit.name])
        draft.fight = fight._replace(names=names)


_VERBS: dict[str, Callable[[Draft, Seat, Move], None]] = {
    "play": _play,
    "summon": summon,
    "reveal": reveal,
    "cast": cast,
    "move": _move,
    "join": _join,
    "split": _split,
    "power": _power,
    "use": use,
    "attack": _attack,
    "end": _end,
    "fight": _fight,
    "block": _block,
    "target": _target,
    "pass": _pass,
    "form": _form,
    "choose": _choose,
    "discard": _discard,
    "keep": _keep,
    "concede": _concede,
}


# -- who may act, and how it ends ----------------------------------------------------------------

_RULES = {
    "main": "TG-C5",
    "order": "TG-A45",
    "block": "TG-A46",
    "target": "TG-A48",
    "discard": "TG-C7",
    "excess": "TG-A8",
}


def prompts(position: Position) -> tuple[Prompt, ...]:
    """Who may act now, and for what; empty when it is over."""
    seat = position.to_act
    if seat is None:
        return ()
    if position.phase == "window":
        rule = WINDOW_RULES[position.window]
        return (Prompt(seat, f"window-{position.window}", rule, "response"),)
    if position.phase == "choice":
        asked = position.asked
        assert asked is not None
        return (Prompt(seat, f"choice-{asked.kind}", asked.rule, "response"),)
    facts = {}
    if position.phase == "excess":
        facts["count"] = len(position.hands[seat]) - hand_size(position, seat)
    elif position.phase == "discard":
        facts["count"] = min(MOST_DISCARDED, len(position.hands[seat]))
    mode = "response" if position.phase == "block" else "turn"
    return (Prompt(seat, position.phase, _RULES[position.phase], mode, facts),)  # type: ignore[arg-type]


_ENDINGS = {
    "deity": "TG-A32",
    "last": "TG-A68",
    "faith": "TG-O9",
    "strength": "TG-O10",
    "draw": "TG-A9",
}


def outcome(position: Position) -> Outcome | None:
    """How it ended; a draw is shared by all, a team's win by both."""
    if position.outcome is None:
        return None
    winners = position.outcome
    rule = _ENDINGS.get(position.why, "TG-A68")
    if not winners:
        share = 1.0 / position.seats
        return Outcome((), rule, (share,) * position.seats)
    scores = tuple([1.0 if seat in winners else 0.0 for seat in range(position.seats)])
    return Outcome(winners, rule, scores)
