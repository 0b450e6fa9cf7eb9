"""How Tempus lies on the table: two hands, two rows, and what may be said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Counter, Scene, Shape, Token, Verb, Zone
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tempus.position import ROUNDS_TO_LOSE, Die, Position
from tabletop_kit.games.tempus.rules import prompts

SHAPES: dict[int, Shape] = {
    4: "triangle",
    6: "square",
    8: "diamond",
    10: "kite",
    12: "pentagon",
}


def scene(
    position: Position, seat: Seat | None, texts: Texts, events: Sequence[Event] = ()
) -> Scene:
    """The table as ``seat`` sees it: the other hand lies face down (TP-3)."""
    near = 0 if seat is None else seat
    far = 1 - near
    came = _origins(position, seat, events)
    zones = (
        _score(position, far, texts),
        _score(position, near, texts),
        _hand(position, far, seat, texts, came, events),
        _row(position, far, seat, texts, came),
        _row(position, near, seat, texts, came),
        _hand(position, near, seat, texts, came, events),
    )
    return Scene(
        mood="tempus",
        zones=zones,
        verbs=_verbs(position, seat, texts),
        ask=_ask(position, seat, texts),
        turn=position.to_act,
        over=position.phase == "over",
        title=texts("table.title", round=position.round),
    )


def _score(position: Position, owner: Seat, texts: Texts) -> Zone:
    """Rounds won and lost, beside the table: two lost are a lost match (TP-12)."""
    counted: tuple[tuple[str, int, Literal["", "bad"]], ...] = (
        ("won", position.won[owner], ""),
        ("lost", position.lost[owner], "bad"),
    )
    return Zone(
        id=f"score-{owner}",
        label=texts("table.seat", seat=owner),
        layout="score",
        place="side",
        seat=owner,
        counters=tuple(
            Counter(f"{what}-{owner}", texts(f"table.{what}"), count, ROUNDS_TO_LOSE, "pips", tone)
            for what, count, tone in counted
        ),
        note=texts(f"choice.factions.{position.factions[owner]}.title"),
    )


def _hand(
    position: Position,
    owner: Seat,
    seat: Seat | None,
    texts: Texts,
    came: dict[str, str],
    events: Sequence[Event],
) -> Zone:
    tokens = (
        _own_dice(position, owner, texts, came, events)
        if owner == seat
        else _hidden_dice(position, owner, texts)
    )
    left = len(position.hands[owner])
    return Zone(
        id=f"hand-{owner}",
        label=texts("table.hand", "you" if owner == seat else "other", seat=owner),
        layout="hand",
        place="near" if owner == (seat or 0) else "far",
        seat=owner,
        tokens=tokens,
        note=texts("table.left", count=left) if left and owner != seat else "",
        empty=texts("table.hand-empty"),
    )


def _own_dice(
    position: Position, owner: Seat, texts: Texts, came: dict[str, str], events: Sequence[Event]
) -> tuple[Token, ...]:
    asked = position.to_act == owner and position.phase == "round"
    rolled = any(event.kind == "rolled" for event in events)
    return tuple(
        replace(_open_die(ident, die, owner, texts), able=asked, turn=rolled or ident in came)
        for ident, die in zip(hand_ids(position, owner), position.hands[owner], strict=True)
    )


def _hidden_dice(position: Position, owner: Seat, texts: Texts) -> tuple[Token, ...]:
    return tuple(
        Token(
            id=f"h{owner}-{place}",
            kind="die",
            label=texts("table.hidden-die"),
            seat=owner,
            hidden=True,
            move="lay ?",
        )
        for place in range(len(position.hands[owner]))
    )


def _row(
    position: Position, owner: Seat, seat: Seat | None, texts: Texts, came: dict[str, str]
) -> Zone:
    strengths = position.strength
    passed = position.passed[owner] and position.phase == "round"
    return Zone(
        id=f"row-{owner}",
        label=texts("table.row", "you" if owner == seat else "other", seat=owner),
        layout="row",
        place="near" if owner == (seat or 0) else "far",
        seat=owner,
        tokens=tuple(
            _laid(place, die, owner, texts, came) for place, die in enumerate(position.rows[owner])
        ),
        counters=(Counter(f"strength-{owner}", texts("table.strength"), strengths[owner]),),
        note=texts("table.passed") if passed else "",
        empty=texts("table.row-empty"),
        leads=strengths[owner] > strengths[1 - owner],
    )


def _laid(place: int, die: Die, owner: Seat, texts: Texts, came: dict[str, str]) -> Token:
    ident = f"r{owner}-{place}"
    token = _open_die(ident, die, owner, texts)
    return replace(token, turn=ident in came, came_from=came.get(ident, ""))


def _open_die(ident: str, die: Die, owner: Seat, texts: Texts) -> Token:
    """A die that shows its face: its outline is the die, and touching it says to lay it."""
    return Token(
        id=ident,
        kind="die",
        label=texts("word.die", size=die.size, value=die.value),
        shape=SHAPES[die.size],
        face=str(die.value),
        corner=texts("word.size", size=die.size),
        seat=owner,
        move=f"lay {die}",
    )


def hand_ids(position: Position, owner: Seat) -> list[str]:
    """A stable id for each die of a hand: equal dice are told apart by a number only."""
    counts: dict[Die, int] = {}
    ids = []
    for die in position.hands[owner]:
        number = counts.get(die, 0)
        counts[die] = number + 1
        ids.append(f"h{owner}-{die}-{number}")
    return ids


def _origins(position: Position, seat: Seat | None, events: Sequence[Event]) -> dict[str, str]:
    """From where the tokens of the last move came: token id to token or zone id."""
    came: dict[str, str] = {}
    for event in events:
        if event.kind == "laid" and event.seat is not None and position.rows[event.seat]:
            owner = event.seat
            target = f"r{owner}-{len(position.rows[owner]) - 1}"
            came[target] = _from_hand(position, owner, event, seat)
        elif event.kind == "kept":
            came[f"r{event.seat}-0"] = f"r{event.seat}-{event.facts['roll'] - 1}"
        elif event.kind == "gained" and event.seat == seat:
            die = event.facts.get("die") or event.secret.get("die")
            number = [str(held) for held in position.hands[event.seat or 0]].count(str(die)) - 1
            came[f"h{event.seat}-{die}-{number}"] = f"row-{event.seat}"
    return came


def _from_hand(position: Position, owner: Seat, event: Event, seat: Seat | None) -> str:
    if owner != seat:
        return f"h{owner}-{len(position.hands[owner])}"
    die = event.facts["die"]
    number = [str(held) for held in position.hands[owner]].count(die)
    return f"h{owner}-{die}-{number}"


def _verbs(position: Position, seat: Seat | None, texts: Texts) -> tuple[Verb, ...]:
    asked = seat is not None and position.to_act == seat
    if position.phase == "over":
        return ()
    if position.phase == "choose-beginner":
        return tuple(
            Verb(f"begin-{who}", texts("table.begin", seat=who), f"begin {who}", able=asked)
            for who in (0, 1)
        )
    return (Verb("pass", texts("table.pass"), "pass", able=asked, key="p"),)


def _ask(position: Position, seat: Seat | None, texts: Texts) -> str:
    if position.phase == "over":
        beaten = [count >= ROUNDS_TO_LOSE for count in position.lost]
        if all(beaten):
            return texts("ask.drawn")
        winner = 1 if beaten[0] else 0
        return texts("ask.won", "you" if winner == seat else "other", seat=winner)
    (prompt,) = prompts(position)
    return texts.invite(prompt, seat)
