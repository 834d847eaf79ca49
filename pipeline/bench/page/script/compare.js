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
  const pair = c => h("span", { class: "pair" }, h("span", null, name(c.first)), h("span", { class: "soft" }, t("less")), h("span", null, name(c.second)));
  return section("compare", t("comparisons"), t("comparisonsAbout", percent(F.comparisons[0].level, 0)),
    table(t("comparisons"), heads(t("agents")), F.comparisons.map(c => cells(pair(c), overallOf(c).strict.success)), "compare"),
    F.comparisons.map(c => h("details", { class: "pairing" }, h("summary", null, name(c.first), " ", t("against"), " ", name(c.second)),
      table(t("byType"), heads(t("type")), c.rows.map(r => cells(name(r.type === "" ? t("all") : r.type), r.strict.success)), "compare"),
      c.twins && h("p", null, t("twinsDiffer"), " ", signed(c.twins.strict.success.mean)),
      (c.only_first?.length || c.only_second?.length) ? h("p", { class: "soft" }, t("onlyOne", count(c.only_first?.length), count(c.only_second?.length))) : null,
      differences(c))));
}

// differences lists the tasks at which two agents differ most.
function differences(c) {
  if (!c.tasks?.length) return h("p", { class: "soft" }, t("noDifference"));
  return [h("h3", null, t("largest", count(c.tasks.length), count(c.differing))),
    h("div", { class: "limited" }, table(t("differences"), [t("task"), t("type"), t("first"), t("second"), t("difference")],
      c.tasks.map(d => [h("a", { href: trialsHash({ task: d.task }) }, name(d.task, "id")), name(d.type), percent(d.first, 0), percent(d.second, 0), signed(d.difference)]), "narrow"))];
}
