// The page of a drafted domain. Cells and names of tables are hostile: they enter the page as text only.

import { readerLanguage } from "./language.js";
import { words } from "./words.js";

let lang = readerLanguage.first(["en", "zh"], "en");
let state = null;      // as the server has it
let tables = new Map(); // corrections by table, as the reader has them
let columns = new Map(); // corrections by table and column
let changes = new Set(); // what is not saved
let only = false;

const w = () => words[lang];
const id = (...parts) => JSON.stringify(parts);

/** Makes an element. Children that are texts stay texts. */
function el(tag, props, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(props || {})) {
    if (k === "class") e.className = v;
    else if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
    else if (k in e && k !== "list") e[k] = v;
    else e.setAttribute(k, v);
  }
  e.append(...children.flat().filter(c => c !== null && c !== undefined && c !== ""));
  return e;
}

/** A labelled control. */
const field = (label, name, control) => {
  control.setAttribute("aria-label", `${label}: ${name}`);
  return el("label", { class: "field" }, el("span", {}, label), control);
};

/** A list to choose from: pairs of a value and its words. */
const choice = (pairs, value, change) => {
  const s = el("select", { onchange: () => change(s.value) }, pairs.map(([v, text]) => el("option", { value: v }, text)));
  s.value = value;
  return s;
};

const tick = (label, name, checked, change) => {
  const box = el("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  box.setAttribute("aria-label", `${label}: ${name}`);
  return el("label", { class: "tick" }, box, label);
};

/** The correction of a table or column, made if there is none. */
function said(map, key, start) {
  if (!map.has(key)) map.set(key, start);
  return map.get(key);
}

function note(key) {
  changes.add(key);
  head();
}

/** Sets a field of a correction; an empty value leaves the decision to the draft. */
function set(map, key, start, name, value) {
  const c = said(map, key, start);
  if (value === "" || value === false || value === null) delete c[name];
  else c[name] = value;
  note(key);
}

/**
 * A list whose first entry is the decision as it stands: pairs of a value and its words. One that
 * was corrected can be left to the draft again.
 */
function decision(label, name, stands, pairs, saved, put) {
  const undo = saved ? [[drafted, w().drafted]] : [];
  return field(label, name, choice([["", stands], ...undo, ...pairs], "", v => put(v === drafted ? "" : v || saved || "")));
}
const drafted = "\u0000";

const evidence = (d) => el("p", { class: "evidence", lang: "en" },
  el("span", { class: "soft" }, (d.evidence || []).map(t => t + ". ").join("")),
  (d.doubts || []).map(t => el("span", { class: "doubt" }, t + ". ")));

function columnView(t, c) {
  const key = id(t.name, c.name), start = { table: t.name, column: c.name }, name = `${t.name}.${c.name}`;
  const mine = columns.get(key) || {};
  const put = (field, value) => set(columns, key, start, field, value);
  const refers = state.joins.find(j => j.accepted && !j.shared && j.from === t.name && j.column === c.name);
  const targets = state.tables.filter(o => !o.left_out && o.key && o.key.length === 1 && !(refers && o.name === refers.table)).map(o => [o.name, o.name]);
  const others = (all, current, names) => all.filter(v => v !== current).map(v => [v, names[v] || v]);
  const kinds = w().kinds, senses = w().senses, often = w().frequencies, orders = w().orders;
  const decide = (what, stands, pairs) => decision(w()[what], name, stands, pairs, mine[what], v => put(what, v));
  const unit = el("input", { type: "text", value: c.unit || "", maxLength: 30, oninput: () => put("unit", unit.value.trim() || "-") });
  return el("article", { class: "column" + (c.uncertain && !mine.accepted ? " uncertain" : "") + (c.left_out ? " left-out" : ""), tabIndex: -1 },
    el("div", {}, el("h3", {}, c.name), el("p", { class: "soft" }, c.holds, " · ", w().sure(Math.round(100 * c.confidence)))),
    el("div", {}, c.samples && c.samples.length ? el("ul", { class: "samples" }, c.samples.map(s => el("li", {}, s))) : el("p", { class: "soft" }, w().noRow), evidence(c)),
    el("div", { class: "controls" },
      decide("kind", c.entity ? `${w().entity}: ${c.entity}` : kinds[c.kind] || c.kind, others(state.kinds, c.entity ? "" : c.kind, kinds)),
      decide("sense", senses[c.sense] || c.sense || w().nothing, others(state.senses, c.sense, senses)), field(w().unit, name, unit),
      c.days ? decide("day_order", orders[c.day_order] || w().nothing, others(["day-first", "month-first"], c.day_order, orders)) : "",
      decide("asked", often[c.asked] || w().nothing, others(["never", "seldom", "often"], c.asked, often)),
      decide("refers_to", refers ? refers.table : w().nothing, [["-", w().none], ...targets]),
      tick(w().leave, name, !!mine.leave_out, v => put("leave_out", v)),
      c.uncertain || mine.accepted ? tick(w().accept, name, !!mine.accepted, v => put("accepted", v)) : ""));
}

function tableView(t) {
  const key = id(t.name), start = { table: t.name }, mine = tables.get(key) || {};
  const put = (field, value) => set(tables, key, start, field, value);
  const names = (t.columns || []).map(c => c.name);
  const found = (t.key || []).join(", ");
  const pick = (all, except) => all.filter(n => n !== except).map(n => [n, n]);
  const keys = decision(w().key, t.name, found || w().none, pick(names, found), mine.key, v => put("key", typeof v === "string" && v ? [v] : v));
  const called = decision(w().names, t.name, t.names || w().none, [...(t.names ? [["-", w().none]] : []), ...pick(names, t.names)], mine.names, v => put("names", v));
  const uncertain = (t.doubts || []).length > 0 && !mine.accepted;
  return el("section", { class: t.left_out ? "left-out" : "" },
    el("h2", {}, w().table(t.name)),
    el("div", { class: "about" + (uncertain ? " uncertain" : ""), tabIndex: -1 },
      el("p", { class: "soft" }, w().rows(t.rows), t.left_out ? ` · ${w().leftOut}: ${t.left_out}` : ""), evidence(t),
      el("div", { class: "controls" }, keys, called,
        tick(w().leaveTable, t.name, !!mine.leave_out, v => put("leave_out", v)),
        uncertain || mine.accepted ? tick(w().accept, t.name, !!mine.accepted, v => put("accepted", v)) : "")),
    el("div", { class: "columns" }, (t.columns || []).map(c => columnView(t, c))));
}

function joinsView() {
  return el("section", {}, el("h2", {}, w().joins),
    el("table", { class: "joins" },
      el("thead", {}, el("tr", {}, w().columns.map(c => el("th", { scope: "col" }, c)))),
      el("tbody", {}, (state.joins || []).map(j => el("tr", {},
        el("td", {}, `${j.from}.${j.column}`), el("td", {}, `${j.table}.${j.to}`, j.shared ? ` (${w().shared})` : ""),
        el("td", {}, j.accepted ? w().joined : w().notJoined, `, ${w().sure(Math.round(100 * j.confidence))}`), el("td", {}, evidence(j)))))));
}

function head() {
  const open = document.querySelectorAll("main .uncertain").length;
  document.getElementById("head").replaceChildren(
    el("h1", {}, `${w().title} ${state ? state.name : ""}`),
    el("span", { id: "count" }, w().uncertain(open)), el("span", { class: "grow" }),
    el("span", { id: "unsaved", class: "soft" }, changes.size ? w().unsaved(changes.size) : ""),
    el("button", { id: "next", onclick: next }, w().next),
    tick(w().only, "", only, v => { only = v; document.getElementById("main").classList.toggle("only-uncertain", v); }),
    el("button", { id: "language", lang: lang === "en" ? "zh" : "en", onclick: () => { lang = lang === "en" ? "zh" : "en"; readerLanguage.choose(lang); draw(); document.getElementById("language").focus(); } }, w().language),
    el("button", { id: "save", class: "main", onclick: save }, w().save));
}

function say(text, bad) {
  const n = document.getElementById("notice");
  n.className = bad ? "bad" : "";
  n.textContent = text;
}

function draw() {
  document.documentElement.lang = lang === "zh" ? "zh-CN" : "en";
  document.title = `${w().title} ${state.name}`;
  document.getElementById("main").replaceChildren(el("p", { class: "soft" }, w().intro), ...state.tables.map(tableView), joinsView());
  head();
}

function next() {
  const all = [...document.querySelectorAll("main .uncertain")];
  const at = all.findIndex(e => e === document.activeElement || e.contains(document.activeElement));
  const to = all[(at + 1) % all.length];
  if (to) { to.scrollIntoView({ block: "center" }); to.focus(); }
}

/** Takes over a state of the server. */
function take(got) {
  state = got;
  state.tables ||= [];
  state.joins ||= [];
  const own = structuredClone(got.corrections);
  tables = new Map((own.tables || []).map(c => [id(c.table), c]));
  columns = new Map((own.columns || []).map(c => [id(c.table, c.column), c]));
  changes = new Set();
  draw();
}

async function ask(path, body) {
  let answer;
  try {
    answer = await fetch(path, body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {});
  } catch {
    say(w().failed, true);
    return null;
  }
  const got = await answer.json();
  if (!answer.ok) {
    say(got.error, true);
    return null;
  }
  return got;
}

async function save() {
  say(w().saving);
  // A correction that says nothing any more is none.
  const meant = map => [...map.values()].filter(c => Object.keys(c).some(k => k !== "table" && k !== "column"));
  const got = await ask("api/save", { version: state.version, corrections: { tables: meant(tables), columns: meant(columns) } });
  if (!got) return;
  const top = scrollY;
  take(got);
  scrollTo(0, top);
  say(w().saved(state.file));
  document.getElementById("save").focus();
}

addEventListener("keydown", e => {
  if ((e.ctrlKey || e.metaKey) && e.key === "s") { e.preventDefault(); save(); }
  else if (e.key === "n" && !e.ctrlKey && !e.metaKey && !e.altKey && !e.target.matches("input[type=text], select")) { e.preventDefault(); next(); }
});
addEventListener("beforeunload", e => { if (changes.size) e.preventDefault(); });

const got = await ask("api/draft");
if (got) {
  take(got);
  if (state.edited) say(w().edited(state.file), true);
}
