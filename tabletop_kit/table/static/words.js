// The fixed words of the board, for pictures that bring none of their own.

export const WORDS = {
  table: "Table",
  log: "What happened",
  nothing: "Nothing has happened yet.",
  rule: "Rule",
  why: "Why? Rule {rule}",
  why_card: "Why? {rule}",
  card: "Rule {rule}",
  ruling: "Decided by this kit where the source is silent",
  source: "Source",
  close: "Close",
  hint: "Hint",
  more: "Tell me more",
  undo: "Undo",
  redo: "Redo",
  ahead: "ahead",
  hidden: "face down",
  chosen: "chosen",
  hinted: "hint",
  choose: "Choose {least} to {most} first.",
  choose_one: "Choose {least} first.",
  lift: "Show the table",
  yes: "Yes, do it",
  read: "Read the card",
  leave: "Leave all out",
  about: "More about this card",
  move_number: "Move",
  of: "{value} of {most}",
  can: "You can say",
  sending: "Sending",
  ended: "The session has ended: the table gets no answer any more.",
  ended_what: "Your game is kept in this browser. Reload the page to go on with it.",
  again: "Try again",
  trouble: "That did not work, and nothing was changed: try again, or undo (trouble {number}).",
};

/** The words of a picture, with English where one is missing. */
export function wordsOf(picture) {
  return { ...WORDS, ...(picture.words || {}), cards: picture.cards || {} };
}

/** What a rule is called: the text of a card by the card's name, any other by its id. */
export function ruleName(words, rule) {
  return words.cards?.[rule] || rule;
}

/** The same with the word for a rule before an id. */
export function ruleTitle(words, rule) {
  return words.cards?.[rule] || `${words.rule} ${rule}`;
}

/** `text` with every `{name}` replaced by `values.name`. */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

const LONG = 8;

/**
 * A name with soft hyphens in its long words, so that a narrow card need not break them anywhere:
 * one before each last consonant (or what sounds like one) that a vowel follows.
 */
export function softened(text) {
  return String(text || "").replace(/\p{L}+/gu, (word) => {
    if (word.length <= LONG) return word;
    const cut = (whole, before, onset, at) => (at + before.length < 3 || at > word.length - 4 ? whole : `${before}\u00ad${onset}`);
    return word.replace(/([aeiouyäöü][^aeiouyäöü]*?|[^aeiouyäöü])(sch|ch|ck|ph|th|qu|[tdbpgkf]r|[pbkgf]l|[^aeiouyäöü])(?=[aeiouyäöü])/giu, cut);
  });
}
