// The list of tasks: filtered, searched, opened.
import { h, button, set, choice, say } from "./dom.js";
import { name } from "./shown.js";
import { get } from "./api.js";
import { app } from "./state.js";
import { bind } from "./keys.js";
import { page, notice } from "./frame.js";
import { status, kind } from "./task.js";
import { t, count } from "./text.js";
import { readerLanguage } from "./language.js";

const statuses = ["unreviewed", "pending", "disputed", "returned", "approved", "rejected"];
const limit = 50;

/** The page; query is what the address asks for. */
export function tasksPage(main, query, help) {
  const q = new URLSearchParams(query);
  let offset = Number(q.get("offset")) || 0, asked = 0, timer = 0;
  const find = h("input", { type: "search", value: q.get("q") || "", placeholder: t("searchTasks"), "aria-label": t("searchTasks"), autocomplete: "off" });
  const byStatus = choice([["", t("allStatuses")], ...statuses.map(s => [s, t("status." + s)])], q.get("status") || "", { "aria-label": t("statusHead") });
  const byType = choice([["", t("allTypes")], ...(app.me.types || []).map(x => [x, t.maybe("type." + x) || x])], q.get("type") || "", { "aria-label": t("typeHead") });
  const mine = h("input", { type: "checkbox" });
  mine.checked = q.get("mine") === "1";
  const revisit = h("input", { type: "checkbox" });
  revisit.checked = q.get("revisit") === "1";
  const only = button("", () => { app.type = byType.value; app.skip = []; location.hash = "#/review"; });
  const out = h("div");
  const load = async () => {
    const mineAsked = ++asked;
    const p = new URLSearchParams();
    for (const [k, v] of [["q", find.value.trim()], ["status", byStatus.value], ["type", byType.value], ["mine", mine.checked ? "1" : ""], ["revisit", revisit.checked ? "1" : ""], ["offset", offset || ""]]) if (v) p.set(k, v);
    history.replaceState(null, "", "#/tasks" + (p.size ? "?" + p : ""));
    readerLanguage.keep();
    only.firstChild.textContent = byType.value ? t("reviewType", t.maybe("type." + byType.value) || byType.value) : t("reviewAll");
    p.set("limit", limit);
    let list;
    try { list = await get("tasks?" + p); } catch (e) {
      if (e.code === "join" || e.code === "preparing") dispatchEvent(new CustomEvent("taskgrove:me"));
      else notice(e.message, "fault");
      return;
    }
    if (mineAsked !== asked) return;
    draw(list);
    say(t("foundTasks", count(list.total)));
  };
  const draw = list => {
    const rows = list.rows || [];
    const turn = by => { offset = Math.max(0, offset + by * limit); load(); };
    set(out, h("p", { class: "row soft" }, h("span", null, list.total ? t("shownTasks", count(offset + 1), count(offset + rows.length), count(list.total)) : t("noTasks")),
      offset > 0 && button(t("earlier"), () => turn(-1), { class: "quiet" }), offset + rows.length < list.total && button(t("later"), () => turn(1), { class: "quiet" })),
    h("ul", { class: "tasks" }, rows.map(r => h("li", null, h("a", { href: "#/task/" + encodeURIComponent(r.id) },
      h("span", { class: "first" }, name(r.id, "id"), " ", name(t.maybe("type." + r.type) || r.type, "type")),
      h("span", { class: "question", lang: app.me.language }, name(r.question)),
      h("span", { class: "last" }, r.changed && h("span", { class: "changed", title: t("changed") }, "✎", h("span", { class: "unseen" }, t("changed"))), r.broken && h("span", { class: "broken" }, t("broken")), r.revisit && h("span", { class: "soft" }, t("revisit")), r.mine && kind(r.mine), r.votes ? h("span", { class: "soft" }, t("votes", r.votes)) : null, status(r.status)))))));
  };
  const later = () => { offset = 0; clearTimeout(timer); timer = setTimeout(load, 200); };
  page(main, t("nav.tasks"), h("form", { class: "filters", role: "search", onsubmit: e => { e.preventDefault(); later(); } }, find, byStatus, byType, h("label", { class: "check-field" }, mine, " ", t("onlyMine")), app.me.revisit ? h("label", { class: "check-field" }, revisit, " ", t("onlyRevisit", app.me.revisit)) : null, only), out);
  find.addEventListener("input", later);
  find.addEventListener("keydown", e => {
    if (e.key === "ArrowDown") { e.preventDefault(); move(1); }
    if (e.key === "Escape") { e.stopPropagation(); document.getElementById("title").focus(); }
  });
  for (const el of [byStatus, byType, mine, revisit]) el.addEventListener("change", later);
  const move = by => {
    const links = [...out.querySelectorAll(".tasks a")];
    const i = links.indexOf(document.activeElement);
    links[i < 0 ? (by > 0 ? 0 : links.length - 1) : Math.max(0, Math.min(links.length - 1, i + by))]?.focus();
  };
  bind(help.common({ j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1), "/": () => { find.focus(); find.select(); }, Escape: () => { location.hash = "#/review"; } }));
  if (q.get("find") === "1") find.focus();
  load();
}
