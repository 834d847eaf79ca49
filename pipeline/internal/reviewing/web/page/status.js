// The status page: what the decisions say of the task set.
import { h, svg, scroller } from "./dom.js";
import { name, text } from "./shown.js";
import { get } from "./api.js";
import { load } from "./frame.js";
import { status, kind } from "./task.js";
import { t, count, percent, time } from "./text.js";

// scale draws a value with its interval on a line from low to high.
function scale(v, low, high, from = 0) {
  const x = n => 2 + 96 * (Math.max(from, Math.min(1, n)) - from) / (1 - from);
  return svg("svg", { class: "scale", viewBox: "0 0 100 12", width: "100", height: "12", "aria-hidden": "true" },
    svg("line", { class: "axis", x1: 2, x2: 98, y1: 6, y2: 6 }), from < 0 && svg("line", { class: "axis", x1: x(0), x2: x(0), y1: 2, y2: 10 }),
    svg("rect", { class: "interval", x: x(low), width: Math.max(0.5, x(high) - x(low)), y: 3.5, height: 5 }), svg("line", { class: "value", x1: x(v), x2: x(v), y1: 1, y2: 11 }));
}

const none = (reason, told) => (reason && !told ? h("span", { class: "soft", title: reason, role: "img", "aria-label": `– ${reason}` }, "–") : h("span", { class: "soft" }, "–", reason && [" ", reason]));

const fewest = 10; // tasks, below which a coefficient has no interval

// reason is why a coefficient of an agreement has no value.
function reason(a, k) {
  if (a.units === 0) return t("agreeNone");
  if (k === "cohen" && a.raters > 2) return t("agreeRaters");
  if (k === "fleiss" && a.alpha.defined) return t("agreeSizes");
  return t("agreeAlike");
}

/** A coefficient of so many tasks with its interval; for want of one, why there is none. */
function estimate(e, units, why, { share = false, told = false } = {}) {
  if (!e?.defined) return none(why, told);
  const f = n => (share ? percent(n) : n.toFixed(2));
  if (units < fewest) return h("span", { class: "estimate" }, h("b", null, f(e.value)), " ", h("span", { class: "soft", title: told ? null : t("tooFew", count(units)) }, told ? `(${t("tooFew", count(units))})` : `(${t("tooFewShort")})`));
  return h("span", { class: "estimate" }, scale(e.value, e.low, e.high, share ? 0 : -1), " ", h("b", null, f(e.value)), " ", h("span", { class: "soft" }, `[${f(e.low)}, ${f(e.high)}]`));
}

function proportion(p) {
  if (!p || !p.of) return none();
  return h("span", { class: "estimate" }, scale(p.count / p.of, p.low, p.high), " ", h("b", null, percent(p.count / p.of)), " ", h("span", { class: "soft" }, `${count(p.count)}/${count(p.of)} [${percent(p.low)}, ${percent(p.high)}]`));
}

// grid is a table: heads, then rows; numbers to the right but for the first column.
function grid(label, heads, rows) {
  return scroller(label,
    h("table", { class: "figures" }, h("caption", { class: "unseen" }, label), h("thead", null, h("tr", null, heads.map(x => h("th", { scope: "col" }, x)))),
      h("tbody", null, rows.map(r => h("tr", null, r.map((c, i) => (i === 0 ? h("th", { scope: "row" }, c) : h("td", null, c))))))));
}

/** A share as a bar; the figure stands beside it. */
function bar(share) {
  const filled = h("span", null);
  filled.style.width = `${100 * share}%`;
  return h("span", { class: "tally", "aria-hidden": "true" }, filled);
}

const secs = s => (s ? time(s) : none());

// exam is what people found about exam items.
function exam(e) {
  const a = e.agreement;
  return [
    h("h2", null, t("examHead")), h("p", { class: "soft" }, t("examAnswered", count(e.answered), count(e.items))),
    h("dl", { class: "coefficients exam" },
      a.units > 0 && [h("dt", null, t("sameChoice")), h("dd", null, estimate(a.raw, a.units, null, { share: true, told: true })), h("dt", null, t("agree.cohen")), h("dd", null, estimate(a.cohen, a.units, reason(a, "cohen"), { told: true })),
        e.people.map(p => [h("dt", null, t("rightHead"), " ", name(p.name)), h("dd", null, proportion(p.right))]), h("dt", null, t("agreedRight")), h("dd", null, proportion(e.agreed))],
      h("dt", null, t("wrongKeys")), h("dd", null, proportion(e.wrong_keys)),
      e.kinds.map(k => [h("dt", { class: "soft" }, t("reason." + k.reason)), h("dd", null, proportion(k.items))])),
    h("p", null, t("confirmedKeys", count(e.confirmed), percent(e.bound)), " ", e.missing > 0 && t("missingKeys", percent(0.02), count(e.missing))),
  ];
}

/** The page. */
export function statusPage(main) {
  return load(main, t("nav.status"), async () => {
    const r = await get("status");
    const all = r.types.at(-1);
    const statuses = r.statuses.reduce((n, s) => n + s.tasks, 0);
    const reasons = (list, cls) => h("ul", { class: "bars " + cls }, list.map(x => h("li", null, h("span", null, x.reason ? t("reason." + x.reason) : t("noReason")), bar(x.count / Math.max(1, ...list.map(y => y.count))), h("b", null, count(x.count)))));
    const label = x => (x === "ALL" ? t("allTypes") : name(t.maybe("type." + x) || x));
    return [
      h("ul", { class: "tiles" }, r.statuses.map(s => h("li", null, h("a", { href: `#/tasks?status=${s.status}` }, h("b", null, count(s.tasks)), status(s.status), h("span", { class: "soft" }, statuses ? percent(s.tasks / statuses) : ""))))),
      h("p", { class: "soft" }, t("statusLine", count(r.decisions), count(r.stale), count(r.gone), r.overlap)),
      h("h2", null, t("errorRate")), h("p", null, proportion(r.errors.rate), " ", h("span", { class: "soft" }, t("sampleLine", count(r.errors.sampled), count(r.errors.tasks)))),
      h("h2", null, t("agreement")),
      all?.agreement.units === 0 && h("p", { class: "soft" }, `– ${t("agreeNone")}`),
      all?.agreement.units > 0 && h("dl", { class: "coefficients" }, [["raw", true], ["cohen"], ["fleiss"], ["alpha"]].map(([k, share]) => [h("dt", null, t("agree." + k)), h("dd", null, estimate(all.agreement[k], all.agreement.units, reason(all.agreement, k), { share, told: true }))])),
      r.blind && h("p", null, t("blindLine"), " ", proportion(r.blind)),
      r.exam && exam(r.exam),
      h("h2", null, t("byType")),
      grid(t("byType"), [t("typeHead"), t("tasksHead"), t("status.approved"), t("status.rejected"), t("openHead"), t("agree.raw"), t("agree.alpha"), t("timeHead")],
        r.types.map(x => [label(x.type), count(x.tasks), count(x.approved), count(x.rejected), count(x.open), estimate(x.agreement.raw, x.agreement.units, reason(x.agreement, "raw"), { share: true }), estimate(x.agreement.alpha, x.agreement.units, reason(x.agreement, "alpha")), secs(x.seconds)])),
      h("h2", null, t("reviewers")),
      r.reviewers?.length ? grid(t("reviewers"), [t("nameHead"), t("votesHead"), kind("approve"), kind("reject"), kind("doubt"), kind("edit"), kind("try"), t("withHead"), t("upheldHead"), t("timeHead")],
        r.reviewers.map(x => [[name(x.name), " ", h("span", { class: "soft" }, t("role." + x.role))], count(x.votes), count(x.approve), count(x.reject), count(x.doubt), count(x.edits), count(x.tries), proportion(x.with), proportion(x.upheld), secs(x.seconds)])) : h("p", { class: "soft" }, t("nobodyYet")),
      r.pairs?.length ? [h("h2", null, t("pairs")), grid(t("pairs"), [t("pairHead"), t("tasksHead"), t("agree.raw"), t("agree.cohen")], r.pairs.map(p => [[name(p.a), " – ", name(p.b)], count(p.tasks), percent(p.raw), estimate(p.kappa, p.tasks, t("agreeAlike"))]))] : null,
      h("div", { class: "two even" },
        h("section", null, h("h2", null, t("rejectsBy")), r.rejects?.length ? reasons(r.rejects, "of-rejects") : h("p", { class: "soft" }, t("noneYet"))),
        h("section", null, h("h2", null, t("editsBy", count(r.edits.tasks))), r.edits.tasks ? [h("p", null, r.edits.parts.map((p, i) => [i > 0 && " · ", t("part." + p.part), " ", h("b", null, count(p.edits))])), reasons(r.edits.reasons || [], "of-edits")] : h("p", { class: "soft" }, t("noneYet")))),
      h("h2", null, t("feedback")),
      r.feedback?.length ? h("ul", { class: "plain" }, r.feedback.map(f => h("li", { class: f.taken ? "gone" : null }, name(f.by), "：", text(f.note, { kind: "cell" }), " ", h("a", { href: "#/task/" + encodeURIComponent(f.task) }, name(f.task, "id")), f.taken && h("span", { class: "soft" }, " ", t("taken"))))) : h("p", { class: "soft" }, t("noFeedback")),
      r.guidelines?.length ? [h("h2", null, t("guidelineVersions")), grid(t("guidelineVersions"), [t("versionHead"), t("nameHead"), t("votesHead")], r.guidelines.map((g, i) => [[i + 1, " ", name(g.digest.replace("sha256:", "").slice(0, 12), "id")], g.by ? name(g.by) : t("shipped"), count(g.votes)]))] : null,
    ];
  });
}
