// What lies beside the table: the log, the rule card and the hint.

/** The log: a list that folds away; every line may name a rule. */
export class LogView {
  constructor(onRule) {
    this.onRule = onRule;
    this.lines = new Map();
    this.title = make("summary", "tk-log-title", { "data-lm-suppress-shortcuts": "true" });
    this.list = make("ol", "tk-log-list", { tabindex: "0", "data-lm-suppress-shortcuts": "true" });
    this.node = make("details", "tk-log", {}, [this.title, this.list]);
    this.node.addEventListener("toggle", () => this.showLast());
  }

  update(log, words) {
    say(this.title, words.log);
    put(this.list, "aria-label", words.log);
    const numbers = Object.keys(log).sort((a, b) => Number(a) - Number(b));
    const last = numbers[numbers.length - 1];
    for (const number of [...this.lines.keys()]) if (!(number in log)) this.lines.delete(number);
    const nodes = numbers.map((number) => this.line(number, log[number], words));
    if (!nodes.length) nodes.push(this.nothing(words));
    fit(this.list, nodes);
    if (last !== this.last) requestAnimationFrame(() => this.showLast(last));
  }

  /** Scroll to the last line; what is hidden, behind a curtain or folded, cannot scroll yet. */
  showLast(last = this.last) {
    if (!this.list.clientHeight) return;
    this.list.scrollTop = this.list.scrollHeight;
    this.last = last;
  }

  line(number, entry, words) {
    const key = JSON.stringify(entry);
    const old = this.lines.get(number);
    if (old && old.key === key) return old.node;
    const node = make("li", "tk-log-line", {}, [make("span", "", {}, [entry.text || ""])]);
    if (entry.rule) {
      const title = ruleTitle(words, entry.rule);
      node.append(" ", ruleLink(entry.rule, ruleName(words, entry.rule), this.onRule, title));
    }
    this.lines.set(number, { key, node });
    return node;
  }

  nothing(words) {
    return make("li", "tk-log-line tk-quiet", {}, [words.nothing]);
  }
}

/** A button that looks like a link and opens a rule. */
export function ruleLink(rule, text, onRule, label) {
  const link = makeButton("tk-link", () => onRule(rule));
  say(link, text);
  if (label) put(link, "aria-label", label);
  return link;
}

/** The rule card: a dialog that leaves the table alone; Escape closes it. */
export class CardView {
  constructor(prefix, onClose) {
    const id = `${prefix}-card`;
    this.title = make("h3", "tk-card-title", { id });
    this.close = makeButton("tk-close", onClose);
    this.text = make("p", "tk-card-text");
    this.ruling = make("p", "tk-card-ruling");
    this.source = make("p", "tk-card-source");
    const head = make("div", "tk-card-head", {}, [this.title, this.close]);
    this.node = make("section", "tk-card", { role: "dialog", "aria-labelledby": id, tabindex: "-1" });
    put(this.node, "data-lm-suppress-shortcuts", "true");
    this.node.append(head, this.text, this.ruling, this.source);
    this.node.hidden = true;
  }

  update(card, words) {
    reveal(this.node, Boolean(card));
    if (!card) return;
    const named = words.cards?.[card.rule] ? "" : fill(words.card, { rule: card.rule || "" });
    say(this.title, [named, card.title].filter(Boolean).join(": "));
    say(this.close, words.close);
    say(this.text, card.text);
    const ruling = card.ruling === true ? words.ruling : card.ruling ? `${words.ruling}: ${card.ruling}` : "";
    say(this.ruling, ruling);
    say(this.source, card.source ? `${words.source}: ${card.source}` : "");
  }
}

const HINT_STEPS = 3;

/** The hint: one sentence, a way to hear more, a way to close it. */
export class HintView {
  constructor(actions) {
    this.actions = actions;
    this.text = make("p", "tk-hint-text");
    this.more = makeButton("tk-button", actions.hint);
    this.close = makeButton("tk-button", actions.close);
    this.rules = make("span", "tk-hint-rules");
    this.title = make("h3", "tk-hint-title");
    this.node = make("section", "tk-hint", {}, [this.title, this.text]);
    this.node.append(make("div", "tk-buttons", {}, [this.more, this.close, this.rules]));
    this.node.hidden = true;
  }

  update(hint, words) {
    reveal(this.node, Boolean(hint));
    if (!hint) return;
    put(this.node, "aria-label", words.hint);
    say(this.title, words.hint);
    say(this.text, hint.text);
    say(this.more, words.more);
    say(this.close, words.close);
    reveal(this.more, (hint.step || 1) < HINT_STEPS);
    const rule = hint.rule ? [ruleLink(hint.rule, ruleTitle(words, hint.rule), this.actions.rule)] : [];
    if (this.rules.textContent !== (rule[0]?.textContent || "")) fit(this.rules, rule);
  }
}
