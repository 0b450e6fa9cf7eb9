"""What a move is called, as an answer or in a hint: by its button, its thing, or in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletop_kit.engine.ruling import Refused, Seat
from tabletop_kit.engine.save import AnyMatch
from tabletop_kit.engine.scene import Scene, Token, Verb
from tabletop_kit.engine.text import Texts
from tabletop_kit.teaching.trial import selection


def in_words(match: AnyMatch, seat: Seat, texts: Texts) -> Callable[[str], str]:
    """What tells a move of this seat in the game's own few words; what is no move, as it is."""

    def said(move: str) -> str:
        game = match.game
        try:
            return game.tell_move(match.position, seat, game.parse(move), texts)
        except Refused:
            return move

    return said


def label_of(
    scene: Scene,
    move: str,
    words: Texts,
    acts: Texts | None = None,
    said: Callable[[str], str] = str,
) -> str:
    """What a move is called: by the button, or by the thing on the table and its place.

    ``acts`` are the course's own texts: ``act.<verb>`` (with ``{tokens}`` where some are to be
    selected), or ``act.<zone>`` with ``{token}``. ``said`` tells a move that nothing on the table
    says by itself, because it is composed from a selection.
    """
    for verb in scene.verbs:
        if verb.move == move:
            own = f"act.{verb.id}"
            return acts(own) if acts and own in acts else verb.label
    picked = selection(scene, move)
    if picked is not None:
        return _label_of_selection(*picked, words, acts)
    lying = [(zone, one) for zone in scene.zones for one in zone.tokens if one.move == move]
    if not lying:
        return said(move)
    zone, token = next((pair for pair in lying if pair[1].able), lying[0])
    own = f"act.{zone.id}"
    if acts and own in acts:
        return acts(own, token=token.label)
    return words("label.move", token=token.label, zone=zone.label)


def _label_of_selection(
    verb: Verb, tokens: Sequence[Token], words: Texts, acts: Texts | None
) -> str:
    # What a label adds behind a comma, such as a worth, would read like a token of its own.
    names = words("label.and").join(token.label.partition(",")[0] for token in tokens)
    own = f"act.{verb.id}"
    if acts and own in acts:
        return acts(own, tokens=names)
    return words("label.selection", verb=verb.label, tokens=names)
