"""The part of the conformance suite that looks for leaks: nobody learns what they may not know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, zip_longest
from typing import Any

from tabletop_kit.engine.checker import Checker, words_of
from tabletop_kit.engine.event import Event, seen_from
from tabletop_kit.engine.listing import spread
from tabletop_kit.engine.luck import SEEDS, mix
from tabletop_kit.engine.match import Step
from tabletop_kit.engine.ruling import Json, Seat

WORLDS = 3
"""How many imagined positions each check of secrecy looks at.

In one of them, another one from position to position, it also looks at what costs much more than
the rest: the scene, what a spectator is shown, and whether the re-deal could be had from there.
"""


def check_worlds(checker: Checker, seat: Seat, public: tuple[Any, ...] | None) -> tuple[Any, ...]:
    """A seat's view, prompts, moves and scene are the same in worlds that it cannot tell apart.

    ``public``, where it is given, is the knowledge of a spectator of the real position, who cannot
    tell these worlds apart either. Returns what the seat knows.
    """
    game, position = checker.game, checker.match.position
    look, closer = checker.look(position), checker.turn % WORLDS
    shows = checker.shows(seat)
    known = knowledge(checker, position, seat, shows, look.view(seat))
    own = getattr(position, "luck", None)
    if any("?" in word for word in look.words(seat)):
        checker.hidden.add(seat)
    for world in range(WORLDS):
        seed = mix(checker.seed, 1_000 + world) % SEEDS
        other = game.imagine(position, seat, seed)
        told = knowledge(checker, other, seat, shows and world == closer)
        alike = told == known[: len(told)]
        checker.demand("fair", alike, "what seat {} sees tells a secret", seat)
        if world == closer and public is not None:
            told = knowledge(checker, other, None)
            checker.demand(
                "fair", told == public, "what everybody sees tells seat {} a secret", seat
            )
        if world == closer:
            again = game.imagine(other, seat, seed)
            checker.demand("fair", again == other, "a re-deal depends on what it may not see")
        for breach in game.breaches(other):
            checker.demand("fair", False, "a re-deal cannot be: {}", breach)
        checker.demand(
            "dealt", own is None or other.luck != own, "a re-deal knows the luck to come"
        )
        if seat not in checker.dealt and game.dump(other) != look.dump:
            checker.dealt.add(seat)
    return known


def knowledge(
    checker: Checker, position: Any, seat: Seat | None, shown: bool = True, view: Json = None
) -> tuple[Any, ...]:
    """All that reaches a seat (``None``: a spectator); the scene, last, only where it is ``shown``.

    ``view`` is what the seat sees, where that is known already.
    """
    game, match = checker.game, checker.match
    view = game.view(position, seat) if view is None else view
    moves = () if seat is None else game.moves(position, seat)
    declined = [game.decline(position, one) for one in checker.seats]
    told = (view, game.prompts(position), declined, len(moves), spread(moves))
    if not shown:
        return told
    texts = checker.texts[checker.turn // WORLDS % len(checker.texts)]
    events = seen_from(match.last.events, seat)
    return (*told, game.scene(position, seat, texts, events))


def check_dealt(checker: Checker) -> None:
    """Over a whole game, a seat that did not see everything was dealt something else at times."""
    for seat in checker.hidden:
        checker.demand(
            "dealt", seat in checker.dealt, f"seat {seat} imagines nothing but the real position"
        )


# -- events --------------------------------------------------------------------------------------


def check_event(checker: Checker, event: Event) -> None:
    """The secret of an event is somebody's, and is not in its public part, too."""
    twice = event.facts.keys() & event.secret.keys() or (
        words_of(list(event.secret.values())) & words_of(list(event.facts.values()))
    )
    checker.demand("secret", not twice, "the secret of {} is in its public part", event.kind)
    owned = bool(event.seen_by) or not event.secret
    checker.demand("secret", owned, "the secret of {} is nobody's", event.kind)


def check_mentions(checker: Checker, before: Any, step: Step[Any, Any]) -> None:
    """No event tells a reader of a thing that is hidden from them before and after it.

    Kinds of events that openly show what is then hidden again are the game's ``shown``.
    """
    game, after = checker.game, step.position
    said = set() if step.move is None else words_of(game.write(step.move))
    looks = [checker.look(one) for one in (before, after) if one is not None]
    everything = frozenset[str]().union(*(look.everything for look in looks))
    for reader in (None, *checker.seats):
        seen = said if reader is not None and reader == step.seat else set[str]()
        unseen = everything.difference(seen, *(look.words(reader) for look in looks))
        for event in step.events:
            told = words_of(event.seen_from(reader).facts) & unseen
            good = not told or event.kind in game.shown
            checker.demand("secret", good, "{} tells {} of {}", event.kind, reader, sorted(told))


def check_events_alike(checker: Checker, before: Any, seat: Seat, move: Any) -> None:
    """Until something is revealed, a move is told alike in worlds a reader cannot tell apart."""
    game, real = checker.game, checker.match.last.events
    for reader in checker.seats:
        seed = mix(checker.seed, 2_000 + checker.match.ply) % SEEDS
        world = game.imagine(before, reader, seed)
        if reader == seat or not game.ruling(world, seat, move).legal:
            continue
        log: list[Event] = []
        game.apply(world, seat, move, log)
        for one, other in zip_longest(real, log):
            if any(event is not None and event.reveals for event in (one, other)):
                break
            # That something more happens in one of the worlds has to be a revelation, too.
            both = one is not None and other is not None
            checker.demand("secret", both, "the number of events tells seat {} a secret", reader)
            alike = one.seen_from(reader) == other.seen_from(reader)
            checker.demand("secret", alike, "{} tells seat {} a secret", one.kind, reader)


# -- sealed choices ------------------------------------------------------------------------------


def check_sealed(checker: Checker) -> None:
    """A sealed choice is not seen by a seat still to choose, and the order does not matter."""
    game, position = checker.game, checker.match.position
    together = [prompt.seat for prompt in checker.match.prompts if prompt.mode == "together"]
    for one, other in permutations(together, 2):
        choices = list(_some(game.moves(position, one), checker))
        seen = [_seen_by(checker, one, move, other) for move in choices]
        alike = all(what == seen[0] for what in seen)
        checker.demand("sealed", alike, f"seat {other} sees what seat {one} chose")
        for first in choices:
            second = next(_some(game.moves(position, other), checker))
            this = game.apply(game.apply(position, one, first), other, second)
            that = game.apply(game.apply(position, other, second), one, first)
            checker.demand("sealed", this == that, "the order of sealed choices matters")


def _some(moves: Sequence[Any], checker: Checker) -> Iterator[Any]:
    """Three moves of many: any, the first, the last."""
    yield moves[mix(checker.seed, 3_000 + checker.match.ply) % len(moves)]
    yield moves[0]
    yield moves[-1]


def _seen_by(checker: Checker, one: Seat, move: Any, other: Seat) -> tuple[Any, ...]:
    game, log = checker.game, list[Event]()
    after = game.apply(checker.match.position, one, move, log)
    asked = other in [prompt.seat for prompt in game.prompts(after)]
    checker.demand("sealed", asked, f"the choice of seat {one} took the choice of seat {other}")
    moves = game.moves(after, other)
    return game.view(after, other), len(moves), spread(moves), seen_from(log, other)
