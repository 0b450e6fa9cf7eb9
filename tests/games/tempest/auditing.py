"""What is true of a position of Tempest, found apart from the coach.

From the written position (``dump``), the card data, questions about single cards, and what the
rules say of moves that would use a figure. Nothing here looks into the coach's own modules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from tabletop_kit.engine.ruling import BadPosition
from tabletop_kit.games.tempest import GAME
from tabletop_kit.games.tempest.cards import CARD, TABLES
from tabletop_kit.games.tempest.moves import number_order
from tabletop_kit.games.tempest.position import Position

FIGHTERS = ("Guardian", "Champion", "Demi-god", "Deity")
LEADERS = ("Priest", "Demi-god", "Deity")
MOST_ENDS = 60
PAYS_FOR = {
    "Neutral": ("Good", "Evil", "Chaos"),
    "Good": ("Good", "Chaos"),
    "Evil": ("Evil", "Chaos"),
    "Chaos": ("Chaos",),
}
"""For which Pantheons beside Neutral cards of each may pay."""
UNSURE = ("polymorph", "curse-of-weakness")
"""Spells under which the two ST of a card do not follow from the one that is told."""


class Piece(NamedTuple):
    """A Character as it is written: its area, its members' names, and all of the text."""

    area: str
    members: tuple[str, ...]
    text: str

    @property
    def down(self) -> bool:
        return self.text.startswith("-")

    @property
    def name(self) -> str:
        return self.members[0]

    @property
    def drained(self) -> bool:
        return " drained" in self.text

    def tables(self) -> list[Any]:
        return [table(name) for name in self.members]


def table(name: str) -> Any:
    """What the data says of a card."""
    return TABLES[CARD[name.partition("#")[0]]]


def is_a(piece: Piece, kinds: tuple[str, ...]) -> bool:
    return any(one["occupation"] in kinds for one in piece.tables())


def pieces(dump: dict[str, Any], seat: int) -> list[Piece]:
    """The Characters of a seat."""
    areas = [("wander", dump["wander"][seat]), ("battleground", dump["battleground"][seat])]
    for temple in dump.get("temples", [[]] * dump["seats"])[seat]:
        areas.append((temple["card"].partition("(")[0].partition(" ")[0], temple.get("in", [])))
    return [Piece(area, _members(text), text) for area, texts in areas for text in texts]


def _members(text: str) -> tuple[str, ...]:
    bare = re.sub(r"\([^()]*\)", "", text.removeprefix("-")).partition(" ")[0]
    return tuple(one.partition("@")[0] for one in bare.split("+"))


# -- what lies where -----------------------------------------------------------------------------


def faith_of(position: Position, piece: Piece) -> int:
    """The FT of a card; of one face down what it has once it is turned up."""
    if not piece.down:
        return int(GAME.question(position, f"ft.{piece.name}"))
    card, temple = table(piece.name), table(piece.area)
    given = [
        ability["n"]
        for ability in temple.get("ability", ())
        if ability.get("static") == "ft_bonus" or ability.get("do") == "ft_bonus"
        if card["occupation"] in ability["scope"].get("occ", [card["occupation"]])
        if card["pantheon"] in ability["scope"].get("pantheon", [card["pantheon"]])
    ]
    dump = GAME.dump(position)
    own = next(seat for seat in range(position.seats) if piece in pieces(dump, seat))
    blessed = f"{own} blessing-of-faith" in dump["lasting"]
    return int(card["ft"]) + sum(given) + (blessed and card["occupation"] == "Follower")


def faith_in_play(position: Position, seat: int) -> int:
    return sum(faith_of(position, one) for one in pieces(GAME.dump(position), seat))


def largest_pool(position: Position, seat: int) -> int:
    """What an area with a Channeller can put together, or one card alone."""
    found = [one for one in pieces(GAME.dump(position), seat) if one.area != "battleground"]
    best = max((faith_of(position, one) for one in found), default=0)
    for area in {one.area for one in found if is_a(one, LEADERS)}:
        best = max(best, sum(faith_of(position, one) for one in found if one.area == area))
    return best


def fighting(position: Position, piece: Piece) -> tuple[int, int]:
    """The ST of a face-up card in attack and in defence, whomever it fights."""
    now = int(GAME.question(position, f"st.{piece.name}"))
    attack = now + piece.text.count("strong-bow") - piece.text.count("-strong-bow")
    defence = now + 2 * (piece.text.count("tower-shield") - piece.text.count("-tower-shield"))
    form = re.search(r"form=(\S+)", piece.text)
    for one in piece.tables():
        for ability in one.get("ability", ()):
            if ability.get("do", ability.get("static")) == "defends_at":
                defence += ability["n"] - one["st"]
            for shape in ability.get("forms", ()) if form else ():
                if shape["name"].lower().replace(" ", "-") == form[1] and "defends_at" in shape:
                    defence += shape["defends_at"] - shape["st"]
    return attack, defence


def army(position: Position, seat: int) -> int | None:
    """The ST of the fighters in the Battleground, each as it fights better."""
    dump = GAME.dump(position)
    found = [
        one for one in pieces(dump, seat) if one.area == "battleground" and is_a(one, FIGHTERS)
    ]
    if any(spell in one.text for one in found for spell in UNSURE) or "aurelan" in str(dump):
        return None
    return sum(max(fighting(position, one)) for one in found)


def lost(before: Position, later: Position, seats: list[int]) -> list[int]:
    """How many Characters and how many Temples these seats have no longer."""
    old, new = GAME.dump(before), GAME.dump(later)
    characters = temples = 0
    for seat in seats:
        was = [one for piece in pieces(old, seat) if not piece.down for one in piece.members]
        now = [one for piece in pieces(new, seat) if not piece.down for one in piece.members]
        characters += len(set(was) - set(now))
        hidden = [one.name for one in pieces(old, seat) if one.down]
        for card in [one.name for one in pieces(new, seat) if one.down]:
            hidden.remove(card) if card in hidden else None
        for name in set(now) - set(was):
            card = name.partition("#")[0]
            hidden.remove(card) if card in hidden else None
        characters += len(hidden)
        kept = {one["card"] for one in new.get("temples", {seat: []})[seat]}
        temples += len({one["card"] for one in old.get("temples", {seat: []})[seat]} - kept)
    return [characters, temples]


# -- what the rules would say ----------------------------------------------------------------------


def awake(position: Position, seat: int, **changed: Any) -> Position | None:
    """The same cards, all undrained, in the main part of a turn of that seat."""
    dump = GAME.dump(position)
    if dump.get("phase", "main") != "main" or seat in dump.get("out", ()):
        return None
    keys = {key: dump[key] for key in dump if key not in GONE}
    fresh = _undrained(keys)
    turns = [*dump["turns"]]
    turns[seat] = max(turns[seat], 2)
    try:
        return GAME.load({**fresh, "turn": seat, "turns": turns, **changed}, GAME.luck(0))
    except BadPosition:
        return None


GONE = (
    *("to_act", "phase", "stack", "declared", "attacked", "blocked", "used", "pools", "turns"),
    *("zeros", "turn", "passed", "fight", "attacks", "doomed", "choice", "extra", "window"),
    *("ending", "stirred", "outcome", "why", "quiet", "mods"),
)


def _undrained(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace(" drained", "").replace(" tunneling", "")
    if isinstance(value, dict):
        return {key: _undrained(one) for key, one in value.items()}
    return [_undrained(one) for one in value] if isinstance(value, list) else value


def threat(position: Position, seat: int) -> int | None:
    """The ST of the strongest card that opponents may declare to attack a seat."""
    best = 0
    if "aurelan" in str(GAME.dump(position)):
        return None
    for other in range(position.seats):
        if other == seat or other in position.out:
            continue
        world = awake(position, other)
        if world is None:
            return None
        for piece in pieces(GAME.dump(world), other):
            if any(spell in piece.text for spell in UNSURE):
                return None
            if piece.down:
                continue
            if GAME.ruling(world, other, GAME.parse(f"attack {piece.name} {seat}")).legal:
                best = max(best, fighting(position, piece)[0])
    return best


def gathered(position: Position, seat: int) -> set[tuple[str, int, int, bool]] | None:
    """For each Deity of the hand, or any, and each area: its cost, the FT there, and if it is led.

    The rules themselves say what is paid and asked: by their ruling on the summons.
    """
    gods = sorted(
        {one for one in GAME.dump(position)["hands"][seat] if table(one)["occupation"] == "Deity"}
    )
    hand = [*GAME.dump(position)["hands"]]
    hand[seat] = gods or ["avatar"]
    world = awake(position, seat, hands=hand)
    if world is None:
        return None
    found: set[tuple[str, int, int, bool]] = set()
    for god in hand[seat]:
        for area in {one.area for one in pieces(GAME.dump(world), seat)} - {"battleground"}:
            for sided in (True, False):
                found |= set(_paying(world, seat, god, area, sided))
    return found


def _paying(
    world: Position, seat: int, god: str, area: str, sided: bool
) -> Iterator[tuple[str, int, int, bool]]:
    there = [one for one in pieces(GAME.dump(world), seat) if one.area == area]
    names = _written_names(there)
    able = [
        (name, one)
        for name, one in zip(names, there, strict=True)
        if faith_of(world, one) > 0 and _may_pay(world, god, one, sided)
    ]
    total = sum(faith_of(world, one) for _, one in able)
    for name, _ in able:
        rest = sorted((other for other, _ in able if other != name), key=number_order)
        move = GAME.parse(f"summon {god} by {name}" + " with " * bool(rest) + " ".join(rest))
        ruling = GAME.ruling(world, seat, move)
        if ruling.rule == "TG-T3":  # in play already
            return
        if ruling.legal:
            yield area, total, 0, True
        elif ruling.rule == "TG-T1":
            assert ruling.facts["paid"] == total
            yield area, total, int(ruling.facts["cost"]), True
    yield area, total, 0, False


def _may_pay(world: Position, god: str, piece: Piece, sided: bool) -> bool:
    """Whether a card may pay for a god; ``sided``: also one for which Chaos costs twice."""
    kinds = {one["pantheon"] for one in piece.tables()}
    if not sided and kinds & {"Good", "Evil"}:
        return False
    wanted = table(god)["pantheon"]
    if wanted == "Neutral" or GAME.dump(world)["ignore_pantheon"]:
        return True
    return all(wanted in PAYS_FOR[kind] for kind in kinds)


def _written_names(there: list[Piece]) -> list[str]:
    names, count = [], 0
    for one in there:
        if one.down:
            count += 1
            names.append(f"{one.area}/down" + f"#{count}" * (count > 1))
        else:
            names.append(one.name)
    return names


# -- where a move may lead -------------------------------------------------------------------------


def ends(position: Position, seat: int, move: Any) -> list[Position] | None:
    """Wherever a move may lead if nobody answers, whatever is chosen; ``None``: too many."""
    if move.verb in ("keep", "discard", "concede"):
        return [position]
    open_, found = [GAME.apply(position, seat, move)], []
    while open_:
        one = open_.pop()
        actor = GAME.to_act(one)
        phase = GAME.dump(one).get("phase", "main")
        if actor is None or phase in ("main", "discard", "excess"):
            found.append(one)
            continue
        declined = GAME.decline(one, actor)
        moves = [declined] if declined is not None else list(GAME.moves(one, actor))
        open_ += [GAME.apply(one, actor, choice) for choice in moves]
        if len(found) + len(open_) > MOST_ENDS:
            return None
    return found


def goes_on(position: Position, seat: int) -> Position:
    """The turn ended and the hand kept, as far as nothing new is asked of anybody."""
    position = GAME.apply(position, seat, GAME.parse("end"))
    while (actor := GAME.to_act(position)) is not None:
        phase = GAME.dump(position).get("phase", "main")
        if actor != seat and phase != "window":
            return position
        position = GAME.apply(position, actor, GAME.moves(position, actor)[0])
    return position
