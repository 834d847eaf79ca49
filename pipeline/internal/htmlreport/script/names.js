// Names of agents, which are a model, a method and a form of calls: what all share is left out
// where there is little room.

/** What the names of composite agents begin and end with; "" for too little of it. */
function sharedParts(names) {
  const list = names.filter(n => n.includes("/"));
  if (list.length < 2) return ["", ""];
  let from = 0, to = 0;
  while (list.every(n => n[from] !== undefined && n[from] === list[0][from])) from++;
  while (list.every(n => n.length - to > from && n.at(-1 - to) === list[0].at(-1 - to))) to++;
  const ends = list[0].slice(0, from).includes("/") ? "/" : "-/: "; // whole words of a model, whole parts behind it
  while (from > 0 && !ends.includes(list[0][from - 1])) from--;
  while (to > 0 && list[0].at(-to) !== "/") to--;
  const parts = [list[0].slice(0, from), to ? list[0].slice(-to) : ""];
  const without = names.map(n => cropped(n, parts));
  return without.some(n => !n) || new Set(without).size < new Set(names).size ? ["", ""] : parts;
}

const cropped = (s, [from, to]) => s.includes("/") && s.startsWith(from) && s.endsWith(to) && s.length >= from.length + to.length ? s.slice(from.length, to ? -to.length : undefined) : s;

let sharedOf = null;

/** What the names of this page's agents share. */
function shared() {
  sharedOf ??= sharedParts(F.analysis.agents.map(a => a.agent));
  return sharedOf;
}

/** A name without what all share. */
const shortName = s => cropped(s, shared());

/** The line that says what short names lack; null where they lack nothing. */
const sharedNote = () => shared().some(Boolean) ? h("p", { class: "soft about" }, t("sharedParts"), " ", shared().filter(Boolean).map((s, i) => [i ? ", " : "", name(s, "id")])) : null;

/** A short name that may break behind what separates its parts. */
function breakingName(s) {
  const el = name(shortName(s));
  el.title = s.length > 120 ? el.title : s;
  for (const n of [...el.childNodes]) {
    if (n.nodeType === Node.TEXT_NODE) n.replaceWith(...n.data.split(/(?<=[/-])/).flatMap((piece, i) => i ? [h("wbr"), piece] : [piece]));
  }
  return el;
}

/** A name in two lines: the model, and how it is asked. */
function twoLines(s) {
  const cut = s.length > 120 ? -1 : s.indexOf("/");
  return cut < 0 ? name(s) : [name(s.slice(0, cut)), h("span", { class: "method" }, name(s.slice(cut)))];
}

/** A short name in one line of a plot or of a list to choose from; a long one lacks its middle. */
function shortened(s) {
  const plain = shortName(s).replace(unseenChar, "�");
  return plain.length > 48 ? plain.slice(0, 23) + "…" + plain.slice(-24) : plain;
}
