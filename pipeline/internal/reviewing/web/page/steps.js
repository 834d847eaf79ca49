// The steps of a task: each call with what came back, and what was taken from it.
import { h, button } from "./dom.js";
import { name, text } from "./shown.js";
import { observation, handed, read, plain, rowsOf, Token } from "./values.js";
import { operation, describe } from "./plan.js";
import { get, ofTask } from "./api.js";
import { t, count } from "./text.js";

/** The first number of each node's steps, from 1. */
export function numbers(steps) {
  const m = new Map();
  (steps || []).forEach((s, i) => { if (s.node && !m.has(s.node)) m.set(s.node, i + 1); });
  return m;
}

/** The arguments of a call, each by its name. */
export function args(json, o = {}) {
  const v = read(json || "{}");
  if (v === undefined || v === null || typeof v !== "object" || v instanceof Token) return text(json, { kind: "cell" });
  return h("span", { class: "args" }, Object.entries(v).map(([k, x]) => h("span", { class: "arg" }, h("span", { class: "key" }, name(k)), " ",
    Array.isArray(x) ? handed(x, { open: o.open }) : text(plain(x), { kind: "cell", open: o.open }))));
}

/** A function from a node's name to the values that it handed on. */
export function handedBy(view) {
  const m = new Map((view.steps || []).map(s => [s.node, s.selected || []]));
  return n => m.get(n) || [];
}

// byNode has the steps of a task by node, and by place among those of the node.
function byNode(view) {
  const m = new Map();
  for (const s of view?.steps || []) m.set(s.node, [...(m.get(s.node) || []), s]);
  return m;
}

// same reports whether a step is as it was.
const same = (a, b) => a && ["op", "tool", "arguments", "observation", "rows"].every(k => a[k] === b[k]) && String(a.selected) === String(b.selected);

/**
 * The list of steps. o: marks, open, again (takes a call to the console), before (the task as
 * it was, where the steps are those of a trial: what is other is marked).
 */
export function steps(view, o) {
  const nodes = new Map((view.plan?.nodes || []).map(n => [n.name, n])), was = byNode(o.before), made = handedBy(view);
  return h("ol", { class: "steps" }, (view.steps || []).map((s, i) => {
    const old = was.get(s.node)?.shift();
    return step(view, s, i, nodes.get(s.node), o.before && !same(old, s) ? { ...o, made, old: old || {} } : { ...o, made });
  }));
}

function step(view, s, i, node, o) {
  const finish = s.op === "finish";
  const head = h("div", { class: "step-head" },
    h("span", { class: "n" }, i + 1), h("span", { class: "op" }, operation(s.op)), s.node && name(s.node, "id"),
    h("span", { class: "what" }, node && node.op === s.op ? describe(node, o.made) : s.tool && !finish ? name(s.tool, "tool") : null),
    s.rows ? h("span", { class: "soft" }, t("rows", count(s.rows))) : null,
    o.old && h("span", { class: "changed" }, "✎ ", t("changed")),
    s.tool && !finish && o.again && button(t("again"), () => o.again(s), { class: "quiet", title: t("againHint") }));
  const li = h("li", { class: o.old ? "step changed-step" : "step", id: "step-" + (i + 1), "data-node": s.node, tabindex: "-1" }, head);
  // What ends a task repeats the answer, which stands on its own.
  if (finish) { li.append(h("div", { class: "call" }, t("finish"))); return li; }
  if (s.tool) {
    const other = node && node.tool !== s.tool;
    li.append(h("div", { class: "call" }, other && [name(s.tool, "tool"), " "], args(s.arguments, o)));
    li.append(observation(s.observation || "", {
      marks: o.marks, open: o.open, length: s.length, old: o.old && rowsOf(o.old.observation || ""),
      whole: o.before ? null : () => get(`${ofTask(view.id)}/steps/${i}`, { plain: true }),
    }));
  }
  if (s.selected?.length && s.op !== "start") li.append(h("div", { class: "handed" }, h("span", { class: "soft" }, "→ "), handed(s.selected, { marks: o.marks, open: o.open })));
  return li;
}
