"""How Vortex lies on the table: four quarters of a sky around a whirl, one's own nearest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Passage, Scene, Verb, Zone
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.vortex.cards import MODES
from tabletop_kit.games.vortex.eyes import Eyes
from tabletop_kit.games.vortex.judging import ruling
from tabletop_kit.games.vortex.listing import moves
from tabletop_kit.games.vortex.moves import PASS, REFILL, Move
from tabletop_kit.games.vortex.offers import needed
from tabletop_kit.games.vortex.position import Position, half_points
from tabletop_kit.games.vortex.quarters import own_hand, quarters, shown_hand
from tabletop_kit.games.vortex.rules import outcome, prompts
from tabletop_kit.games.vortex.whirl import whirl

_TOUCHED = ("reward", "discard", "confess", "kill", "recall", "reveal", "player")
"""Choices that are made by touching a thing."""


def scene(
    position: Position, seat: Seat | None, texts: Texts, events: Sequence[Event] = ()
) -> Scene:
    """The table as ``seat`` sees it: no other hand and no face of a face-down card (VX-R23)."""
    eyes = Eyes(position, seat, texts)
    _follow(eyes, events)
    if eyes.asked and position.phase == "choice":
        _choices(eyes)
    return Scene(
        mood="vortex",
        zones=tuple(_zones(eyes)),
        verbs=tuple(_verbs(eyes)) if eyes.asked else (),
        ask=_ask(eyes),
        turn=position.to_act,
        over=position.phase == "over",
        title=texts("table.title", round=position.round, length=position.length),
        depth=min(100, 100 * (position.round - 1) // position.length),
        passages=tuple(eyes.passages),
        weighs=eyes.selecting or _chooses_several(eyes),
        composes=eyes.selecting or _chooses_several(eyes),
    )


def _zones(eyes: Eyes) -> Iterator[Zone]:
    yield from quarters(eyes)
    yield from whirl(eyes)
    shown = shown_hand(eyes)
    if shown is not None:
        yield shown
    if eyes.seat is not None:
        yield own_hand(eyes, eyes.seat)


def _ask(eyes: Eyes) -> str:
    position, texts = eyes.position, eyes.texts
    if position.phase == "over":
        return _ended(eyes)
    asked = prompts(position)
    own = [prompt for prompt in asked if prompt.seat == eyes.seat]
    return texts.invite((own or list(asked))[0], eyes.seat)


def _ended(eyes: Eyes) -> str:
    """Who has won, with how many points (VX-R57)."""
    position, texts = eyes.position, eyes.texts
    ended = outcome(position)
    assert ended is not None
    points = half_points(position)
    half = points[ended.winners[0]]
    shown = texts("word.half", whole=half // 2) if half % 2 else str(half // 2)
    names = [texts("table.winner", seat=seat) for seat in ended.winners]
    if len(names) > 1:
        together = texts("word.and", first=", ".join(names[:-1]), last=names[-1])
        return texts("table.over.shared", names=together, points=shown)
    own = ended.winners[0] == eyes.seat
    return texts("table.over.won", "you" if own else "other", seat=ended.winners[0], points=shown)


# -- answers ---------------------------------------------------------------------------------------


def _chooses_several(eyes: Eyes) -> bool:
    asked = eyes.position.asked
    several = asked is not None and asked.kind == "discard" and asked.number > 1
    return eyes.asked and several


def _choices(eyes: Eyes) -> None:
    """Answers that are given by touching one thing: its word, and the move that it says."""
    position = eyes.position
    asked = position.asked
    if asked is None or asked.kind not in _TOUCHED or _chooses_several(eyes):
        return
    for move in moves(position, asked.seat):
        words = needed(move)
        if len(words) == 1:
            eyes.moves[words[0]] = str(move)
        elif asked.kind == "player":
            eyes.moves[move.word] = str(move)


# -- what may be said ------------------------------------------------------------------------------


def _verbs(eyes: Eyes) -> Iterator[Verb]:
    position, texts, seat = eyes.position, eyes.texts, eyes.seat
    assert seat is not None
    if position.phase in ("turn", "window"):
        able = bool(ruling(position, seat, PASS))
        key = "decline" if position.phase == "window" else "pass"
        yield Verb("pass", texts(f"table.{key}"), "pass", able, key="p")
    elif position.phase == "refill":
        yield Verb("refill", texts("table.refill"), str(REFILL), True, key="r")
    elif position.phase == "choice":
        yield from _answers(eyes, seat)


def _answers(eyes: Eyes, seat: Seat) -> Iterator[Verb]:
    """Answers in words: a mode, a colour, the two cards, yes and no."""
    position, texts = eyes.position, eyes.texts
    keys = {"reason": "r", "fire": "f", "kill": "k", "none": "n", "cards": "c", "reverse": "r"}
    for move in moves(position, seat) if not _chooses_several(eyes) else ():
        word = move.word
        if not word:
            continue
        label = _answer(position, move, texts)
        yield Verb(f"{move.verb}-{word}", label, str(move), True, key=keys.get(word, ""))


def _answer(position: Position, move: Move, texts: Texts) -> str:
    word = move.word
    if word in MODES:
        return texts(f"table.crusade.{word}")
    if word in ("cards", "none", "reverse"):
        kind = "reward" if move.verb == "reward" else "choose"
        return texts(f"table.answer.{kind}-{word}")
    return texts(f"word.colour.{word}")


# -- what came from where --------------------------------------------------------------------------


def _follow(eyes: Eyes, events: Sequence[Event]) -> None:
    """The last move as glides: cards drawn, thrown away, converted, killed."""
    beat = 0
    for event in events:
        seen = event.seen_from(eyes.seat)
        facts, seat = seen.facts, event.seat
        if event.kind == "drew" and facts.get("count"):
            _drawn(eyes, seat, facts, beat)
            beat += 1
        elif event.kind in ("placed", "attached", "attached-frenzy", "attached-bluff"):
            source = f"hand-{seat}"
            named = facts.get("cards") or [f"{facts['card']}/0"]
            eyes.came.update(dict.fromkeys(named, (source, beat)))
        elif event.kind == "converted":
            eyes.passages.append(Passage(f"field-{facts['victim']}", f"discard-{seat}", 1, beat))
        elif event.kind == "frightened":
            eyes.passages.append(Passage(f"field-{facts['victim']}", f"fearful-{seat}", 1, beat))
        elif event.kind in ("killed", "sacrificed"):
            eyes.passages.append(Passage(f"field-{seat}", "vortex", 1, beat))
        elif event.kind in ("discarded", "shed", "stripped") and facts.get("cards"):
            count = len(facts["cards"])
            eyes.passages.append(Passage(f"hand-{seat}", f"discard-{seat}", count, beat))


def _drawn(eyes: Eyes, seat: Seat | None, facts: object, beat: int) -> None:
    assert isinstance(facts, dict)
    if "cards" in facts:
        eyes.came.update(dict.fromkeys(facts["cards"], (f"draw-{seat}", beat)))
    else:
        eyes.passages.append(Passage(f"draw-{seat}", f"hand-{seat}", facts["count"], beat))
