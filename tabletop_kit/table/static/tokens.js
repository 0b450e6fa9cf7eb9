// Tokens: one list item each, made once and changed in place.

/** All tokens of a board, by id. `onTouch(id, event)` is called when one is clicked. */
export class TokenViews {
  constructor(onTouch) {
    this.views = new Map();
    this.onTouch = onTouch;
  }

  /** Make the views agree with `tokens`; `look(id)` tells `{selected, pending, hinted, refused}`. */
  update(scene, words, look) {
    for (const id of [...this.views.keys()]) if (!(id in scene.tokens)) this.views.delete(id);
    const selecting = wantsSelection(scene);
    for (const [id, token] of Object.entries(scene.tokens)) {
      if (!this.views.has(id)) this.views.set(id, makeToken(id, this.onTouch));
      paintToken(this.views.get(id), token, { ...look(id), selecting, words });
    }
  }

  item(id) {
    return this.views.get(id)?.item;
  }

  body(id) {
    return this.views.get(id)?.body;
  }
}

function makeToken(id, onTouch) {
  const body = make("div", "tk-token", { "data-id": id, "data-lm-suppress-shortcuts": "true", tabindex: "-1" });
  const face = make("span", "tk-face", { "aria-hidden": "true" });
  const corner = make("span", "tk-corner", { "aria-hidden": "true" });
  const marks = make("span", "tk-marks", { "aria-hidden": "true" });
  const name = make("span", "tk-name", { "aria-hidden": "true" });
  const tick = make("span", "tk-tick", { "aria-hidden": "true" });
  const stats = make("span", "tk-stats", { "aria-hidden": "true" });
  body.append(face, corner, name, marks, stats, tick);
  body.addEventListener("click", (event) => onTouch(id, event));
  return { item: make("li", "tk-slot", {}, [body]), body, face, corner, marks, name, tick, stats, painted: "", drawn: "" };
}

/** Draw the token, if anything about it has changed. */
function paintToken(view, token, look) {
  const key = JSON.stringify([token, look.selected, look.numbered, look.pending, look.hinted, look.refused, look.selecting]);
  if (view.painted === key) return;
  view.painted = key;
  drawOutline(view, token);
  say(view.face, token.hidden ? "" : token.face);
  put(view.face, "data-long", (token.face || "").length > 3);
  say(view.corner, token.corner);
  say(view.name, NARROW.has(token.shape) ? softened(token.name) : token.name || (isSheet(token) && !token.hidden ? token.label : ""));
  say(view.tick, look.selected ? (look.numbered ? look.selected : "✓") : "");
  fit(view.marks, [...(token.signs || []).map(drawSign), ...(token.marks || []).map((mark) => drawMark(mark, token))]);
  fit(view.stats, (token.stats || []).map(drawStat));
  describeToken(view.body, token, look);
}

/** A number in a corner; one that differs from what is printed says what that was. */
function drawStat(stat) {
  const number = make("b", "tk-stat-value", {}, [stat.value]);
  const was = stat.was ? [make("s", "tk-stat-was", {}, [stat.was])] : [];
  const node = make("i", "tk-stat", { "data-changed": Boolean(stat.was), "data-empty": !stat.value, "data-long": (stat.value || "").length > 2, "data-signed": /^[+-]/.test(stat.value || "") }, [number, ...was]);
  setGlyph(node, stat.glyph);
  return node;
}

/** What holds of a token: a sign and its word, which the style may leave to be read elsewhere. */
function drawSign(sign) {
  const node = make("span", "tk-sign", { title: sign.word }, [make("span", "tk-sign-word", {}, [sign.word])]);
  setGlyph(node, sign.glyph);
  return node;
}

/** A mark; what is drawn large has its sign in it. */
function drawMark(text, token) {
  const mark = make("span", "tk-mark", {}, [text]);
  if (token.figure) setGlyph(mark, token.glyph);
  return mark;
}

function drawOutline(view, token) {
  const drawn = `${token.kind} ${token.shape} ${token.hidden} ${token.glyph} ${token.figure}`;
  if (view.drawn === drawn) return;
  view.drawn = drawn;
  view.body.querySelector(".tk-shape")?.remove();
  view.body.prepend(drawShape(token));
  setGlyph(view.body, token.figure, "tk-figure");
  setGlyph(view.body, token.glyph);
}

function describeToken(body, token, look) {
  const touch = touchOf(token, look.selecting);
  const able = isAble(token, look.selecting);
  put(body, "role", touch ? "button" : "img");
  put(body, "aria-label", tokenLabel(token, look.words, look.hinted));
  put(body, "aria-pressed", touch === "select" ? String(Boolean(look.selected)) : null);
  put(body, "aria-disabled", touch && !able ? "true" : null);
  put(body, "data-kind", token.kind);
  put(body, "data-shape", isSheet(token) && !FLAT.has(token.shape) ? "card" : token.shape || "square");
  put(body, "data-hidden", Boolean(token.hidden));
  put(body, "data-glyph", token.glyph || null);
  put(body, "data-figure", token.figure || null);
  put(body, "data-power", token.power || null);
  put(body, "data-touch", touch || null);
  put(body, "data-able", able);
  put(body, "data-dim", Boolean(token.dim));
  put(body, "data-laid", Boolean(token.laid));
  put(body, "data-tint", token.tint || null);
  put(body, "data-marked", (token.marks || []).length + (token.signs || []).length > 0);
  put(body, "data-read", Boolean(token.text));
  put(body, "data-selected", Boolean(look.selected));
  put(body, "data-pending", Boolean(look.pending));
  put(body, "data-hinted", Boolean(look.hinted));
  put(body, "data-refused", Boolean(look.refused));
  put(body, "title", isSheet(token) && !token.hidden && !token.text ? token.label : null);
}
