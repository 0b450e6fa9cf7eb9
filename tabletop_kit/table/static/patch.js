// Pictures and patches: how the browser keeps its copy of the picture up to date.

/** `target` with the merge patch (RFC 7396) applied; neither is changed. */
export function mergePatch(target, patch) {
  if (!isObject(patch)) return patch;
  const merged = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], value);
  }
  return merged;
}

/**
 * The copy `{seq, picture}` after `message`. `gap` tells that messages are missing, so that the
 * whole picture must be asked for; the old copy is kept until it comes.
 */
export function takeState(copy, message) {
  if (!isObject(message) || !Number.isInteger(message.seq)) return { ...copy, gap: false, fresh: false };
  if (message.base === 0) {
    return { seq: message.seq, picture: mergePatch({}, message.data), gap: false, fresh: true };
  }
  if (message.seq <= copy.seq) return { ...copy, gap: false, fresh: false };
  if (message.base !== copy.seq) return { ...copy, gap: true, fresh: false };
  const picture = mergePatch(copy.picture, message.data);
  return { seq: message.seq, picture, gap: false, fresh: true };
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
