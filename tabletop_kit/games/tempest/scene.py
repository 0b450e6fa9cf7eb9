"""How Tempest lies on the table: Homelands with their Temples around a Battleground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.phrases import in_a_row
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Passage, Scene, Verb, Zone
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tempest.cards import CARD, FORMS, OCCUPATION, TEXT
from tabletop_kit.games.tempest.eyes import Eyes
from tabletop_kit.games.tempest.formats import label, tell_move
from tabletop_kit.games.tempest.homelands import homelands, own_hand
from tabletop_kit.games.tempest.listing import listed
from tabletop_kit.games.tempest.middle import lines, middle
from tabletop_kit.games.tempest.moves import CONCEDE, END, KEEP, PASS, Move
from tabletop_kit.games.tempest.position import Position, spots
from tabletop_kit.games.tempest.rules import prompts
from tabletop_kit.games.tempest.tokens import KEYWORD_SIGNS
from tabletop_kit.games.tempest.weigh import MOST_VERBS, clash_of

_BEATS = 4


def scene(
    position: Position, seat: Seat | None, texts: Texts, events: Sequence[Event] = ()
) -> Scene:
    """The table as ``seat`` sees it: no other hand, and no face of a face-down card (0.5)."""
    eyes = Eyes(position, seat, texts)
    _mark(eyes)
    _follow(eyes, events)
    if eyes.asked and position.phase in ("order", "choice"):
        _touched(eyes)
    if seat is not None and eyes.asked and position.phase in ("block", "target"):
        eyes.within = frozenset([move.what for move in listed(position, seat)])
    zones = tuple(_zones(eyes))
    return Scene(
        mood="tempest",
        zones=zones,
        verbs=tuple(_verbs(eyes)) if eyes.asked else (),
        ask=_ask(eyes),
        turn=position.to_act,
        over=position.phase == "over",
        title=_title(eyes),
        passages=tuple(eyes.passages),
        weighs=eyes.selecting,
        composes=eyes.selecting,
        lines=tuple(lines(eyes)),
    )


def _zones(eyes: Eyes) -> Iterator[Zone]:
    own: list[Zone] = []
    others: list[Zone] = []
    for zone in homelands(eyes):
        (own if zone.place == "near" else others).append(zone)
    yield from others
    yield from middle(eyes)
    yield from own
    if eyes.seat is not None:
        yield own_hand(eyes, eyes.seat)


# -- what is asked ---------------------------------------------------------------------------------


def _title(eyes: Eyes) -> str:
    """Whose turn it is, which of theirs, and which part of it."""
    position, texts = eyes.position, eyes.texts
    if position.phase == "over":
        return texts("title")
    part = texts(f"word.phase.{position.phase}")
    if position.phase == "window":
        part = texts(f"word.window.{position.window}")
    number = position.turns[position.turn]
    form = "you" if position.turn == eyes.seat else "other"
    return texts("table.title", form, seat=position.turn, number=number, part=part)


def _ask(eyes: Eyes) -> str:
    position, texts = eyes.position, eyes.texts
    if position.phase == "over":
        return _ended(eyes)
    asked = prompts(position)
    told = texts.invite(asked[0], eyes.seat)
    about = _about(eyes) if position.phase in ("window", "block", "target") else ""
    return f"{told} {about}" if about else told


def _about(eyes: Eyes) -> str:
    """What the window is open on: the top of the stack, the fight, or what is doomed."""
    position, texts = eyes.position, eyes.texts
    if position.phase != "window":
        return _about_fight(eyes)
    if position.window in ("summon", "spell", "ability") and position.stack:
        play = position.stack[0]
        form = "you" if play.seat == eyes.seat else "other"
        return texts("table.about.play", form, seat=play.seat, card=TEXT[play.card])
    if position.window == "destroy" and position.doomed:
        names = in_a_row(texts, [label(texts, one.name) for one in position.doomed])
        return texts("table.about.doomed", names=names)
    return _about_fight(eyes) if position.window in ("attack", "fight") else ""


def _about_fight(eyes: Eyes) -> str:
    """Who attacks whom in the attack that is carried out."""
    fight, texts = eyes.position.fight, eyes.texts
    if fight is None:
        return ""
    names = in_a_row(texts, [label(texts, name) for name in fight.names])
    form = "you" if fight.seat == eyes.seat else "other"
    return texts("table.about.fight", form, names=names, seat=fight.seat)


def _ended(eyes: Eyes) -> str:
    """Who has won, and by what (TG-A32, A68)."""
    position, texts = eyes.position, eyes.texts
    winners = position.outcome or ()
    why = texts(f"word.why.{position.why}")
    if not winners:
        return texts("table.over.draw", why=why)
    form = "you" if eyes.seat in winners else "other"
    deity = _deity(position) if position.why == "deity" else ""
    if deity:
        return texts("table.over.deity", form, winners=list(winners), card=deity)
    return texts("table.over.won", form, winners=list(winners), why=why)


def _deity(position: Position) -> str:
    """The Deity that has come for those who have won, by its name."""
    winners = position.outcome or ()
    found = [
        spot.unit.name
        for seat in winners
        for spot in spots(position, seat)
        if spot.unit.name and OCCUPATION[spot.unit.card] == "Deity"
    ]
    return found[-1] if found else ""


# -- answers ---------------------------------------------------------------------------------------


def _touched(eyes: Eyes) -> None:
    """Answers that are given by touching one card: the move that it says."""
    position = eyes.position
    assert eyes.seat is not None
    for move in listed(position, eyes.seat):
        if move.verb == "choose" and len(move.names) == 1:
            eyes.moves[move.names[0]] = str(move)
        elif move.verb == "fight":
            eyes.moves[move.what] = str(move)


def _mark(eyes: Eyes) -> None:
    """What is to be seen on a card of what is going on."""
    position, texts = eyes.position, eyes.texts
    if position.phase == "over":
        return
    for attack in position.attacks:
        eyes.marks.update(dict.fromkeys(attack.names, texts("table.mark.attacks")))
    fight = position.fight
    if fight is not None:
        eyes.marks.update(dict.fromkeys(fight.names, texts("table.mark.attacks")))
        if fight.blocker:
            eyes.marks[fight.blocker] = texts("table.mark.blocks")
        elif fight.target:
            eyes.marks[fight.target] = texts("table.mark.attacked")
    for one in position.doomed:
        eyes.marks[one.name] = texts("table.mark.doomed")


def _verbs(eyes: Eyes) -> Iterator[Verb]:
    position, texts, seat = eyes.position, eyes.texts, eyes.seat
    assert seat is not None
    phase = position.phase
    if phase == "main":
        yield Verb("end", texts("move.end"), str(END), True, key="e")
    elif phase == "window":
        yield Verb("pass", texts("table.pass"), str(PASS), True, key="p")
    elif phase == "discard":
        yield Verb("keep", texts("move.keep"), str(KEEP), True, key="k")
    elif phase != "excess":
        yield from _answers(eyes, seat)
    concede = texts("move.concede", card="")
    sure = texts("table.concede-sure")
    yield Verb("concede", concede, str(CONCEDE), True, sure=sure, quiet=True)


def _answers(eyes: Eyes, seat: Seat) -> Iterator[Verb]:
    """Answers as buttons: who attacks next, blocks, is picked; a form; one card of several."""
    found = [move for move in listed(eyes.position, seat) if move.verb not in ("summon", "concede")]
    none = [move for move in found if move.what == "none"]
    for place, move in enumerate(found if len(found) <= MOST_VERBS else none):
        yield _answer(eyes, place, move)


def _answer(eyes: Eyes, place: int, move: Move) -> Verb:
    texts = eyes.texts
    clash = clash_of(eyes.position, move, eyes.seat)
    aside, note = "", ""
    if clash is not None:
        aside = texts("table.fight.aside", **clash.facts)
        note = clash.told(texts)
    if move.verb == "form":
        note = _form_note(eyes, *move.names)
    label_ = tell_move(texts, move)
    return Verb(f"{move.verb}-{place}", label_, str(move), True, aside=aside, note=note)


def _form_note(eyes: Eyes, name: str, form: str) -> str:
    """What a card would count in a form, and its keywords."""
    texts, card = eyes.texts, CARD[name.partition("#")[0]]
    found = next(one for one in FORMS[card] if one.name == form)
    key = "other" if found.defends_at else "plain"
    told = [texts("table.form", key, st=found.st, defends=found.defends_at)]
    told += [texts(f"word.keyword.{one}") for one in KEYWORD_SIGNS if one in found.keywords]
    return " · ".join(told)


# -- what came from where --------------------------------------------------------------------------


def _follow(eyes: Eyes, events: Sequence[Event]) -> None:
    """The last move as glides: cards drawn, played, destroyed, discarded."""
    beat = 0
    for event in events:
        seen = event.seen_from(eyes.seat)
        seat, facts = event.seat, seen.facts
        if event.kind == "drew" and seat is not None and facts.get("count"):
            _drawn(eyes, seat, facts["count"], beat)
            beat = min(beat + 1, _BEATS)
        elif event.kind in ("entered", "temple-entered", "relic-entered"):
            eyes.came[str(facts["name"])] = (_hand(seat), beat)
        elif event.kind in ("destroyed", "razed", "ended"):
            eyes.passages.append(Passage(_left(eyes, seat), f"discard-{seat}", 1, beat))
        elif event.kind == "discarded":
            count = int(facts.get("count", 1))
            eyes.passages.append(Passage(_hand(seat), f"discard-{seat}", count, beat))


def _hand(seat: Seat | None) -> str:
    """Where a hand lies: one's own is a zone, that of another player a number."""
    return f"hand-{seat}"


def _left(eyes: Eyes, seat: Seat | None) -> str:
    """From where a destroyed card is seen to go: from the Battleground, or from the Homeland."""
    return "battleground" if eyes.position.fight is not None else f"wander-{seat}"


def _drawn(eyes: Eyes, seat: Seat, count: int, beat: int) -> None:
    source = f"deck-{seat}" if seat == eyes.seat else f"realm-{seat}"
    eyes.passages.append(Passage(source, _hand(seat), count, beat))
