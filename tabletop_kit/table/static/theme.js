// Light or dark, as the page around the board is.

/** Does the page around us look dark? Jupyter says so; elsewhere the browser does. */
export function isDark() {
  const told = document.body.getAttribute("data-jp-theme-light");
  if (told !== null) return told === "false";
  const ground = getComputedStyle(document.body).getPropertyValue("--jp-layout-color0").trim();
  const light = lightness(ground);
  if (light !== null) return light < 0.5;
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/** The lightness of a colour as a custom property holds it, or `null` if it cannot be told. */
export function lightness(colour) {
  if (colour === "white") return 1;
  if (colour === "black") return 0;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(colour);
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(colour);
  const parts = long ? long.slice(1, 4) : short ? short.slice(1, 4).map((digit) => digit + digit) : null;
  if (parts) return parts.reduce((sum, part) => sum + parseInt(part, 16), 0) / 765;
  const rgb = /^rgba?\(\s*(\d+)[,\s]+(\d+)[,\s]+(\d+)/.exec(colour);
  return rgb ? (Number(rgb[1]) + Number(rgb[2]) + Number(rgb[3])) / 765 : null;
}

/** Keep `data-theme` of the root true; returns what ends that. */
export function followTheme(root) {
  const update = () => put(root, "data-theme", isDark() ? "dark" : "light");
  const query = window.matchMedia("(prefers-color-scheme: dark)");
  const watcher = new MutationObserver(update);
  watcher.observe(document.body, { attributes: true });
  query.addEventListener("change", update);
  update();
  return () => {
    watcher.disconnect();
    query.removeEventListener("change", update);
  };
}
