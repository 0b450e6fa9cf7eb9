// Zones: labelled lists of tokens with their counters, made once and changed in place.

const PLACES = ["far", "left", "middle", "right", "near", "hands", "side", "beside"];

/** All zones of a board, by id, laid into the places of `parents`. */
export class ZoneViews {
  constructor(parents, prefix) {
    this.parents = parents;
    this.prefix = prefix;
    this.views = new Map();
  }

  /** Make the views agree with the scene; `items(id)` gives the list item of a token. */
  update(scene, words, hinted, items, counting, would = {}) {
    for (const id of [...this.views.keys()]) if (!scene.zones[id]) this.views.delete(id);
    const places = placeZones(scene);
    const lying = layOn(scene, items);
    const sheets = Object.fromEntries(Object.entries(scene.tokens).map(([id, token]) => [id, isSheet(token) && !FLAT.has(token.shape)]));
    const outer = (id) => !homeOfZone(scene, id);
    for (const place of PLACES) {
      fit(this.parents[place], places[place].filter(outer).map((id) => this.view(id).section));
      reveal(this.parents[place], places[place].length > 0);
      put(this.parents[place], "data-zones", places[place].length);
      put(this.parents[place], "data-stage", places[place].some((id) => scene.zones[id].layout === "stage"));
    }
    for (const id of scene.order || []) {
      const zone = scene.zones[id];
      if (zone) paintZone(this.view(id), zone, { words, items, counting, would, sheets, lying, hinted: hinted.includes(id) });
    }
    this.nest(scene);
  }

  /** Put every zone that lies within another one there, in the order of the scene. */
  nest(scene) {
    for (const id of scene.order || []) {
      const ids = zonesWithin(scene, id);
      const view = this.view(id);
      const home = homeOfZone(scene, id);
      put(view.section, "aria-labelledby", home ? `${this.view(home).label.id} ${view.label.id}` : view.label.id);
      if (ids.length || view.inner) fit(innerOf(view), ids.map((one) => this.view(one).section));
    }
  }

  view(id) {
    if (!this.views.has(id)) this.views.set(id, makeZone(id, `${this.prefix}-${this.views.size}-${id}`));
    return this.views.get(id);
  }

  section(id) {
    return this.views.get(id)?.section;
  }
}

/** The box of a zone for those that lie within it, made when the first one comes. */
function innerOf(view) {
  if (!view.inner) view.section.append((view.inner = make("div", "tk-inner")));
  return view.inner;
}

/** Put what is attached into the list of its bearer; tells which tokens lie on another one. */
function layOn(scene, items) {
  const lying = {};
  const borne = {};
  for (const id of scene.order || []) {
    for (const token of scene.zones[id]?.tokens || []) {
      const bearer = scene.tokens[token]?.on;
      if (!bearer || !items(bearer)) continue;
      lying[token] = bearer;
      (borne[bearer] ||= []).push(items(token));
    }
  }
  for (const id of Object.keys(scene.tokens)) bear(items(id), borne[id]);
  return lying;
}

function bear(item, attached) {
  let list = item?.querySelector(":scope > .tk-attached");
  if (!attached) list?.remove();
  else {
    if (!list) item.append((list = make("ul", "tk-attached", { role: "list" })));
    fit(list, attached);
  }
}

function makeZone(id, domId) {
  const labelId = `tk-zone-${domId}`.replace(/[^\w-]/g, "_");
  const label = make("span", "tk-zone-label", { id: labelId });
  const badge = make("span", "tk-badge");
  const note = make("span", "tk-note");
  const fold = makeButton("tk-fold", () => {
    const folded = section.hasAttribute("data-folded");
    put(section, "data-folded", !folded);
    put(fold, "aria-expanded", String(folded));
  });
  put(fold, "aria-expanded", "false");
  const head = make("div", "tk-zone-head", {}, [label, badge, note]);
  const counters = make("div", "tk-counters");
  const empty = make("div", "tk-empty");
  const list = make("ul", "tk-list", { role: "list", "aria-labelledby": labelId });
  const tray = make("div", "tk-tray", {}, [list, empty]);
  const section = make("section", "tk-zone", { role: "group", "aria-labelledby": labelId, "data-zone": id });
  section.append(head, counters, tray);
  put(section, "data-folded", true);
  return { section, head, fold, label, badge, note, counters, list, empty, tray, counted: new Map() };
}

function paintZone(view, zone, look) {
  put(view.section, "data-layout", zone.layout);
  put(view.section, "data-place", zone.place);
  put(view.section, "data-leads", Boolean(zone.leads));
  put(view.section, "data-hinted", look.hinted);
  put(view.section, "data-turn", Boolean(zone.turn));
  put(view.section, "data-noted", Boolean(zone.note));
  put(view.section, "data-tint", zone.tint || null);
  put(view.section, "data-zone-glyph", zone.glyph || null);
  const folds = zone.layout === "gallery";
  if (folds) {
    say(view.fold, zone.label);
    if (view.fold.parentNode !== view.head) view.head.prepend(view.fold);
  } else view.fold.remove();
  say(view.label, zone.label);
  say(view.badge, zone.badge || (zone.leads ? look.words.ahead : ""));
  if (view.noted !== `${zone.glyph} ${zone.note}`) {
    view.noted = `${zone.glyph} ${zone.note}`;
    say(view.note, zone.note);
    setGlyph(view.note, zone.note ? zone.glyph : "");
  }
  const tokens = zone.tokens || [];
  fit(view.list, tokens.filter((token) => !look.lying[token]).map(look.items).filter(Boolean));
  put(view.section, "data-count", tokens.length);
  put(view.section, "data-many", tokens.length > 6);
  put(view.section, "data-crowd", tokens.length > 9);
  put(view.section, "data-sheets", Boolean(look.sheets[tokens[0]]));
  say(view.empty, tokens.length ? "" : zone.empty);
  const counters = Object.entries(zone.counters || {});
  reveal(view.tray, !(zone.layout === "score" && tokens.length === 0 && !zone.empty));
  reveal(view.counters, counters.length > 0);
  paintCounters(view, counters, look);
}

function paintCounters(view, counters, look) {
  const ids = new Set(counters.map(([id]) => id));
  for (const id of [...view.counted.keys()]) if (!ids.has(id)) view.counted.delete(id);
  for (const [id, counter] of counters) {
    if (!view.counted.has(id)) view.counted.set(id, makeCounter());
    paintCounter(view.counted.get(id), counter, { ...look, would: look.would[id] });
  }
  fit(view.counters, counters.map(([id]) => view.counted.get(id).node));
}

function makeCounter() {
  const drawing = make("span", "tk-drawing", { "aria-hidden": "true" });
  const label = make("span", "tk-counter-label", { "aria-hidden": "true" });
  const told = make("span", "tk-told");
  const node = make("div", "tk-counter", {}, [drawing, label, told]);
  return { node, drawing, label, told, value: null };
}

function paintCounter(view, counter, look) {
  const { value = 0, most = 0, form = "number" } = counter;
  put(view.node, "data-form", form);
  put(view.node, "data-tone", counter.tone || null);
  say(view.label, counter.label);
  say(view.told, `${counter.label} ${most ? fill(look.words.of, { value, most }) : counter.shown || value}`);
  if (counter.shown) say(view.drawing, counter.shown);
  else if (form === "number") {
    if (look.counting && view.value !== null && view.value !== value) countTo(view.drawing, view.value, value);
    else if (view.value !== value) say(view.drawing, value);
  } else if (form === "pips") paintPips(view.drawing, value, most);
  else if (form === "vessel") paintVessel(view.drawing, value, most, look.would);
  else if (form === "fangs") paintFangs(view.drawing, value, most, look.would);
  else paintGauge(view.drawing, value, most);
  view.value = value;
}

function paintPips(drawing, value, most) {
  const count = Math.max(most, value);
  const pips = Array.from({ length: count }, (_, index) => drawing.children[index] || make("i", "tk-pip"));
  pips.forEach((pip, index) => put(pip, "data-full", index < value));
  fit(drawing, pips);
}

function paintGauge(drawing, value, most) {
  const bar = drawing.firstElementChild || make("i", "tk-fill");
  bar.style.inlineSize = `${most ? Math.min(100, (100 * value) / most) : 0}%`;
  const number = drawing.children[1] || make("b", "tk-gauge-number");
  say(number, most ? `${value}/${most}` : value);
  fit(drawing, [bar, number]);
}

/** Water that rises from below; where a selection would bring it is seen through it. */
function paintVessel(drawing, value, most, would) {
  const names = ["tk-rise", "tk-water", "tk-scale", "tk-level"];
  const parts = names.map((name, index) => drawing.children[index] || make(name === "tk-level" ? "b" : "i", name));
  fit(drawing, parts);
  const [rise, water, scale, level] = parts;
  water.style.blockSize = `${share(value, most)}%`;
  rise.style.blockSize = `${share(would ?? value, most)}%`;
  put(rise, "data-seen", would !== undefined && would !== value);
  put(rise, "data-full", would !== undefined && would >= most);
  const marks = [0.25, 0.5, 0.75].map((part, index) => scale.children[index] || make("s", ""));
  marks.forEach((mark, index) => {
    mark.style.insetBlockEnd = `${25 * (index + 1)}%`;
    put(mark, "data-value", Math.round((most * (index + 1)) / 4));
  });
  fit(scale, marks);
  say(level, would !== undefined && would !== value ? `${value} → ${would} / ${most}` : `${value} / ${most}`);
}

/** One fang for each point: whole ones bite, hollow ones are eaten, hatched ones would be. */
function paintFangs(drawing, value, most, would) {
  const olds = drawing.querySelectorAll(".tk-fang");
  const fangs = Array.from({ length: most }, (_, index) => olds[index] || make("i", "tk-fang"));
  fangs.forEach((fang, index) => {
    put(fang, "data-left", index < value);
    put(fang, "data-eaten", would !== undefined && index < value && index >= would);
  });
  const number = drawing.querySelector(".tk-bite") || make("b", "tk-bite");
  say(number, would !== undefined && would !== value ? `${value} → ${would}` : value);
  fit(drawing, [...fangs, number]);
}

function share(value, most) {
  return most ? Math.max(0, Math.min(100, (100 * value) / most)) : 0;
}
