// Elements are made here and nowhere from markup: whatever comes from tables, models or
// people becomes a text node.

/** An element. Properties named on… are listeners; false, null and undefined leave one out. */
export function h(tag, props, ...kids) {
  return fill(document.createElement(tag), props, kids);
}

/** An element of SVG. */
export function svg(tag, props, ...kids) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), props, kids);
}

function fill(el, props, kids) {
  for (const [name, v] of Object.entries(props || {})) {
    if (v === false || v === null || v === undefined) continue;
    if (name.startsWith("on")) el.addEventListener(name.slice(2), v);
    else if (name === "value") el.value = v;
    else el.setAttribute(name, v === true ? "" : String(v));
  }
  put(el, ...kids);
  return el;
}

/** Appends elements and texts; null, undefined, false and "" add nothing. */
export function put(el, ...kids) {
  for (const k of kids.flat(Infinity)) {
    if (k === null || k === undefined || k === false || k === "") continue;
    el.append(k instanceof Node ? k : String(k));
  }
  return el;
}

/** Puts new contents in the place of the old. */
export function set(el, ...kids) {
  el.replaceChildren();
  return put(el, ...kids);
}

/** A button with the key that does the same. */
export function button(label, onclick, props = {}, key = "") {
  return h("button", { type: "button", onclick, "aria-keyshortcuts": key || null, ...props },
    h("span", null, label), key && h("kbd", { "aria-hidden": "true" }, key));
}

/** A button that asks once more before it does anything. */
export function sure(label, of, again, f) {
  const b = button(label, () => {
    if (b.dataset.sure) { f(); return; }
    b.dataset.sure = "yes";
    b.firstChild.textContent = again;
  }, { class: "quiet", "aria-label": of ? `${label}: ${of}` : null, onblur: () => { delete b.dataset.sure; b.firstChild.textContent = label; } });
  return b;
}

/** A labelled field. */
export function field(label, control, hint) {
  return h("label", { class: "field" }, h("span", { class: "label" }, label), control, hint && h("span", { class: "hint" }, hint));
}

/** A list to choose from, of [value, label]. */
export function choice(options, value, props) {
  const s = h("select", props, options.map(([v, label]) => h("option", { value: v }, label)));
  s.value = value;
  return s;
}

/** What may be wider than its place: it scrolls, and can be reached with the tab key while it does. */
export function scroller(label, ...kids) {
  const el = h("div", { class: "scroll", role: "group", "aria-label": label }, kids);
  new ResizeObserver(() => { if (el.scrollWidth > el.clientWidth) el.tabIndex = 0; else el.removeAttribute("tabindex"); }).observe(el);
  return el;
}

/** Says something to those who hear the page. */
export function say(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  requestAnimationFrame(() => { live.textContent = text; });
}

/** Whether a key pressed there writes text. */
export function writes(el) {
  if (!(el instanceof HTMLElement)) return false;
  if (el.isContentEditable || el.tagName === "TEXTAREA" || el.tagName === "SELECT") return true;
  return el.tagName === "INPUT" && !["checkbox", "radio", "button"].includes(el.type);
}
