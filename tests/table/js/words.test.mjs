import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const board = await load("words.js");

test("a rule that is a card is cited by the card's name", () => {
  const words = board.wordsOf({ cards: { "rose-ossuary": "Rose Ossuary" } });
  assert.equal(board.ruleName(words, "rose-ossuary"), "Rose Ossuary");
  assert.equal(board.ruleTitle(words, "rose-ossuary"), "Rose Ossuary");
  assert.equal(board.ruleTitle(words, "TG-A1"), "Rule TG-A1");
  assert.equal(board.ruleName(board.wordsOf({}), "TG-A1"), "TG-A1");
});
