// What changed between two texts, by words; for Chinese by characters.
import { h } from "./dom.js";
import { nodes, text } from "./shown.js";
import { t } from "./text.js";

const most = 1500; // pieces compared: beyond, before and after stand whole

const pieces = s => s.match(/[\p{Script=Latin}\p{N}_'’.,@-]+|\s+|./gsu) || [];

/** The pieces of both texts in order: [" ", both], ["-", before], ["+", after]. */
export function compare(before, after) {
  const a = pieces(before), b = pieces(after);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const x = a.slice(head, a.length - tail), y = b.slice(head, b.length - tail);
  const out = [];
  const add = (kind, s) => { if (s === "") return; const last = out.at(-1); if (last?.[0] === kind) last[1] += s; else out.push([kind, s]); };
  add(" ", a.slice(0, head).join(""));
  if (x.length > most || y.length > most) { add("-", x.join("")); add("+", y.join("")); } else walk(x, y, add);
  add(" ", a.slice(a.length - tail).join(""));
  return out;
}

// walk goes along a longest common subsequence.
function walk(x, y, add) {
  const w = y.length + 1, best = new Uint16Array((x.length + 1) * w);
  for (let i = x.length - 1; i >= 0; i--) {
    for (let j = y.length - 1; j >= 0; j--) best[i * w + j] = x[i] === y[j] ? best[(i + 1) * w + j + 1] + 1 : Math.max(best[(i + 1) * w + j], best[i * w + j + 1]);
  }
  for (let i = 0, j = 0; i < x.length || j < y.length;) {
    if (i < x.length && j < y.length && x[i] === y[j]) { add(" ", x[i]); i++; j++; } else if (i < x.length && (j === y.length || best[(i + 1) * w + j] >= best[i * w + j + 1])) add("-", x[i++]);
    else add("+", y[j++]);
  }
}

/** Both texts in one, with what was taken out and put in. */
export function difference(before, after) {
  if (before.length + after.length > 20_000) return h("div", { class: "difference" }, h("del", null, text(before)), h("ins", null, text(after)));
  return h("bdi", { class: "difference" }, compare(before, after).map(([kind, s]) =>
    kind === " " ? nodes(s) : h(kind === "-" ? "del" : "ins", null, nodes(s))));
}

/** The parts of a task that change, one under the other. */
export function parts(list) {
  return h("dl", { class: "parts" }, list.map(p => [h("dt", null, nodes(label(p.name))), h("dd", null, difference(p.before || "", p.after || ""))]));
}

// label is the name of a part in the reader's language; the rest of it is data.
function label(n) {
  const [first, ...rest] = n.split(" ");
  return [t.maybe("part." + first) || first, ...rest].join(" ");
}
