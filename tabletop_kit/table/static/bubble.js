// What is said at a spot or instead of the table: refusals, notices, the curtain, the end.

/** A refusal, shown at the token or verb it is about. */
export class BubbleView {
  constructor(actions) {
    this.actions = actions;
    this.text = make("p", "tk-bubble-text");
    this.links = make("span", "tk-bubble-links");
    this.close = makeButton("tk-button", actions.close);
    this.yes = makeButton("tk-button", () => this.onYes?.());
    const row = make("div", "tk-buttons", {}, [this.yes, this.links, this.close]);
    this.point = make("i", "tk-bubble-point");
    this.node = make("div", "tk-bubble", { role: "group" }, [this.text, row, this.point]);
    this.node.hidden = true;
    this.shown = "";
  }

  update(refusal, words) {
    const key = refusal ? JSON.stringify(refusal) : "";
    reveal(this.node, Boolean(refusal));
    if (key === this.shown) return false;
    this.shown = key;
    if (!refusal) return false;
    this.onYes = refusal.yes;
    reveal(this.yes, Boolean(refusal.yes));
    say(this.yes, words.yes);
    put(this.node, "data-asks", Boolean(refusal.yes));
    say(this.text, refusal.text);
    put(this.node, "aria-label", refusal.text);
    say(this.close, words.close);
    const why = words.cards?.[refusal.rule] ? words.why_card : words.why;
    const link = refusal.rule
      ? [ruleLink(refusal.rule, fill(why, { rule: ruleName(words, refusal.rule) }), this.actions.rule)]
      : [];
    fit(this.links, link);
    return true;
  }

  /** Stand above `spot` (or below it where there is no room), within `frame`. */
  place(spot, frame) {
    if (this.node.hidden) return;
    const room = frame.getBoundingClientRect();
    const box = spot.getBoundingClientRect();
    const own = this.node.getBoundingClientRect();
    const middle = box.left + box.width / 2 - room.left;
    const left = clampLeft(middle, own.width, room.width);
    const above = box.top - room.top - own.height - 12;
    const below = above < 0;
    this.node.style.left = `${left}px`;
    this.node.style.top = `${below ? box.bottom - room.top + 12 : above}px`;
    put(this.node, "data-below", below);
    this.point.style.left = `${Math.max(14, Math.min(middle - left, own.width - 14))}px`;
  }
}

/** A line above the table; also the honest word when no answer comes any more. */
export class NoticeView {
  constructor(onAgain) {
    this.text = make("span", "tk-notice-text");
    this.what = make("span", "tk-notice-what");
    this.again = makeButton("tk-button", onAgain);
    this.node = make("div", "tk-notice", {}, [this.text, this.what, this.again]);
    this.node.hidden = true;
  }

  update(notice, ended, words) {
    reveal(this.node, Boolean(notice) || ended);
    put(this.node, "data-kind", ended ? "ended" : notice?.kind || "info");
    say(this.text, ended ? words.ended : notice?.text);
    say(this.what, ended ? words.ended_what : "");
    say(this.again, words.again);
    reveal(this.again, ended);
  }
}

/** The curtain: while it hangs it is all there is. */
export class CurtainView {
  constructor(onLift, onSay) {
    this.text = make("p", "tk-curtain-text");
    this.button = makeButton("tk-button tk-main-button", onLift);
    this.moves = [];
    // What can be said without looking at the table.
    this.others = [0, 1].map((place) => makeButton("tk-button", () => onSay(this.moves[place])));
    this.told = make("ul", "tk-curtain-told", { role: "list" });
    this.node = make("section", "tk-curtain", {}, [this.told, this.text, this.button, ...this.others]);
    this.node.hidden = true;
  }

  update(curtain, words) {
    reveal(this.node, Boolean(curtain));
    if (!curtain) return;
    fit(this.told, (curtain.told || []).map((line) => make("li", "", {}, [line])));
    reveal(this.told, Boolean(curtain.told));
    say(this.text, curtain.text);
    say(this.button, curtain.button || words.lift);
    const others = curtain.others || [];
    this.moves = others.map((other) => other.move);
    this.others.forEach((button, place) => {
      reveal(button, place < others.length);
      say(button, others[place]?.label);
    });
  }
}
