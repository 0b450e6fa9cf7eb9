// The link to the kernel: intents go out, pictures come in, silence is noticed.

const PATIENCE = 5000;
const QUICK = 90;

/** One link for each model, whatever number of views it has. */
const links = new WeakMap();

export function linkOf(model) {
  if (!links.has(model)) links.set(model, new Link(model));
  return links.get(model);
}

export class Link {
  constructor(model) {
    this.model = model;
    this.copy = { seq: 0, picture: {} };
    this.listeners = new Set();
    // Each page counts from its own start, so that it never takes another page's answer for its own.
    this.start = 1000 * Math.floor(1 + Math.random() * 1_000_000);
    this.n = this.start;
    this.pending = null;
    this.waiting = 0;
    this.ended = false;
    this.greeted = false;
    this.kept = null;
    this.onState = () => this.take(this.model.get("state"));
    this.onVisible = () => document.visibilityState === "visible" && this.greeted && this.ask("here");
  }

  /** Join a view; the first one starts the link, the last one that leaves stops it. */
  join(listener) {
    this.listeners.add(listener);
    if (this.listeners.size === 1) {
      this.model.on("change:state", this.onState);
      document.addEventListener("visibilitychange", this.onVisible);
      this.onState();
      if (!this.copy.seq && this.n === this.start) this.ask("whole");
    }
    return () => this.leave(listener);
  }

  leave(listener) {
    this.listeners.delete(listener);
    if (this.listeners.size) return;
    this.model.off("change:state", this.onState);
    document.removeEventListener("visibilitychange", this.onVisible);
    clearTimeout(this.waiting);
  }

  tell() {
    for (const listener of this.listeners) listener();
  }

  take(message) {
    const next = takeState(this.copy, message);
    this.copy = { seq: next.seq, picture: next.picture };
    if (next.gap) {
      this.ask("whole");
      return;
    }
    if (!next.fresh) return;
    this.hear(this.copy.picture.ack);
    if (!this.kept) this.readKept();
    this.keep(this.copy.picture.keep);
    this.greet();
    this.tell();
  }

  /** An answer came: whatever was asked up to `ack` is done. */
  hear(ack) {
    this.ended = false;
    if (!(ack > this.start && ack <= this.n)) return;
    if (this.pending && ack >= this.pending.n) this.pending = null;
    if (ack === this.n) clearTimeout(this.waiting);
  }

  /** Say a move, unless one of this revision is on its way. */
  move(text, at) {
    const rev = this.copy.picture.rev || 0;
    if (this.ended || (this.pending && this.pending.rev === rev)) return false;
    const mine = { n: this.n + 1, rev, at };
    this.pending = mine;
    this.ask("move", { text, at });
    // A quick answer is drawn at once; drawing the waiting first would only hold it up.
    setTimeout(() => this.pending === mine && this.tell(), QUICK);
    return true;
  }

  /** Send an intent and wait for its answer. After the end only `here` is still asked. */
  ask(doing, rest = {}) {
    if (this.ended && doing !== "here") return;
    this.n += 1;
    const rev = this.copy.picture.rev || 0;
    try {
      this.model.send({ type: "intent", rev, n: this.n, do: doing, ...rest });
    } catch {
      this.end();
      return;
    }
    this.wait();
  }

  /** A timer that fires late was asleep with the machine: it gets a second chance. */
  wait() {
    clearTimeout(this.waiting);
    const due = Date.now() + PATIENCE;
    this.waiting = setTimeout(() => (Date.now() > due + 2000 ? this.wait() : this.end()), PATIENCE);
  }

  /** In a web app a fresh page goes on where this one was; a notebook only asks once more. */
  revive() {
    if (window.location.pathname.includes("/voila/")) window.location.reload();
    else this.ask("here");
  }

  end() {
    this.ended = true;
    this.pending = null;
    this.tell();
  }

  /** Once, when the first picture is here: what was kept before this page kept anything. */
  greet() {
    if (this.greeted) return;
    this.greeted = true;
    this.ask("ready", { kept: this.kept, address: window.location.hash.slice(1) });
  }

  prefix() {
    return `tabletop-kit:${this.copy.picture.store || ""}:`;
  }

  readKept() {
    const kept = {};
    try {
      for (let index = 0; index < localStorage.length; index += 1) {
        const name = localStorage.key(index);
        if (name.startsWith(this.prefix())) kept[name.slice(this.prefix().length)] = localStorage.getItem(name);
      }
    } catch {
      // A browser that keeps nothing is no reason not to play.
    }
    this.kept = kept;
  }

  keep(wanted) {
    if (!wanted || !this.copy.picture.store) return;
    const text = JSON.stringify(wanted);
    if (text === this.keptLast) return;
    this.keptLast = text;
    for (const { key, value } of [wanted].flat()) this.keepOne(key, value);
  }

  keepOne(key, value) {
    try {
      if (value === undefined || value === null) localStorage.removeItem(this.prefix() + key);
      else localStorage.setItem(this.prefix() + key, String(value));
    } catch {
      // Full or forbidden: the game goes on, only nothing is kept.
    }
  }
}
