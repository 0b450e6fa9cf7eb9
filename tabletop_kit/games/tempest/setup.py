"""How a game of Tempest begins, and positions as mappings: opened and written.

Reading what a mapping holds, and refusing what cannot be, is in ``reading.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tabletop_kit.engine.event import Log
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.engine.tuples import put
from tabletop_kit.games.tempest.asked import concerned, could_answer
from tabletop_kit.games.tempest.cards import (
    CARD,
    IS_CHARACTER,
    OCCUPATION,
    SU,
    Card,
    Cards,
    written,
)
from tabletop_kit.games.tempest.draft import Draft
from tabletop_kit.games.tempest.entering import enter_temple
from tabletop_kit.games.tempest.fights import (
    FROM_BLOCK,
    FROM_FIGHT,
    FROM_TARGET,
    totals,
)
from tabletop_kit.games.tempest.flow import run
from tabletop_kit.games.tempest.impossible import check_together
from tabletop_kit.games.tempest.names import free_name, names_in_play
from tabletop_kit.games.tempest.piece_reading import refuse, temple_table, unit_text
from tabletop_kit.games.tempest.position import (
    HAND,
    WANDER,
    Choices,
    Lasting,
    Member,
    Mod,
    Position,
    Task,
    Unit,
)
from tabletop_kit.games.tempest.reading import KINDS, OPTIONS, read_choices, read_position
from tabletop_kit.games.tempest.stack_reading import attack_text, rebuilt
from tabletop_kit.games.tempest.turns import AFTER_MAIN, begin_turn

_KIND_OF = dict(zip(KINDS, ("Follower", "Priest", "Temple"), strict=True))
KEPT = tuple([name for name in OPTIONS if name not in ("deck_lists", "start_cards", "seats")])
"""The options that stand in every position; the others are used up at set-up."""


def setup(options: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
    """A game from the start (TG-C1). Raises ``BadPosition`` when an option is refused."""
    choices = read_choices(options, OPTIONS)
    draft = Draft(blank(choices, luck), log)
    starter, draft.luck = draft.luck.below("start", choices.seats)
    draft.turns = (0,) * choices.seats
    draft.protected = tuple(
        [
            tuple([other for other in range(choices.seats) if other != seat])
            for seat in range(choices.seats)
        ]
    )
    draft.tell("begun", "TG-C1", None, seats=choices.seats, starter=starter)
    for seat, deck in enumerate(choices.deck_lists):
        rest = _start_cards(draft, seat, deck, choices.start_cards)
        texts, draft.luck = draft.luck.shuffled("deck", written(rest))
        draft.decks = put(draft.decks, seat, tuple([CARD[text] for text in texts]))
    for seat in range(choices.seats):
        if choices.opening_redraw:
            _redraw(draft, seat)
        draft.draw_cards(seat, HAND, "TG-C1")
    begin_turn(draft, starter)
    run(draft)
    return draft.freeze()


def _redraw(draft: Draft, seat: Seat) -> None:
    """A first hand without a Character for nothing is shown and dealt anew (TG-O18).

    A deck without such a card is spared the search.
    """
    if not any([_is_free(card) for card in draft.decks[seat]]):
        return
    while not any([_is_free(card) for card in draft.decks[seat][:HAND]]):
        hand = sorted(written(draft.decks[seat][:HAND]))
        draft.tell("redrawn", "TG-O18", seat, reveals=True, cards=hand)
        texts, draft.luck = draft.luck.shuffled("deck", sorted(written(draft.decks[seat])))
        draft.decks = put(draft.decks, seat, tuple([CARD[text] for text in texts]))


def _is_free(card: Card) -> bool:
    return IS_CHARACTER[card] and SU[card] == 0


def _start_cards(draft: Draft, seat: Seat, deck: Cards, counts: tuple[int, int, int]) -> Cards:
    """The first cards of each kind in a deck come into play undrained (TG-O11); what is left."""
    rest = list(deck)
    for kind, count in zip(KINDS, counts, strict=True):
        if not count:
            continue
        found = [card for card in rest if OCCUPATION[card] == _KIND_OF[kind]][:count]
        for card in found:
            rest.remove(card)
            if kind == "temples":
                enter_temple(draft, seat, card)
                continue
            name = free_name(draft, card)
            draft.place(Unit(name, (Member(card, name, seat),), False), seat, WANDER)
            draft.tell(
                "entered", "TG-O11", seat, reveals=True, name=name, area=WANDER, drained=False
            )
    return tuple(rest)


def blank(choices: Choices, luck: Luck) -> Position:
    """A position with nothing on the table yet, for the chosen options."""
    seats = choices.seats
    return Position(
        choices=_in_play(choices),
        turn=0,
        turns=(2,) * seats,
        phase="main",
        window="",
        to_act=None,
        passed=(),
        stack=(),
        hands=((),) * seats,
        decks=((),) * seats,
        discard=((),) * seats,
        wander=((),) * seats,
        battleground=((),) * seats,
        temples=((),) * seats,
        lasting=(),
        mods=(),
        pools=(),
        attacks=(),
        fight=None,
        doomed=(),
        zeros=0,
        declared=False,
        attacked=(),
        blocked=(),
        used=(),
        protected=((),) * seats,
        extra=(),
        quiet=0,
        harvest=(0,) * seats,
        out=(),
        outcome=None,
        why="",
        ending=False,
        stirred=False,
        asked=None,
        agenda=(),
        luck=luck,
    )


def _in_play(choices: Choices) -> Choices:
    """The options as a position keeps them: what is used up at set-up is blank."""
    return replace(choices, deck_lists=(), start_cards=(0, 0, 0))


# -- loading -------------------------------------------------------------------------------------


def load(mapping: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
    """The position that a mapping describes; what is left out takes its default.

    What would happen by itself in it happens. Raises ``BadPosition``.
    """
    choices = read_choices(mapping, ())
    position = read_position(mapping, blank(choices, luck))
    check_together(mapping, position)
    _check(position)
    draft = Draft(position, log)
    if position.phase == "over":
        return position
    if position.phase == "window" and position.to_act is not None and not position.passed:
        before = concerned(position, position.window)
        if position.to_act in before:
            draft.passed = tuple(before[: before.index(position.to_act)])
            draft.passed = tuple([seat for seat in draft.passed if _was_asked(position, seat)])
    draft.agenda = tuple(reversed(_steps(position)))
    run(draft)
    return draft.freeze()


def _was_asked(position: Position, seat: Seat) -> bool:
    return could_answer(position, seat, position.window)


def _check(position: Position) -> None:
    """No name twice on the table (TG-N2)."""
    names = list(names_in_play(position))
    for name in names:
        if names.count(name) > 1:
            refuse("name-twice", name=name)
    fighting = position.phase == "window" and position.window in ("attack", "fight")
    if fighting and position.fight is None:
        refuse("no-fight-there", window=position.window)
    if position.phase in ("block", "target") and position.fight is None:
        refuse("no-fight-there", window=position.phase)
    answering = position.phase == "window" and position.window in ("summon", "spell", "ability")
    if answering and (not position.stack or position.stack[0].kind != position.window):
        refuse("no-stack-there", window=position.window)


_ATTACK_TAIL: tuple[Task, ...] = (("attacks",), ("ask", "open", 0))


def _steps(position: Position) -> list[Task]:
    """What is still to happen where a position stands, the next step first."""
    tail = list(AFTER_MAIN) if position.ending else []
    phase, window = position.phase, position.window
    if phase == "order":
        return list(_ATTACK_TAIL)
    if phase == "block":
        return [*FROM_BLOCK, *_ATTACK_TAIL]
    if phase == "target":
        return [*FROM_TARGET, *_ATTACK_TAIL]
    if phase == "discard":
        return list(AFTER_MAIN[1:])
    if phase == "excess":
        return list(AFTER_MAIN[2:])
    if phase != "window":
        return []
    if window in ("summon", "spell", "ability"):
        return [*_stacked(position), *_beneath(position), *tail]
    if window in ("attack", "fight"):
        return [*_window_steps(window), *_ATTACK_TAIL]
    return [("ask", "open", 0), *tail]


def _window_steps(window: str) -> list[Task]:
    return [("ask", "attack", 0), *FROM_BLOCK] if window == "attack" else [*FROM_FIGHT]


def _stacked(position: Position) -> list[Task]:
    steps: list[Task] = []
    depth = len(position.stack)
    for place, play in enumerate(position.stack):
        steps += [("ask", play.kind, depth - place), ("resolve", depth - place)]
    return steps


def _beneath(position: Position) -> list[Task]:
    """What goes on once the stack is empty: the attack in progress, or the last window."""
    if position.fight is None:
        return [("ask", "open", 0)]
    window = "fight" if position.fight.defender else "attack"
    return [*_window_steps(window), *_ATTACK_TAIL]


def loadable(position: Position) -> bool:
    """Whether :func:`load` makes this position again from what :func:`dump` says of it."""
    if position.phase in ("choice", "over") or position.doomed:
        return position.phase == "over"
    if position.fight is not None and position.fight.reach:
        return False
    if any([rebuilt(position, play.seat, play.move) != play for play in position.stack]):
        return False
    steps = _steps(position)
    if position.phase in ("block", "target", "discard", "excess"):
        steps = steps[1:]
    return position.agenda == tuple(reversed(steps))


# -- written -------------------------------------------------------------------------------------


def dump(position: Position) -> dict[str, Json]:
    """All position keys of a position; :func:`load` makes it again."""
    seats = range(position.seats)
    data: dict[str, Json] = {"seats": position.seats}
    data.update({name: _option(position, name) for name in KEPT})
    data.update(
        {
            "turn": position.turn,
            "turns": list(position.turns),
            "phase": position.phase,
            "passed": list(position.passed),
            "stack": [f"{play.seat} {play.move}" for play in position.stack],
            "hands": [written(hand) for hand in position.hands],
            "decks": [written(deck) for deck in position.decks],
            "discard": [written(pile) for pile in position.discard],
            "wander": [[unit_text(one, seat) for one in position.wander[seat]] for seat in seats],
            "battleground": [
                [unit_text(one, seat) for one in position.battleground[seat]] for seat in seats
            ],
            "temples": [
                [temple_table(one, seat) for one in position.temples[seat]] for seat in seats
            ],
            "lasting": [lasting_text(one) for one in position.lasting],
            "mods": [mod_text(one) for one in position.mods],
            "pools": [f"{one.name} {one.points}" for one in position.pools],
            "attacks": [
                f"{attack_text(one.names, one.tunnel)} {one.seat}" for one in position.attacks
            ],
            "doomed": [one.name for one in position.doomed],
            "zeros": position.zeros,
            "declared": position.declared,
            "attacked": list(position.attacked),
            "blocked": list(position.blocked),
            "used": list(position.used),
            "protected": [list(one) for one in position.protected],
            "extra": list(position.extra),
            "quiet": position.quiet,
            "out": list(position.out),
            "ending": position.ending,
            "stirred": position.stirred,
        }
    )
    data.update(_sometimes(position))
    return data


def _option(position: Position, name: str) -> Json:
    value = getattr(position.choices, name)
    return [list(one) for one in value] if name == "teams" else value


def _sometimes(position: Position) -> dict[str, Json]:
    """The keys that are there only where they mean something."""
    data: dict[str, Json] = {}
    if position.to_act is not None:
        data["to_act"] = position.to_act
    if position.phase == "window":
        data["window"] = position.window
    if position.choices.win_by_strength:
        data["harvest"] = list(position.harvest)
    if position.fight is not None:
        data["fight"] = fight_table(position)
    if position.asked is not None:
        asked = position.asked
        data["choice"] = f"form {asked.about[0]}" if asked.kind == "form" else asked.kind
    if position.outcome is not None:
        data["outcome"], data["why"] = list(position.outcome), position.why
    return data


def fight_table(position: Position) -> dict[str, Json]:
    """The attack in progress as a table of position keys; totals where they can be seen."""
    fight = position.fight
    assert fight is not None
    table: dict[str, Json] = {"attacker": attack_text(fight.names), "seat": fight.seat}
    if fight.blocker:
        table["blocker"] = fight.blocker
    elif fight.target:
        table["target"] = fight.target
    if position.phase == "window" and position.window in ("fight", "destroy") and fight.defender:
        table["totals"] = list(totals(position, fight))
    return table


def lasting_text(one: Lasting) -> str:
    """A Spell or Miracle that stays, as it is written: ``0 bronze-gate 2 at 1``."""
    left = [str(one.left)] if one.left else []
    at = ["at", str(one.at)] if one.at >= 0 else []
    return " ".join([str(one.seat), one.name, *left, *at])


def mod_text(one: Mod) -> str:
    """A change of ST as it is written: ``darkwalker +1 fight``."""
    return f"{one.name} {one.points:+d} {one.until}"
