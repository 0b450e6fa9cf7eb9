// What a selection would do, in the place of what is asked: one sentence, and its single effects.

/** Told while tokens are selected, and heard politely. */
export class WeighView {
  constructor(actions) {
    this.actions = actions;
    this.text = make("p", "tk-weigh-text", { role: "status", "aria-live": "polite" });
    this.parts = make("ul", "tk-weigh-parts", { role: "list" });
    this.rules = make("span", "tk-weigh-rule");
    this.leave = makeButton("tk-link tk-weigh-leave", actions.leave);
    this.line = make("div", "tk-weigh-line", {}, [this.text, this.rules, this.leave]);
    this.node = make("div", "tk-weigh", {}, [this.line, this.parts]);
    this.shown = "";
    this.node.hidden = true;
  }

  update(weighing, words, count) {
    reveal(this.node, Boolean(weighing));
    say(this.leave, words.leave);
    reveal(this.leave, count > 1);
    const key = weighing ? JSON.stringify(weighing) : "";
    if (key === this.shown) return;
    this.shown = key;
    const { text = "", rule = "", parts = [] } = weighing || {};
    say(this.text, text);
    put(this.node, "data-refused", Boolean(rule));
    fit(this.rules, rule ? [ruleLink(rule, ruleName(words, rule), this.actions.rule, ruleTitle(words, rule))] : []);
    fit(this.parts, parts.map(drawPart));
    reveal(this.parts, parts.length > 0);
  }
}

function drawPart(part) {
  const label = make("span", "tk-part-label", {}, [part.label || ""]);
  const value = make("b", "tk-part-value", {}, [part.value || ""]);
  const item = make("li", "tk-part", { "data-tone": part.tone || null }, [label, " ", value]);
  setGlyph(item, part.glyph);
  return item;
}
