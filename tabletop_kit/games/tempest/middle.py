"""The middle of the table: the Battleground, the fight, the stack of answers, and the lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from tabletop_kit.engine.phrases import in_a_row
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Line, Token, Zone
from tabletop_kit.games.tempest.attacking import PLAYER
from tabletop_kit.games.tempest.cards import OCCUPATION, PANTHEON, TEXT
from tabletop_kit.games.tempest.clash import standing
from tabletop_kit.games.tempest.eyes import Eyes
from tabletop_kit.games.tempest.formats import label, tell_move
from tabletop_kit.games.tempest.homelands import touch, units_tokens
from tabletop_kit.games.tempest.position import BATTLEGROUND, Lasting, Play, opponents
from tabletop_kit.games.tempest.tokens import SEALS, SIGNS, card_name, card_words


def middle(eyes: Eyes) -> Iterator[Zone]:
    """What waits for answers, then the fight, then the Battleground, then what stays in play."""
    if eyes.position.stack:
        yield _stack(eyes)
    yield _ground(eyes)
    yield from _camps(eyes)
    if eyes.position.lasting:
        yield _lasting(eyes)


# -- the Battleground ------------------------------------------------------------------------------


def _ground(eyes: Eyes) -> Zone:
    texts = eyes.texts
    told = list(_told(eyes))
    if not any(eyes.position.battleground):
        told.append(texts("table.ground-empty"))
    return Zone(
        id="battleground",
        label=texts("word.area.battleground"),
        layout="realm",
        place="middle",
        glyph="sword",
        tokens=tuple(_rivals(eyes)),
        note=" ".join(told),
    )


def _rivals(eyes: Eyes) -> Iterator[Token]:
    """Whom to attack, where the attacks may be for several players."""
    position, texts = eyes.position, eyes.texts
    if not eyes.asked or eyes.seat is None or position.phase != "main" or position.declared:
        return
    rivals = opponents(position, eyes.seat)
    if len(rivals) < 2 or len(position.battleground[eyes.seat]) < 2:
        return
    for seat in rivals:
        yield Token(
            id=f"{PLAYER}{seat}",
            kind="marker",
            label=texts("table.attack", seat=seat),
            shape="chip",
            name=texts("table.attack", seat=seat),
            seat=seat,
            glyph="sword",
            word=f"{PLAYER}{seat}",
        )


def _camps(eyes: Eyes) -> Iterator[Zone]:
    position, count = eyes.position, eyes.position.seats
    for step in (*range(1, count), 0):
        seat = (eyes.first + step) % count
        if not position.battleground[seat]:
            continue
        yield Zone(
            id=f"ground-{seat}",
            label=eyes.texts("table.camp", "you" if seat == eyes.seat else "other", seat=seat),
            layout="camp",
            place="middle",
            seat=seat,
            tokens=tuple(units_tokens(eyes, seat, BATTLEGROUND, position.battleground[seat])),
            within="battleground",
        )


# -- the fight -------------------------------------------------------------------------------------


def _told(eyes: Eyes) -> Iterator[str]:
    """The fight with both totals and what would come of it, the attacks to come, who would fall."""
    position, texts, fight = eyes.position, eyes.texts, eyes.position.fight
    if position.phase == "over":
        return
    # Once the sides have been compared, what was told of it before is no longer true.
    if fight is not None and ("compare",) in position.agenda:
        names = in_a_row(texts, [label(texts, name) for name in fight.names])
        if fight.defender:
            clash = standing(position, fight)
            defender = label(texts, fight.defender)
            yield texts("table.fight.totals", names=names, defender=defender, **clash.facts)
            yield clash.told(texts)
        else:
            form = "you" if fight.seat == eyes.seat else "other"
            yield texts("table.fight.open", form, names=names, seat=fight.seat, by=fight.by)
    for seat in dict.fromkeys([attack.seat for attack in position.attacks]):
        told = [_attackers(eyes, one.names) for one in position.attacks if one.seat == seat]
        form = "you" if seat == eyes.seat else "other"
        yield texts("table.fight.declared", form, names=in_a_row(texts, told), seat=seat)
    if position.doomed:
        doomed = in_a_row(texts, [label(texts, one.name) for one in position.doomed])
        yield texts("table.doomed", names=doomed)


def _attackers(eyes: Eyes, names: Sequence[str]) -> str:
    """Who attacks: one alone, or a pair."""
    told = [label(eyes.texts, name) for name in names]
    if len(told) == 2:
        return eyes.texts("word.pair", one=told[0], other=told[1])
    return in_a_row(eyes.texts, told)


# -- the stack of answers --------------------------------------------------------------------------


def _stack(eyes: Eyes) -> Zone:
    """What has been announced and not yet happened, the top first, in words."""
    stack = eyes.position.stack
    tokens = [_play(eyes, place, play) for place, play in enumerate(stack)]
    return Zone(
        id="stack",
        label=eyes.texts("table.stack"),
        layout="stack",
        place="middle",
        tokens=tuple(tokens),
        note=eyes.texts("table.stack-note"),
        glyph="scroll",
    )


def _play(eyes: Eyes, place: int, play: Play) -> Token:
    texts = eyes.texts
    told = tell_move(texts, play.move)
    whose = texts("table.by", "you" if play.seat == eyes.seat else "other", seat=play.seat)
    first = texts("table.stack-first") if place == 0 else ""
    return Token(
        id=f"play-{len(eyes.position.stack) - place}",
        kind="card",
        label=told,
        shape="page",
        corner=str(place + 1),
        name=told,
        glyph=SIGNS[OCCUPATION[play.card]],
        tint=PANTHEON[play.card].lower(),
        marks=tuple([part for part in (whose, first) if part]),
        seat=play.seat,
        text=card_words(play.card, texts),
        rule=TEXT[play.card],
    )


def _lasting(eyes: Eyes) -> Zone:
    texts = eyes.texts
    return Zone(
        id="lasting",
        label=texts("table.lasting"),
        layout="chips",
        place="middle",
        tokens=tuple([_stays(eyes, one) for one in eyes.position.lasting]),
    )


def _stays(eyes: Eyes, one: Lasting) -> Token:
    texts = eyes.texts
    marks = [texts("table.by", "you" if one.seat == eyes.seat else "other", seat=one.seat)]
    if one.left:
        marks.append(texts("table.left", count=one.left))
    if one.at >= 0:
        marks.append(texts("table.against", seat=one.at))
    return Token(
        id=one.name,
        kind="marker",
        label=label(texts, one.name),
        shape="chip",
        name=card_name(one.card, texts),
        face=str(one.left) if one.left else "",
        glyph=SEALS[PANTHEON[one.card]],
        marks=tuple(marks),
        seat=one.seat,
        text=card_words(one.card, texts),
        rule=TEXT[one.card],
        **touch(eyes, one.name),
    )


# -- lines -----------------------------------------------------------------------------------------


def lines(eyes: Eyes) -> Iterator[Line]:
    """Who attacks and blocks whom, and what each answer is aimed at; each word once.

    When the game is over nothing is still to come.
    """
    if eyes.position.phase == "over":
        return
    told: set[tuple[str, str]] = set()
    for source, target, kind in (*_attacks(eyes), *_aims(eyes)):
        word = "" if (target, kind) in told else eyes.texts(f"table.line.{kind}")
        told.add((target, kind))
        yield Line(source, target, kind, word)


Drawn = tuple[str, str, Literal["attack", "block", "answer"]]


def _attacks(eyes: Eyes) -> Iterator[Drawn]:
    position, fight = eyes.position, eyes.position.fight
    for attack in position.attacks:
        for name in attack.names:
            yield name, _front(eyes, attack.seat), "attack"
    for name in fight.names if fight is not None else ():
        assert fight is not None
        if fight.blocker:
            yield fight.blocker, name, "block"
        else:
            yield name, fight.target or _front(eyes, fight.seat), "attack"


def _front(eyes: Eyes, seat: Seat) -> str:
    """Where a player meets an attack: with the fighters in the Battleground, or at home."""
    return f"ground-{seat}" if eyes.position.battleground[seat] else f"realm-{seat}"


def _aims(eyes: Eyes) -> Iterator[Drawn]:
    """From each line of the stack to what it picks."""
    stack = eyes.position.stack
    for place, play in enumerate(stack):
        source = f"play-{len(stack) - place}"
        names = [name for name in play.targets if name not in play.gone]
        for name in (*names, *([play.move.turn] if play.move.turn else [])):
            yield source, name, "answer"
        if play.move.at_seat >= 0:
            yield source, f"realm-{play.move.at_seat}", "answer"
