// Plans in words, and as a small graph: each box is a call with what is done with what came
// back, and leads to the boxes that read its result.
import { h, svg } from "./dom.js";
import { name } from "./shown.js";
import { app } from "./state.js";
import { t, has } from "./text.js";

/** The name of an operation in the reader's language. */
export const operation = op => (has("op." + op) ? t("op." + op) : op);

// grouped writes a number of five digits or more in groups.
const grouped = s => (/^-?\d{5,}(\.\d+)?$/.test(s) ? s.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ",") : s);

// extreme names the end of an order, which of days is the latest or the earliest.
const extreme = n => t((n.order === "max" ? ["highest", "latest"] : ["lowest", "earliest"])[app.me?.days?.includes(n.column) ? 1 : 0]);

/** What a node does, as pieces of text and data; made gives the values that a node handed on. */
export function describe(n, made = () => []) {
  const v = s => name(grouped(String(s ?? "")), "data");
  // What a condition compares with comes from another node, where the plan does not give it.
  const from = () => {
    const other = n.from?.[1];
    if (!other) return null;
    const values = made(other);
    return [" ", name(other, "id"), values.length > 0 && [" (", v(values[0]), values.length > 1 && " …", ")"]];
  };
  switch (n.op) {
    case "start": return [(n.value || []).map((p, i) => [i > 0 && " ", v(p)])];
    case "call": case "having": return [name(n.tool, "tool"), n.each && [" ", t("each")]];
    case "retrieve": return [name(n.tool, "tool"), " ", n.passages];
    case "derive": case "deriveall": return [v(n.derivation)];
    case "filter": return [v(n.column), " ", n.to ? [t("between"), " ", v(n.operand), " ", t("betweenAnd"), " ", v(n.to), t(n.comparison === "within" ? "bothExcluded" : "bothIncluded")]
      : [has("cmp." + n.comparison) ? t("cmp." + n.comparison) : n.comparison, n.operand ? [" ", v(n.operand)] : from()]];
    case "superlative": return [v(n.column), " ", extreme(n), n.rank ? [" ", t("rank", n.rank)] : ""];
    case "covering": return [v(n.begin), " ≤", n.day ? [" ", v(n.day)] : from(), " < ", v(n.end)];
    case "compare": return [t(n.order === "max" ? "highestOrLatest" : "lowestOrEarliest")];
    case "project": return [(n.columns || []).map((c, i) => [i > 0 && "、", v(c)])];
    case "extract": return [v(n.pattern)];
    case "cite": return [v(n.which)];
    case "frequent": case "sum": case "average": case "minimum": case "maximum": return [v(n.column)];
    case "fact": return [v(n.fact)];
  }
  return [];
}

/** The nodes of a plan in boxes: a call, and what is made of its result alone. */
export function boxes(plan) {
  const of = new Map(), list = [];
  for (const n of plan.nodes) {
    const from = n.from || [];
    const before = from.length === 1 ? of.get(from[0]) : null;
    const joins = before && !["call", "retrieve", "having"].includes(n.op);
    const box = joins ? before : { nodes: [], from: new Set(), layer: 0, at: 0 };
    if (!joins) {
      list.push(box);
      for (const f of from) if (of.has(f)) box.from.add(of.get(f));
      box.layer = Math.max(-1, ...[...box.from].map(b => b.layer)) + 1;
    }
    box.nodes.push(n);
    of.set(n.name, box);
  }
  // What starts late in the plan stands just above what reads it.
  for (const b of [...list].reverse()) {
    const after = list.filter(x => x.from.has(b));
    if (b.from.size === 0 && after.length) b.layer = Math.min(...after.map(x => x.layer)) - 1;
  }
  return list;
}

// layers orders the boxes of each layer by where what they read stands; an edge over several
// layers has a place in each, so that no box lies on it.
function layers(list) {
  const rows = [];
  const at = (i, x) => (rows[i] ||= []).push(x);
  const edges = [];
  for (const b of list) at(b.layer, b);
  for (const b of list) {
    for (const f of b.from) {
      const chain = [f];
      for (let i = f.layer + 1; i < b.layer; i++) { const pass = { pass: true, from: new Set([chain.at(-1)]), layer: i, at: 0 }; at(i, pass); chain.push(pass); }
      edges.push([...chain, b]);
    }
  }
  const via = new Map(edges.map(e => [e.at(-1), []]));
  for (const e of edges) via.get(e.at(-1)).push(e.at(-2));
  for (let i = 0; i < rows.length; i++) {
    rows[i] ||= [];
    if (i > 0) {
      const centre = x => { const f = x.pass ? [...x.from] : via.get(x) || []; return f.length ? f.reduce((s, y) => s + y.at, 0) / f.length : 1; };
      rows[i] = rows[i].map((x, k) => [centre(x), k, x]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(x => x[2]);
    }
    rows[i].forEach((x, k) => { x.at = (k + 0.5) / rows[i].length; });
  }
  return { rows, edges };
}

/** The graph. numbers gives the first step of a node; go is called with a node's name; made as in describe. */
export function graph(plan, numbers, go, made) {
  const { rows, edges } = layers(boxes(plan));
  const answers = new Set(plan.answers.map(a => a.from));
  const lines = svg("svg", { class: "edges", "aria-hidden": "true", focusable: "false" });
  const place = new Map();
  // A row that does not read the one above it says which it reads.
  const reads = (n, i, box) => i > 0 && n.from?.[0] !== box.nodes[i - 1].name && h("span", { class: "reads" }, "← ", numbers.get(n.from[0]) ?? "");
  const node = (n, i, box) => h("button", { type: "button", class: "node", "data-node": n.name, "data-op": n.op, onclick: () => go(n.name) },
    h("span", { class: "n" }, numbers.get(n.name) ?? ""), h("span", { class: "op" }, operation(n.op)), h("span", { class: "what" }, describe(n, made)), reads(n, i, box),
    answers.has(n.name) && h("span", { class: "goal", title: t("isAnswer") }, "◆", h("span", { class: "unseen" }, t("isAnswer"))));
  const body = h("div", { class: "layers" }, rows.map(row => h("div", { class: "layer" }, row.map(x => {
    const el = h("div", { class: x.pass ? "pass" : "box" }, x.pass ? null : x.nodes.map((n, i) => node(n, i, x)));
    place.set(x, el);
    return el;
  }))));
  const box = h("div", { class: "graph", role: "group", "aria-label": t("graph") }, lines, body);
  const draw = () => {
    const at = x => { const e = place.get(x); return { x: e.offsetLeft + e.offsetWidth / 2, top: e.offsetTop, bottom: e.offsetTop + e.offsetHeight }; };
    lines.setAttribute("width", body.scrollWidth);
    lines.setAttribute("height", body.scrollHeight);
    lines.replaceChildren(...edges.map(chain => {
      let d = "", from = at(chain[0]);
      chain.forEach((x, i) => {
        const p = at(x);
        if (i === 0) { d = `M${p.x} ${p.bottom}`; return; }
        const middle = (from.bottom + p.top) / 2;
        d += `C${from.x} ${middle} ${p.x} ${middle} ${p.x} ${p.top}`;
        if (i < chain.length - 1) d += `L${p.x} ${p.bottom}`;
        from = p;
      });
      const end = at(chain.at(-1));
      return svg("g", null, svg("path", { d }), svg("path", { class: "tip", d: `M${end.x - 3.5} ${end.top - 5}L${end.x} ${end.top}L${end.x + 3.5} ${end.top - 5}Z` }));
    }));
  };
  new ResizeObserver(draw).observe(body);
  return box;
}
