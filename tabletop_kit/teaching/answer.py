"""What the course answers to a try."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tabletop_kit.teaching.course import Step

AnswerKind = Literal["right", "on", "wrong", "refused", "elsewhere", "taken-back", "told"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a try was answered with.

    ``right``: the goal is met, or the answer is right. ``on``: good so far. ``wrong``: allowed but
    wrong; it was played on, and is shown until it is taken back. ``refused``: the rules say no.
    ``elsewhere``: not what the step asks for; nothing was played. ``taken-back``, ``told``: what
    the words say. ``rule`` may be empty. ``lines`` tell what happened, each with its rule.
    """

    kind: AnswerKind
    text: str
    rule: str = ""
    lines: tuple[dict[str, str], ...] = ()


def rule_of(lines: Sequence[dict[str, str]], step: Step) -> str:
    """The rule to link: one that the step teaches, if the lines cite it."""
    cited = [line["rule"] for line in lines]
    return next((rule for rule in step.teaches if rule in cited), "")


def last_rule(lines: Sequence[dict[str, str]]) -> str:
    """The rule of the last line; empty where there is none."""
    return lines[-1]["rule"] if lines else ""
