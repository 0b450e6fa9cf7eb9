"""One attempt at a step: positions set up, tries made, the other seats' answers, ways to the goal.

A trial is cheap to branch, because positions are values; the search for a way to the goal and the
playing out of a wrong move both work on branches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.listing import spread
from tabletop_kit.engine.luck import ScriptError, mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.match import Step as Ply
from tabletop_kit.engine.ruling import BadPosition, Json, Refused, Ruling, Seat
from tabletop_kit.engine.save import AnyGame, AnyMatch
from tabletop_kit.engine.scene import Scene, Token, Verb
from tabletop_kit.engine.text import Texts
from tabletop_kit.teaching.course import Candidate, Course, Deal, Lesson, Step
from tabletop_kit.teaching.predicates import Seen
from tabletop_kit.teaching.words import CourseProblem

SEARCHED = 3000
"""At most so many tries are looked at for a way to the goal; beyond, there may be one."""


def set_up(game: AnyGame, deal: Deal) -> AnyMatch:
    """A match from a deal. Raises ``BadPosition`` or ``ScriptError``."""
    if deal.position:
        return Match.at(game, {**deal.options, **deal.position}, deal.seed, deal.chance)
    log: list[Event] = []
    position = game.setup(deal.options, game.luck(deal.seed, deal.chance), log)
    return Match(game, Ply(position, events=tuple(log)), deal.seed, dict(deal.options))


@dataclass(slots=True)
class Trial:
    """What has happened in a step so far. ``played`` counts the learner's own legal moves."""

    match: AnyMatch
    seat: Seat
    events: list[Event] = field(default_factory=list)
    refusals: list[Ruling] = field(default_factory=list)
    tries: list[str] = field(default_factory=list)
    played: int = 0
    answered: int = 0

    def branch(self) -> Trial:
        """The same, to go on with apart."""
        return Trial(
            self.match.branch(),
            self.seat,
            list(self.events),
            list(self.refusals),
            list(self.tries),
            self.played,
            self.answered,
        )

    def seen(self) -> Seen:
        """What goals look at."""
        return Seen(self.match, self.events, self.refusals, self.tries, self.played)

    def met(self, step: Step) -> bool:
        """Whether the goal of the step holds now."""
        return step.goal is not None and step.goal.holds(self.seen())

    def missed(self, step: Step) -> bool:
        """Whether the step has ended without its goal: by a headline, or the end of the match."""
        headlines = self.match.game.headlines
        ended = not step.through and any(event.kind in headlines for event in self.events)
        return (ended or self.match.outcome is not None) and not self.met(step)

    def say(self, text: str, seat: Seat | None = None) -> Ruling | None:
        """Try a move; its ruling where it is refused (noted), ``None`` where it is played.

        Raises :class:`CourseProblem` where the scripted luck does not fit.
        """
        self.tries.append(text)
        try:
            events = self.match.play(text, seat)
        except Refused as refused:
            self.refusals.append(refused.ruling)
            return refused.ruling
        except ScriptError as error:
            raise CourseProblem("luck", why=str(error)) from None
        self.events += events
        return None

    def learner_says(self, text: str, step: Step) -> Ruling | None:
        """The learner tries a move; the others answer until the goal holds or it is their turn."""
        ruling = self.say(text, self.seat)
        if ruling is None:
            self.played += 1
            self.answers(step)
        return ruling

    def answers(self, step: Step) -> None:
        """The other seats act: by the step's replies first, then by the game's policy."""
        for seat in self._others():
            if self.met(step) or self.missed(step):
                return
            try:
                self.events += self.match.play(self._reply(step, seat), seat)
            except ScriptError as error:
                raise CourseProblem("luck", why=str(error)) from None

    def _others(self) -> Iterator[Seat]:
        while prompts := self.match.prompts:
            asked = [prompt.seat for prompt in prompts]
            if self.seat in asked:
                return
            yield asked[0]

    def _reply(self, step: Step, seat: Seat) -> Json:
        match, game = self.match, self.match.game
        if self.answered < len(step.replies):
            text = step.replies[self.answered]
            self.answered += 1
            if match.ruling(text, seat):
                return game.parse(text)
        return game.policy()(match.position, seat, mix(match.seed, match.ply))


def first_trial(course: Course, lesson: Lesson, step: Step) -> Trial | None:
    """A fresh trial of a step; ``None`` where it has no position of its own or from before.

    Raises :class:`CourseProblem` where the step cannot be set up.
    """
    match = _start(course, lesson, step)
    if match is None:
        return None
    trial = Trial(match, lesson.seat)
    if step.deal is not None:
        trial.events += match.last.events
    if step.kind == "do" and not step.wait:
        trial.answers(step)
    return trial


def continued(course: Course, lesson: Lesson, step: Step, match: AnyMatch) -> Trial | None:
    """A trial that goes on from where the learner left the step before.

    ``None`` where the step would no longer be what it is: its goal out of reach, another answer
    right, or a move of it not allowed. Then it begins from its own table.
    """
    if step.deal is not None:
        return None
    trial = Trial(match.branch(), lesson.seat)
    if step.kind == "do" and not step.wait:
        trial.answers(step)
    return trial if _still_fits(course, lesson, step, trial) else None


def _still_fits(course: Course, lesson: Lesson, step: Step, trial: Trial) -> bool:
    if step.kind == "do":
        return not trial.met(step) and way_to_goal(trial, step, step.most) is not None
    plain = first_trial(course, lesson, step)
    if plain is None:
        return False
    if step.kind == "spot":
        judge = course.game
        pairs = ((judged(judge, trial, one), judged(judge, plain, one)) for one in step.candidates)
        return all((mine.legal, mine.rule) == (own.legal, own.rule) for mine, own in pairs)
    after, wanted = trial.branch(), plain.branch()
    if any(after.say(text) is not None or wanted.say(text) is not None for text in step.play):
        return False
    return all(
        choice.when.holds(after.seen()) == choice.when.holds(wanted.seen())
        for choice in step.choices
    )


def _start(course: Course, lesson: Lesson, step: Step) -> AnyMatch | None:
    if step.deal is not None:
        try:
            return set_up(course.game, step.deal)
        except BadPosition as refused:
            why = course.game.texts().explain(refused)
        except ScriptError as error:
            why = str(error)
        raise CourseProblem("start", step=step.id, why=why)
    place = lesson.place(step.id)
    if place == 0:
        return None
    before = lesson.steps[place - 1]
    ended = solved(course, lesson, before)
    return ended.match.branch() if ended else None


def solved(course: Course, lesson: Lesson, step: Step) -> Trial | None:
    """The trial of a step, played by its own solution. Raises :class:`CourseProblem`."""
    if step.kind == "choose":
        return chosen(course, lesson, step, step.solution[0])
    trial = first_trial(course, lesson, step)
    if trial is None or step.kind in ("say", "spot", "check"):
        return trial
    if step.kind == "do":
        for text in step.solution:
            trial.learner_says(text, step)
        return trial
    for text in step.play:
        if (ruling := trial.say(text)) is not None:
            why = course.game.texts().explain(ruling)
            raise CourseProblem("move", step=step.id, move=text, why=why)
    return trial


def chosen(course: Course, lesson: Lesson, step: Step, ident: str) -> Trial | None:
    """The trial after a set-up was chosen; ``None`` where it is refused. Raises on bad luck."""
    candidate = next(entry for entry in step.candidates if entry.id == ident)
    assert candidate.deal is not None
    try:
        match = set_up(course.game, candidate.deal)
    except BadPosition:
        return None
    except ScriptError as error:
        raise CourseProblem("start", step=step.id, why=str(error)) from None
    return Trial(match, lesson.seat, list(match.last.events))


def judged(game: AnyGame, trial: Trial | None, candidate: Candidate) -> Ruling:
    """What the rules say of a candidate: a move from the trial's position, or a set-up."""
    if candidate.deal is not None:
        try:
            set_up(game, candidate.deal)
        except BadPosition as refused:
            return refused.ruling
        return Ruling(True, "")
    if trial is None:
        try:
            game.parse(candidate.move)
        except Refused as refused:
            return refused.ruling
        return Ruling(True, "")
    return trial.match.ruling(candidate.move, trial.seat)


def way_to_goal(trial: Trial, step: Step, moves_left: int) -> tuple[str, ...] | None:
    """The shortest tries that meet the goal within the moves left; ``None`` where there are none.

    Where the search runs out of its budget, the rest of the solution is assumed to lead there.
    """
    if trial.missed(step):
        return None
    budget = [SEARCHED]
    for depth in range(1, moves_left + 1):
        found = _search(trial, step, depth, budget)
        if found is not None:
            return found
        if budget[0] <= 0:
            return step.solution[trial.played :] or None
    return None


def _search(trial: Trial, step: Step, depth: int, budget: list[int]) -> tuple[str, ...] | None:
    for text in _tries(trial, step):
        budget[0] -= 1
        if budget[0] < 0:
            return None
        after = trial.branch()
        refused = after.learner_says(text, step)
        if after.met(step):
            return (text,)
        if depth > 1 and refused is None and not after.missed(step):
            rest = _search(after, step, depth - 1, budget)
            if rest is not None:
                return (text, *rest)
    return None


def _tries(trial: Trial, step: Step) -> list[str]:
    """The solution's next move, then the offered legal moves, then the solution's other moves."""
    tries = [*step.solution[trial.played : trial.played + 1], *legal(trial, step), *step.solution]
    return list(dict.fromkeys(tries))


def legal(trial: Trial, step: Step | None = None) -> list[str]:
    """The learner's legal moves as text; with a step, those that it offers.

    Of a great many moves some that are spread over them stand for all.
    """
    match = trial.match
    listed = spread(match.game.moves(match.position, trial.seat))
    moves = [match.game.write(move) for move in listed]
    return [move for move in moves if step is None or step.offers(move)]


# -- naming moves --------------------------------------------------------------------------------


def selection(scene: Scene, move: str) -> tuple[Verb, tuple[Token, ...]] | None:
    """The verb that says a move by a selection, and the tokens to select, in their order."""
    for verb in scene.verbs:
        head, mark, _ = verb.move.partition("{words}")
        words = move[len(head) :].split() if mark and move.startswith(head) else []
        if not words or not verb.least <= len(words) <= verb.most:
            continue
        left = [token for token in scene.tokens() if token.word]
        chosen = [_take(left, word) for word in words]
        tokens = tuple(token for token in chosen if token is not None)
        if len(tokens) == len(words):
            return verb, tokens
    return None


def composed(scene: Scene, move: str) -> tuple[Token, ...]:
    """The tokens to select for a move that a weighing composes (``Scene.composes``), in order."""
    left = [token for token in scene.tokens() if token.word] if scene.composes else []
    said = [word.partition("=")[0] for word in move.split()]
    begun = [said[0] if place == 1 else "" for place in range(len(said))]
    taken = [_take(left, word, beginning) for word, beginning in zip(said, begun, strict=True)]
    return tuple([token for token in taken if token is not None])


def _take(left: list[Token], word: str, beginning: str = "") -> Token | None:
    """The first token of this word, taken out of those that are left.

    One whose word names beginnings of moves behind an ``@`` is meant right after one of these only.
    """
    parts = [(token, *token.word.partition("@")[::2]) for token in left]
    named = [(token, begun) for token, own, begun in parts if own == word]
    meant = [token for token, begun in named if beginning and beginning in begun.split("+")]
    plain = [token for token, begun in named if not begun]
    found = next(iter((*meant, *plain)), None)
    if found is not None:
        left.remove(found)
    return found


def spots(scene: Scene, move: str) -> dict[str, list[str]]:
    """The ids of the tokens, zones and verbs of a scene by which a move can be said."""
    picked = selection(scene, move)
    tokens = [token for token in scene.tokens() if token.move == move]
    verbs = [verb for verb in scene.verbs if verb.move == move]
    if picked is not None:
        verbs.append(picked[0])
        tokens += picked[1]
    elif not tokens and not verbs:
        tokens += composed(scene, move)
    ids = {token.id for token in tokens}
    zones = [zone for zone in scene.zones if any(token.id in ids for token in zone.tokens)]
    return {
        "tokens": [token.id for token in tokens],
        "zones": [zone.id for zone in zones],
        "verbs": [verb.id for verb in verbs],
    }


MOST_SELECTED = 2
"""Selections of more tokens are not tried out when questions are looked for."""


def on_table(scene: Scene) -> list[str]:
    """The moves that somebody can form by touching what lies on the table, each once.

    Of the moves that need a selection, those with one or two tokens.
    """
    moves = [token.move for token in scene.tokens()]
    moves += [verb.move for verb in scene.verbs if not verb.most]
    words = [token.word for token in scene.tokens() if token.word]
    for verb in scene.verbs:
        for count in range(max(1, verb.least), min(verb.most, MOST_SELECTED) + 1):
            orders = permutations if verb.ordered else combinations
            moves += [verb.move.replace("{words}", " ".join(some)) for some in orders(words, count)]
    return [move for move in dict.fromkeys(moves) if move]


def narrated(
    events: Sequence[Event], seat: Seat, texts: Texts, own: Texts | None = None
) -> list[dict[str, str]]:
    """What happened, one line each with its rule, as the learner may know it.

    ``own`` are the course's texts: ``told.<kind>`` stands for the game's sentence, where a learner
    called "you" would make it wrong.
    """
    return [{"text": _narrated(event, seat, texts, own), "rule": event.rule} for event in events]


def _narrated(event: Event, seat: Seat, texts: Texts, own: Texts | None) -> str:
    key = f"told.{event.kind}"
    if own is None or key not in own:
        return texts.narrate(event, seat)
    form = "you" if event.seat == seat else "other"
    return texts.lend(own, key, form, **{"seat": event.seat, **event.seen_from(seat).facts})
