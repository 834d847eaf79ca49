// Elements are made here and nowhere from markup: whatever comes from tables, models or
// people becomes a text node.

const $ = id => document.getElementById(id);

/** An element. Properties named on… are listeners; false, null and undefined leave one out. */
function h(tag, props, ...kids) { return fill(document.createElement(tag), props, kids); }

/** An element of SVG. */
function svg(tag, props, ...kids) { return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), props, kids); }

function fill(el, props, kids) {
  for (const [name, v] of Object.entries(props || {})) {
    if (v === false || v === null || v === undefined) continue;
    if (name.startsWith("on")) el.addEventListener(name.slice(2), v);
    else if (name === "value") el.value = v;
    else el.setAttribute(name, v === true ? "" : String(v));
  }
  return put(el, kids);
}

/** Appends elements and texts; null, undefined, false and "" add nothing. */
function put(el, ...kids) {
  for (const k of kids.flat(Infinity)) {
    if (k === null || k === undefined || k === false || k === "") continue;
    el.append(k instanceof Node ? k : String(k));
  }
  return el;
}

/** Puts new contents in the place of the old. */
function set(el, ...kids) {
  el.replaceChildren();
  return put(el, kids);
}

/** A button with the key that does the same. */
function button(label, onclick, props = {}, key = "") {
  return h("button", { type: "button", onclick, "aria-keyshortcuts": key || null, ...props },
    h("span", null, label), key && h("kbd", { "aria-hidden": "true" }, key));
}

/** A list to choose from, of [value, label]. */
function choice(label, options, value, onchange, props = {}) {
  const s = h("select", { onchange: e => onchange(e.target.value), ...props }, options.map(([v, text]) => h("option", { value: v }, text)));
  s.value = value;
  if (s.selectedIndex < 0) s.selectedIndex = 0;
  return h("label", { class: "field" }, h("span", { class: "label" }, label), s);
}

/** What may be wider than its place: it scrolls, and the tab key comes to it while it does. */
function scroller(label, ...kids) {
  const el = h("div", { class: "scroll", role: "group", "aria-label": label }, kids);
  new ResizeObserver(() => { if (el.scrollWidth > el.clientWidth) el.tabIndex = 0; else el.removeAttribute("tabindex"); }).observe(el);
  return el;
}

/** A table: heads are texts or elements, cells of a row the same, the first a heading. Below it stand the buttons that copy it. */
function table(caption, heads, rows, cls = "") {
  const el = h("table", { class: cls }, h("caption", { class: "unseen" }, caption),
    h("thead", null, h("tr", null, heads.map(x => x === "" ? h("td") : h("th", { scope: "col" }, x)))),
    h("tbody", null, rows.map(cells => h("tr", { class: cells.cls }, cells.map((c, i) =>
      i ? h("td", null, c) : h("th", { scope: "row" }, c))))));
  return [scroller(caption, el), copiers(el, caption)];
}

/** Draws a share behind what a cell says. */
function bar(el, share) {
  const fill = h("span", { class: "bar-fill", "aria-hidden": "true" });
  fill.style.width = `${100 * Math.max(0, Math.min(1, share || 0))}%`;
  el.classList.add("bar");
  el.prepend(fill);
  return el;
}

let noticeTimer = 0;

/** Shows and says one line. */
function notice(line) {
  clearTimeout(noticeTimer);
  $("notice").textContent = line;
  noticeTimer = setTimeout(() => { $("notice").textContent = ""; }, 4000);
}

/** Whether a key pressed there writes text. */
const writes = el => el.tagName === "TEXTAREA" || el.tagName === "SELECT" || el.tagName === "INPUT" && el.type !== "checkbox";

let lang = "en";
const words = { en: wordsEn, zh: wordsZh };

/** A text by its name, with its parts. A name that no language has is a fault of the page. */
function t(key, ...parts) {
  const w = words[lang][key];
  if (w === undefined) throw new Error(`no text ${key} in ${lang}`);
  return typeof w === "function" ? w(...parts) : w;
}

/** A text for a name from outside; the name itself where there is none. */
const called = (kind, name) => Object.hasOwn(words[lang], `${kind}.${name}`) ? words[lang][`${kind}.${name}`] : name;

const count = n => Number(n || 0).toLocaleString(lang);
const decimal = (x, digits) => x.toLocaleString(lang, { maximumFractionDigits: digits });
const percent = (x, digits = 1) => x === null || x === undefined ? "–" : (100 * x).toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits }) + " %";
/** A figure of any size, to three digits that count. */
const figure = x => x === null || x === undefined ? "–" : x.toLocaleString(lang, Math.abs(x) >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });
