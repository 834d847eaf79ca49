// Text from tables, models and people, shown as it is: what cannot be seen is given a box
// with its name, what runs right to left stays in its place, and what is long is folded.
import { h, put, button } from "./dom.js";
import { t, count } from "./text.js";

// Controls but tab and newline, what steers direction, what has no width, separators that
// are no newline, tags and unassigned noncharacters.
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]|[\ud800-\udfff]/gu;
const names = {
  0x00: "NUL", 0x07: "BEL", 0x08: "BS", 0x0d: "CR", 0x1b: "ESC", 0x7f: "DEL", 0xad: "SHY", 0x61c: "ALM", 0x200b: "ZWSP", 0x200c: "ZWNJ", 0x200d: "ZWJ",
  0x200e: "LRM", 0x200f: "RLM", 0x2028: "LSEP", 0x2029: "PSEP", 0x202a: "LRE", 0x202b: "RLE", 0x202c: "PDF", 0x202d: "LRO", 0x202e: "RLO",
  0x2060: "WJ", 0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI", 0xfeff: "BOM",
};

/** How many characters are shown before the rest is folded, and how many each click adds. */
const some = { cell: 240, text: 1600 }, more = 50_000;

/** The nodes of a text, with what cannot be seen in boxes. */
export function nodes(s) {
  const out = [];
  let at = 0;
  for (const m of s.matchAll(unseen)) {
    if (m.index > at) out.push(s.slice(at, m.index));
    const c = m[0].codePointAt(0);
    const name = names[c] || "U+" + c.toString(16).toUpperCase().padStart(4, "0");
    out.push(h("span", { class: "unseen-char", title: t("unseen", name) }, name));
    at = m.index + m[0].length;
  }
  if (at < s.length) out.push(s.slice(at));
  return out;
}

/** A short text in the run of others: names, IDs, units. */
export function name(s, cls) {
  s = String(s ?? "");
  const cut = s.length > 200;
  return h("bdi", { class: cls || null, title: cut ? t("characters", count(s.length)) : null }, nodes(cut ? s.slice(0, 200) : s), cut && "…");
}

// cut is how much of a text is shown first: never half a character.
function cut(s, n) {
  if (s.length <= n * 1.25) return s.length;
  const c = s.charCodeAt(n - 1);
  return c >= 0xd800 && c < 0xdc00 ? n - 1 : n;
}

/**
 * A text that may be long, with its keywords marked. kind is "text" or "cell"; open unfolds
 * it from the first.
 */
export function text(s, { marks = null, kind = "text", open = false } = {}) {
  s = String(s ?? "");
  const body = h("bdi", { class: "shown" });
  const write = (from, to) => put(body, marks ? marks.nodes(s.slice(from, to)) : nodes(s.slice(from, to)));
  let at = open ? cut(s, Math.max(more, some[kind])) : cut(s, some[kind]);
  write(0, at);
  if (at === s.length) return body;
  const rest = button(t("unfold", count(s.length)), () => {
    const next = at + cut(s.slice(at, at + 2 * more), more);
    write(at, next);
    at = next;
    if (at >= s.length) { rest.remove(); body.tabIndex = -1; body.focus(); }
    else rest.firstChild.textContent = t("unfoldMore", count(s.length - at));
  }, { class: "fold", "data-unfold": "" });
  return h("span", { class: "long" }, body, rest);
}
