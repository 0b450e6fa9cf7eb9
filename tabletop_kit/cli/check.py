"""``tabletop-kit check``: run rule cases, and check deck files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tabletop_kit.cli.command import Commands, Options, add_command, add_json
from tabletop_kit.cli.console import Fault, progress, say, say_json, tell_error, words
from tabletop_kit.engine.case import Case, Verdict, read_cases, read_toml_file, run_case
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import Json
from tabletop_kit.games import find_game

_EPILOG = """\
Each failing case gets one line: its id, what was expected, what was found. Each fault of a deck
file gets one line: the file, what is wrong, and the rule behind it.
Exit codes: 0 all passed; 1 some failed; 2 a file could not be read.
The formats are described in docs/rule-cases.md and docs/decks.md.

Example:
  $ tabletop-kit check tests/cases/tempus/rules.toml
  12 passed, 0 failed
"""


def add(commands: Commands) -> None:
    """Describe the command to the parser."""
    parser = add_command(commands, "check", run, "run rule cases, and check deck files", _EPILOG)
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="rule-case or deck files, or folders of them"
    )
    add_json(parser)


def run(options: Options) -> int:
    """Check all files; return 0, 1 where something failed, 2 where a file is unreadable."""
    found = _read(options.files, options.language)
    verdicts = list(_verdicts(found.cases))
    failed = sum(not verdict.passed for _, verdict in verdicts)
    failed += sum(bool(faults) for _, faults in found.decks)
    if options.json:
        say_json(_data(verdicts, found))
    else:
        for _, verdict in verdicts:
            if not verdict.passed:
                say(f"{verdict.case.id}: {'; '.join(verdict.faults)}")
        for path, faults in found.decks:
            for fault in faults:
                say(f"{path}: {fault}")
        passed = len(verdicts) + len(found.decks) - failed
        say(f"{passed} passed, {failed} failed")
    return 2 if found.problems else int(failed > 0)


@dataclass(slots=True)
class _Found:
    """What there is to check in the files, and what could not be read."""

    cases: list[tuple[Path, Case]] = field(default_factory=list)
    decks: list[tuple[Path, tuple[str, ...]]] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)
    seen: set[Path] = field(default_factory=set)


def _read(names: Iterable[str], language: str) -> _Found:
    found = _Found()
    for name in names:
        try:
            for path in _files(name, language):
                _add(path, found, language)
        except (Problem, Fault) as trouble:
            sentence = trouble.tell(language) if isinstance(trouble, Problem) else str(trouble)
            tell_error(sentence)
            found.problems.append((name, sentence))
    return found


def _add(path: Path, found: _Found, language: str) -> None:
    """The cases of a file, or the faults of its decks. Raises ``Problem``."""
    data = read_toml_file(path)
    new = path.resolve() not in found.seen
    if "deck" in data and isinstance(data.get("game"), str):
        faults = _deck_faults(path, data["game"], language)
        found.decks += [(path, faults)] if new else []
    else:
        cases = read_cases(path, find_game)
        found.cases += [(path, case) for case in cases] if new else []
    found.seen.add(path.resolve())


def _deck_faults(path: Path, name: str, language: str) -> tuple[str, ...]:
    """Every fault of the decks in a file, one sentence each. Raises ``Problem``."""
    game = find_game(name)
    builder = game.builder(None, game.texts(language))
    if builder is None:
        raise Problem("no-decks", game=game.id)
    return builder.check(path.read_text(encoding="utf-8-sig"))


def _files(name: str, language: str) -> list[Path]:
    path = Path(name)
    if not _is_folder(path):
        return [path]
    found = sorted(path.rglob("*.toml"))
    if not found:
        raise Fault(words(language)("fault.empty-folder", folder=name))
    return found


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name that no file system takes
        return False


def _verdicts(read: list[tuple[Path, Case]]) -> Iterator[tuple[Path, Verdict]]:
    with progress("Rule cases", len(read)) as advance:
        for path, case in read:
            yield path, run_case(case, find_game(case.game))
            advance(1)


def _data(verdicts: list[tuple[Path, Verdict]], found: _Found) -> Json:
    failed = sum(not verdict.passed for _, verdict in verdicts)
    failed += sum(bool(faults) for _, faults in found.decks)
    return {
        "passed": len(verdicts) + len(found.decks) - failed,
        "failed": failed,
        "problems": [{"file": name, "problem": sentence} for name, sentence in found.problems],
        "decks": [
            {"file": str(path), "passed": not faults, "faults": list(faults)}
            for path, faults in found.decks
        ],
        "cases": [
            {
                "file": str(path),
                "game": verdict.case.game,
                "id": verdict.case.id,
                "about": verdict.case.about,
                "passed": verdict.passed,
                "faults": list(verdict.faults),
                "rules": sorted(verdict.cited),
            }
            for path, verdict in verdicts
        ],
    }
