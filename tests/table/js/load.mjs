// Loads parts of the board as the browser gets them: joined into one module.
import { readFileSync } from "node:fs";

const folder = new URL("../../../tabletop_kit/table/static/", import.meta.url);

export function load(...names) {
  const text = names.map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
  return import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
}
