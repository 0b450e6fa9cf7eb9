// What is read closely: all that stands on a card, and the last comparison.

/** The card that was looked at last, with all its words; Escape and a button put it away. */
export class ReadView {
  constructor(actions) {
    this.actions = actions;
    this.title = make("h3", "tk-read-title");
    this.close = makeButton("tk-close", () => actions.unread());
    this.stats = make("p", "tk-read-stats", { "aria-hidden": "true" });
    this.text = make("p", "tk-read-text");
    this.marks = make("p", "tk-read-marks");
    this.rules = make("span", "tk-read-rules");
    const head = make("div", "tk-card-head", {}, [this.title, this.close]);
    this.node = make("section", "tk-read", { "data-lm-suppress-shortcuts": "true" });
    this.node.append(head, this.stats, this.text, this.marks, this.rules);
    this.node.hidden = true;
    this.shown = "";
  }

  update(token, words) {
    reveal(this.node, Boolean(token));
    const key = token ? JSON.stringify(token) : "";
    if (key === this.shown) return;
    this.shown = key;
    if (!token) return;
    const title = token.name || token.label || "";
    put(this.node, "aria-label", title);
    put(this.node, "data-tint", token.tint || null);
    say(this.title, title);
    say(this.close, words.close);
    fit(this.stats, (token.stats || []).filter((stat) => stat.value).map(drawStat));
    say(this.text, token.text);
    fit(this.marks, [...(token.signs || []).map(drawSign), ...(token.marks || []).map((mark) => make("span", "tk-mark", {}, [mark]))]);
    const about = words.cards?.[token.rule] ? words.about : ruleTitle(words, token.rule);
    fit(this.rules, token.rule ? [ruleLink(token.rule, about, this.actions.rule)] : []);
  }
}

/** Two numbers held against each other, and what came of it: it stays until another one is made. */
export class CompareView {
  constructor(actions) {
    this.actions = actions;
    this.title = make("h3", "tk-compare-title");
    this.sides = [makeSide(), makeSide()];
    this.lead = make("b", "tk-compare-lead");
    this.result = make("p", "tk-compare-result");
    this.rules = make("span", "tk-compare-rule");
    const row = make("div", "tk-compare-row", {}, [this.sides[0].node, this.lead, this.sides[1].node]);
    const told = make("p", "tk-compare-told", {}, [this.result, this.rules]);
    this.earlier = make("ul", "tk-compare-earlier", { role: "list" });
    this.node = make("section", "tk-compare", { role: "group" }, [this.title, row, told, this.earlier]);
    this.node.hidden = true;
    this.shown = "";
  }

  update(comparison, words, moving) {
    reveal(this.node, Boolean(comparison));
    const key = comparison ? JSON.stringify(comparison) : "";
    if (key === this.shown) return;
    const fresh = Boolean(this.shown || this.drawn);
    this.shown = key;
    this.drawn = true;
    if (!comparison) return;
    put(this.node, "aria-label", comparison.title);
    put(this.node, "data-tone", comparison.tone || null);
    say(this.title, comparison.title);
    paintSide(this.sides[0], comparison.one || {});
    paintSide(this.sides[1], comparison.other || {});
    say(this.lead, comparison.lead);
    say(this.result, comparison.result);
    fit(this.earlier, (comparison.earlier || []).map((line) => make("li", "", {}, [line])));
    reveal(this.earlier, Boolean(comparison.earlier));
    const rule = comparison.rule;
    fit(this.rules, rule ? [ruleLink(rule, ruleName(words, rule), this.actions.rule, ruleTitle(words, rule))] : []);
    if (fresh) (moving ? appear : light)(this.node);
    return fresh;
  }
}

function makeSide() {
  const number = make("b", "tk-compare-value");
  const name = make("span", "tk-compare-name");
  return { node: make("div", "tk-compare-side", {}, [number, name]), number, name };
}

function paintSide(view, side) {
  say(view.number, side.value);
  say(view.name, softened(side.name));
  setGlyph(view.node, side.glyph);
  put(view.node, "data-tint", side.tint || null);
}
