// Agents held against each other, task by task.

const signed = x => {
  if (x === null || x === undefined) return "–";
  const figure = (100 * Math.abs(x)).toFixed(1);
  return (figure === "0.0" ? "" : x > 0 ? "+" : "−") + figure;
};
const chance = p => p === null || p === undefined ? "–" : p < 0.001 ? "< 0.001" : p.toFixed(3);

function comparisons() {
  if (!F.comparisons.length) return null;
  const overallOf = c => c.rows[c.rows.length - 1];
  const reach = Math.min(1, Math.max(0.05, ...F.comparisons.flatMap(c => c.rows.flatMap(r => {
    const d = r.strict.success;
    return [Math.abs(d.low ?? 0), Math.abs(d.high ?? 0), Math.abs(d.mean ?? 0)];
  }))));
  const cells = (first, d) => [first, percent(d.first), percent(d.second), interval(d, { low: -reach, high: reach, zero: true }),
    [h("span", { class: "mean" }, signed(d.mean)), hasInterval(d) ? h("span", { class: "range soft" }, `${signed(d.low)} … ${signed(d.high)}`) : tooFew(d) && h("span", { class: "range soft" }, t("tooFew"))],
    chance(d.p), [chance(d.adjusted), differs(d) && h("span", { class: "sure" }, t("told"))],
    d.detectable === null || d.detectable === undefined ? "–" : (100 * d.detectable).toFixed(1), `${count(d.wins)} / ${count(d.losses)} / ${count(d.ties)}`];
  const heads = first => [first, t("first"), t("second"), "", t("difference"), t("pValue"), t("adjusted"), t("detectable"), t("winsLosses")];
  const opener = (c, ...label) => h("button", { type: "button", class: "pair", title: `${c.first} ${t("less")} ${c.second}`, "aria-expanded": "false", onclick: e => pairing(c, heads, cells, e.currentTarget) }, label);
  const list = F.comparisons.length > 1 ? differenceMatrix(c => overallOf(c).strict.success, opener) :
    table(t("comparisons"), heads(t("agents")), F.comparisons.map(c => cells(opener(c, h("span", null, name(c.first)), h("span", { class: "soft" }, t("less")), h("span", null, name(c.second))), overallOf(c).strict.success)), "compare");
  return section("compare", t("comparisons"), t("comparisonsAbout", percent(F.comparisons[0].level, 0)), list, h("div", { id: "pairing", tabindex: "-1" }));
}

const differs = d => !tooFew(d) && d.adjusted !== null && d.adjusted !== undefined && d.adjusted < 0.05;
const alike = d => d.ties > 0 && !d.wins && !d.losses;

// differenceMatrix has a row and a column for each agent, in the order of the ranking: the
// row's success less the column's. A cell opens what stands behind it.
function differenceMatrix(of, opener) {
  const agents = ranked().map(a => a.agent).filter(a => F.comparisons.some(c => c.first === a || c.second === a));
  const found = new Map(F.comparisons.flatMap(c => [[JSON.stringify([c.first, c.second]), [c, 1]], [JSON.stringify([c.second, c.first]), [c, -1]]]));
  const cell = (row, column) => {
    const [c, sign] = found.get(JSON.stringify([row, column])) || [];
    if (!c) return h("span", { class: "soft" }, row === column ? "·" : "–");
    const d = of(c);
    return opener(c, alike(d) ? "=" : d.mean === null ? "–" : signed(sign * d.mean), differs(d) && h("strong", { class: "sure", "aria-label": t("told") }, "*"));
  };
  const equal = F.comparisons.filter(c => alike(of(c))).length;
  return [h("p", { class: "soft about" }, t("matrixAbout"), equal ? t("pairsAlike", count(equal)) : null),
    equal === F.comparisons.length ? null : table(t("comparisons"), [t("agent"), ...agents.map((_, i) => h("span", null, count(i + 1)))],
      agents.map((a, i) => [h("span", { class: "numbered" }, h("span", { class: "soft" }, count(i + 1)), h("span", null, twoLines(a))), ...agents.map(b => cell(a, b))]), "differences narrow")];
}

// pairing shows what stands behind one comparison, below all of them.
function pairing(c, heads, cells, opener) {
  for (const b of document.querySelectorAll("button.pair")) b.setAttribute("aria-expanded", String(b === opener));
  set($("pairing"), h("h3", null, name(c.first), " ", t("less"), " ", name(c.second)),
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
