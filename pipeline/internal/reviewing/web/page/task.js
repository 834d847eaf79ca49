// One task on screen: what is asked and answered on the left, how it is known on the right.
import { h, button, set } from "./dom.js";
import { name, text, nodes } from "./shown.js";
import { Marks, mark } from "./marks.js";
import { graph } from "./plan.js";
import { steps, numbers, handedBy } from "./steps.js";
import { difference } from "./diff.js";
import { app } from "./state.js";
import { t, count, day } from "./text.js";

/** A status with its sign, so that it is not told by colour alone. */
export function status(s) {
  const signs = { unreviewed: "○", pending: "◔", disputed: "≠", returned: "↩", approved: "✓", rejected: "✗" };
  return h("span", { class: "status " + s }, h("span", { "aria-hidden": "true" }, signs[s] || "·", " "), t("status." + s));
}

/** A vote or another decision by name, with its sign. */
export function kind(k) {
  const signs = { approve: "✓", reject: "✗", doubt: "?", "settle-approve": "⚑", "settle-reject": "⚑", comment: "“", edit: "✎", return: "↩", try: "✍", withdraw: "↶", guideline: "§" };
  return h("span", { class: "kind " + k }, h("span", { "aria-hidden": "true" }, signs[k] || "·", " "), t("kind." + k));
}

/** The left column. */
export function left(view) {
  const marks = view.blind ? null : new Marks(view);
  return [
    meta(view),
    view.votes?.length ? settling(view) : null,
    h("section", { class: "asked", "aria-label": t("question") },
      h("div", { class: "question" }, h("h1", { class: "label", id: "question", tabindex: "-1" }, t("question")), h("div", { class: "big", lang: view.language }, asked(view, marks))),
      view.draft && !view.given && h("div", { class: "draft" }, h("h2", { class: "label" }, t("draft")), h("div", { lang: view.language }, text(view.draft, { open: app.unfolded })))),
    view.warnings?.length ? h("section", { class: "warnings" }, h("h2", { class: "label" }, t("warnings")), h("ul", null, view.warnings.map(w => h("li", null, text(w, { kind: "cell" }))))) : null,
    view.tried && tried(view),
    view.answer !== undefined && answer(view, marks),
    view.checks && checks(view),
    view.history?.length ? history(view) : null,
  ];
}

// asked is the question, with the texts that it hands over set off from what it asks. Names that
// it hands over stay in their sentence.
function asked(view, marks) {
  const shown = s => text(s, { marks, open: app.unfolded });
  const out = [];
  let rest = view.question;
  for (const { text: given } of view.given || []) {
    const at = rest.indexOf(given);
    if (at < 0 || !/[\n。]|\. /.test(given)) continue;
    out.push(h("div", null, shown(rest.slice(0, at).trim())), h("blockquote", { class: "given" }, shown(given)));
    rest = rest.slice(at + given.length);
  }
  return out.length ? [out, rest.trim() && h("div", null, shown(rest.trim()))] : shown(rest);
}

// settling is the votes side by side, for who may settle the task or sees that it was settled.
function settling(view) {
  const vote = d => h("li", { class: d.kind }, h("div", null, h("span", { class: "who" }, name(d.by)), " ", h("span", { class: "soft" }, t("role." + d.role))),
    h("div", null, kind(d.kind), d.reason && h("span", { class: "reason" }, " ", t("reason." + d.reason))),
    d.note && h("div", { class: "note" }, text(d.note, { kind: "cell", open: app.unfolded })), lookedUp(d), h("time", { class: "soft", datetime: d.at }, day(d.at)));
  return h("section", { class: "settling" }, h("h2", { class: "label" }, t(view.settled ? "settledHead" : "differHead")), h("ul", null, view.votes.map(vote), view.settled && vote(view.settled)),
    view.settle && h("p", { class: "soft" }, t("settleHint")));
}

function meta(view) {
  return h("div", { class: "meta" }, name(t.maybe("type." + view.type) || view.type, "type"), status(view.status),
    view.mine && h("span", { class: "mine" }, t("mine"), " ", kind(view.mine.kind)),
    (view.changed || []).map(c => h("span", { class: "changed" }, "✎ ", t("part." + c))),
    view.broken?.length ? h("span", { class: "broken" }, t("broken"), " ", view.broken.map((b, i) => [i > 0 && "、", name(b)])) : null,
    h("span", { class: "grow" }), name(view.id, "id"), view.rewriter && h("span", { class: "soft" }, name(view.rewriter)));
}

function answer(view, marks) {
  const seen = s => [view.answer, ...(view.steps || []).flatMap(x => (x.op === "finish" ? [] : [x.observation || "", ...(x.selected || [])]))].some(x => x.includes(s));
  const chip = (w, kind, i) => {
    const v = kind === "answer" ? view.answer_values?.[i] : null;
    return h("li", null, mark(kind, nodes(w.length > 300 ? w.slice(0, 300) + "…" : w)),
      kind === "answer" && v && h("span", { class: "soft" }, " ", t.maybe("value." + v.kind) || name(v.kind)),
      v?.aliases?.length ? h("span", { class: "aliases" }, " ", t("also"), " ", v.aliases.map((a, j) => [j > 0 && " · ", name(a)])) : null,
      kind === "middle" && !seen(w) && h("span", { class: "soft" }, " ", t("converted")));
  };
  return h("section", { class: "answer" },
    h("h2", { class: "label" }, t("answer")), h("div", { lang: view.language, class: "reference" }, text(view.answer, { marks, open: app.unfolded })),
    view.solution && h("details", { class: "solution", open: app.unfolded }, h("summary", null, t("solution")),
      h("div", { lang: view.language }, text(view.solution, { open: app.unfolded }))),
    h("h2", { class: "label" }, t("keywords")),
    h("ul", { class: "keywords" }, (view.key_answer || []).map((w, i) => chip(w, "answer", i)), (view.key_middle || []).map((w, i) => chip(w, "middle", i))),
    h("p", { class: "legend soft" }, mark("answer", [t("keyAnswer")]), " ", mark("middle", [t("keyMiddle")])));
}

/** Checks with their verdicts, each with what it says. */
export function checks(view) {
  const failed = view.checks.filter(c => c.verdict === "fail"), open = view.checks.filter(c => c.verdict === "open");
  const one = c => h("details", { class: "check " + c.verdict, open: c.verdict !== "pass" || app.unfolded },
    h("summary", null, h("span", { "aria-hidden": "true" }, { pass: "✓ ", open: "? " }[c.verdict] || "✗ "), t.maybe("check." + c.name) || name(c.name), h("span", { class: "unseen" }, " ", t("verdict." + c.verdict))),
    h("div", null, h("p", null, name(c.doc)), c.detail && h("p", { class: "detail" }, text(c.detail, { kind: "cell", open: app.unfolded }))));
  return h("section", { class: "checks" }, h("h2", { class: "label" }, t("checks"), " ", h("span", { class: failed.length ? "fault" : "soft" }, failed.length ? t("checksFailed", failed.length) : open.length ? t("checksOpen", open.length) : t("checksPassed", view.checks.length))),
    h("div", { class: "check-list" }, view.checks.map(one)));
}

// tried is the reviewer's own answer beside the reference.
function tried(view) {
  const a = view.tried;
  return h("section", { class: "tried " + (a.agrees ? "agrees" : "differs") },
    h("h2", { class: "label" }, t("ownAnswer")),
    h("p", null, h("strong", null, a.agrees ? "✓ " + t("agrees") : "✗ " + t("differs")), " ", h("span", { class: "soft" }, t("ownRate", Math.round(a.rate * 100), a.calls))),
    view.answer ? h("div", { class: "both" }, h("div", null, h("h3", { class: "label" }, t("yours")), text(a.answer)), h("div", null, h("h3", { class: "label" }, t("reference")), text(view.answer))) : text(a.answer));
}

/** What was decided so far, as far as the reviewer may see it. */
function history(view) {
  return h("section", { class: "history" }, h("h2", { class: "label" }, t("history")), h("ol", null, view.history.map((e, i) => [
    e.round > 1 && e.round !== view.history[i - 1]?.round && h("li", { class: "round soft" }, t("round", e.round)), entry(e)])));
}

// lookedUp says where the reviewer looked something up.
const lookedUp = d => d.source && h("div", { class: "note" }, h("span", { class: "soft" }, t("source"), "："), text(d.source, { kind: "cell", open: app.unfolded }));

function entry(e) {
  return h("li", { class: (e.withdrawn || e.stale ? "gone " : "") + e.kind },
    h("span", { class: "who" }, name(e.by), e.role !== "annotator" && h("span", { class: "soft" }, " ", t("role." + e.role))), " ", kind(e.kind),
    e.reason && h("span", { class: "reason" }, " ", t("reason." + e.reason)),
    e.withdrawn && h("span", { class: "soft" }, " ", t("withdrawn")), e.stale && h("span", { class: "soft" }, " ", t("staleNote")),
    h("time", { class: "soft", datetime: e.at }, " ", day(e.at)),
    e.note && h("div", { class: "note" }, text(e.note, { kind: "cell", open: app.unfolded })), lookedUp(e),
    e.attempt && h("div", { class: "note" }, text(e.attempt.answer, { kind: "cell" }), " ", h("span", { class: "soft" }, e.attempt.agrees ? t("agrees") : t("differs"))),
    e.change?.question !== undefined && h("div", { class: "note" }, t("part.question"), "：", text(e.change.question, { kind: "cell" })));
}

// sources are the texts that an exam item was made from, each with the passages that it quotes.
function sources(view) {
  const quoted = [...new Set((view.derivation.quotes || []).map(q => q.text))];
  const one = s => h("section", { class: "source" }, h("h3", { class: "label" }, name(s.name)), h("div", { lang: view.language }, text(s.text, { open: app.unfolded })));
  return [
    h("p", { class: "soft" }, t("derivedBy", view.derivation.rule), view.derivation.writer && [" · ", name(view.derivation.writer)]),
    (view.sources || []).map(one),
    quoted.length ? h("section", { class: "source" }, h("h3", { class: "label" }, t("quoted")), h("ul", null, quoted.map(q => h("li", { lang: view.language }, text(q, { open: app.unfolded }))))) : null,
  ];
}

/** How the answer is known, for the right column: graph and steps, or the sources of an exam item; before is the task of which view is a trial. */
export function way(view, again, before) {
  if (view.derivation) return sources(view);
  if (!view.plan) return [];
  const marks = new Marks(view), o = { marks, open: app.unfolded, again, before };
  const all = steps(view, o);
  const go = node => reveal([...all.children].find(li => li.dataset.node === node));
  return [graph(view.plan, numbers(view.steps), go, handedBy(view)), all];
}

/** Brings a step into sight and gives it the focus. */
export function reveal(li) {
  if (!li) return false;
  li.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  li.focus({ preventScroll: true });
  return true;
}

/** What is other in a task than when it was last on screen. */
export function changes(before, after) {
  const list = [];
  for (const p of ["question", "draft", "answer"]) if ((before[p] ?? "") !== (after[p] ?? "")) list.push([p, before[p] ?? "", after[p] ?? ""]);
  for (const p of ["key_answer", "key_middle"]) { const [a, b] = [before[p] || [], after[p] || []].map(x => x.join("\n")); if (a !== b) list.push([p, a, b]); }
  return h("dl", { class: "parts" }, list.map(([p, a, b]) => [h("dt", null, t("part." + p)), h("dd", null, difference(a, b))]));
}

/** Replaces the two columns. */
export function show(main, leftKids, rightKids) {
  const l = h("div", { class: "left", role: "region", "aria-label": t("task"), tabindex: "0" }, leftKids);
  const r = h("div", { class: "right", role: "region", "aria-label": t("beside") }, rightKids);
  set(main, h("div", { class: "columns" }, l, r));
  return { left: l, right: r };
}

