"""Positions that cannot be: what is well written each by itself and does not go together (TG-N2).

``reading.py`` reads each key by itself; here they are compared with one another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.tuples import put
from tabletop_kit.games.tempest.cards import ACTIVATED, CARD, PLAYING, PRINTED_KEYWORDS
from tabletop_kit.games.tempest.judging import faults_of
from tabletop_kit.games.tempest.moves import STOLEN
from tabletop_kit.games.tempest.names import names_in_play, spot_named
from tabletop_kit.games.tempest.piece_reading import refuse, unit_text
from tabletop_kit.games.tempest.position import Fight, Play, Position, all_spots

_DOMINATION, _GATE = CARD["domination"], CARD["bronze-gate"]
_WITH_POOL = (CARD["blood-priest"], CARD["false-prophet"])
_STAYS_THERE = ("", "drain_self", "drain_bearer")
"""Costs that leave all cards where they are, so that a use of them can be looked at again."""
_NEVER = ("TG-N1", "TG-T4", "TG-A13")
_UNAIMED = ("needs-player", "needs-opponent", "no-player", "needs-target", "one-target")
"""The refusals of a play that nothing which has happened since could explain."""
_PHASES_OF: Mapping[str, Sequence[str]] = {
    "window": ("window",),
    "why": ("over",),
    "stack": ("window", "over"),
    "attacks": ("order", "block", "target", "window", "over"),
    "fight": ("block", "target", "window", "over"),
}
"""The keys that mean something in some phases only."""


def check_together(given: Mapping[str, Json], position: Position) -> None:
    """Refuse a position whose keys do not go together. Raises ``BadPosition``."""
    for key, phases in _PHASES_OF.items():
        if given.get(key) and position.phase not in phases:
            refuse("idle-key", key=key, phase=position.phase, known=", ".join(phases))
    if "harvest" in given and not position.choices.win_by_strength:
        refuse("idle-harvest")
    for one in _CHECKS:
        one(position)


def _seats(position: Position) -> None:
    """Nobody is protected against himself, and who is out has nothing and does nothing."""
    for seat, others in enumerate(position.protected):
        if seat in others or len(set(others)) < len(others):
            refuse("no-protected", text=shortened(list(others)), seat=seat)
    if len(set(position.out)) < len(position.out):
        refuse("seat-twice", key="out", text=shortened(list(position.out)))
    if len(set(position.passed)) < len(position.passed):
        refuse("seat-twice", key="passed", text=shortened(list(position.passed)))
    if position.phase == "main" and position.to_act not in (None, position.turn):
        refuse("not-turns-seat", seat=position.to_act)
    places = {"wander": position.wander, "battleground": position.battleground}
    for seat in position.out:
        for key, lists in {**places, "temples": position.temples}.items():
            if lists[seat]:
                refuse("out-yet", seat=seat, key=key)
        if position.phase == "main" and seat == position.turn:
            refuse("out-yet", seat=seat, key="turn")
        if seat == position.to_act:
            refuse("out-yet", seat=seat, key="to_act")


def _states(position: Position) -> None:
    """Only what tunnels is in a tunnel, and a Domination holds for its own player.

    One of the owner's may be left alone: laid over another's, who is out since.
    """
    for spot in all_spots(position):
        unit = spot.unit
        digs = any(["tunneling" in PRINTED_KEYWORDS[one.card] for one in unit.members])
        if unit.tunneling and not digs:
            refuse("no-state", text=unit_text(unit, spot.seat))
        held = [one for one in unit.members[0].spells if one.card == _DOMINATION and one.name]
        if held and held[-1].owner != spot.seat:
            refuse("no-domination", text=unit_text(unit, spot.seat))


def _names(position: Position) -> None:
    """What is said of cards in play is said of such as are in play."""
    there = set(names_in_play(position))
    for key in ("attacked", "blocked", "used"):
        for name in getattr(position, key):
            if name not in there:
                refuse("no-such-name", key=key, text=shortened(name))
    for mod in position.mods:
        if mod.name not in there:
            refuse("no-such-name", key="mods", text=shortened(mod.name))
    for pool in position.pools:
        spot = spot_named(position, pool.name)
        holder = spot is not None and spot.unit.name and spot.unit.card in _WITH_POOL
        if not holder or not pool.points:
            refuse("no-pool", text=f"{shortened(pool.name)} {pool.points}")


def _lasting(position: Position) -> None:
    """What lasts stays by itself, for as long as it says and no longer."""
    for one in position.lasting:
        playing, text = PLAYING[one.card], f"{one.seat} {one.name}"
        attached = playing is not None and any([do.do == "attach" for do in playing.effects])
        if playing is None or not playing.stays or attached or one.seat in position.out:
            refuse("no-lasting", text=text)
        if bool(one.left) != bool(playing.lasts) or one.left > playing.lasts:
            refuse("no-lasting-left", text=text, least=min(1, playing.lasts), most=playing.lasts)
        if (one.at >= 0) != (one.card == _GATE) or one.at == one.seat:
            refuse("no-lasting-at", text=text)


def _stack(position: Position) -> None:
    """What waits was written as a play of that card, by who could make it, at what it names."""
    for play in position.stack:
        ability = ACTIVATED[play.card] if play.kind == "ability" else None
        if ability is not None and (ability.cost or ("",))[-1] not in _STAYS_THERE:
            continue
        if STOLEN in play.move.payers or _changed_hands(position, play):
            continue
        hands = position.hands
        if ability is None:
            hands = put(hands, play.seat, (*hands[play.seat], play.card))
        before = replace(position, phase="main", window="", hands=hands)
        for fault in faults_of(before, play.seat, play.move):
            if fault.rule in _NEVER or fault.why in _UNAIMED:
                refuse("no-play", text=f"{play.seat} {play.move}")


def _changed_hands(position: Position, play: Play) -> bool:
    """Whether who made a play may have been taken since, or have gone home."""
    move = play.move
    spots = [spot_named(position, name) for name in (move.by, move.what, *move.payers, *move.at)]
    taken = [one for one in spots if one is not None and one.unit.members[0].owner != one.seat]
    return bool(taken or position.out)


def _attacks(position: Position) -> None:
    """Attacks are declared by the turn player, each card once, on others."""
    names = [name for attack in position.attacks for name in attack.names]
    if len(set(names)) < len(names):
        refuse("bad-attacks", text=", ".join(names))
    for attack in position.attacks:
        if attack.seat == position.turn:
            refuse("bad-attack", text=f"{' + '.join(attack.names)} {attack.seat}")


def _fight(position: Position) -> None:
    """An attack in progress goes against another player, and has one defender once fixed."""
    fight = position.fight
    if fight is None or position.phase == "over":
        return
    fixed = position.phase == "window" and position.window == "fight"
    early = position.phase in ("block", "target")
    faults = (
        fight.seat == fight.by and not _taken(position, fight),
        not _stands(position, fight),
        bool(fight.blocker and fight.target),
        fixed and not fight.defender,
        early and bool(fight.defender),
    )
    if any(faults):
        refuse("bad-fight", text=" + ".join(fight.names))


def _taken(position: Position, fight: Fight) -> bool:
    """Whether the attacker may attack its own controller: it is another's, or has come home."""
    spot = spot_named(position, fight.names[0])
    return bool(position.out) or (spot is not None and spot.unit.members[0].owner != fight.by)


def _stands(position: Position, fight: Fight) -> bool:
    """Whether the defender is no attacker and not plainly the attacking player's own.

    It may have been taken from the player attacked since, or have gone home from him.
    """
    spot = spot_named(position, fight.defender) if fight.defender else None
    if spot is not None:
        one = spot.unit.members[0]
        ours = spot.seat == fight.by and one.owner == fight.by and not one.spells
        return fight.defender not in fight.names and not ours
    temples = [one.name for one in position.temples[fight.seat]]
    return not fight.defender or fight.target in temples


_CHECKS: tuple[Callable[[Position], None], ...] = (
    _seats,
    _states,
    _names,
    _lasting,
    _stack,
    _attacks,
    _fight,
)
