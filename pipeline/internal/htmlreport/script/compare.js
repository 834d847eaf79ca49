// Agents held against each other, task by task.

const signed = x => x === null || x === undefined ? "–" : (x > 0 ? "+" : x < 0 ? "−" : "") + (100 * Math.abs(x)).toFixed(1);
const chance = p => p === null || p === undefined ? "–" : p < 0.001 ? "< 0.001" : p.toFixed(3);

function comparisons() {
  if (!F.comparisons.length) return null;
  const overallOf = c => c.rows[c.rows.length - 1];
  const reach = Math.min(1, Math.max(0.05, ...F.comparisons.flatMap(c => c.rows.flatMap(r => {
    const d = r.strict.success;
    return [Math.abs(d.low ?? 0), Math.abs(d.high ?? 0), Math.abs(d.mean ?? 0)];
  }))));
  const cells = (first, d) => [first, percent(d.first), percent(d.second), interval(d, { low: -reach, high: reach, zero: true }),
    [h("span", { class: "mean" }, signed(d.mean)), d.low !== null && d.low !== undefined && h("span", { class: "range soft" }, `${signed(d.low)} … ${signed(d.high)}`)],
    chance(d.p), [chance(d.adjusted), d.adjusted !== null && d.adjusted < 0.05 && h("span", { class: "sure" }, t("told"))],
    d.detectable === null || d.detectable === undefined ? "–" : (100 * d.detectable).toFixed(1), `${count(d.wins)} / ${count(d.losses)} / ${count(d.ties)}`];
  const heads = first => [first, t("first"), t("second"), "", t("difference"), t("pValue"), t("adjusted"), t("detectable"), t("winsLosses")];
  const pair = c => h("button", { type: "button", class: "pair", title: t("details"), "aria-expanded": "false", onclick: e => pairing(c, heads, cells, e.currentTarget) },
    h("span", null, name(c.first)), h("span", { class: "soft" }, t("less")), h("span", null, name(c.second)));
  const list = table(t("comparisons"), heads(t("agents")), F.comparisons.map(c => cells(pair(c), overallOf(c).strict.success)), "compare");
  return section("compare", t("comparisons"), t("comparisonsAbout", percent(F.comparisons[0].level, 0)),
    F.comparisons.length > 12 ? h("div", { class: "limited" }, list) : list, h("div", { id: "pairing", tabindex: "-1" }));
}

// pairing shows what stands behind one comparison, below all of them.
function pairing(c, heads, cells, opener) {
  for (const b of document.querySelectorAll("button.pair")) b.setAttribute("aria-expanded", String(b === opener));
  set($("pairing"), h("h3", null, name(c.first), " ", t("against"), " ", name(c.second)),
    table(t("byType"), heads(t("type")), c.rows.map(r => cells(r.type === "ALL" ? t("all") : name(r.type), r.strict.success)), "compare"),
    c.twins ? h("p", null, t("twinsDiffer"), " ", signed(c.twins.strict.success.mean)) : null,
    c.only_first?.length || c.only_second?.length ? h("p", { class: "soft" }, t("onlyOne", count(c.only_first?.length), count(c.only_second?.length))) : null,
    differences(c));
  $("pairing").focus({ preventScroll: true });
  $("pairing").scrollIntoView({ block: "nearest" });
}

const mostDifferences = 200;

// taskDifferences are those of two agents by the trials of this page: the largest first.
function taskDifferences(c) {
  const T = X.trials, sums = [new Map(), new Map()], agents = [X.agents.indexOf(c.first), X.agents.indexOf(c.second)];
  for (let i = 0; i < T.task.length; i++) {
    const side = agents.indexOf(T.agent[i]);
    if (side < 0 || T.success[i] === null) continue;
    const s = sums[side].get(T.task[i]) || [0, 0];
    sums[side].set(T.task[i], [s[0] + T.success[i], s[1] + 1]);
  }
  const mean = s => s[0] / s[1], out = [];
  for (const [k, s] of sums[0]) {
    const o = sums[1].get(k);
    if (o && mean(s) !== mean(o)) out.push({ task: X.tasks.id[k], type: X.types[X.tasks.type[k]], first: mean(s), second: mean(o), difference: mean(s) - mean(o) });
  }
  return out.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || (a.task < b.task ? -1 : 1));
}

// differences lists the tasks at which two agents differ most.
function differences(c) {
  if (!c.tasks && !X) return waiting();
  const all = c.tasks || taskDifferences(c), n = c.tasks ? c.differing : all.length, list = all.slice(0, mostDifferences);
  if (!list.length) return h("p", { class: "soft" }, t("noDifference"));
  return [h("h3", null, t("largest", count(list.length), count(n))),
    h("div", { class: "limited" }, table(t("differences"), [t("task"), t("type"), t("first"), t("second"), t("difference")],
      list.map(d => [h("a", { href: trialsHash({ task: d.task }) }, name(d.task, "id")), name(d.type), percent(d.first, 0), percent(d.second, 0), signed(d.difference)]), "narrow"))];
}
