import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { mergePatch, takeState } = await load("patch.js");
const nothing = { seq: 0, picture: {} };

test("a merge patch changes, adds and removes, and leaves its target alone", () => {
  const old = { a: 1, b: { c: 2, d: 3 } };
  assert.deepEqual(mergePatch(old, { a: null, b: { d: 4 }, e: [1] }), { b: { c: 2, d: 4 }, e: [1] });
  assert.deepEqual(old, { a: 1, b: { c: 2, d: 3 } });
});

test("a list is replaced, never merged", () => {
  assert.deepEqual(mergePatch({ a: [1, 2, 3] }, { a: [4] }), { a: [4] });
});

test("a whole picture is taken whatever came before", () => {
  const taken = takeState({ seq: 9, picture: { old: 1 } }, { seq: 3, base: 0, data: { rev: 1 } });
  assert.deepEqual(taken, { seq: 3, picture: { rev: 1 }, gap: false, fresh: true });
});

test("a patch on the last picture is applied", () => {
  const taken = takeState({ seq: 3, picture: { rev: 1, x: 1 } }, { seq: 4, base: 3, data: { rev: 2 } });
  assert.deepEqual(taken.picture, { rev: 2, x: 1 });
  assert.equal(taken.seq, 4);
});

test("a patch on a picture that never came is a gap, and the old picture stays", () => {
  const taken = takeState({ seq: 3, picture: { rev: 1 } }, { seq: 6, base: 5, data: { rev: 3 } });
  assert.deepEqual(taken, { seq: 3, picture: { rev: 1 }, gap: true, fresh: false });
});

test("an old or an odd message changes nothing", () => {
  const copy = { seq: 5, picture: { rev: 1 } };
  for (const message of [{ seq: 5, base: 4, data: {} }, { seq: 4, base: 3, data: {} }, {}, null, []]) {
    const taken = takeState(copy, message);
    assert.equal(taken.fresh, false);
    assert.equal(taken.gap, false);
    assert.equal(taken.seq, 5);
  }
  assert.equal(takeState(nothing, undefined).fresh, false);
});
