"""The lesson that docs/teaching.md shows is a sound one."""

from __future__ import annotations

import re
from pathlib import Path

from tabletop_kit.teaching import load_course
from tabletop_kit.teaching.proof import prove

PAGE = Path(__file__).parents[2] / "docs" / "teaching.md"

TEXTS = """
title = "Mine"
about = "One lesson."
[name]
0 = "Ada"
1 = "Bo"
[lesson.spent]
title = "Laid is gone"
about = "Win cheaply."
[lesson.spent.thrift]
text = "Win with one die."
feedback.large = "Too dear."
"""


def test_the_lesson_on_the_page_is_sound(tmp_path: Path) -> None:
    lesson = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert lesson is not None
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "en.toml").write_text(TEXTS, encoding="utf-8")
    (tmp_path / "course.toml").write_text('game = "tempus"\nlessons = ["spent"]\n')
    alone = lesson[1].replace('needs = ["passing"]', "needs = []")
    (tmp_path / "spent.toml").write_text(alone, encoding="utf-8")
    (proof,) = prove(load_course("tempus", "en", tmp_path))
    assert [fault.tell() for fault in proof.faults] == []
    assert "TP-7" in proof.cited
