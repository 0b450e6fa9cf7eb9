"""What can be said in Tempest: moves, read leniently and written canonically (part 0.2, TG-N1)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import NamedTuple, NoReturn

from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import BadNotation, Ruling, refusal
from tabletop_kit.games.tempest.cards import CARD

Names = tuple[str, ...]
Declared = tuple[Names, bool, int]
"""One declared attack: its one or two attackers, whether by tunnel, and the seat attacked."""
STOLEN = "stolen"
"""In ``with``: FT taken from another player."""
MOST_TEXT = 4000
MOST_NAMES = 80
_NUMBER = re.compile(r"[1-9][0-9]{0,3}\Z")
_NAME = re.compile(
    r"[a-z][a-z0-9-]{1,40}(#[1-9][0-9]{0,2})?(/(relic|spell|down)(#[1-9][0-9]?)?)?\Z"
)


class Move(NamedTuple):
    """A move. What a verb has no use for is empty.

    ``what`` is the card, ability or word it is about; ``names`` the cards of ``join``, ``with``
    of ``power``, and of choices and discards. ``points`` are those divided among ``at``.
    ``at_seat``: the player named, -1 for none. ``x``: 0 for none.
    """

    verb: str
    what: str = ""
    by: str = ""
    payers: Names = ()
    to: str = ""
    on: str = ""
    inside: Names = ()
    x: int = 0
    at: Names = ()
    points: tuple[int, ...] = ()
    at_seat: int = -1
    turn: str = ""
    cost: str = ""
    names: Names = ()
    attacks: tuple[Declared, ...] = ()

    def __str__(self) -> str:
        """The canonical line of text."""
        return write_move(self)


PASS = Move("pass")
KEEP = Move("keep")
END = Move("end")
CONCEDE = Move("concede")
NONE = Move("choose", "none")
_PARTS = ("by", "with", "to", "on", "inside", "x", "at", "turn", "cost")
"""The parts of a move, in the order in which they stand."""


def write_move(move: Move) -> str:
    """A move as its canonical line.

    >>> write_move(Move("summon", "fireball", "warlock", ("imp",), x=3, at=("beggar",)))
    'summon fireball by warlock with imp x 3 at beggar'
    """
    if move.verb == "attack":
        return "attack " + ", ".join([_declared(one) for one in move.attacks])
    words = [move.verb]
    if move.what:
        words.append(move.what)
    words += move.names if move.verb != "power" else ()
    if move.by:
        words += ["by", move.by]
    if move.payers:
        words += ["with", *move.payers]
    for word, text in (("to", move.to), ("on", move.on)):
        words += [word, text] if text else []
    if move.inside:
        words += ["inside", *move.inside]
    if move.x:
        words += ["x", str(move.x)]
    words += _written_targets(move)
    for word, text in (("turn", move.turn), ("cost", move.cost)):
        words += [word, text] if text else []
    return " ".join(words)


def _written_targets(move: Move) -> list[str]:
    if move.at_seat >= 0:
        return ["at", str(move.at_seat)]
    if not move.at:
        return []
    if not move.points:
        return ["at", *move.at]
    divided = zip(move.at, move.points, strict=True)
    return ["at", *[f"{name}={points}" for name, points in divided]]


def _declared(one: Declared) -> str:
    names, tunnel, seat = one
    return " ".join([" + ".join(names), *(["tunnel"] if tunnel else []), str(seat)])


def parse_move(text: str) -> Move:
    """A move from a line of text; capitals and spaces do not matter. Raises ``BadNotation``.

    >>> parse_move("Move garrison  to battleground") == Move("move", "garrison", to="battleground")
    True
    """
    tokens = text.lower().split() if len(text) <= MOST_TEXT else []
    reader = _READERS.get(tokens[0]) if tokens else None
    move = None if reader is None else reader(tokens[1:])
    if move is None:
        unreadable(text)
    return move


def unreadable(text: str) -> NoReturn:
    """Refuse a text and say what is wrong with it: raises ``BadNotation`` (TG-N1)."""
    told = shortened(text)
    tokens = _WORDS.findall(text.lower()) if len(text) <= MOST_TEXT else []
    strange = [token for token in tokens[1:] if not (_named(token) or token in _BESIDE)]
    if tokens and tokens[0] not in _READERS:
        ruling = _no_verb(tokens[0])
    elif strange and tokens[0] != "form":
        ruling = _no_card(strange[0], told)
    elif tokens and not all([ascending(row) for row in _rows(text.lower())]):
        ruling = refusal("TG-N1", "out-of-order", text=told)
    else:
        ruling = refusal("TG-N1", "unreadable", text=told)
    raise BadNotation(ruling, text)


def _no_verb(word: str) -> Ruling:
    verb, near = shortened(word), nearly(word, _READERS)
    if near:
        return refusal("TG-N1", "no-verb-near", verb=verb, near=near)
    return refusal("TG-N1", "no-verb", verb=verb, known=", ".join(_READERS))


def _no_card(word: str, told: str) -> Ruling:
    name, near = shortened(word), nearly(word.partition("#")[0], (*CARD, "wander", "battleground"))
    if near:
        return refusal("TG-N1", "no-such-card-near", name=name, text=told, near=near)
    return refusal("TG-N1", "no-such-card", name=name, text=told)


def nearly(word: str, known: Iterable[str]) -> str:
    """The known word that a misspelt one is much like; empty where there is none.

    >>> nearly("sumon", ("summon", "play")), nearly("hello", ("summon", "play"))
    ('summon', '')
    """
    close = get_close_matches(word[:40], list(known), 1, 0.75)
    return close[0] if close else ""


def _rows(text: str) -> list[list[str]]:
    """The names that stand in a row in a text, and those that lead its attacks."""
    parts = re.split(rf"\s(?:{'|'.join(_PARTS)}|\d+)\b|,", text)
    rows = [[word for word in _WORDS.findall(part) if _named(word)] for part in parts]
    if text.startswith("attack"):
        rows.append([row[0] for row in rows if row])
    return rows


_WORDS = re.compile(r"[^\s,+=]+")
_BESIDE = {*_PARTS, "wander", "battleground", "none", "tunnel", STOLEN, *map(str, range(100))}
"""Words that stand in moves beside the names of cards."""


def number_order(name: str) -> tuple[str, int]:
    """What names are sorted by: the id, character by character, then the number (0.1).

    >>> sorted(["peasant#10", "peasant#2", "peasant", "farmer"], key=number_order)
    ['farmer', 'peasant', 'peasant#2', 'peasant#10']
    """
    text, _, number = name.rpartition("#")
    return (text, int(number)) if text and number.isdigit() else (name, 1)


def ascending(names: Sequence[str], twice: bool = False) -> bool:
    """Whether names ascend (0.1); ``twice``: equal ones may stand together."""
    keys = [number_order(name) for name in names]
    return all(one < other or (twice and one == other) for one, other in pairwise(keys))


def _named(token: str) -> bool:
    """Whether a token is the name of a card, in play or not, or of its place."""
    if not _NAME.match(token):
        return False
    return token.partition("/")[0].partition("#")[0] in CARD


def _names(tokens: Sequence[str], twice: bool = False) -> Names | None:
    if not tokens or len(tokens) > MOST_NAMES or not all(_named(token) for token in tokens):
        return None
    return tuple(tokens) if ascending(tokens, twice) else None


def _split(tokens: Sequence[str]) -> tuple[list[str], dict[str, list[str]]] | None:
    """What stands before the first part, and the parts; ``None`` where they are out of order."""
    head: list[str] = []
    parts: dict[str, list[str]] = {}
    place = -1
    current = head
    for token in tokens:
        if token in _PARTS:
            if _PARTS.index(token) <= place or len(parts) > 8:
                return None
            place = _PARTS.index(token)
            current = parts[token] = []
        else:
            current.append(token)
    return head, parts


def _one(parts: dict[str, list[str]], part: str) -> str | None:
    """The one name behind a part; empty where the part is not there, ``None`` where it is wrong."""
    tokens = parts.get(part)
    if tokens is None:
        return ""
    return tokens[0] if len(tokens) == 1 and _named(tokens[0]) else None


def _place(parts: dict[str, list[str]]) -> str | None:
    tokens = parts.get("to")
    if tokens is None:
        return ""
    if len(tokens) != 1:
        return None
    return tokens[0] if tokens[0] in ("wander", "battleground") or _named(tokens[0]) else None


def _payers(parts: dict[str, list[str]]) -> Names | None:
    """Who stands behind ``with``: ascending, ``stolen`` last."""
    tokens = parts.get("with")
    if tokens is None:
        return ()
    stolen = bool(tokens) and tokens[-1] == STOLEN
    rest = tokens[:-1] if stolen else tokens
    if not rest:
        return (STOLEN,) if stolen else None
    names = _names(rest)
    return None if names is None else (*names, STOLEN) if stolen else names


def _inside(parts: dict[str, list[str]]) -> Names | None:
    """Who stands behind ``inside``: the summoner first, the rest ascending."""
    tokens = parts.get("inside")
    if tokens is None:
        return ()
    if not tokens or not _named(tokens[0]):
        return None
    if len(tokens) == 1:
        return (tokens[0],)
    rest = _names(tokens[1:])
    return None if rest is None or tokens[0] in rest else (tokens[0], *rest)


def _x(parts: dict[str, list[str]]) -> int | None:
    tokens = parts.get("x")
    if tokens is None:
        return 0
    return int(tokens[0]) if len(tokens) == 1 and _NUMBER.match(tokens[0]) else None


def _targets(parts: dict[str, list[str]]) -> tuple[Names, tuple[int, ...], int] | None:
    """What stands behind ``at``: cards, cards with points, or a seat."""
    tokens = parts.get("at")
    if tokens is None:
        return (), (), -1
    if len(tokens) == 1 and tokens[0].isascii() and tokens[0].isdigit() and len(tokens[0]) <= 2:
        return (), (), int(tokens[0])
    divided = [token.partition("=") for token in tokens]
    names = _names([name for name, _, _ in divided])
    if names is None:
        return None
    if not any(sign for _, sign, _ in divided):
        return names, (), -1
    if not all(_NUMBER.match(points) for _, _, points in divided):
        return None
    return names, tuple([int(points) for _, _, points in divided]), -1


def _action(verb: str, allowed: tuple[str, ...]) -> Callable[[Sequence[str]], Move | None]:
    """A reader of moves with a head of one name and some of the parts."""

    def read(tokens: Sequence[str]) -> Move | None:
        found = _split(tokens)
        if found is None or len(found[0]) != 1 or not _named(found[0][0]):
            return None
        head, parts = found
        if any(part not in allowed for part in parts):
            return None
        by, on = _one(parts, "by"), _one(parts, "on")
        turn, cost, to = _one(parts, "turn"), _one(parts, "cost"), _place(parts)
        payers, inside, x = _payers(parts), _inside(parts), _x(parts)
        at = _targets(parts)
        if by is None or on is None or turn is None or cost is None or to is None:
            return None
        if payers is None or inside is None or x is None or at is None:
            return None
        names, points, seat = at
        return Move(verb, head[0], by, payers, to, on, inside, x, names, points, seat, turn, cost)

    return read


def _attack(tokens: Sequence[str]) -> Move | None:
    attacks = []
    for text in " ".join(tokens).split(","):
        one = _attacked(text.split())
        if one is None:
            return None
        attacks.append(one)
    firsts = [names[0] for names, _, _ in attacks]
    every = [name for names, _, _ in attacks for name in names]
    if not ascending(firsts) or len(set(every)) < len(every) or len(every) > MOST_NAMES:
        return None
    return Move("attack", attacks=tuple(attacks))


def _attacked(tokens: Sequence[str]) -> Declared | None:
    if len(tokens) < 2 or not (tokens[-1].isascii() and tokens[-1].isdigit()):
        return None
    seat, rest = int(tokens[-1][:3]), tokens[:-1]
    tunnel = rest[-1] == "tunnel"
    rest = rest[:-1] if tunnel else rest
    if len(rest) == 3 and rest[1] == "+":
        rest = [rest[0], rest[2]]
    elif len(rest) != 1:
        return None
    names = _names(rest)
    return None if names is None else (names, tunnel, seat)


def _single(verb: str) -> Callable[[Sequence[str]], Move | None]:
    return lambda tokens: Move(verb, tokens[0]) if len(tokens) == 1 and _named(tokens[0]) else None


def _several(verb: str) -> Callable[[Sequence[str]], Move | None]:
    def read(tokens: Sequence[str]) -> Move | None:
        names = _names(tokens, twice=True)
        return None if names is None else Move(verb, names=names)

    return read


def _join(tokens: Sequence[str]) -> Move | None:
    names = _names(tokens)
    return None if names is None or len(names) != 2 else Move("join", names=names)


def _form(tokens: Sequence[str]) -> Move | None:
    if len(tokens) != 2 or not _named(tokens[0]) or not _NAME.match(tokens[1]):
        return None
    return Move("form", names=(tokens[0], tokens[1]))


def _choose(tokens: Sequence[str]) -> Move | None:
    if list(tokens) == ["none"]:
        return NONE
    return _several("choose")(tokens)


def _alone(move: Move) -> Callable[[Sequence[str]], Move | None]:
    return lambda tokens: None if tokens else move


_READERS: dict[str, Callable[[Sequence[str]], Move | None]] = {
    "play": _action("play", ("to", "on")),
    "summon": _action("summon", ("by", "with", "to", "on", "inside", "x", "at", "turn")),
    "reveal": _action("reveal", ("by", "with")),
    "cast": _action("cast", ("by", "with", "on", "x", "at", "turn")),
    "move": _action("move", ("to",)),
    "join": _join,
    "split": _single("split"),
    "power": _action("power", ("with",)),
    "use": _action("use", ("by", "on", "at", "turn", "cost")),
    "attack": _attack,
    "end": _alone(END),
    "fight": _single("fight"),
    "block": _single("block"),
    "target": _single("target"),
    "pass": _alone(PASS),
    "form": _form,
    "choose": _choose,
    "discard": _several("discard"),
    "keep": _alone(KEEP),
    "concede": _alone(CONCEDE),
}
