"""``tabletop-kit check``: run rule cases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from tabletop_kit.cli.command import Commands, Options, add_command, add_json
from tabletop_kit.cli.console import Fault, progress, say, say_json, tell_error, words
from tabletop_kit.engine.case import Case, Verdict, read_cases, run_case
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import Json
from tabletop_kit.games import find_game

_EPILOG = """\
Each failing case gets one line: its id, what was expected, what was found.
Exit codes: 0 all passed; 1 some failed; 2 a file could not be read.
The format is described in docs/rule-cases.md.

Example:
  $ tabletop-kit check tests/cases/tempus/rules.toml
  12 passed, 0 failed
"""


def add(commands: Commands) -> None:
    """Describe the command to the parser."""
    parser = add_command(commands, "check", run, "run rule cases", _EPILOG)
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="rule-case files, or folders of them"
    )
    add_json(parser)


def run(options: Options) -> int:
    """Run the cases of all files; return 0, 1 where some failed, 2 where a file is unreadable."""
    read, problems = _read(options.files, options.language)
    verdicts = list(_verdicts(read))
    failed = sum(not verdict.passed for _, verdict in verdicts)
    if options.json:
        say_json(_data(verdicts, problems))
    else:
        for _, verdict in verdicts:
            if not verdict.passed:
                say(f"{verdict.case.id}: {'; '.join(verdict.faults)}")
        say(f"{len(verdicts) - failed} passed, {failed} failed")
    return 2 if problems else int(failed > 0)


Read = list[tuple[Path, Case]]
Problems = list[tuple[str, str]]


def _read(names: Iterable[str], language: str) -> tuple[Read, Problems]:
    read: Read = []
    problems: Problems = []
    seen: set[Path] = set()
    for name in names:
        try:
            for path in _files(name, language):
                cases = read_cases(path, find_game)
                if (real := path.resolve()) not in seen:
                    read += [(path, case) for case in cases]
                seen.add(real)
        except (Problem, Fault) as trouble:
            sentence = trouble.tell(language) if isinstance(trouble, Problem) else str(trouble)
            tell_error(sentence)
            problems.append((name, sentence))
    return read, problems


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


def _verdicts(read: Read) -> Iterator[tuple[Path, Verdict]]:
    with progress("Rule cases", len(read)) as advance:
        for path, case in read:
            yield path, run_case(case, find_game(case.game))
            advance(1)


def _data(verdicts: list[tuple[Path, Verdict]], problems: Problems) -> Json:
    failed = sum(not verdict.passed for _, verdict in verdicts)
    return {
        "passed": len(verdicts) - failed,
        "failed": failed,
        "problems": [{"file": name, "problem": sentence} for name, sentence in problems],
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
