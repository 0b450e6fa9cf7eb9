// The keyboard: one tab stop for all tokens, arrows between them, letters for verbs.

const STEPS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

/** The tokens a key can lead to: all but the backs that nobody can touch, in drawing order. */
export function stops(scene) {
  const selecting = wantsSelection(scene);
  const found = [];
  for (const ids of Object.values(placeZones(scene))) {
    for (const zone of ids) {
      for (const id of scene.zones[zone].tokens || []) {
        const token = scene.tokens[id];
        if (token && (!token.hidden || touchOf(token, selecting))) found.push({ id, zone });
      }
    }
  }
  return found;
}

/** Keeps the one tab stop, and the focus when its token goes away. */
export class Roving {
  constructor(root, tokens) {
    this.root = root;
    this.tokens = tokens;
    this.current = "";
    this.spots = [];
  }

  /** Before an update: which token has the focus? */
  remember() {
    const active = focused(this.root);
    this.had = active?.closest?.(".tk-token")?.dataset.id || "";
    this.hadOther = active && !this.had ? active : null;
  }

  /** After an update: keep one tab stop and give the focus back. */
  settle(scene) {
    const before = this.spots;
    this.spots = stops(scene);
    const heir = this.current && focusHeir(this.current, before, this.spots);
    this.mark(heir || firstStop(scene, this.spots));
    if (!this.had) return;
    const body = this.tokens.body(this.current);
    if (body && focused(this.root) !== body) body.focus({ preventScroll: true });
  }

  /** Make `id` the tab stop. */
  mark(id) {
    this.current = id;
    for (const [other, view] of this.tokens.views) put(view.body, "tabindex", other === id ? "0" : "-1");
  }

  /** Go where the key leads; tells whether it led anywhere. */
  step(key) {
    const seen = this.spots.filter((spot) => this.tokens.body(spot.id)?.offsetParent);
    const spots = seen.map((spot) => ({ ...spot, ...middleOf(this.tokens.body(spot.id)) }));
    const target = keyTarget(key, this.current, spots);
    if (!target) return;
    this.mark(target);
    this.tokens.body(target)?.focus();
  }
}

function middleOf(body) {
  const box = body.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** What a key means on the board; nothing but Tab reaches the notebook around it. */
export function onKey(event, board) {
  if (event.key === "Tab") return;
  event.stopPropagation();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // In a notebook Shift and Enter run the cell: whoever presses them does not mean a move.
  if (event.shiftKey && event.key === "Enter") {
    event.preventDefault();
    return;
  }
  const token = event.target.closest?.(".tk-token");
  if (event.key === "Escape") board.escape();
  else if (token && STEPS.has(event.key)) board.roving.step(event.key);
  else if (token && (event.key === "Enter" || event.key === " ")) {
    if (!event.repeat) board.touch(token.dataset.id, event);
  } else if (event.key.length === 1 && !event.repeat && board.letter(event.key)) event.preventDefault();
  else return;
  event.preventDefault();
}
