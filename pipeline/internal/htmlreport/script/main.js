// What the page is: the head, two views, and keys.

const F_ELEMENT = elements("figures")[0];
let F = null; // the figures
let cut = false; // the end of the file is missing

/** What stands in the place of trials until they are there. */
const waiting = () => h("p", { class: cut ? "fault" : "soft" }, t(cut ? "cutOff" : "loading"));

const sections = [["standing", standing], ["types", byType], ["methods", methodGains], ["hops", hops], ["similarity", similarity], ["cost", costs], ["compare", comparisons], ["releases", releases], ["errors", errors], ["tree", failureTree], ["missing", missing], ["published", besidePublished], ["settings", settings]];

/** Draws one section in the place of the old one, where the results are drawn. */
function redraw(id, make) {
  const old = $(id);
  if (!old) return;
  const inside = old.contains(document.activeElement) ? [...old.querySelectorAll("select, button")].indexOf(document.activeElement) : -1;
  const fresh = make();
  old.replaceWith(fresh);
  if (inside >= 0) fresh.querySelectorAll("select, button")[inside]?.focus();
}

const inTrials = () => !$("trials").hidden;

function drawHead() {
  const link = (href, label, current) => h("a", { href, "aria-current": current ? "page" : null }, label);
  set($("head"), h("a", { href: "#main", class: "skip", onclick: e => { e.preventDefault(); $("main").focus(); } }, t("toContent")),
    h("strong", { class: "brand" }, name(F.title)),
    h("nav", { "aria-label": t("views") }, link("#results", t("results"), !inTrials()), link("#trials", t("trials"), inTrials())),
    h("span", { class: "grow" }),
    button("?", () => showHelp(), { class: "quiet", "aria-label": t("keys") }),
    button(lang === "zh" ? "English" : "中文", swap, { class: "quiet", id: "language", lang: lang === "zh" ? "en" : "zh" }));
}

// drawResults draws the results when they are first looked at.
function drawResults() {
  if ($("results").firstChild) return;
  const made = sections.map(([, make]) => make()).filter(Boolean);
  set($("results"), h("h1", null, name(F.title)), headline(),
    h("nav", { class: "contents", "aria-label": t("contents") }, made.map(s => h("a", { href: "#" + s.id }, s.querySelector("h2").textContent))), made);
}

function swap() {
  const shown = at >= 0 ? wanted[at] : -1;
  lang = lang === "zh" ? "en" : "zh";
  readerLanguage.choose(lang);
  document.documentElement.lang = lang;
  set($("results"));
  drawHead();
  if (!inTrials()) drawResults();
  else if (X) {
    drawViewer();
    if (shown >= 0) drawTrial($("trial"), shown);
  }
  $("language").focus();
}

/** Shows what the address asks for. */
function route() {
  const [part, query = ""] = location.hash.slice(1).split("?", 2);
  const view = part.startsWith("lang=") ? "" : part; // a language alone is no view
  const trials = view === "trials";
  $("trials").hidden = !trials;
  $("results").hidden = trials;
  document.body.classList.toggle("viewing", trials);
  drawHead();
  if (!trials) {
    drawResults();
    if (view && view !== "results") $(view)?.scrollIntoView(); else scrollTo(0, 0);
  }
  else if (X) showTrials(query);
  else set($("trials"), waiting());
}

function showHelp() {
  const keys = [["j", t("next")], ["k", t("previous")], ["[ ]", t("keyOthers")], ["/", t("search")], ["f", t("unfoldAll")], ["c", t("copy")], ["r", t("results")], ["t", t("trials")], ["l", t("keyLanguage")], ["?", t("keys")]];
  set($("help"), h("h2", { id: "help-title" }, t("keys")), h("dl", { class: "keys" }, keys.map(([k, label]) => [h("dt", null, h("kbd", null, k)), h("dd", null, label)])),
    button(t("close"), () => $("help").close()));
  $("help").showModal();
}

// jump goes to another trial of the same task.
function jump(by) {
  if (at < 0) return;
  const list = siblings(wanted[at]), next = list[list.indexOf(wanted[at]) + by];
  if (next !== undefined) openTrial(next);
}

const keyed = {
  j: () => move(1), k: () => move(-1), "[": () => jump(-1), "]": () => jump(1), "/": () => $("search").focus(), f: unfoldAll,
  c: () => document.querySelector("#trial [aria-keyshortcuts=c]")?.click(),
};

addEventListener("keydown", e => {
  if (e.ctrlKey || e.metaKey || e.altKey || writes(e.target) || $("help").open) return;
  const anywhere = { "?": showHelp, l: swap, r: () => { location.hash = "#results"; }, t: () => { location.hash = "#trials"; } }[e.key];
  const act = anywhere || (X && inTrials() && keyed[e.key]);
  if (act) { e.preventDefault(); act(); }
});

async function start() {
  F = await unpack(F_ELEMENT);
  lang = readerLanguage.first(Object.keys(words), F.language);
  document.documentElement.lang = lang;
  route();
  addEventListener("hashchange", route);
  if (document.readyState === "loading") await new Promise(done => addEventListener("DOMContentLoaded", done, { once: true }));
  const index = elements("index")[0];
  if (!index) {
    cut = true;
    redraw("tree", failureTree);
    route();
    return;
  }
  X = await unpack(index);
  performance.mark("index");
  redraw("tree", failureTree);
  if (inTrials()) route();
}

start();
