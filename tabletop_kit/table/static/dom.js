// Small helpers for the page. Texts are always set as text, never as markup.

/** A new element with a class, attributes and children. */
export function make(tag, className = "", attributes = {}, children = []) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const [name, value] of Object.entries(attributes)) put(element, name, value);
  element.append(...children);
  return element;
}

/** A button with words, safe from the shortcuts of a notebook. */
export function makeButton(className, onClick) {
  const button = make("button", className, { type: "button", "data-lm-suppress-shortcuts": "true" });
  if (onClick) button.addEventListener("click", onClick);
  return button;
}

/** Set an attribute if it differs; `null`, `undefined` and `false` remove it. */
export function put(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Set the text of an element if it differs. */
export function say(element, text) {
  const wanted = text === undefined || text === null ? "" : String(text);
  if (element.textContent !== wanted) element.textContent = wanted;
}

/** Show or hide an element. */
export function reveal(element, visible) {
  if (element.hidden === visible) element.hidden = !visible;
}

/** Make `nodes` the children of `parent`, moving as few as can be. */
export function fit(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  nodes.forEach((node, index) => {
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] || null);
  });
}

/** The element that has the focus, also inside a shadow tree. */
export function focused(root) {
  const home = root.getRootNode();
  const active = home.activeElement || document.activeElement;
  return active && root.contains(active) ? active : null;
}
