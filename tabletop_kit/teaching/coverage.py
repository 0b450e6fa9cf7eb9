"""Rule coverage: is every rule sourced, proved, taught and explained, and where not, why not?

- **sourced**: its source is named, and the passages of the source are mapped to it (and all of
  them to something);
- **proved**: a rule case that names it passes and cites it, by an event or a refusal; a rule that
  can refuse is proved by a refused and an allowed case;
- **taught**: a step of a lesson lists it, and the step's solution cites it;
- **explained**: its card has words in every language, and some event or refusal of random play or
  of a rule case cites it, or a lesson shows it, so that a player really meets it.

A card in the rulebook is a row like any other, but it is read where it lies: no passage of the
source and no lesson has to carry it, and figures without a text are cited by nothing. It is proved
by a passing case that names it, and where it can refuse, by one that it refuses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import tabletop_kit
from tabletop_kit.engine.case import Verdict, read_cases, run_case
from tabletop_kit.engine.combinations import option_sets
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.playout import LIMIT, random_policy
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.rulebook import Passage, Rule, matches
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.save import AnyGame
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games import find_game
from tabletop_kit.teaching.course import Course
from tabletop_kit.teaching.proof import Fault, Proof, prove
from tabletop_kit.teaching.reading import read_course
from tabletop_kit.teaching.words import runner_words

GAMES_PLAYED = 120
"""So many random games are played to see which rules a player meets."""


@dataclass(frozen=True, slots=True)
class Row:
    """How one rule is covered. ``gaps`` tell what is missing."""

    COLUMNS: ClassVar[tuple[str, ...]] = ("sourced", "proved", "taught", "explained")

    rule: str
    sourced: bool
    proved: bool
    taught: bool
    explained: bool
    core: bool
    gaps: tuple[Fault, ...] = ()
    card: bool = False

    @property
    def whole(self) -> bool:
        """Whether it has all four."""
        return all(getattr(self, column) for column in self.COLUMNS)


@dataclass(frozen=True, slots=True)
class Coverage:
    """The coverage of a game's rules: a row for each, and the faults that belong to none."""

    game: str
    rows: tuple[Row, ...]
    faults: tuple[Fault, ...] = ()
    reach: float = 0.0
    """The share of the rules that random play alone meets; cards are not counted."""

    @property
    def whole(self) -> bool:
        """Whether every rule has all four and nothing else is wrong."""
        return not self.faults and all(row.whole for row in self.rows)

    def share(self, column: str = "whole") -> float:
        """The share of the rules that have a column: ``sourced``, ... or all four."""
        return sum(bool(getattr(row, column)) for row in self.rows) / len(self.rows)

    def markdown(self, language: str = "en") -> str:
        """The table, the percentages, and what is missing, as Markdown."""
        words = runner_words(language)
        texts = find_game(self.game).texts(language)
        heads = [words(f"coverage.{name}") for name in Row.COLUMNS]
        lines = [
            "# " + words("coverage.title", game=texts("title")),
            "",
            f"| {words('coverage.rule')} | | {' | '.join(heads)} |",
            "|---|---|" + ":-:|" * len(heads),
        ]
        for row in self.rows:
            marks = [_mark(row, name) for name in Row.COLUMNS]
            title = texts(f"rule.{row.rule}.title")
            lines.append(f"| {row.rule} | {title} | {' | '.join(marks)} |")
        shares = [f"{self.share(name):.0%}" for name in Row.COLUMNS]
        lines.append(
            f"| | **{words('coverage.all')}: {self.share():.0%}** | {' | '.join(shares)} |"
        )
        missing = [f"- {text}" for text in self._missing(language)]
        if missing:
            lines += ["", f"**{words('coverage.gaps')}**", "", *missing]
        return "\n".join(lines)

    def data(self, language: str = "en") -> dict[str, Json]:
        """The same as plain data."""
        return {
            "game": self.game,
            "whole": self.whole,
            "shares": {name: self.share(name) for name in (*Row.COLUMNS, "whole")},
            "reach": self.reach,
            "rows": [
                {
                    "rule": row.rule,
                    "core": row.core,
                    "card": row.card,
                    **{name: getattr(row, name) for name in Row.COLUMNS},
                    "gaps": [gap.tell(language) for gap in row.gaps],
                }
                for row in self.rows
            ],
            "faults": [fault.tell(language) for fault in self.faults],
        }

    def _missing(self, language: str) -> Iterator[str]:
        for row in self.rows:
            yield from (f"{row.rule}: {gap.tell(language)}" for gap in row.gaps)
        yield from (fault.tell(language) for fault in self.faults)

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def __repr__(self) -> str:
        return f"<coverage of {self.game}: {self.share():.0%} of {len(self.rows)} rules>"


def case_folder(game: str) -> Path:
    """Where the rule cases of a game lie in a checkout of the kit."""
    return Path(tabletop_kit.__file__).parent.parent / "tests" / "cases" / game


def coverage(game: str | AnyGame, cases: Path | None = None) -> Coverage:
    """The coverage of a game, its rule cases in the folder ``cases`` (left out: the checkout's).

    Raises :class:`~tabletop_kit.engine.problem.Problem` where there is no such game.
    """
    found = find_game(game) if isinstance(game, str) else game
    survey = _Survey(found, cases or case_folder(found.id))
    rows = tuple(survey.row(rule) for rule in found.rulebook.values())
    rules = {row.rule for row in rows if not row.card}
    reach = len(survey.played & rules) / len(rules)
    return Coverage(found.id, rows, tuple(survey.loose_faults()), reach)


@dataclass(slots=True)
class _Survey:
    """Everything that is looked up once for all rules of a game."""

    game: AnyGame
    cases: Path
    verdicts: list[Verdict] = field(init=False)
    proofs: list[Proof] = field(init=False)
    problems: list[Fault] = field(init=False, default_factory=list)
    played: set[str] = field(init=False, default_factory=set)
    refusing: set[str] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self.verdicts = self._run_cases()
        self.proofs = self._prove_course()
        self._play_games()
        for verdict in self.verdicts:
            if isinstance(verdict.case.refuse, str):
                self.refusing |= {rule for rule in verdict.cited if verdict.case.refuse == rule}

    def _run_cases(self) -> list[Verdict]:
        found: list[Verdict] = []
        for path in sorted(self.cases.glob("*.toml")):
            try:
                found += [run_case(case, self.game) for case in read_cases(path, find_game)]
            except Problem as problem:
                self.problems.append(Fault("fault.problem", {"why": str(problem)}))
        return found

    def _prove_course(self) -> list[Proof]:
        try:
            return prove(self._course())
        except Problem as problem:
            self.problems.append(Fault("fault.problem", {"why": str(problem)}))
            return []

    def _course(self) -> Course:
        return read_course(self.game, self.game.folder / "lessons", LANGUAGES[0])

    def _play_games(self) -> None:
        """Random games, sets of options in turn: which rules are cited, and which refuse.

        Where there are more sets than games, the games are spread over all of them.
        """
        policy = random_policy(self.game)
        sets = tuple(option_sets(self.game))
        stride = max(1, len(sets) // GAMES_PLAYED)
        for number in range(GAMES_PLAYED):
            match = Match.new(self.game, number, **sets[number * stride % len(sets)])
            for step in range(LIMIT):
                self.played |= {rule for event in match.last.events for rule in event.rules}
                seat = match.to_act
                if step % 4 == 0:
                    self._try_all(match)
                if seat is None:
                    break
                match.play(policy(match.position, seat, mix(number, step)), seat)

    def _try_all(self, match: Match[Json, Json]) -> None:
        for seat in range(self.game.seat_count(match.position)):
            for move in self.game.candidates(match.position, seat):
                ruling = self.game.ruling(match.position, seat, move)
                if not ruling.legal:
                    self.refusing.add(ruling.rule)
                    self.played.add(ruling.rule)

    # -- the four columns --------------------------------------------------------------------

    def row(self, rule: Rule) -> Row:
        """How one rule is covered."""
        columns = [
            list(self.unsourced(rule)),
            list(self.unproved(rule.id)),
            list(self.untaught(rule.id)) if not rule.card else [],
            list(self.unexplained(rule.id)),
        ]
        gaps = tuple(gap for column in columns for gap in column)
        sourced, proved, taught, explained = (not column for column in columns)
        return Row(rule.id, sourced, proved, taught, explained, rule.core, gaps, rule.card)

    def unsourced(self, rule: Rule) -> Iterator[Fault]:
        """What is missing so that the rule is sourced."""
        if not rule.source.strip():
            yield _gap("no-source")
        passages = self.game.rulebook.passages
        if rule.status == "house" or rule.card or not passages:
            return
        mapped = {(entry.line, entry.sentence) for entry in passages if rule.id in entry.rules}
        if not mapped:
            yield _gap("no-passage")
        for line, sentence in _named(rule.source, passages):
            if (line, sentence) not in mapped:
                yield _gap("other-passage", passage=f"{line}.{sentence}")

    def unproved(self, rule: str) -> Iterator[Fault]:
        """What is missing so that the rule is proved."""
        if not self.verdicts:
            yield _gap("no-cases")
            return
        own = [entry for entry in self.verdicts if rule in entry.case.rules]
        if not own:
            yield _gap("no-case")
            return
        yield from (_gap("failing", case=entry.case.id) for entry in own if not entry.passed)
        if not self._is_card(rule) and not any(_cites(entry, rule) for entry in own):
            yield _gap("not-cited")
        if rule in self.refusing:
            if not any(entry.case.refuse and _cites(entry, rule) for entry in own):
                yield _gap("not-refused")
            if all(entry.case.refuse for entry in own):
                yield _gap("not-allowed")

    def untaught(self, rule: str) -> Iterator[Fault]:
        """What is missing so that the rule is taught."""
        if not self.proofs:
            yield _gap("no-course")
            return
        steps = [proof for proof in self.proofs if rule in proof.step.teaches]
        if not steps:
            yield _gap("no-step")
        elif not any(_shows(proof, rule) for proof in steps):
            yield _gap("not-shown", step=f"{steps[0].lesson}.{steps[0].step.id}")

    def unexplained(self, rule: str) -> Iterator[Fault]:
        """What is missing so that the rule is explained."""
        for language in LANGUAGES:
            texts = self.game.texts(language)
            for key in (f"rule.{rule}.title", f"rule.{rule}.text"):
                if key not in texts:
                    yield _gap("no-text", key=key, language=language)
        shown = any(rule in proof.step.teaches and _shows(proof, rule) for proof in self.proofs)
        met = rule in self.played or any(_cites(entry, rule) for entry in self.verdicts)
        if not met and not shown and not self._is_card(rule):
            yield _gap("never-met")

    def _is_card(self, rule: str) -> bool:
        return rule in self.game.rulebook and self.game.rulebook[rule].card

    def loose_faults(self) -> Iterator[Fault]:
        """Faults that belong to no rule: unmapped passages, files and lessons with slips."""
        yield from self.problems
        yield from _unmapped(self.game.rulebook.passages, set(self.game.rulebook))
        for proof in self.proofs:
            yield from proof.faults


def _mark(row: Row, column: str) -> str:
    """A tick, a dot for what is missing, a dash for what a card does not need."""
    if row.card and column == "taught":
        return "–"
    return "✓" if getattr(row, column) else "·"


def _gap(key: str, /, **facts: Json) -> Fault:
    return Fault(f"coverage.gap.{key}", facts)


def _cites(verdict: Verdict, rule: str) -> bool:
    return verdict.passed and any(matches(rule, cited) for cited in verdict.cited)


def _shows(proof: Proof, rule: str) -> bool:
    return not proof.faults and any(matches(rule, cited) for cited in proof.cited)


def _named(source: str, passages: Sequence[Passage]) -> Iterator[tuple[int, int]]:
    """The passages that a source such as ``line 5, sentences 3-5; line 7`` names."""
    for part in source.split(";"):
        line = re.search(r"\bline (\d+)", part)
        if line is None:
            continue
        number = int(line[1])
        spans = re.findall(r"(\d+)(?:-(\d+))?", part[line.end() :])
        if not spans:
            yield from ((number, entry.sentence) for entry in passages if entry.line == number)
        for first, last in spans:
            yield from (
                (number, sentence) for sentence in range(int(first), int(last or first) + 1)
            )


def _unmapped(passages: Sequence[Passage], rules: set[str]) -> Iterator[Fault]:
    """Gaps in the numbering of the passages, and rules in them that there are not."""
    there = {(entry.line, entry.sentence) for entry in passages}
    lines = {line for line, _ in there}
    for line in range(1, max(lines, default=0) + 1):
        last = max((sentence for number, sentence in there if number == line), default=1)
        for sentence in range(1, last + 1):
            if (line, sentence) not in there:
                yield _gap("unmapped", line=line, sentence=sentence)
    for entry in passages:
        for rule in entry.rules:
            if rule not in rules:
                yield _gap("unknown", line=entry.line, sentence=entry.sentence, rule=rule)
