"""How a game of Vortex begins, and positions as mappings: opened and written.

Reading what a mapping holds, and refusing what cannot be, is in ``reading.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_kit.engine.event import Log
from tabletop_kit.engine.luck import Luck, ScriptError
from tabletop_kit.engine.ruling import Json
from tabletop_kit.games.vortex.cards import (
    CARD,
    COLOURS,
    DEVOTEES,
    FRENZIES,
    LOCATIONS,
    ORDER,
    ROGATIONS,
    TEXT,
    Card,
    Cards,
    written,
)
from tabletop_kit.games.vortex.draft import Draft
from tabletop_kit.games.vortex.position import (
    HAND,
    InForce,
    Position,
    colour_name,
    score,
    unit_text,
)
from tabletop_kit.games.vortex.reading import Choices, read_choices, read_position
from tabletop_kit.games.vortex.rounds import run

OPTIONS = (
    *("seats", "colours", "plain_locations", "no_rogations", "no_red", "fire_three", "length"),
)
DEALT = 12
"""Frenzies, and Rogations, that each seat is dealt (VX-R63)."""


def setup(options: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
    """A game from the start (VX-R63, VX-R65). Raises ``BadPosition`` when an option is refused."""
    choices = read_choices(options, OPTIONS)
    draft = Draft(blank(choices, luck), log)
    colours = [COLOURS[colour] for colour in choices.colours]
    draft.tell("begun", "VX-R65", None, colours=colours, rounds=choices.length)
    draft.locations = _locations(draft, choices.length)
    seats = len(choices.colours)
    frenzies = _sampled(draft, "deal", FRENZIES, DEALT * seats)
    rogations = () if choices.no_rogations else _sampled(draft, "deal", ROGATIONS, DEALT * seats)
    piles = []
    for seat, colour in enumerate(choices.colours):
        dealt = slice(seat * DEALT, (seat + 1) * DEALT)
        deck = (*DEVOTEES[colour], *frenzies[dealt], *rogations[dealt])
        piles.append(_shuffled(draft, deck))
    draft.draw = tuple(piles)
    for seat in range(seats):
        draft.draw_cards(seat, HAND, "VX-R65")
    draft.then([("begin_round",)])
    run(draft)
    return draft.freeze()


def _locations(draft: Draft, length: int) -> Cards:
    """The Locations of a game, top first: all, one of each turn order, or any twelve (VX-R64)."""
    orders = len({ORDER[card] for card in LOCATIONS})
    if length != orders:
        return _sampled(draft, "locations", LOCATIONS, length)
    if draft.luck.script:
        cards = _sampled(draft, "locations", LOCATIONS, length)
        if len({ORDER[card] for card in cards}) < orders:
            raise ScriptError("a game of 24 rounds has one Location of each turn order")
        return cards
    first: dict[tuple[int, ...], Card] = {}
    for card in _sampled(draft, "locations", LOCATIONS, len(LOCATIONS)):
        first.setdefault(ORDER[card], card)
    return tuple(first.values())


def _sampled(draft: Draft, stream: str, cards: Cards, count: int) -> Cards:
    """Cards drawn at random; scripted ones are given by their ids."""
    if draft.luck.script:
        drawn, draft.luck = draft.luck.sample(stream, written(cards), count)
        return tuple([CARD[text] for text in drawn])
    taken, draft.luck = draft.luck.sample(stream, cards, count)
    return taken


def _shuffled(draft: Draft, cards: Sequence[Card]) -> Cards:
    return _sampled(draft, "deal", tuple(cards), len(cards))


def blank(choices: Choices, luck: Luck) -> Position:
    """A position with nothing on the table yet, for the chosen options."""
    seats = len(choices.colours)
    nothing: tuple[Cards, ...] = ((),) * seats
    return Position(
        colours=choices.colours,
        plain_locations=choices.plain_locations,
        no_rogations=choices.no_rogations,
        no_red=choices.no_red,
        fire_kills=choices.fire_kills,
        length=choices.length,
        round=0,
        location=-1,
        locations=(),
        used=(),
        order=tuple(range(seats)),
        acted=(False,) * seats,
        phase="turn",
        window="",
        to_act=None,
        done=(),
        draw=nothing,
        hands=nothing,
        discard=nothing,
        fearful=nothing,
        field=((),) * seats,
        rogations=(),
        vortex=(),
        played=(0,) * seats,
        bonus=(0,) * seats,
        declared=0,
        engaged=(),
        sealed=(),
        asked=None,
        agenda=(),
        known=nothing,
        luck=luck,
    )


def load(mapping: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
    """The position that a mapping describes; what is left out takes its default.

    What would happen by itself in it happens. Raises ``BadPosition``.
    """
    choices = read_choices(mapping, ())
    position = read_position(mapping, blank(choices, luck))
    draft = Draft(position, log)
    _go_on(draft)
    run(draft)
    return draft.freeze()


def _go_on(draft: Draft) -> None:
    """Take the game up where a position stands (Notation, "Loading")."""
    seat = draft.to_act
    if draft.phase == "over":
        draft.to_act = None
    elif draft.phase == "refill":
        sealed = zip(draft.hands, draft.sealed, strict=True)
        draft.sealed = tuple([one if hand else () for hand, one in sealed])
        draft.then([("go_on_sealing",)])
    elif draft.phase == "window":
        first = 0 if seat is None else draft.order.index(seat)
        draft.then([("ask_in_window", first)])
    elif seat is None:
        draft.then([("begin_refill",)])
    elif draft.done:
        draft.then([("stand_open", seat)])
    else:
        draft.then([("begin_turn", seat)])


# -- written -------------------------------------------------------------------------------------


def dump(position: Position) -> dict[str, Json]:
    """All position keys of a position; :func:`load` makes it again."""
    data: dict[str, Json] = {
        "colours": [COLOURS[colour] for colour in position.colours],
        "plain_locations": position.plain_locations,
        "no_rogations": position.no_rogations,
        "no_red": position.no_red,
        "fire_three": "kill" if position.fire_kills else "nothing",
        "length": position.length,
        "round": position.round,
        "location": TEXT[position.location],
        "locations": written(position.locations),
        "used": written(position.used),
        "order": [colour_name(position, seat) for seat in position.order],
        "acted": list(position.acted),
        "phase": position.phase,
        "done": list(position.done),
        "draw": [written(pile) for pile in position.draw],
        "hands": [written(hand) for hand in position.hands],
        "discard": [written(pile) for pile in position.discard],
        "fearful": [written(pile) for pile in position.fearful],
        "field": [[unit_text(unit) for unit in field] for field in position.field],
        "rogations": [rogation_text(position, one) for one in position.rogations],
        "vortex": written(position.vortex),
        "played": list(position.played),
        "bonus": list(position.bonus),
        "declared": position.declared,
        "engaged": written(position.engaged),
        "score": score(position),
        "known": [written(cards) for cards in position.known],
    }
    data.update(_sometimes(position))
    return data


def _sometimes(position: Position) -> dict[str, Json]:
    """The keys that are there only where they mean something."""
    data: dict[str, Json] = {}
    if position.to_act is not None:
        data["to_act"] = position.to_act
    if position.phase == "window":
        data["window"] = position.window
    if position.phase == "refill":
        data["sealed"] = [sealed_text(cards) for cards in position.sealed]
    if position.asked is not None:
        asked = position.asked
        data["choice"] = f"discard {asked.number}" if asked.kind == "discard" else asked.kind
    if position.phase == "over":
        points = score(position)
        data["outcome"] = [seat for seat, one in enumerate(points) if one == max(points)]
    return data


def sealed_text(cards: Cards | None) -> str:
    """A sealed choice as it is written.

    >>> sealed_text(None), sealed_text(()), sealed_text((CARD["F01"], CARD["P02"]))
    ('', 'refill', 'discard F01 P02')
    """
    if cards is None:
        return ""
    return " ".join(["discard", *written(cards)]) if cards else "refill"


def rogation_text(position: Position, one: InForce) -> str:
    """A Rogation in force as it is written: who, which, whom it names, whether it was paid for."""
    others = [colour_name(position, seat) for seat in one.others]
    paid = ["!"] if one.paid else []
    return " ".join([colour_name(position, one.seat), TEXT[one.card], *others, *paid])
