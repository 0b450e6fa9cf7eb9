"""How a game of Tomes begins, and positions as mappings: opened and written.

Reading what a mapping holds, and refusing what cannot be, is in ``reading.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tabletop_kit.engine.event import Log
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.ruling import Json
from tabletop_kit.games.tomes.dealing import begin_descent
from tabletop_kit.games.tomes.draft import Draft
from tabletop_kit.games.tomes.fight import medal_of
from tabletop_kit.games.tomes.position import (
    ECHOES,
    NOBODY,
    SUITS,
    TEXT,
    Position,
    written,
)
from tabletop_kit.games.tomes.reading import Choices, read_choices, read_position
from tabletop_kit.games.tomes.rules import settled

OPTIONS = ("seats", "edition", "readings", "rung", "campaign", "inoculation")


def setup(options: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
    """A game from the start (TM-T2, TM-25). Raises ``BadPosition`` when an option is refused."""
    choices = read_choices(options, OPTIONS, dealt=True)
    draft = Draft(_nothing(choices), log)
    draft.luck = luck
    draft.tell("begun", "TM-25", None, seats=choices.seats)
    if choices.readings:
        draft.tell("readings", "TM-19", None, readings=list(choices.readings))
    begin_descent(draft, 0, [None] * choices.seats, deal_readings=not choices.readings)
    return draft.freeze()


@cache
def _nothing(choices: Choices) -> Position:
    """What every game with these choices begins from; its luck is still to come."""
    return blank(choices, Luck.of(0, ()))


def blank(choices: Choices, luck: Luck) -> Position:
    """A position with nothing on the table yet, for the chosen options."""
    seats = choices.seats
    return Position(
        seats=seats,
        edition=choices.edition,
        rung=choices.rung,
        readings=choices.readings,
        terror=choices.terror,
        descent=1,
        hands=((),) * seats,
        gathering=(),
        grave=(),
        table=(),
        pantheon=(),
        owed=(),
        entity=NOBODY,
        ruin=0,
        ward=0,
        withheld=0,
        broken=False,
        phase="turn",
        to_act=0,
        endured=(False,) * seats,
        echoes=ECHOES[seats],
        stones=((),) * seats,
        channels=0,
        run=0,
        beckons=0,
        mustered=False,
        expunged=(),
        subdued=(),
        worn=(),
        fired=(0, 0, 0, 0),
        result="",
        why="",
        known=0,
        under=0,
        mixed=0,
        luck=luck,
    )


def load(mapping: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
    """The position that a mapping describes; what is left out takes its default.

    What would happen by itself in it happens: step 4 with nothing due passes on, and a turn or a
    payment that cannot be met is lost. Raises ``BadPosition``.
    """
    choices = read_choices(mapping, (), dealt=False)
    position = read_position(mapping, blank(choices, luck))
    return settled(position, log)


def dump(position: Position) -> dict[str, Json]:
    """All position keys of a position; :func:`load` makes it again."""
    data: dict[str, Json] = {
        "seats": position.seats,
        "edition": position.edition,
        "hands": [written(hand) for hand in position.hands],
        "gathering": written(position.gathering),
        "grave": written(position.grave),
        "table": written(position.table),
        "pantheon": written(position.pantheon),
        "owed": written(position.owed),
        "ruin": position.ruin,
        "ward": position.ward,
        "withheld": position.withheld,
        "domain": "broken" if position.broken else "whole",
        "phase": position.phase,
        "due": position.due,
        "endured": list(position.endured),
        "echoes": position.echoes,
        "stones": [list(held) for held in position.stones],
        "channels": position.channels,
        "run": position.run,
        "beckons": position.beckons,
        "mustered": position.mustered,
        "expunged": written(position.expunged),
        "subdued": written(position.subdued),
        "limit": position.limit,
        "memory": [position.known, position.under, position.mixed],
    }
    data.update(_sometimes(position))
    return data


def _sometimes(position: Position) -> dict[str, Json]:
    """The keys that are there only where they mean something."""
    data: dict[str, Json] = {}
    if position.edition:
        data["readings"] = list(position.readings)
    if position.rung:
        data["rung"] = position.rung
    if position.terror:
        data["campaign"] = "terror"
        data["descent"] = position.descent
        data["worn"] = [SUITS[suit] for suit in position.worn]
        data["fired"] = dict(zip(SUITS, position.fired, strict=True))
    if position.entity >= 0:
        data["entity"] = TEXT[position.entity]
    if position.to_act is not None:
        data["to_act"] = position.to_act
    if position.result:
        data["outcome"] = position.result
        data["why"] = position.why
    medal = medal_now(position)
    if medal:
        data["medal"] = medal
    return data


def medal_now(position: Position) -> str:
    """The medal that is due: of a game won alone (TM-22); empty otherwise."""
    if position.result != "won":
        return ""
    return medal_of(position.seats, position.echoes, len(position.subdued))
