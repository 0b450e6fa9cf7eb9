// Buttons: the verbs that say a move, and the tools beside them.

/** The buttons that say a move. */
export class VerbViews {
  constructor(onSpeak) {
    this.onSpeak = onSpeak;
    this.views = new Map();
    this.node = make("div", "tk-verbs");
    this.offers = make("div", "tk-verbs tk-offers");
    this.quiet = make("div", "tk-quiet-verbs");
  }

  update(scene, count, hinted, pending, weighing) {
    for (const id of [...this.views.keys()]) if (!scene.verbs[id]) this.views.delete(id);
    for (const [id, verb] of Object.entries(scene.verbs)) {
      if (!this.views.has(id)) this.views.set(id, this.makeVerb(id));
      const ready = isReady(verb, count, weighing, id);
      paintVerb(this.views.get(id), verb, ready, hinted.includes(id), pending?.at === id);
    }
    const ids = verbOrder(scene);
    const shown = (id) => isThere(scene, id, weighing, hinted);
    const buttons = (wanted) => ids.filter(wanted).map((id) => this.views.get(id).button);
    fit(this.node, buttons((id) => !scene.verbs[id].quiet && !scene.verbs[id].offered && shown(id)));
    fit(this.offers, buttons((id) => scene.verbs[id].offered));
    reveal(this.offers, this.offers.children.length > 0);
    put(this.offers, "data-modes", this.modes(scene));
    fit(this.quiet, buttons((id) => scene.verbs[id].quiet));
  }

  makeVerb(id) {
    const button = makeButton("tk-button tk-verb", () => this.onSpeak(id));
    const label = make("span", "tk-verb-label");
    const key = make("kbd", "tk-key", { "aria-hidden": "true" });
    const note = make("span", "tk-verb-note");
    const aside = make("span", "tk-verb-aside");
    button.append(label, aside, key, note);
    put(button, "data-verb", id);
    return { button, label, key, note, aside };
  }

  /** Are there ways to say one thing, each with a word of what it needs? */
  modes(scene) {
    return Object.values(scene.verbs).some((verb) => verb.offered && verb.aside);
  }

  button(id) {
    return this.views.get(id)?.button;
  }
}

function paintVerb(view, verb, ready, hinted, pending) {
  say(view.label, verb.label);
  say(view.aside, verb.aside);
  setGlyph(view.button, verb.glyph);
  put(view.button, "data-tone", verb.tone || null);
  put(view.button, "data-noted", Boolean(verb.offered && verb.note));
  say(view.key, (verb.key || "").toUpperCase());
  say(view.note, verb.note);
  put(view.button, "aria-keyshortcuts", verb.key || null);
  put(view.button, "aria-disabled", ready ? null : "true");
  put(view.button, "data-able", ready);
  put(view.button, "data-called", Boolean(verb.called));
  put(view.button, "data-picks", Boolean(verb.picks));
  put(view.button, "class", verb.quiet ? "tk-button tk-tool tk-quiet-verb" : "tk-button tk-verb");
  put(view.button, "data-hinted", hinted);
  put(view.button, "data-pending", pending);
}

/** Hint, undo and redo, as far as the picture offers them. */
export class ToolViews {
  constructor(onTool) {
    this.node = make("div", "tk-tools");
    this.buttons = new Map();
    for (const doing of ["hint", "undo", "redo"]) {
      const button = makeButton("tk-button tk-tool", () => button.getAttribute("aria-disabled") || onTool(doing));
      this.buttons.set(doing, button);
    }
  }

  update(tools, words) {
    const shown = [...this.buttons].filter(([doing]) => doing in tools);
    for (const [doing, button] of shown) {
      say(button, words[doing]);
      put(button, "aria-disabled", tools[doing] ? null : "true");
    }
    fit(this.node, shown.map(([, button]) => button));
  }
}
