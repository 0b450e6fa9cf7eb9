"""Saved matches: a plain file to keep, and a short code to pass on.

A save holds what is needed to play the match again: game, rules version, seed, options, first
position, moves. Loading replays it and compares the digest of the last position. Nothing that a
person hands in is ever evaluated or unpickled.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, TypeAlias

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.luck import SEEDS, ScriptError
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.problem import Problem, kit_texts, shortened
from tabletop_kit.engine.ruling import Json, Refused, Seat

FORMAT = "tabletop-kit match"
VERSION = 1
MOST_CHARACTERS = 2_000_000
MOST_CODE = 8_000
AnyGame: TypeAlias = Game[Any, Any]
AnyMatch: TypeAlias = Match[Any, Any]
FindGame: TypeAlias = Callable[[str], AnyGame]
"""Finds a game by its id; raises :class:`Problem` where there is none."""
What: TypeAlias = str | Callable[[str], str]
"""What a save is called in the sentence of a problem: a name, or how each language calls it."""

# Text that saves are full of: the shorter the code, the likelier somebody passes it on.
_DICTIONARY = (
    b'{"factions":["council","harpers","zhentarim","enclave"]'
    b'"players":["human","human"]lay d10:10;lay d8:8;lay d6:6;lay d4:4;pass;pass;lay d'
)


def canonical(data: Json) -> str:
    """JSON in one fixed spelling, so that equal data gives equal text.

    >>> canonical({"b": 1, "a": (2,)})
    '{"a":[2],"b":1}'
    """
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def the_save(language: str = "en") -> str:
    """What a save is called where nobody named it."""
    return kit_texts(language)("word.save")


def digest(game: AnyGame, position: Any) -> str:
    """A fingerprint of a position: 16 hexadecimal digits of the SHA-256 of its keys."""
    return hashlib.sha256(canonical(game.dump(position)).encode()).hexdigest()[:16]


def save(match: AnyMatch) -> dict[str, Json]:
    """A match as plain data, ready for JSON."""
    data: dict[str, Json] = {
        "format": FORMAT,
        "version": VERSION,
        "game": match.game.id,
        "rules": match.game.rules_version,
        "seed": match.seed,
        "names": list(match.names),
        "options": match.options,
        "moves": _of_each_step(match, "moves", _write_move)[1:],
        "digest": digest(match.game, match.position),
    }
    if match.start is not None:
        data["position"] = match.start
    if match.script:
        data["chance"] = list(match.script)
    if match.extra:
        data["extra"] = match.extra
    return data


def save_text(match: AnyMatch) -> str:
    """A match as the text of a file: JSON, readable by a person.

    It holds a trail, too: a mark of the position after each move, so that a replay that goes
    another way is noticed at the move where it does.
    """
    trail = _of_each_step(match, "trail", lambda game, step: _mark(game, step.position))
    data = {**save(match), "trail": trail}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def load(data: Json, find_game: FindGame, what: What = the_save) -> AnyMatch:
    """The match that a save describes, replayed. Raises :class:`Problem`.

    ``what`` names the save in the sentence of a problem.
    """
    check(data, what)
    game = find_game(data["game"])
    _check_rules_version(data, game, what)
    if len(data["names"]) > max(game.seats):
        raise Problem("field", what=what, field="names")
    match = _start(data, game, what)
    trail = data.get("trail", ())
    if trail and trail[0] != _mark(game, match.position):
        raise Problem("astray-start", what=what)
    _replay(match, data["moves"], trail[1:], what)
    if data["digest"] != digest(game, match.position):
        raise Problem("digest", what=what)
    return match


def check(data: Json, what: What = the_save) -> None:
    """Raise :class:`Problem` where data has not the shape of a save; nothing is replayed."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Problem("not-a-save", what=what)
    if not is_plain(data):
        raise Problem("not-json", what=what)
    _check_fields(data, what)


def load_text(text: str, find_game: FindGame, what: What = the_save) -> AnyMatch:
    """The match that the text of a save file describes. Raises :class:`Problem`."""
    if len(text) > MOST_CHARACTERS:
        raise Problem("too-large", what=what, size=len(text), most=MOST_CHARACTERS)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Problem("not-json", what=what) from None
    return load(data, find_game, what)


# -- codes ---------------------------------------------------------------------------------------


def code(match: AnyMatch) -> str:
    """A match as a short code of letters, digits, ``-`` and ``_``, to pass on or to keep.

    Raises :class:`Problem` where it would be too long to pass on.
    """
    text = pack(save(match))
    if len(text) > MOST_CODE:
        raise Problem("code-long", size=len(text), most=MOST_CODE)
    return text


def pack(data: Mapping[str, Json]) -> str:
    """A save as the code of its match; :func:`unpack` makes the save again."""
    lean = [
        data["rules"],
        data["seed"],
        data["options"],
        data.get("position", 0),
        data.get("chance", 0),
        data["names"],
        data.get("extra", 0),
        data["digest"],
        ";".join(data["moves"]),
    ]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)
    packed = packer.compress(canonical(lean).encode()) + packer.flush()
    return f"{data['game']}-{VERSION}-{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def load_code(text: str, find_game: FindGame) -> AnyMatch:
    """The match behind a share code. Raises :class:`Problem`."""
    game, packed = _code_parts(text, MOST_CODE)
    find_game(game)
    return load(_unpacked(game, packed, text), find_game, f"“{shortened(text, 24)}”")


def unpack(text: str, most: int = MOST_CODE) -> dict[str, Json]:
    """The save behind a code of at most ``most`` characters, not yet checked or replayed.

    Raises :class:`Problem` where it is no code, is damaged, or comes from a newer kit.
    """
    return _unpacked(*_code_parts(text, most), text)


def _code_parts(text: str, most: int) -> tuple[str, str]:
    shape = re.fullmatch(r"([a-z]+)-(\d{1,6})-([A-Za-z0-9_-]+)", text.strip())
    if len(text) > most or shape is None:
        raise Problem("code-shape", code=shortened(text, 24))
    what = f"“{shortened(text, 24)}”"
    if int(shape[2]) > VERSION:
        raise Problem("future", what=what, version=int(shape[2]), known=VERSION)
    return shape[1], shape[3]


def _unpacked(game: str, packed: str, text: str) -> dict[str, Json]:
    try:
        raw = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        opener = zlib.decompressobj(-15, _DICTIONARY)
        plain = opener.decompress(raw, MOST_CHARACTERS // 10)
        if not opener.eof or opener.unused_data:
            raise ValueError("cut short, or with something behind it")
        names = ("rules", "seed", "options", "position", "chance", "names", "extra", "digest")
        *values, moves = json.loads(plain)
        data = dict(zip(names, values, strict=True))
        data["moves"] = moves.split(";") if moves else []
    except (ValueError, TypeError, AttributeError, RecursionError, zlib.error, binascii.Error):
        raise Problem("code-damaged", code=shortened(text, 24)) from None
    kept = {key: value for key, value in data.items() if value != 0 or key in ("seed", "rules")}
    return {"format": FORMAT, "version": VERSION, "game": game, **kept}


# -- what a save may be made of ------------------------------------------------------------------


def is_plain(data: Json, deepest: int = 40) -> bool:
    """Whether any reader of JSON can take this: no deep nesting, no giant or endless number, no
    half of a character.

    >>> is_plain({"a": [1, "x", None]}), is_plain([float("nan")]), is_plain([1 << 64])
    (True, False, False)
    """
    layer = [data]
    for _ in range(deepest):
        if not all(_is_plain_item(item) for item in layer):
            return False
        layer = [part for item in layer if type(item) is not str for part in _parts(item)]
        if not layer:
            return True
    return False


def _parts(item: Json) -> Iterable[Json]:
    if isinstance(item, dict):
        return (*item.keys(), *item.values())
    return item if isinstance(item, list | tuple) else ()


def _is_plain_item(item: Json) -> bool:
    if isinstance(item, str):
        return item.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in item)
    if isinstance(item, int):
        return -(1 << 63) <= item < 1 << 63
    if isinstance(item, dict):
        return all(isinstance(key, str) for key in item)
    return (
        item is None or isinstance(item, list | tuple) or (type(item) is float and isfinite(item))
    )


# -- reading a save step by step -----------------------------------------------------------------


def _texts(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _whole(value: Json) -> bool:
    return type(value) is int and 0 <= value < SEEDS


_FIELDS: dict[str, Callable[[Json], bool]] = {
    "version": lambda value: _whole(value) and value >= 1,
    "game": lambda value: isinstance(value, str),
    "rules": _whole,
    "seed": _whole,
    "names": lambda value: _texts(value) and all(len(name) <= 200 for name in value),
    "options": lambda value: isinstance(value, dict),
    "moves": _texts,
    "digest": lambda value: isinstance(value, str),
}
_MAYBE: dict[str, Callable[[Json], bool]] = {
    "position": lambda value: isinstance(value, dict),
    "chance": lambda value: isinstance(value, list),
    "extra": lambda value: isinstance(value, dict),
    "trail": _texts,
}


def _check_fields(data: Mapping[str, Json], what: What) -> None:
    if _whole(data.get("version")) and data["version"] > VERSION:
        raise Problem("future", what=what, version=data["version"], known=VERSION)
    for name, good in _FIELDS.items():
        if name not in data or not good(data[name]):
            raise Problem("field", what=what, field=name)
    for name, good in _MAYBE.items():
        if name in data and not good(data[name]):
            raise Problem("field", what=what, field=name)
    if "trail" in data and len(data["trail"]) != len(data["moves"]) + 1:
        raise Problem("field", what=what, field="trail")


def _check_rules_version(data: Mapping[str, Json], game: AnyGame, what: What) -> None:
    version, known = data["rules"], game.rules_version
    if version != known:
        key = "rules-newer" if version > known else "rules-older"
        raise Problem(key, what=what, version=version, known=known, game=game.id)


def _start(data: Mapping[str, Json], game: AnyGame, what: What) -> AnyMatch:
    try:
        if "position" in data:
            match = Match.at(game, data["position"], data["seed"], data.get("chance", ()))
        else:
            match = Match.begin(game, data["options"], data["seed"], data.get("chance", ()))
    except Refused as refused:
        raise Problem("start", what=what, why=_explained(game, refused)) from None
    except ScriptError as error:
        raise Problem("start", what=what, why=f"{error}.") from None
    match.names = tuple(data["names"])
    match.extra = dict(data.get("extra", {}))
    return match


def _replay(match: AnyMatch, moves: Sequence[str], trail: Sequence[str], what: What) -> None:
    for number, text in enumerate(moves, 1):
        facts = {"what": what, "number": number, "move": shortened(text)}
        try:
            match.play(*_read_move(text))
        except Refused as refused:
            why = _explained(match.game, refused, match.names)
            raise Problem("move", **facts, why=why) from None
        except ScriptError as error:
            raise Problem("move", **facts, why=f"{error}.") from None
        if trail and trail[number - 1] != _mark(match.game, match.position):
            raise Problem("astray", **facts)


def _explained(game: AnyGame, refused: Refused, names: Sequence[str] = ()) -> Callable[[str], str]:
    """The reason of a refusal, to be told in the language of whoever reads it."""
    return lambda language: game.texts(language, names).explain(refused)


def _mark(game: AnyGame, position: Any) -> str:
    """A short mark of a position: chance alone hits it once in 65,536 times."""
    return digest(game, position)[:4]


def _of_each_step(match: AnyMatch, name: str, make: Callable[[AnyGame, Any], str]) -> list[str]:
    """What ``make`` makes of each step of a match, the first included; made once for each."""
    made, fresh = match.written.setdefault(name, []), []
    step: Any = match.last
    while step is not None and not (step.ply < len(made) and made[step.ply][0] is step):
        fresh.append(step)
        step = step.before
    del made[0 if step is None else step.ply + 1 :]
    made += [(one, make(match.game, one)) for one in reversed(fresh)]
    return [text for _, text in made]


def _write_move(game: AnyGame, step: Any) -> str:
    """A move as a line; with ``@seat`` in front where another seat than the first asked said it.

    Nothing for the first step, which no move has led to.
    """
    if step.before is None:
        return ""
    text = game.write(step.move)
    first = game.to_act(step.before.position)
    return text if step.seat == first else f"@{step.seat} {text}"


def _read_move(text: str) -> tuple[str, Seat | None]:
    marked = re.fullmatch(r"@(\d{1,2}) (.+)", text)
    return (marked[2], int(marked[1])) if marked else (text, None)
