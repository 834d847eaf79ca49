// Models by methods: the grid of rates, what one method gains over another, and how rates fall with the number of hops.

/** Four places, rounded as reports round them: a tie goes to the even digit. */
const places = new Intl.NumberFormat("en", { minimumFractionDigits: 4, maximumFractionDigits: 4, roundingMode: "halfEven" });

/** The grid of models and methods in one rate, as LegalAgentBench's Tables 3 and 14; nothing without a known method. */
function grid() {
  const made = F.analysis.methods || [];
  if (!made.length) return null;
  const [mode, rate] = metric.split("."), named = new Set(made.map(m => m.agent)), byName = new Map(F.analysis.agents.map(a => [a.agent, a]));
  const rows = [...made, ...contestants().filter(a => !named.has(a.agent)).map(a => ({ agent: a.agent, model: a.agent, method: "–" }))].filter(m => byName.has(m.agent));
  if (!rows.length) return null;
  const types = byName.get(rows[0].agent).rows.map(r => r.type), calls = new Set(made.map(m => m.calls)).size > 1;
  const mean = (m, i) => byName.get(m.agent).rows[i][mode][rate].mean;
  const best = types.map((_, i) => {
    const known = rows.map(m => mean(m, i)).filter(x => x !== null);
    return known.length > 1 ? Math.max(...known) : null;
  });
  const cell = (m, i) => mean(m, i) === null ? "–" : mean(m, i) === best[i] ? h("strong", { class: "best" }, places.format(mean(m, i))) : places.format(mean(m, i));
  const tokens = m => overall(byName.get(m.agent)).tokens.total;
  return [h("h3", null, t("grid", t(metrics[metric]))), h("p", { class: "soft about" }, t("gridAbout")),
    table(t("grid", t(metrics[metric])), [t("model"), calls ? t("callForm") : null, t("method"), ...types.map(k => k === "ALL" ? t("all") : name(k)), t("tokens")].filter(x => x !== null),
      rows.map(m => [name(m.model), calls ? name(m.calls || "–") : null, h("a", { href: trialsHash({ agent: m.agent }) }, name(m.method)),
        ...types.map((_, i) => cell(m, i)), tokens(m).n ? count(tokens(m).total) : "–"].filter(x => x !== null)), "figures")];
}

/** The list to choose the rate from that types, methods and hops are shown by. */
function metricChoice() {
  return h("div", { class: "controls" }, choice(t("metric"), Object.entries(metrics).map(([v, key]) => [v, t(key)]), metric, v => {
    metric = v;
    for (const [id, make] of [["types", byType], ["methods", methodGains], ["hops", hops]]) redraw(id, make);
  }));
}

/** A change with its interval, in percentage points; with a star if it is beyond chance. */
const pointChange = (e, { few = tooFew(e), sure = false } = {}) => [h("span", { class: "mean" }, signed(e.mean), sure && h("strong", { class: "sure", "aria-label": t("told") }, "*")),
  e.mean !== null && (few ? h("span", { class: "range soft" }, t("tooFew")) : hasInterval(e) && h("span", { class: "range soft" }, `${signed(e.low)} … ${signed(e.high)}`))];

// farthest is the largest distance from 0 that some intervals reach, for the scale of plots.
const farthest = all => Math.min(1, Math.max(0.05, ...all.flatMap(e => [e.mean, e.low, e.high]).map(x => Math.abs(x ?? 0))));

function methodGains() {
  const gains = F.analysis.gains || [];
  if (!gains.length) return null;
  const [mode, rate] = metric.split("."), of = r => r[mode][rate], gaps = (F.analysis.gaps || []).filter(g => g.rate === metric);
  const reach = farthest(gains.map(g => of(g.rows.at(-1)))), types = gains[0].rows.map(r => r.type);
  const gained = d => pointChange(d, { sure: differs(d) });
  const who = g => [name(g.model), g.calls ? h("span", { class: "method" }, name(g.calls)) : null];
  return section("methods", t("methods"), t("methodsAbout", percent(F.analysis.level, 0)), metricChoice(),
    table(t("methods"), [t("model"), t("method"), t("all"), "", ...types.slice(0, -1).map(k => name(k))],
      gains.map(g => [who(g), [name(g.first), h("span", { class: "method" }, t("less"), " ", name(g.second))], gained(of(g.rows.at(-1))),
        interval(of(g.rows.at(-1)), { low: -reach, high: reach, zero: true }), ...g.rows.slice(0, -1).map(r => gained(of(r)))]), "compare changes"),
    gaps.length ? [h("h3", null, t("gaps")), h("p", { class: "soft about" }, t("gapsAbout")), table(t("gaps"), [t("model"), t("best1"), t("rate"), t("worst"), t("rate"), t("difference"), t("ofWorst")],
      gaps.map(g => [who(g), name(g.best), percent(g.difference.first), name(g.worst), percent(g.difference.second), pointChange(g.difference), g.relative === null ? "–" : "+" + percent(g.relative)]), "narrow changes")] : null);
}

function hops() {
  const all = F.analysis.declines || [];
  if (!all.length) return null;
  const [mode, rate] = metric.split("."), of = d => d[mode][rate], few = s => Math.min(s.from_tasks, s.to_tasks) < fewestTasks;
  const order = ranked().map(a => a.agent), rows = [...all].sort((a, b) => order.indexOf(a.agent) - order.indexOf(b.agent));
  const reach = farthest(rows.map(d => of(d).slope));
  return section("hops", t("hops"), t("hopsAbout", percent(F.analysis.level, 0)), metricChoice(),
    table(t("hops"), [t("agent"), t("eachHop"), "", ...of(rows[0]).steps.map(s => t("hopStep", s.from, s.to))],
      rows.map(d => [agentLink(d.agent), pointChange(of(d).slope), interval(of(d).slope, { low: -reach, high: reach, zero: true }), ...of(d).steps.map(s => pointChange(s.change, { few: few(s) }))]), "compare changes"));
}
