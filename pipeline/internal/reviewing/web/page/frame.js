// What stands around every page: where one is, how far, whether all is saved.
import { h, button, set, say } from "./dom.js";
import { name } from "./shown.js";
import { app, may } from "./state.js";
import { t, count, language, swap } from "./text.js";

const state = { saving: "saved", route: "" };

/** Draws the head for a page. */
export function head(route = state.route) {
  state.route = route;
  const me = app.me;
  const link = (r, label) => h("a", { href: "#/" + r, "aria-current": route === r ? "page" : null }, t("nav." + label));
  set(document.getElementById("head"),
    h("a", { href: "#main", class: "skip" }, t("toContent")),
    h("strong", { class: "brand" }, "taskgrove"),
    me?.name ? h("nav", { "aria-label": t("pages") }, link("review", "review"), link("tasks", "tasks"), me.rating && link("rate", "rate"), link("status", "status"), link("guidelines", "guidelines"), may("owner") && link("team", "team")) : null,
    h("span", { class: "grow" }),
    h("span", { class: "saving", id: "saving" }), h("span", { class: "progress", id: "progress" }),
    me?.name ? h("span", { class: "me" }, name(me.name), " ", h("span", { class: "soft" }, t("role." + me.role))) : null,
    button(language() === "zh" ? "English" : "中文", swap, { class: "quiet", lang: language() === "zh" ? "en" : "zh" }, "l"));
  document.documentElement.lang = language();
  document.title = (app.me?.name ? t("nav." + (state.route || "review")) + " · " : "") + "taskgrove";
  progress(me?.progress);
  saving(state.saving);
}

/** Shows how far the reviewer is. */
export function progress(p) {
  if (p && app.me) app.me.progress = p;
  const el = document.getElementById("progress");
  if (!el || !p || !app.me?.name) return;
  set(el, h("progress", { max: p.tasks || 1, value: p.done, "aria-label": t("progressLabel", count(p.done), count(p.tasks)) }), " ",
    h("span", { title: t("progressTitle", count(p.voted), count(p.left), count(p.done), count(p.tasks)) }, t("progress", count(p.voted), count(p.left))));
}

/** Says whether what was decided is on the server's disk. */
export function saving(s, why) {
  state.saving = s;
  const el = document.getElementById("saving");
  if (!el) return;
  el.className = "saving " + s;
  el.textContent = s === "saved" || s === "refused" ? "" : t(s === "waiting" ? "notSaved" : "sending");
  if (s === "waiting") notice(t("notSavedText") + (why ? ` (${why})` : ""), "warn", true);
}

let timer = 0;

/** Shows and says one line; kind is "fine", "warn" or "fault". */
export function notice(line, kind = "", stays = false) {
  const el = document.getElementById("notice");
  clearTimeout(timer);
  el.className = kind;
  el.textContent = line;
  if (!stays) timer = setTimeout(() => { el.textContent = ""; el.className = ""; }, kind === "fault" ? 12_000 : 5_000);
}

/** A page with a heading that takes the focus. */
export function page(main, title, ...kids) {
  set(main, h("section", { class: "page" }, h("h1", { tabindex: "-1", id: "title" }, title), kids));
  set(document.getElementById("foot"));
  document.getElementById("title").focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Shows that a page is fetched, then the page or why there is none. */
export async function load(main, title, make) {
  main.setAttribute("aria-busy", "true");
  try { page(main, title, await make()); } catch (e) {
    if (e.code === "join" || e.code === "preparing") { dispatchEvent(new CustomEvent("taskgrove:me")); return; }
    page(main, title, h("p", { class: "fault", role: "alert" }, name(e.message)));
    say(e.message);
  } finally { main.removeAttribute("aria-busy"); }
}
