"""How matches and positions are written on the command line, for people and for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from tabletop_kit.cli.console import Fault, words
from tabletop_kit.cli.source import AnyMatch
from tabletop_kit.engine.event import seen_from
from tabletop_kit.engine.ruling import Json, Seat


def outcome_data(match: AnyMatch) -> Json:
    """How the match ended: winners, rule, scores; ``None`` while it goes on."""
    outcome = match.outcome
    if outcome is None:
        return None
    return {
        "winners": list(outcome.winners),
        "rule": outcome.rule,
        "scores": list(outcome.scores),
    }


def asked_data(match: AnyMatch) -> list[dict[str, Json]]:
    """Who is asked, and for what: seat, ask, rule and mode of each prompt."""
    return [
        {"seat": ask.seat, "ask": ask.ask, "rule": ask.rule, "mode": ask.mode}
        for ask in match.prompts
    ]


def asked_lines(match: AnyMatch, language: str) -> list[str]:
    """The same in one sentence for each prompt."""
    texts = match.game.texts(language, match.names)
    return [texts.invite(ask) for ask in match.prompts]


def story(match: AnyMatch, reader: Seat | None, language: str) -> Iterator[tuple[str, str]]:
    """What happened, as ``reader`` may know it: the number of the move, and a sentence.

    The number is left out (empty) for all but the first sentence of a move; 0 is the set-up.
    """
    texts = match.game.texts(language, match.names)
    for step in match.steps():
        mark = str(step.ply)
        for event in seen_from(step.events, reader):
            yield mark, texts.narrate(event, reader)
            mark = ""


def position_lines(game: str, position: Mapping[str, Json]) -> Iterator[str]:
    """A position as a position file, which ``tabletop-kit moves`` reads again."""
    yield f"game = {toml(game)}"
    yield "[position]"
    for key, value in position.items():
        if value is not None:
            yield f"{_toml_key(key)} = {toml(value)}"


def toml(value: Json) -> str:
    """A value of JSON as a value of TOML.

    >>> toml({"a": [1, "x"], "b": {"c": True}})
    '{ a = [1, "x"], b = { c = true } }'
    """
    if isinstance(value, Mapping):
        pairs = (f"{_toml_key(key)} = {toml(item)}" for key, item in value.items())
        return "{ " + ", ".join(pairs) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def check_seat(match: AnyMatch, seat: Seat | None, language: str) -> None:
    """Raise ``Fault`` where the match has no such seat."""
    count = seats_of(match)
    if seat is not None and not 0 <= seat < count:
        known = ", ".join(str(number) for number in range(count))
        raise Fault(words(language)("fault.seat", number=seat, seats=known))


def seats_of(match: AnyMatch) -> int:
    """How many seats play a match."""
    return match.game.seat_count(match.position)
