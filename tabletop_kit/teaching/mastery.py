"""Questions on positions from real games: found, posed and graded by the engine.

Seeded games are played through; wherever a rule fires (an event cites it) or says no (a move that
could be touched on the table is refused by it) there is something to ask:

- ``refused``: which of these is not allowed?
- ``why``: why is this not possible? (the course's reasons, those that do not hold as wrong ones)
- ``next``: what happens next? (one of the course's questions, its choices judged by goals)
- ``which``: this happened; which rule makes it so? (asked only where nothing else can be)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from tabletop_kit.engine.combinations import option_sets
from tabletop_kit.engine.event import Event
from tabletop_kit.engine.luck import Luck, mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.match import Step as Ply
from tabletop_kit.engine.playout import LIMIT, random_policy
from tabletop_kit.engine.ruling import Json, Ruling, Seat
from tabletop_kit.engine.save import AnyGame, AnyMatch
from tabletop_kit.engine.scene import Scene
from tabletop_kit.engine.text import Texts
from tabletop_kit.teaching.again import item_of_steps
from tabletop_kit.teaching.course import Candidate, Check, Course, Number, Question, Reason
from tabletop_kit.teaching.items import Find, Item, ItemChoice, ItemKind
from tabletop_kit.teaching.labels import in_words, label_of
from tabletop_kit.teaching.predicates import Seen, shown_by
from tabletop_kit.teaching.trial import judged, narrated, on_table
from tabletop_kit.teaching.words import CourseProblem, runner_words

__all__ = ["Item", "ItemChoice", "Quiz"]

_ANSWERS = 4
LONG = 24
"""Of a rule with more words than so many only the first sentence stands among the answers."""
_TRIED = 40
"""In so many games it is tried what the rules refuse; in all of them what happens is looked at."""
_ENOUGH = 3
"""So many finds for each question wanted are enough, and so many are taken from one game."""


@dataclass(slots=True)
class Quiz:
    """Makes questions for the learner in ``seat``. The same seed makes the same questions."""

    course: Course
    seed: int
    language: str = ""
    seat: Seat = 0
    names: tuple[str, ...] = ()
    texts: Texts = field(init=False)
    words: Texts = field(init=False)
    luck: Luck = field(init=False)
    taught: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.language = self.language or self.course.language
        names = self.names or self.course.called(self.language)
        self.texts = self.course.game.texts(self.language, names)
        self.words = runner_words(self.language)
        self.luck = Luck.of(self.seed, ("quiz",))
        self.taught = self.course.taught_until("")

    def items(self, check: Check) -> list[Item]:
        """As many different questions as the check has, its rules taking turns.

        A rule for which nothing is found is left out. Raises :class:`CourseProblem` where nothing
        is found at all.
        """
        if check.pool:
            return self._pool_items(check)
        self.taught = self.course.taught_until(check.lesson)
        if self.course.again == "steps" and not check.lesson:
            return self._some(self._from_steps(check), check)
        makers = {rule: self._asked(finds) for rule, finds in self._finds(check).items()}
        found: dict[str, Item] = {}
        turn = 0
        while len(found) < check.count and makers:
            rule = list(makers)[turn % len(makers)]
            item = next(makers[rule], None)
            if item is None:
                del makers[rule]
                continue
            found.setdefault(item.key, item)
            turn += 1
        return self._some(list(found.values()), check)

    def _from_steps(self, check: Check) -> list[Item]:
        """What a review asks where a course asks by its steps: a question for each rule taught."""

        def answers(rule: str, cited: Sequence[str]) -> tuple[ItemChoice, ...]:
            return self._rules(rule, cited, self._card_text(rule))

        names = self.texts.names
        found = [
            item_of_steps(self.course, rule, self.language, names, answers) for rule in check.rules
        ]
        return [item for item in found if item is not None][: check.count]

    def _some(self, items: list[Item], check: Check) -> list[Item]:
        if not items:
            raise CourseProblem("items", rule=", ".join(check.rules), games=check.games)
        return items

    # -- finding -----------------------------------------------------------------------------

    def _finds(self, check: Check) -> dict[str, list[Find]]:
        finds: dict[str, list[Find]] = {rule: [] for rule in check.rules}
        for number in range(check.games):
            if all(len(entries) >= _ENOUGH * check.count for entries in finds.values()):
                break
            before = {rule: len(entries) for rule, entries in finds.items()}
            for find in self._play_through(check, number):
                if len(finds[find.rule]) < before[find.rule] + _ENOUGH:
                    finds[find.rule].append(find)
        return {rule: self._shuffled(entries) for rule, entries in finds.items()}

    def _play_through(self, check: Check, number: int) -> Iterator[Find]:
        game = self.course.game
        seed = mix(self.seed, number) >> 11
        match = Match.new(game, seed, **self._options(check, seed))
        policy = game.policy() if number % 2 else random_policy(game)
        for step in range(LIMIT):
            if number < _TRIED and (step == 0 or mix(seed, step) % 3 == 0):
                yield from self._says_no(match, check.rules)
            yield from self._fired(match, check.rules)
            seat = match.to_act
            if seat is None:
                return
            match = match.branch()
            match.play(policy(match.position, seat, mix(seed, step)), seat)

    def _options(self, check: Check, seed: int) -> Mapping[str, Json]:
        luck = Luck.of(seed, ("options",))
        if check.options or self.course.draw:
            return luck.choice("options", check.options or self.course.draw)[0]
        game = self.course.game
        sets = [given for given in _sets(game) if self.seat < game.seats_for(given)]
        return luck.choice("options", sets)[0]

    def _fired(self, match: AnyMatch, rules: Sequence[str]) -> Iterator[Find]:
        seen = {event.rule: event for event in match.last.events}
        for rule, event in seen.items():
            if rule in rules:
                yield Find(rule, match, event)
        for question in self.course.questions:
            own = [rule for rule in question.rules if rule in rules and rule not in seen]
            now = Seen(match, match.last.events)
            if own and question.asks.holds(now):
                shown = set(shown_by(question.asks, now))
                yield from (Find(rule, match) for rule in own if rule in shown)

    def _says_no(self, match: AnyMatch, rules: Sequence[str]) -> Iterator[Find]:
        if match.outcome is not None:
            return
        scene = match.game.scene(match.position, self.seat, self.texts)
        seen = set()
        for move in on_table(scene):
            ruling = match.ruling(move, self.seat)
            if not ruling.legal and ruling.rule in rules and ruling.why not in seen:
                seen.add(ruling.why)
                yield Find(ruling.rule, match, None, move, ruling)

    # -- asking ------------------------------------------------------------------------------

    def _asked(self, finds: Sequence[Find]) -> Iterator[Item]:
        """Questions from the finds of one rule, its kinds taking turns."""
        kinds: dict[ItemKind, list[Item]] = {"next": [], "refused": [], "why": [], "which": []}
        for find in finds:
            item = self._item(find)
            if item is not None:
                kinds[item.kind].append(item)
        if kinds["next"] or kinds["refused"] or kinds["why"]:
            kinds["which"] = []
        queues = [queue for queue in kinds.values() if queue]
        seen: set[str] = set()
        while queues:
            for queue in queues:
                item = queue.pop(0)
                if item.key not in seen:
                    seen.add(item.key)
                    yield item
            queues = [queue for queue in queues if queue]

    def _item(self, find: Find) -> Item | None:
        if find.ruling is not None:
            return self._refused_item(find, find.ruling)
        for question in self.course.questions:
            if find.rule in question.rules:
                item = self._next_item(find, question)
                if item is not None:
                    return item
        return self._which_item(find)

    def _refused_item(self, find: Find, ruling: Ruling) -> Item | None:
        match = find.match
        scene = match.game.scene(match.position, self.seat, self.texts)
        allowed = [move for move in on_table(scene) if match.ruling(move, self.seat).legal]
        why = self.texts.explain(ruling, self.seat)
        if len(allowed) < 2:
            choices = self._reasons(find, ruling, why)
            question = self.words("item.why", what=self._label(match, scene, find.move))
            if not choices:
                return None
            return Item("why", find.rule, question, choices, match, move=find.move)
        right = ItemChoice(find.move, "", True, why, find.rule)
        yes = self.words("say.allowed-yes")
        wrong = [ItemChoice(move, "", False, yes) for move in self._shuffled(allowed)]
        choices = tuple(
            replace(choice, label=self._label(match, scene, choice.id))
            for choice in self._shuffled([right, *wrong[: _ANSWERS - 1]])
        )
        question = self.words("item.refused")
        return Item("refused", find.rule, question, choices, match)

    def _next_item(self, find: Find, question: Question) -> Item | None:
        last = find.match.last
        seen = Seen(find.match, last.events)
        if last.before is None or last.seat is None or not question.asks.holds(seen):
            return None
        before = _at(find.match, last.before)
        course = self.course.texts(self.language).named(self.texts.names)
        key = f"question.{question.id}"
        told, happened = (
            narrated(events, self.seat, self.texts, course)[0]["text"] if events else ""
            for events in (last.events[:1], [find.event] if find.event else [])
        )
        reply = happened if happened != told else ""
        choices = tuple(
            ItemChoice(
                choice.id,
                course(f"{key}.choice.{choice.id}"),
                choice.when.holds(seen),
                reply,
                find.rule,
            )
            for choice in question.choices
        )
        if question.number is not None:
            choices = self._numbers(question.number, last.events, reply, find.rule)
        if sum(choice.right for choice in choices) != 1:
            return None
        text = self.words("item.next", told=told, question=course(f"{key}.text"))
        return Item("next", find.rule, text, choices, before, find.match, last.events)

    def _numbers(
        self, number: Number, events: Sequence[Event], reply: str, rule: str
    ) -> tuple[ItemChoice, ...]:
        """The number asked for, among others of the same move and such as lie near it."""
        asked = [event.facts[number.fact] for event in events if event.kind in number.events]
        if not asked:
            return ()
        right = asked[0]
        told = [fact for event in events for fact in event.facts.values() if type(fact) is int]
        near = [right + step for step in (-2, -1, 1, 2, 3, 5)]
        others = [*self._shuffled(list(dict.fromkeys(told))), *self._shuffled(near)]
        wrong = [one for one in dict.fromkeys(others) if one >= 0 and one != right]
        return tuple(
            ItemChoice(str(one), str(one), one == right, reply, rule)
            for one in sorted([right, *wrong[: _ANSWERS - 1]])
        )

    def _which_item(self, find: Find) -> Item | None:
        if find.event is None:
            return None
        what = self.texts.narrate(find.event, self.seat)
        cited = [rule for event in find.match.last.events for rule in event.rules]
        choices = self._rules(find.rule, cited, self._card_text(find.rule))
        text = self.words("item.which", what=what)
        return Item("which", find.rule, text, choices, find.match)

    def _rules(self, right: str, cited: Sequence[str], reply: str) -> tuple[ItemChoice, ...]:
        others = [rule for rule in self._beside(right) if rule not in cited]
        picked = self._shuffled([right, *self._shuffled(others)[: _ANSWERS - 1]])
        return tuple(
            ItemChoice(rule, self._short(rule), rule == right, reply, right) for rule in picked
        )

    def _short(self, rule: str) -> str:
        """A rule in one sentence: the course's own, else its card, of a long one the beginning."""
        own = f"short.{rule}"
        course = self.course.texts(self.language)
        text = course(own) if own in course else self._card_text(rule)
        return text if len(text.split()) <= LONG else text.partition(". ")[0].rstrip(".") + "."

    def _label(self, match: AnyMatch, scene: Scene, move: str) -> str:
        acts = self.course.texts(self.language).named(self.texts.names)
        said = in_words(match, self.seat, self.texts)
        return label_of(scene, move, self.words, acts, said)

    def _reasons(self, find: Find, ruling: Ruling, reply: str) -> tuple[ItemChoice, ...]:
        """The reason of a refusal among others that do not hold; empty where it has no words."""
        seen = Seen(find.match, tries=(find.move,))
        right = next((entry for entry in self.course.reasons if ruling.why in entry.whys), None)
        wrong = [
            entry
            for entry in self.course.reasons
            if entry is not right and self._is_wrong(entry, seen)
        ]
        if right is None or not wrong:
            return ()
        texts = self.course.texts(self.language).named(self.texts.names)
        picked = self._shuffled([right, *self._shuffled(wrong)[: _ANSWERS - 1]])
        return tuple(
            ItemChoice(entry.id, texts(f"reason.{entry.id}"), entry is right, reply, find.rule)
            for entry in picked
        )

    def _is_wrong(self, reason: Reason, seen: Seen) -> bool:
        """Whether a reason can stand as a wrong answer: it is taught, and does not hold."""
        if reason.rule and reason.rule not in self.taught:
            return False
        return not reason.whys if reason.holds is None else not reason.holds.holds(seen)

    def _beside(self, right: str) -> Iterator[str]:
        """The rules that may stand beside the right one as wrong answers."""
        book = self.course.game.rulebook
        for rule in self.course.teaches:
            alike = any(rule in group and right in group for group in self.course.alike)
            if (
                rule != right
                and not alike
                and rule in self.taught
                and (book[rule].core or not book[right].core)
            ):
                yield rule

    def _card_text(self, rule: str) -> str:
        return self.texts(f"rule.{rule}.text")

    # -- a pool of moves or set-ups ----------------------------------------------------------

    def _pool_items(self, check: Check) -> list[Item]:
        game = self.course.game
        rulings = {entry.id: judged(game, None, entry) for entry in check.pool}
        allowed = [entry for entry in check.pool if rulings[entry.id].legal]
        found: list[Item] = []
        refused = [entry for entry in check.pool if rulings[entry.id].rule in check.rules]
        for entry in self._shuffled([entry for entry in refused if not rulings[entry.id].legal]):
            picked = self._shuffled([entry, *self._shuffled(allowed)[: _ANSWERS - 1]])
            ruling = rulings[entry.id]
            choices = tuple(
                self._pool_choice(check.key, other, rulings[other.id]) for other in picked
            )
            question = self.words("item.refused")
            found.append(Item("refused", ruling.rule, question, choices, None))
        return self._some(found[: check.count], check)

    def _pool_choice(self, key: str, entry: Candidate, ruling: Ruling) -> ItemChoice:
        course = self.course.texts(self.language)
        label = entry.move or course(f"{key}.choice.{entry.id}")
        if ruling.legal:
            return ItemChoice(entry.id, label, False, self.words("say.allowed-yes"))
        return ItemChoice(entry.id, label, True, self.texts.explain(ruling, self.seat), ruling.rule)

    def _shuffled(self, items: Sequence[Json]) -> list[Json]:
        order, self.luck = self.luck.shuffled("quiz", items)
        return list(order)


def _at(match: AnyMatch, ply: Ply[Json, Json]) -> AnyMatch:
    """The match as it was at one of its plies."""
    return Match(match.game, ply, match.seed, match.options, match.start, match.names)


@cache
def _sets(game: AnyGame) -> tuple[Mapping[str, Json], ...]:
    """The options that a game can be played with."""
    return tuple(option_sets(game))
