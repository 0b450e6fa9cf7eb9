"""The fixed words of the board, and a picture of the table as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "table": "Table",
        "log": "What happened",
        "nothing": "Nothing has happened yet.",
        "rule": "Rule",
        "why": "Why? Rule {rule}",
        "why_card": "Why? {rule}",
        "card": "Rule {rule}",
        "ruling": "Decided by this kit where the source is silent",
        "source": "Source",
        "close": "Close",
        "hint": "Hint",
        "more": "Tell me more",
        "undo": "Undo",
        "redo": "Redo",
        "ahead": "ahead",
        "hidden": "face down",
        "chosen": "chosen",
        "hinted": "hint",
        "choose": "Choose {least} to {most} first.",
        "choose_one": "Choose {least} first.",
        "lift": "Show the table",
        "yes": "Yes, do it",
        "read": "Read the card",
        "leave": "Leave all out",
        "about": "More about this card",
        "move_number": "Move",
        "of": "{value} of {most}",
        "can": "You can say",
        "sending": "Sending",
        "ended": "The session has ended: the table gets no answer any more.",
        "ended_what": "Your game is kept in this browser. Reload the page to go on with it.",
        "again": "Try again",
        "trouble": (
            "That did not work, and nothing was changed: try again, or undo (trouble {number})."
        ),
    },
    "de": {
        "table": "Tisch",
        "log": "Was bisher geschah",
        "nothing": "Noch ist nichts passiert.",
        "rule": "Regel",
        "why": "Warum? Regel {rule}",
        "why_card": "Warum? {rule}",
        "card": "Regel {rule}",
        "ruling": "Hier entscheidet dieses Kit, weil die Quelle nichts dazu sagt",
        "source": "Quelle",
        "close": "Schließen",
        "hint": "Hinweis",
        "more": "Mehr dazu",
        "undo": "Rückgängig",
        "redo": "Wiederholen",
        "ahead": "führt",
        "hidden": "verdeckt",
        "chosen": "gewählt",
        "hinted": "Hinweis",
        "choose": "Wähle zuerst {least} bis {most}.",
        "choose_one": "Wähle zuerst {least}.",
        "lift": "Tisch zeigen",
        "yes": "Ja, so machen",
        "read": "Karte lesen",
        "leave": "Alles weglassen",
        "about": "Mehr zu dieser Karte",
        "move_number": "Zug",
        "of": "{value} von {most}",
        "can": "Mögliche Züge",
        "sending": "Wird gesendet",
        "ended": "Die Sitzung ist zu Ende: Der Tisch bekommt keine Antwort mehr.",
        "ended_what": (
            "Dein Spiel ist in diesem Browser gespeichert. Lade die Seite neu, um weiterzuspielen."
        ),
        "again": "Noch einmal versuchen",
        "trouble": (
            "Das hat nicht geklappt, und nichts wurde geändert: "
            "Versuch es noch einmal oder mach rückgängig (Fehler {number})."
        ),
    },
}


def fixed_words(language: str) -> dict[str, str]:
    """All fixed words of the board in ``language`` (English where the language is unknown)."""
    return dict(WORDS.get(language, WORDS["en"]))


def table_in_words(picture: Mapping[str, Any], lines: int = 3) -> str:
    """The picture as plain text: what is asked, what lies where, what can be said, what happened.

    ``lines`` is how many of the last log lines are told. Nothing that the picture does not show
    is in the text.
    """
    words = fixed_words(picture.get("language", "en")) | dict(picture.get("words", {}))
    if "curtain" in picture:
        curtain = picture["curtain"]
        return "\n".join([*curtain.get("told", ()), str(curtain.get("text", ""))])
    return "\n".join(line for line in _lines(picture, words, lines) if line)


def _lines(picture: Mapping[str, Any], words: Mapping[str, str], lines: int) -> Iterator[str]:
    scene = picture.get("scene", {})
    yield scene.get("title", "")
    yield picture.get("notice", {}).get("text", "")
    yield scene.get("ask", "")
    yield picture.get("busy", "")
    for zone_id in scene.get("order", ()):
        yield zone_in_words(scene, zone_id, words)
    yield comparison_in_words(picture.get("comparison", {}), picture.get("cards", {}))
    moves = moves_in_words(scene)
    yield f"{words['can']}: {'; '.join(moves)}" if moves else ""
    cards = picture.get("cards", {})
    for name in ("refusal", "hint", "card"):
        yield with_rule(picture.get(name), cards)
    log = picture.get("log", {})
    last = sorted(log, key=int)[-lines:] if lines else []
    yield from (f"- {with_rule(log[number], cards)}" for number in last)


def zone_in_words(scene: Mapping[str, Any], zone_id: str, words: Mapping[str, str]) -> str:
    """One zone in one line: its label, note, counters and tokens."""
    zone = scene["zones"][zone_id]
    tokens = [token_in_words(scene["tokens"][key], words) for key in zone.get("tokens", ())]
    counters = [_counter(counter, words) for counter in zone.get("counters", {}).values()]
    home = scene["zones"].get(zone.get("within", ""), {})
    label = ", ".join(filter(None, [home.get("label", ""), zone.get("label", "")]))
    head = ", ".join(filter(None, [label, zone.get("note", "")]))
    if zone.get("leads"):
        head += f" ({words['ahead']})"
    parts = [*counters, _joined(tokens) or zone.get("empty", "")]
    return f"{head}: {'. '.join(filter(None, parts))}".removesuffix(": ")


def token_in_words(token: Mapping[str, Any], words: Mapping[str, str]) -> str:
    """What a screen reader says of a token.

    >>> token_in_words({"label": "d8 showing 5", "marks": ["new"]}, {})
    'd8 showing 5, new'
    """
    signs = [sign.get("word", "") for sign in token.get("signs", ())]
    label = token.get("label", "") or words.get("hidden", "")
    return ", ".join([label, *signs, *token.get("marks", ())])


def moves_in_words(scene: Mapping[str, Any]) -> list[str]:
    """The moves that are legal now, in the game's notation and each once."""
    things = [*scene.get("tokens", {}).values(), *scene.get("verbs", {}).values()]
    return list(dict.fromkeys(t["move"] for t in things if t.get("able") and t.get("move")))


def weighing_in_words(told: Mapping[str, Any], cards: Mapping[str, str] | None = None) -> str:
    """What a selection would do, in one line; empty for nothing.

    >>> weighing_in_words({"text": "9 Ruin.", "parts": [{"label": "Due", "value": "2"}]})
    '> 9 Ruin. Due 2'
    """
    if not told:
        return ""
    parts = [f"{part.get('label', '')} {part.get('value', '')}" for part in told.get("parts", ())]
    return f"> {with_rule(told, cards)} {', '.join(parts)}".rstrip()


def comparison_in_words(told: Mapping[str, Any], cards: Mapping[str, str] | None = None) -> str:
    """The last comparison in one line; empty for none."""
    if not told:
        return ""
    one, other = told.get("one", {}), told.get("other", {})
    sides = [f"{side.get('name', '')} {side.get('value', '')}" for side in (one, other)]
    said = f"{told.get('title', '')}: {sides[0]}, {sides[1]}, {told.get('lead', '')}."
    result = {"text": told.get("result", ""), "rule": told.get("rule", "")}
    return " ".join([said, with_rule(result, cards), *told.get("earlier", ())])


def with_rule(said: Mapping[str, Any] | None, cards: Mapping[str, str] | None = None) -> str:
    """A sentence with its rule in brackets, one that is a card by the name in ``cards``.

    >>> with_rule({"text": "The hand is empty.", "rule": "TP-8"})
    'The hand is empty. (TP-8)'
    """
    if not said:
        return ""
    rule = said.get("rule", "")
    rule = (cards or {}).get(rule, rule)
    return f"{said.get('text', '')} ({rule})" if rule else str(said.get("text", ""))


def _counter(counter: Mapping[str, Any], words: Mapping[str, str]) -> str:
    value, most = counter.get("value", 0), counter.get("most", 0)
    told = (
        words["of"].format(value=value, most=most) if most else counter.get("shown") or str(value)
    )
    return f"{counter.get('label', '')} {told}"


def _joined(labels: list[str]) -> str:
    """The labels in order, the same one after the other told as a count."""
    runs: list[tuple[str, int]] = []
    for label in labels:
        if runs and runs[-1][0] == label:
            runs[-1] = (label, runs[-1][1] + 1)
        else:
            runs.append((label, 1))
    return ", ".join(label if count == 1 else f"{count} × {label}" for label, count in runs)
