// What tools return: tables for rows, lists, texts. Numbers are shown as they were written.
import { h, button, scroller } from "./dom.js";
import { text, name } from "./shown.js";
import { t, count } from "./text.js";

/** A number, true, false or null as it stands in JSON. */
export class Token { constructor(source) { this.source = source; } }

/** Reads JSON and keeps how numbers are written; undefined for what is no JSON. */
export function read(s) {
  try {
    return JSON.parse(s, (_, v, context) =>
      v === null || typeof v === "number" || typeof v === "boolean" ? new Token(context?.source ?? String(v)) : v);
  } catch { return undefined; }
}

const most = { rows: 6, items: 12, parsed: 400_000 };
const isRow = v => v !== null && typeof v === "object" && !Array.isArray(v) && !(v instanceof Token);

/** How a value reads as one text. */
export function plain(v) {
  if (v instanceof Token) return v.source;
  return typeof v === "string" ? v : JSON.stringify(v, (_, x) => (x instanceof Token ? x.source : x));
}

/** The rows of an observation, each as one text. */
export function rowsOf(s) {
  const v = s.length <= most.parsed ? read(s) : undefined;
  return new Set(Array.isArray(v) ? v.map(plain) : []);
}

/**
 * What a call returned. o.length is how long it is in all; o.whole gets the rest; o.marks
 * marks keywords; o.old are the rows that were there before, so that others are marked; o.open unfolds; o.pick makes buttons of the cells and gets what was chosen.
 */
export function observation(s, o = {}) {
  const cut = (o.length || 0) > [...s].length;
  const v = !cut && s.length <= most.parsed ? read(s) : undefined;
  const box = h("div", { class: "observation" });
  box.append(v !== undefined && typeof v !== "string" ? value(v, o) : text(typeof v === "string" ? v : s, { marks: o.marks, open: o.open }));
  if (cut && o.whole) {
    const b = button(t("whole", count(o.length)), async () => {
      b.disabled = true;
      try {
        const all = await o.whole();
        box.replaceChildren(observation(all, { ...o, length: 0, whole: null }));
        box.tabIndex = -1;
        box.focus();
      } catch (e) { b.disabled = false; b.after(h("span", { class: "fault", role: "alert" }, " ", e.message)); }
    }, { class: "fold" });
    box.append(h("div", null, b));
  }
  return box;
}

function value(v, o) {
  if (Array.isArray(v)) {
    if (v.length === 0) return h("span", { class: "soft" }, t("empty"));
    return v.every(isRow) ? table(v, o) : list(v, o);
  }
  if (isRow(v)) {
    const pairs = Object.entries(v);
    return pairs.length === 0 ? h("span", { class: "soft" }, t("empty"))
      : object(pairs, o);
  }
  return cell(v, o);
}

// cell is one value of a table: text with keywords marked, and a button where it can be
// picked.
function cell(v, o) {
  const s = plain(v);
  const same = o.marks?.same(s);
  const body = s === "" ? h("span", { class: "soft" }, t("blank"))
    : same ? h("mark", { class: same.kind, title: t("means", same.w) }, text(s, { kind: "cell", open: o.open }))
      : text(s, { marks: o.marks, kind: "cell", open: o.open });
  if (!o.pick || s.length > 400) return body;
  return h("button", { type: "button", class: "cell", tabindex: "-1", onclick: () => o.pick(s) }, body);
}

// object shows the cells of a single row, each under its column.
function object(pairs, o) {
  const box = h("dl", { class: "row-object" }, pairs.map(([k, x]) => [h("dt", null, name(k)), h("dd", null, cell(x, o))]));
  if (o.pick) rove(box);
  return box;
}

// table shows rows under their columns; of many the first and those with a keyword.
function table(rows, o) {
  const columns = [...new Set(rows.flatMap(r => Object.keys(r)))];
  const marked = r => o.marks && columns.some(c => c in r && o.marks.in(plain(r[c])));
  const body = h("tbody");
  const numeric = columns.filter(c => rows.every(r => !(c in r) || r[c] instanceof Token));
  const isNew = r => o.old && !o.old.has(plain(r));
  const line = (r, i) => h("tr", { class: isNew(r) ? "new-row" : null, title: isNew(r) ? t("newRow") : null }, h("td", { class: "n" }, i + 1),
    columns.map(c => h("td", { class: numeric.includes(c) ? "number" : null }, c in r ? cell(r[c], o) : null)));
  const fill = all => {
    const kept = rows.map((r, i) => [r, i]).filter(([r, i]) => all || i < most.rows || marked(r) || isNew(r));
    body.replaceChildren(...kept.slice(0, 2000).map(([r, i]) => line(r, i)));
    return kept.length;
  };
  const grid = scroller(t("table", count(rows.length)),
    h("table", { class: "rows" }, h("thead", null, h("tr", null, h("th", { class: "n", scope: "col" }, "#"), columns.map(c => h("th", { scope: "col" }, name(c))))), body));
  const shown = fill(o.open || rows.length <= most.rows + 2);
  if (o.pick) rove(body);
  if (shown === rows.length) return grid;
  const b = button(t("allRows", count(rows.length), count(shown)), () => {
    fill(true);
    if (o.pick) rove(body);
    b.remove();
    grid.tabIndex = -1;
    grid.focus();
  }, { class: "fold", "data-unfold": "" });
  return h("div", null, grid, b);
}

// list shows plain values one behind the other.
function list(items, o) {
  const box = h("span", { class: "values" });
  const write = (from, to) => box.append(...items.slice(from, to).map(v => h("span", { class: "value" }, isRow(v) || Array.isArray(v) ? value(v, o) : cell(v, o))));
  const first = o.open ? Math.min(items.length, 5000) : items.length <= most.items + 4 ? items.length : most.items;
  write(0, first);
  if (o.pick) rove(box);
  if (first === items.length) return box;
  const b = button(t("allItems", count(items.length)), () => { write(first, items.length); b.remove(); if (o.pick) rove(box); }, { class: "fold", "data-unfold": "" });
  return h("span", null, box, " ", b);
}

/** Values that a step handed on. */
export const handed = (values, o) => list(values, o);

// rove lets the arrow keys walk over the cells; the tab key stops at one of them.
function rove(box) {
  const cells = () => [...box.querySelectorAll("button.cell")];
  if (cells()[0]) cells()[0].tabIndex = 0;
  if (box.dataset.roves) return;
  box.dataset.roves = "yes";
  box.addEventListener("keydown", e => {
    const all = cells(), at = all.indexOf(e.target);
    if (at < 0) return;
    const columns = e.target.closest("tr")?.querySelectorAll("button.cell").length || 1;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, Home: -at, End: all.length - 1 - at }[e.key];
    const to = step === undefined ? null : all[at + step];
    if (step === undefined) return;
    e.preventDefault();
    if (!to) return;
    e.target.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  });
}
