// The viewer: filters, the list of what passes them, and the trial that is looked at.

const rowHeight = 54;
let filters = {}, wanted = [], at = -1, found = null;

function drawViewer() {
  const f = filters;
  const all = label => ["", label];
  const pick = (key, label, list) => choice(label, [all(t("any")), ...list], f[key] || "", v => change({ [key]: v }), { "data-filter": key });
  const search = h("input", { id: "search", type: "search", autocomplete: "off", spellcheck: "false", "aria-label": t("search"), placeholder: t("search"), value: f.q || "", oninput: e => change({ q: e.target.value, deep: "" }), onkeydown: searchKey });
  set($("trials"), h("h1", { class: "unseen" }, t("trials")),
    h("div", { class: "filters", role: "search" },
      h("div", { class: "find" }, search, button(t("searchDeep"), searchDeep, { id: "deep", title: t("searchDeepAbout") })),
      pick("agent", t("agent"), X.agents.map(a => [a, shortened(a)])), pick("type", t("type"), X.types.map(x => [x, x])),
      pick("outcome", t("outcome"), [["failed", t("outcome.failed")], ...outcomes.map(o => [o, t("outcome." + o)])]),
      X.failures.length ? pick("failure", t("failureClass"), X.failures.map(x => [x, called("failure", x)]).sort()) : null,
      pick("end", t("ending"), X.endings.map(x => [x, called("end", x)])),
      h("div", { id: "chips" })),
    h("div", { class: "view" },
      h("div", { class: "side" }, h("output", { id: "found", class: "soft" }),
        h("div", { id: "list", role: "listbox", tabindex: "0", "aria-label": t("trials") }), h("p", { id: "none", class: "soft", hidden: true }, t("noneFound"))),
      h("article", { id: "trial", tabindex: "-1", "aria-live": "off" })));
  const list = $("list");
  put(list, h("div", { id: "rows", role: "presentation" }));
  list.addEventListener("scroll", () => requestAnimationFrame(drawRows), { passive: true });
  list.addEventListener("click", e => { const row = e.target.closest("[role=option]"); if (row) openTrial(Number(row.dataset.trial)); });
  list.addEventListener("keydown", listKey);
  new ResizeObserver(() => drawRows()).observe(list);
  filter();
}

/** Sets filters and shows what passes. */
function change(some) {
  filters = { ...filters, ...some };
  if ("q" in some) found = null;
  filter();
}

// filter finds what passes; the trial looked at stays where it passes too.
function filter() {
  const current = at >= 0 ? wanted[at] : -1;
  wanted = passing(filters, found);
  at = wanted.indexOf(current);
  $("found").textContent = t("foundTrials", count(wanted.length), count(X.trials.task.length));
  $("rows").style.height = `${wanted.length * rowHeight}px`;
  $("list").hidden = !wanted.length;
  $("none").hidden = wanted.length > 0;
  drawChips();
  if (at < 0 && wanted.length) openAt(0);
  else if (!wanted.length) { drawing++; set($("trial")); remember(); }
  else { drawRows(true); remember(); }
}

// drawChips shows the filters that no list of choices has.
function drawChips() {
  const chips = [];
  const chip = (keys, ...label) => chips.push(h("button", { type: "button", class: "chip", "aria-label": t("remove", keys[0]), onclick: () => { change(Object.fromEntries(keys.map(k => [k, ""]))); $("search").focus(); } }, label, " ✕"));
  if (filters.task) chip(["task"], t("task"), " ", name(filters.task, "id"));
  if (filters.measured) chip(["measured"], t("measured"));
  if (filters.through) chip(["through", "stopped"], t(filters.stopped ? "stoppedAt" : "through"), " ", toolName(filters.through.split(separator).join(" › ")));
  if (found) chip(["q", "deep"], t("inTranscripts"), " ", name(filters.q));
  set($("chips"), chips);
}

// drawRows draws the lines in sight and some around them.
let drawn = "";
function drawRows(anew) {
  const list = $("list");
  if (!list || list.hidden) return;
  const from = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 8), to = Math.min(wanted.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 8);
  const state = `${from} ${to} ${at}`;
  if (!anew && state === drawn) return;
  drawn = state;
  set($("rows"), wanted.slice(from, to).map((i, k) => row(i, from + k)));
  if (at >= from && at < to) list.setAttribute("aria-activedescendant", "row" + at); else list.removeAttribute("aria-activedescendant");
}

function row(i, place) {
  const T = X.trials, k = T.task[i], o = outcome(i);
  const el = h("div", { id: "row" + place, class: "line", role: "option", "aria-selected": place === at ? "true" : "false", "aria-setsize": wanted.length, "aria-posinset": place + 1, "data-trial": i },
    h("div", { class: "line-head" }, h("span", { class: "outcome " + o, title: t("outcome." + o) }, outcomeMarks[o]), h("span", { class: "who", title: X.agents[T.agent[i]] }, name(shortName(X.agents[T.agent[i]]))), T.epoch[i] ? h("span", { class: "soft" }, "#" + (T.epoch[i] + 1)) : null,
      h("span", { class: "soft" }, name(X.types[X.tasks.type[k]])), h("span", { class: "soft why" }, T.failure[i] >= 0 ? called("failure", X.failures[T.failure[i]]) : "")),
    h("div", { class: "line-text soft" }, name(X.tasks.question[k])));
  el.style.top = `${place * rowHeight}px`;
  return el;
}

/** Shows the trial at a place of the list. */
function openAt(place) {
  if (place < 0 || place >= wanted.length) return;
  at = place;
  const list = $("list"), top = place * rowHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
  drawRows(true);
  remember();
  return drawTrial($("trial"), wanted[at]);
}

/** Shows a trial by its number; one that does not pass takes all filters away but its task. */
function openTrial(i) {
  let place = wanted.indexOf(i);
  if (place < 0) {
    filters = { task: X.tasks.id[X.trials.task[i]] };
    found = null;
    at = -1;
    wanted = [i];
    drawViewer();
    place = wanted.indexOf(i);
  }
  return openAt(place);
}

const move = by => openAt(at + by);

function listKey(e) {
  const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -wanted.length, End: wanted.length }[e.key];
  if (!by || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  openAt(Math.max(0, Math.min(wanted.length - 1, at + by)));
}

function searchKey(e) {
  if (e.key === "Enter") searchDeep();
  else if (e.key === "Escape") { $("search").value = ""; change({ q: "", deep: "" }); $("list").focus(); }
  else if (e.key === "ArrowDown") { e.preventDefault(); $("list").focus(); }
}

// searchDeep looks through all transcripts for what the field says.
async function searchDeep() {
  const q = $("search").value;
  if (!q.trim()) { change({ q: "", deep: "" }); return; }
  const done = await searchAll(q, share => { $("found").textContent = t("searched", percent(share, 0)); });
  if (!done) return;
  found = done;
  filters = { ...filters, q, deep: "1" };
  filter();
}

// remember writes what is looked at into the address, so that it can be passed on.
function remember() {
  if ($("trials").hidden) return;
  const state = Object.fromEntries(fields.map(k => [k, filters[k]]));
  if (at >= 0) {
    const T = X.trials, i = wanted[at];
    state.at = JSON.stringify([X.tasks.id[T.task[i]], X.agents[T.agent[i]], T.epoch[i]]);
  }
  history.replaceState(null, "", trialsHash(state));
  readerLanguage.keep();
}

/** Shows what an address asks for. */
function showTrials(query) {
  const p = new URLSearchParams(query);
  filters = Object.fromEntries(fields.map(k => [k, p.get(k) || ""]));
  found = null;
  at = -1;
  wanted = [];
  let start = -1;
  try { start = p.has("at") ? trialOf(...JSON.parse(p.get("at"))) : -1; } catch { /* an address of somebody else's */ }
  if (start >= 0) { wanted = [start]; at = 0; }
  const deep = filters.deep;
  drawViewer();
  const place = wanted.indexOf(start);
  if (start >= 0 && place >= 0) openAt(place);
  if (deep) searchDeep();
}
