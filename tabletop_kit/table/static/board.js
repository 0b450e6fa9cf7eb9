// The board itself: joins the parts, and draws each picture once.

/** From this width on, in rem, the log lies open beside the table (see narrow.css). */
const BESIDE = 56.25;

/** Below this width, in rem, all lies in one column; what is read closely then lies over its top. */
const ONE_COLUMN = 43.75;

let boards = 0;

class BoardView {
  constructor(model, el) {
    this.link = linkOf(model);
    this.prefix = `tk${(boards += 1)}`;
    this.selected = [];
    this.closed = { refusal: "", card: "", hint: "" };
    this.drawnRev = null;
    this.actions = {
      rule: (id) => this.link.ask("rule", { id }),
      hint: () => this.link.ask("hint"),
      close: () => this.escape(),
      unread: () => this.read(""),
      leave: () => this.leave(),
    };
    this.tokens = new TokenViews((id, event) => this.touch(id, event));
    this.build();
    this.roving = new Roving(this.root, this.tokens);
    this.root.addEventListener("keydown", (event) => onKey(event, this));
    this.root.addEventListener("focusin", (event) => this.onFocus(event));
    this.root.addEventListener("pointerover", (event) => this.onHover(event));
    el.append(this.root);
    this.cleanups = [followTheme(this.root), this.watchSize(), this.link.join(() => this.draw())];
    this.draw();
  }

  build() {
    this.log = new LogView(this.actions.rule);
    this.card = new CardView(this.prefix, this.actions.close);
    this.hint = new HintView(this.actions);
    this.bubble = new BubbleView(this.actions);
    this.notice = new NoticeView(() => this.link.revive());
    this.curtain = new CurtainView(() => this.link.ask("lift"), (move) => this.link.move(move, move));
    this.weigh = new WeighView(this.actions);
    this.reading = new ReadView(this.actions);
    this.compare = new CompareView(this.actions);
    this.reader = makeButton("tk-link tk-reader", () => this.read(this.selected[this.selected.length - 1] || ""));
    this.verbs = new VerbViews((id) => this.speak(id));
    this.tools = new ToolViews((doing) => this.link.ask(doing));
    this.heard = make("p", "tk-heard", { role: "status", "aria-live": "polite" });
    this.alarm = make("div", "tk-told", { role: "alert" });
    this.title = make("h2", "tk-title");
    this.busy = make("span", "tk-busy");
    this.slider = new SliderView(this.prefix, (ply) => this.link.ask("look", { ply }));
    this.foot = make("p", "tk-foot");
    this.ask = make("p", "tk-ask");
    this.assemble();
  }

  assemble() {
    const places = {};
    for (const place of ["far", "left", "middle", "right", "near", "hands", "side", "beside"]) places[place] = make("div", `tk-place tk-${place}`);
    this.zones = new ZoneViews(places, this.prefix);
    this.bar = make("div", "tk-bar", {}, [make("div", "tk-said", {}, [this.ask, this.weigh.node]), this.reader, this.verbs.node, this.verbs.offers, this.compare.node]);
    const own = make("div", "tk-own", {}, [this.bar, places.hands]);
    const around = [places.far, places.left, places.middle, places.right, places.near];
    this.felt = make("div", "tk-felt", {}, [...around, own]);
    this.spot = make("div", "tk-read-spot");
    this.felt.prepend(this.spot);
    setGlyph(this.felt, "whirl", "tk-whirl");
    this.own = own;
    this.lines = new LineViews(this.tokens, this.zones);
    this.surface = make("div", "tk-surface", {}, [places.side, this.felt, this.lines.node]);
    this.top = make("div", "tk-top", {}, [this.title, this.heard, this.busy, this.verbs.quiet, this.tools.node]);
    const aside = make("div", "tk-aside", {}, [this.reading.node, this.hint.node, this.card.node, this.log.node, places.beside, this.foot]);
    this.aside = aside;
    this.meant = make("div", "tk-meant");
    this.flank = make("div", "tk-flank", {}, [aside, this.meant]);
    this.frame = make("div", "tk-frame", {}, [this.surface, this.flank, this.bubble.node]);
    this.root = make("div", "tk-board", { role: "region", "data-lm-suppress-shortcuts": "true" });
    this.root.append(this.notice.node, this.top, this.slider.node, this.alarm, this.frame, this.curtain.node);
  }

  get picture() {
    return this.link.copy.picture;
  }

  get scene() {
    return { order: [], zones: {}, tokens: {}, verbs: {}, ...(this.picture.scene || {}) };
  }

  /** Draw the picture as it is now; only what differs is touched. */
  draw() {
    const { picture } = this;
    let { scene } = this;
    const words = wordsOf(picture);
    const moving = this.drawn && mayMove(picture);
    const before = whereabouts(this.tokens, this.zones, this.surface);
    this.roving.remember();
    if (this.rev !== picture.rev) this.selected = [];
    this.rev = picture.rev;
    this.selected = stillThere(this.selected, scene);
    this.weighing = weighingOf(picture, wordsChosen(this.selected, scene));
    this.said = scene = this.offered(picture, scene);
    this.drawTable(picture, scene, words, moving);
    this.drawWords(picture, scene, words);
    this.roving.settle(scene);
    this.lines.update(scene, this.surface);
    if (this.drawn && this.drawnSeq !== this.link.copy.seq) {
      glide(before, this.tokens, scene, moving, this.surface);
      if (this.drawnRev !== picture.rev) passBy(scene.passages || [], this.zones, this.tokens, moving, this.surface);
    }
    this.drawnRev = picture.rev;
    this.drawnSeq = this.link.copy.seq;
    this.drawn = Boolean(picture.scene);
    this.come();
    this.drawSpots(picture, words);
    this.arrive(picture.arrival || 0);
  }

  /** Another lesson begins at its top, wherever the list of lessons was left. */
  arrive(arrival) {
    if (this.arrival !== undefined && this.arrival !== arrival) this.root.closest(".tk-panel")?.scrollIntoView({ block: "start" });
    this.arrival = arrival;
  }

  /** What is told of this selection, or still of the one before. */
  weighed(picture) {
    return this.weighing || (this.selected.length ? picture.weighing : undefined);
  }

  /** The scene with what the weighing of this selection offers; that of the one before only stays. */
  offered(picture, scene) {
    return withOffers(scene, this.weighed(picture), !this.weighing);
  }

  drawTable(picture, scene, words, moving) {
    const hinted = picture.hint || {};
    this.mood = scene.mood || picture.curtain?.mood || this.mood || "tempus";
    put(this.root, "data-mood", this.mood);
    this.root.style.setProperty("--tk-depth", `${scene.depth || 0}%`);
    const numbered = isNumbered(scene) || Boolean(this.weighed(picture)?.ordered);
    put(this.felt, "data-round", isRound(scene));
    put(this.surface, "data-round", isRound(scene));
    for (const node of [this.top, this.felt, this.surface, this.frame]) put(node, "data-nested", isNested(scene));
    put(this.felt, "data-dense", isDense(scene));
    this.placeBeside();
    put(this.felt, "data-sides", hasSides(scene));
    put(this.root, "aria-label", scene.title || words.table);
    put(this.root, "data-pending", Boolean(this.link.pending));
    put(this.root, "data-ended", this.link.ended);
    put(this.root, "lang", picture.language || null);
    this.tokens.update(scene, words, (id) => ({
      selected: this.selected.indexOf(id) + 1,
      numbered,
      pending: this.link.pending?.at === id,
      hinted: (hinted.tokens || []).includes(id),
      refused: picture.refusal?.at === id,
    }));
    this.zones.update(scene, words, hinted.zones || [], (id) => this.tokens.item(id), moving, this.weighing?.counters);
    this.verbs.update(scene, this.selected.length, hinted.verbs || [], this.link.pending, this.weighing);
  }

  /** Beside a table of many places offers and the last comparison cover nothing of it. */
  placeBeside() {
    const { offers } = this.verbs;
    const compare = this.compare.node;
    const nested = isNested(this.scene);
    const beside = Boolean(this.wide) && nested;
    const { parts } = this.weigh;
    if (beside && offers.parentNode === this.bar) {
      this.flank.prepend(compare);
      this.meant.append(parts, offers);
    } else if (!beside && offers.parentNode !== this.bar) {
      this.weigh.node.append(parts);
      this.bar.append(offers);
    }
    // Below a table in one column nobody would see it; a lesson tells it above the table.
    const spot = this.narrow && this.picture.tools ? this.spot : this.aside;
    if (this.hint.node.parentNode !== spot) spot === this.spot ? spot.prepend(this.hint.node) : this.card.node.before(this.hint.node);
    const line = this.narrow && nested ? this.weigh.line : this.bar;
    if (this.reader.parentNode !== line) line === this.bar ? this.bar.insertBefore(this.reader, this.verbs.node) : line.append(this.reader);
    // In one column the hand leaves no room for it: it stands above the table.
    const home = this.narrow && nested ? this.spot.parentNode : this.bar;
    if (!beside && compare.parentNode !== home) home === this.bar ? this.bar.append(compare) : this.spot.after(compare);
  }

  drawWords(picture, scene, words) {
    say(this.title, scene.title);
    say(this.busy, picture.busy);
    say(this.ask, scene.ask);
    this.drawWeighing(picture, words);
    put(this.bar, "data-asked", isAsked(scene) && !scene.over && !this.link.ended);
    put(this.bar, "data-over", Boolean(scene.over));
    // Where a selection is weighed there is room for what it says, even if nothing is asked.
    const silent = !scene.ask && !Object.keys(scene.verbs).length;
    reveal(this.bar, !silent || Boolean((scene.weighs && scene.composes) || picture.comparison));
    put(this.bar, "data-silent", silent && !this.selected.length && !picture.comparison);
    this.tools.update(picture.tools || {}, words);
    this.log.update(picture.log || {}, words);
    this.slider.update(picture.replay, words);
    say(this.foot, picture.foot);
    reveal(this.foot, Boolean(picture.foot));
    this.card.update(this.open("card"), words);
    this.hint.update(this.open("hint"), words);
    this.notice.update(picture.notice, this.link.ended, words);
    const compared = this.compare.update(picture.comparison, words, this.drawn && mayMove(picture));
    // What nobody was asked about passes by at once: in one column it may lie above what is seen.
    if (compared && this.narrow && isNested(scene)) this.compare.node.scrollIntoView({ block: "nearest" });
    this.drawReading(scene, words);
    this.drawCurtain(picture, words);
    const alarm = this.link.ended ? `${words.ended} ${words.ended_what}` : this.open("refusal")?.text || "";
    say(this.alarm, alarm);
  }

  /** While the answer for a new selection is on its way the one before stays, and looks like it. */
  drawWeighing(picture, words) {
    const told = this.weighed(picture);
    this.weigh.update(told, words, this.selected.length);
    for (const node of [this.weigh.node, this.meant]) put(node, "data-old", Boolean(told && !this.weighing));
    reveal(this.meant, Boolean(told) && (!this.weigh.parts.hidden || this.verbs.offers.children.length > 0));
    reveal(this.ask, !told);
    put(this.bar, "data-weighing", Boolean(told));
    put(this.bar, "data-weighs", Boolean(this.scene.weighs));
    const last = this.scene.tokens[this.selected[this.selected.length - 1]];
    say(this.reader, words.read);
    reveal(this.reader, Boolean(this.narrow && told && last?.text));
    put(this.felt, "data-offers", this.verbs.offers.children.length > 0);
    put(this.own, "data-modes", Boolean(told) && this.verbs.modes(this.said));
  }

  /** What is read closely stays up to date, and goes when its card has gone. */
  drawReading(scene, words) {
    const token = this.looked ? scene.tokens[this.looked] : undefined;
    if (this.looked && !token?.text) this.looked = "";
    this.reading.update(this.looked ? token : undefined, words);
  }

  /** Read this token closely; none for no id. */
  read(id) {
    if (this.looked === id || (id && !this.scene.tokens[id]?.text)) return;
    this.looked = id;
    this.drawReading(this.scene, wordsOf(this.picture));
  }

  /** While the curtain hangs, nothing else is seen; what was said last is not seen either. */
  drawCurtain(picture, words) {
    const curtain = picture.curtain;
    this.curtain.update(curtain, words);
    for (const node of [this.frame, this.title, this.busy, this.tools.node, this.verbs.quiet]) reveal(node, !curtain);
    if (curtain) reveal(this.slider.node, false);
    put(this.heard, "class", curtain ? "tk-told" : "tk-heard");
    if (curtain) say(this.heard, curtain.text);
    // Another game begins to count anew, so the number alone does not tell.
    const said = JSON.stringify(picture.say);
    if (!curtain && said !== this.saidLast) say(this.heard, picture.say?.text);
    this.saidLast = curtain ? null : said;
  }

  /** Card, hint or refusal, unless the visitor has just closed this very one. */
  open(name) {
    const thing = this.picture[name];
    if (!thing) this.closed[name] = "";
    return thing && JSON.stringify(thing) !== this.closed[name] ? thing : undefined;
  }

  /** What stands at a spot, or wants the focus, after the table is drawn. */
  drawSpots(picture, words) {
    this.bubble.update(this.local || this.open("refusal"), words);
    this.placeBubble();
    const card = this.open("card");
    const shown = card ? JSON.stringify(card) : "";
    if (shown && shown !== this.cardShown) this.openCard();
    else if (!shown && this.cardShown) this.focusBack();
    this.cardShown = shown;
    if (picture.curtain && !this.curtained && this.hadFocus()) this.curtain.button.focus();
    this.curtained = Boolean(picture.curtain);
  }

  hadFocus() {
    return Boolean(this.roving.had || this.roving.hadOther);
  }

  placeBubble() {
    const at = (this.local || this.picture.refusal)?.at;
    // The list item stays where it is while the token in it glides.
    const spot = this.tokens.item(at) || this.verbs.button(at) || this.ask;
    this.bubble.place(spot, this.frame);
  }

  openCard() {
    if (!this.drawn || !this.hadFocus()) return;
    this.opener = this.roving.had || this.roving.hadOther;
    this.card.node.focus();
  }

  focusBack() {
    const opener = typeof this.opener === "string" ? this.tokens.body(this.opener) : this.opener;
    const usable = opener && this.root.contains(opener) && opener.offsetParent;
    const target = usable ? opener : this.tokens.body(this.roving.current);
    if (!focused(this.root) && this.opener) target?.focus();
    this.opener = null;
  }

  onFocus(event) {
    const token = event.target.closest?.(".tk-token");
    if (token && token.dataset.id !== this.roving.current) this.roving.mark(token.dataset.id);
    // A finger or a mouse that goes down gives the focus, too: nothing may move below it then.
    if (token?.matches(":focus-visible")) this.read(token.dataset.id);
  }

  /** A mouse that rests on a card reads it where there is room beside the table; a finger touches it. */
  onHover(event) {
    const token = !this.narrow && event.pointerType === "mouse" && event.target.closest?.(".tk-token");
    if (token) this.read(token.dataset.id);
  }

  /** A token was touched: select it, or say its move. */
  touch(id, event) {
    const token = this.scene.tokens[id];
    const touch = token && touchOf(token, wantsSelection(this.scene));
    // In one column it would lie over what is to be touched next: there a button of its own opens it.
    this.read(this.narrow && touch ? "" : id);
    if (touch === "select") {
      this.select(toggle(this.selected, id, this.scene));
    } else if (touch === "move" && !this.isEcho(event)) this.sayOrAsk(token, token.move, id);
  }

  /** Let go of all that is selected. */
  leave() {
    if (!this.selected.length) return;
    const last = this.selected[this.selected.length - 1];
    const inside = this.weigh.node.contains(document.activeElement);
    this.select([]);
    if (inside) this.tokens.body(last)?.focus();
  }

  /** Select these tokens, and ask what they would do where the game tells it. */
  select(ids) {
    this.selected = stillThere(ids, this.scene);
    this.local = null;
    if (this.picture.refusal) this.closed.refusal = JSON.stringify(this.picture.refusal);
    const words = wordsChosen(this.selected, this.scene);
    if (this.scene.weighs && words.length && !weighingOf(this.picture, words)) this.link.ask("weigh", { words });
    this.draw();
  }

  /** Say a move; one that wants to be sure is asked about first, and said the second time. */
  sayOrAsk(thing, text, at) {
    const able = thing.able !== false;
    if (!thing.sure || !able || (this.local?.yes && this.local.at === at)) {
      this.sayMove(text, at);
      return;
    }
    this.local = { at, text: thing.sure, yes: () => this.sayMove(text, at) };
    this.draw();
    say(this.alarm, thing.sure);
  }

  /** The second click of a double click is not a second move. */
  isEcho(event) {
    return event.detail > 1 && performance.now() - (this.movedAt || -1e9) < 500;
  }

  sayMove(text, at) {
    this.local = null;
    this.closed.refusal = this.picture.refusal ? JSON.stringify(this.picture.refusal) : "";
    if (this.link.move(text, at)) this.movedAt = performance.now();
    this.closed.refusal = "";
  }

  /** A verb was pressed. */
  speak(id) {
    const verb = this.said.verbs[id];
    if (!verb || verb.old) return;
    const count = this.selected.length;
    if (verb.picks) {
      this.select(verb.picks);
    } else if (isChoice(verb) && !isReady(verb, count)) {
      const text = verb.least === verb.most ? wordsOf(this.picture).choose_one : wordsOf(this.picture).choose;
      this.local = { at: id, text: fill(text, { least: verb.least || 0, most: verb.most }) };
      this.draw();
      say(this.alarm, this.local.text);
    } else this.sayOrAsk(verb, verbMove(verb, this.selected, this.scene), id);
  }

  letter(key) {
    const id = verbForKey(key, this.said);
    if (!id || !isThere(this.said, id, this.weighing, this.picture.hint?.verbs)) return false;
    this.speak(id);
    return true;
  }

  /** Close what is open, here at once and then in the kernel. */
  escape() {
    const wasLocal = Boolean(this.local);
    this.local = null;
    const name = ["card", "refusal", "hint"].find((each) => this.open(each));
    if (!name && !wasLocal) {
      this.read("");
      this.leave();
      return;
    }
    if (name) {
      for (const each of ["card", "refusal", "hint"]) {
        if (this.picture[each]) this.closed[each] = JSON.stringify(this.picture[each]);
      }
      this.link.ask("close");
    }
    this.draw();
  }

  watchSize() {
    const watcher = new ResizeObserver(() => this.onSize());
    watcher.observe(this.root);
    return () => watcher.disconnect();
  }

  onSize() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const wide = this.root.clientWidth >= BESIDE * rem;
    const narrow = this.root.clientWidth < ONE_COLUMN * rem;
    if (wide !== this.wide) this.log.node.open = wide;
    if (narrow !== this.narrow) (narrow ? this.spot.append(this.reading.node) : this.aside.prepend(this.reading.node));
    this.wide = wide;
    this.narrow = narrow;
    this.placeBeside();
    dock(this.root);
    this.come();
    this.placeBubble();
    this.lines.place();
  }

  /** Beside a lesson, which has no tools, one reads first. */
  come() {
    if (this.came || this.narrow === undefined || !this.drawn || !this.picture.tools) return;
    this.came = true;
    if (this.narrow) comeIntoView(this.top, this.own);
    else if (isNested(this.scene)) comeToOwn(this.own);
  }

  remove() {
    for (const cleanup of this.cleanups) cleanup();
    this.root.remove();
  }
}

export default {
  render({ model, el }) {
    const view = new BoardView(model, el);
    return () => view.remove();
  },
};
