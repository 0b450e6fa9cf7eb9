"""The house keeps its arrows one way, its rooms small, and its words in files."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "tabletop_kit"
MODULES = sorted(PACKAGE.rglob("*.py"))
HEAVY = ("ipywidgets", "anywidget", "numpy", "pandas", "IPython", "voila")

MAY_IMPORT = {
    "engine": {"engine"},
    "games": {"engine", "games", "players"},
    "players": {"engine", "players"},
    "lab": {"engine", "games", "players", "lab"},
    "teaching": {"engine", "games", "players", "teaching"},
    "progress": {"engine", "games", "progress"},
}


def room_of(module: Path) -> str:
    parts = module.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else ""


def imported(module: Path, *, top_only: bool) -> set[str]:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    nodes = tree.body if top_only else list(ast.walk(tree))
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_arrows_run_one_way(module: Path) -> None:
    allowed = MAY_IMPORT.get(room_of(module))
    if allowed is None:
        return
    for name in imported(module, top_only=True):
        if name.startswith("tabletop_kit."):
            assert name.split(".")[1] in allowed, f"{module} imports {name}"


def test_no_game_imports_another() -> None:
    for module in (PACKAGE / "games").rglob("*.py"):
        parts = module.relative_to(PACKAGE / "games").parts
        if len(parts) < 2:
            continue
        for name in imported(module, top_only=False):
            found = re.match(r"tabletop_kit\.games\.(\w+)", name)
            assert found is None or found[1] == parts[0], f"{module} imports {name}"


def test_the_table_knows_no_game() -> None:
    for folder in ("table", "players", "lab", "progress"):
        for module in (PACKAGE / folder).rglob("*.py"):
            for name in imported(module, top_only=False):
                assert not name.startswith("tabletop_kit.games."), f"{module} imports {name}"


def test_engine_and_games_load_nothing_heavy() -> None:
    names = [
        ".".join(("tabletop_kit", *path.relative_to(PACKAGE).with_suffix("").parts))
        for path in MODULES
        if room_of(path) in ("engine", "games", "players", "teaching") and path.stem != "__init__"
    ]
    program = (
        "import importlib, sys\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rooms_and_functions_stay_small(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 420
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= 60, f"{node.name} has {length} lines"


def test_nine_functions_in_ten_have_at_most_25_lines() -> None:
    lengths = [
        (node.end_lineno or node.lineno) - node.lineno + 1
        for module in MODULES
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert sorted(lengths)[int(len(lengths) * 0.9)] <= 25


def _keys(data: dict[str, object], prefix: str = "") -> set[str]:
    found: set[str] = set()
    for key, value in data.items():
        path = f"{prefix}.{key}" if prefix else key
        found |= _keys(value, path) if isinstance(value, dict) else {path}
    return found


def _stem(key: str) -> str:
    """A key without the form at its end: languages may differ in the forms they need."""
    return re.sub(r"\.(one|other|you|known)$", "", key)


@pytest.mark.parametrize(
    "english",
    sorted(PACKAGE.rglob("text/en.toml")),
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_both_languages_say_the_same_things(english: Path) -> None:
    texts = [
        tomllib.loads((english.parent / name).read_text(encoding="utf-8"))
        for name in ("en.toml", "de.toml")
    ]
    first, second = ({_stem(key) for key in _keys(data)} for data in texts)
    assert first == second


@pytest.mark.parametrize(
    "english",
    sorted(PACKAGE.rglob("text/en.toml")),
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_both_languages_fill_in_the_same_facts(english: Path) -> None:
    def facts(data: dict[str, object], prefix: str = "") -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for key, value in data.items():
            path = f"{prefix}.{key}" if prefix else key
            if isinstance(value, dict):
                for inner, names in facts(value, path).items():
                    found.setdefault(inner, set()).update(names)
            else:
                names = set(re.findall(r"{(\w+)", str(value)))
                found.setdefault(_stem(path), set()).update(names)
        return found

    known = facts(tomllib.loads(english.read_text(encoding="utf-8")))
    other = facts(tomllib.loads((english.parent / "de.toml").read_text(encoding="utf-8")))
    for key, names in other.items():
        assert names <= known[key] | {"count"}, f"{key} asks for facts that English does not have"


def test_no_file_names_a_registry_or_a_private_path() -> None:
    root = PACKAGE.parent
    listed = subprocess.run(
        ["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True
    )
    registries = ("pypi" + ".org", "npmjs" + ".org", "pythonhosted" + ".org")
    for name in listed.stdout.splitlines():
        path = root / name
        if path.suffix in {".png", ".ico"} or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        assert not any(registry in text for registry in registries), name
        assert not re.search(r"(?<![\w.])/(root|work|home/\w+)/\w", text), name


def test_tests_in_a_browser_are_where_they_are_looked_for() -> None:
    """The step of `make test` that runs them looks into this one folder."""
    tests = Path(__file__).parent
    astray = [
        str(path.relative_to(tests))
        for path in tests.rglob("*.py")
        if tests / "browser" not in path.parents
        and "mark.browser" in path.read_text(encoding="utf-8")
        and path != Path(__file__)
    ]
    assert astray == []
