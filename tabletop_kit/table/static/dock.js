// Where the page scrolls: what sticks to its lower edge, and what is in view when a table comes.

/** The nearest box that scrolls around a node, or the page itself. */
export function scrollerOf(node) {
  for (let box = node.parentElement; box; box = box.parentElement) {
    if (!["visible", "clip"].includes(getComputedStyle(box).overflowY)) return box;
  }
  return document.scrollingElement;
}

/** What sticks would stop at the padding of the box that scrolls; it is to reach the very edge. */
export function dock(root) {
  const gap = parseFloat(getComputedStyle(scrollerOf(root)).paddingBlockEnd) || 0;
  root.style.setProperty("--tk-dock", `${-gap}px`);
}

/** On a phone the hand would lie over what is played against: once, bring the table up to the top. */
export function comeIntoView(top, own) {
  const scroller = scrollerOf(top);
  const stuck = own.parentElement.getBoundingClientRect().bottom > window.innerHeight;
  if (stuck && scroller.scrollTop === 0) top.scrollIntoView({ block: "start" });
}

/** Where one's own hand lies over a part of a wide table: once, come to what lies just above it. */
export function comeToOwn(own) {
  const scroller = scrollerOf(own);
  const stuck = own.parentElement.getBoundingClientRect().bottom > window.innerHeight;
  if (stuck && scroller.scrollTop === 0) own.parentElement.parentElement.scrollIntoView({ block: "end" });
}
