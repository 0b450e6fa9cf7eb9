"""One game of many: who sits where, how it begins, and what is noted of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from hashlib import sha256
from time import process_time
from typing import Any, TypeAlias

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.player import Player
from tabletop_kit.engine.playout import LIMIT, EndlessGame
from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.ruling import Json, Refused, Seat
from tabletop_kit.lab.row import Row, Thinking

AnyGame: TypeAlias = Game[Any, Any]

ANY = "any"
"""As the value of an option (or for one seat of it): drawn anew from its choices.

The games in which everybody has sat everywhere once share what was drawn.
"""

_MOST_DRAWS = 100


@dataclass(frozen=True, slots=True)
class Task:
    """What has to be known to play any game of a simulation by its number.

    ``players`` are one for all seats or one for each. ``start`` are position keys to begin with in
    place of the game's own set-up; ``changes`` are keys that are changed in the first position, and
    left out where they are ``None``.
    """

    game: AnyGame
    players: tuple[Player, ...]
    seed: int
    options: Mapping[str, Json]
    start: Mapping[str, Json] | None = None
    changes: Mapping[str, Json] = field(default_factory=dict)

    @property
    def turns(self) -> int:
        """After how many games the players sit as at first.

        Where all win or lose together nobody gains by another seat, so everybody keeps theirs.
        """
        return 1 if self.game.cooperative else len(self.players)

    def drawn(self, number: int) -> dict[str, Json]:
        """The options of one game; drawn again where those that were drawn exclude each other."""
        seed = game_seed(self.seed, number - number % self.turns)
        options = drawn_options(self.game, self.options, seed)
        if self.start is not None or options == self.options:
            return options
        for again in range(1, _MOST_DRAWS):
            try:
                self.game.setup(options, self.game.luck(seed))
            except Refused:
                options = drawn_options(self.game, self.options, mix(seed, again) >> 11)
            else:
                break
        return options

    def first_position(self, options: Mapping[str, Json], seed: int) -> Any:
        """How a game begins. Raises ``BadPosition``, ``ScriptError``.

        Keys cannot be changed inside a move: a set-up that ends there is made again, with another
        seed that follows from this one.
        """
        game = self.game
        if self.start is None:
            position = game.setup(options, game.luck(seed))
        else:
            position = game.load({**options, **deepcopy(dict(self.start))}, game.luck(seed))
        if not self.changes:
            return position
        for again in range(1, _MOST_DRAWS):
            if game.loadable(position) or self.start is not None:
                break
            position = game.setup(options, game.luck(mix(seed, again) >> 11))
        # The luck goes on where the set-up left it, or later shuffles would repeat the first.
        luck = getattr(position, "luck", None) or game.luck(mix(seed, 1) >> 11)
        keys = {**game.dump(position), **deepcopy(dict(self.changes))}
        return game.load({name: value for name, value in keys.items() if value is not None}, luck)

    def seated(self, number: int, seats: int) -> tuple[int, ...]:
        """Which player sits where in one game. Raises ``Problem`` where there are too few."""
        size = len(self.players)
        if size == 1:
            return (0,) * seats
        if size != seats:
            raise Problem("seats", game=self.game.id, seats=seats, given=size)
        if self.turns == 1:
            return tuple(range(seats))
        return tuple((seat - number) % seats for seat in range(seats))


def make_task(
    game: AnyGame,
    players: Sequence[Player | str],
    seed: int = 0,
    options: Mapping[str, Json] | None = None,
    start: Mapping[str, Json] | None = None,
    changes: Mapping[str, Json] | None = None,
) -> Task:
    """A task that can be played: one game is set up at once, so that what is refused is told now.

    Several players sit at a table of their own number where the options leave ``seats`` open.
    Raises ``Problem`` on a player or a number of them that cannot be, ``BadPosition`` on the rest.
    """
    seated = tuple(find_player(game, player) for player in players)
    given = dict(options or {})
    known = {option.id for option in game.options}
    if len(seated) > 1 and start is None and "seats" in known and len(seated) in game.seats:
        given.setdefault("seats", len(seated))
    task = Task(game, seated, seed, given, start, dict(changes or {}))
    if not seated or (len(seated) > 1 and given.get("seats") == ANY):
        seats = ", ".join(map(str, game.seats))
        raise Problem("seats", game=game.id, seats=seats, given=len(seated))
    count = game.seat_count(task.first_position(task.drawn(0), 0))
    if len(seated) == 1 and not game.cooperative and given.get("seats") != ANY:
        task = Task(game, seated * count, seed, given, start, task.changes)
    task.seated(0, count)
    return task


def find_player(game: AnyGame, player: Player | str) -> Player:
    """A player of the game by its id, or the player itself. Raises ``Problem``."""
    if not isinstance(player, str):
        return player
    known = game.players()
    if player not in known:
        names = ", ".join(known)
        raise Problem("player", player=shortened(player), game=game.id, players=names)
    return known[player]


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a simulation, by its number.

    >>> game_seed(0, 0) != game_seed(0, 1), game_seed(0, 1) < 2**53
    (True, True)
    """
    return mix(_key(f"simulate/{seed}"), number) >> 11


def play_game(task: Task, number: int) -> Row:
    """Play one game of a simulation; nothing but the task and the number matters."""
    game, options = task.game, task.drawn(number)
    seed = game_seed(task.seed, number)
    position = task.first_position(options, seed)
    count = game.seat_count(position)
    seats = task.seated(number, count)
    seated = [task.players[player] for player in seats]
    keys = [_key(f"player/{seed}/{seat}") for seat in range(count)]
    times: list[list[float]] = [[] for _ in range(count)]
    first = game.to_act(position)
    for moves in range(LIMIT):
        seat = game.to_act(position)
        if seat is None:
            break
        began = process_time()
        move = seated[seat].choose(game, position, seat, mix(keys[seat], moves) >> 11)
        times[seat].append(process_time() - began)
        position = game.apply(position, seat, move)
    else:
        raise EndlessGame(f"{game.id}: no end after {LIMIT} moves")
    thinking = tuple(Thinking(len(used), sum(used), max(used, default=0.0)) for used in times)
    return _row(task, number, seats, options, first or 0, position, moves, thinking)


def _row(
    task: Task,
    number: int,
    seats: tuple[int, ...],
    options: Mapping[str, Json],
    first: Seat,
    position: Any,
    moves: int,
    thinking: tuple[Thinking, ...],
) -> Row:
    outcome = task.game.outcome(position)
    assert outcome is not None
    return Row(
        game=number,
        seed=game_seed(task.seed, number),
        players=seats,
        options=options,
        first=first,
        winners=tuple(outcome.winners),
        scores=tuple(outcome.scores),
        rule=outcome.rule,
        rounds=getattr(position, "round", None),
        moves=moves,
        result=task.game.result(position),
        thinking=thinking,
    )


def drawn_options(game: AnyGame, options: Mapping[str, Json], seed: int) -> dict[str, Json]:
    """The options with every :data:`ANY` drawn from the choices. Raises ``Problem``.

    Where no two seats may have the same, what one has is not drawn for another.
    """
    known = {option.id: option for option in game.options}
    drawn: dict[str, Json] = {}
    # The number of seats first: it says how many values an option for each seat has.
    for name in sorted(options, key=lambda name: name != "seats"):
        value, option = options[name], known.get(name)
        many = isinstance(value, list | tuple)
        if ANY not in (value if many else (value,)):
            drawn[name] = value
            continue
        if option is None or not option.choices:
            raise Problem("no-choices", option=name, game=game.id)
        each = list(value) if many else [value] * (game.seats_for(drawn) if option.each_seat else 1)
        key = _key(f"option/{seed}/{name}")
        for place, one in enumerate(each):
            if one == ANY:
                taken = each if option.distinct else ()
                left = [choice for choice in option.choices if choice not in taken]
                pool = left or option.choices
                each[place] = pool[(mix(key, place) * len(pool)) >> 64]
        drawn[name] = each if option.each_seat else each[0]
    return {name: drawn[name] for name in options}


def _key(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
