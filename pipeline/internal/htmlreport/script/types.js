// Rates by type of task: a panel a type, a line an agent.

const metrics = {
  "strict.success": "successStrict", "strict.process": "processStrict", "paper.success": "successPaper", "paper.process": "processPaper",
};
let metric = "strict.success";

function byType() {
  const agents = contestants();
  const types = [...new Set(agents.flatMap(a => a.rows.slice(0, -1).map(r => r.type)))];
  const [mode, rate] = metric.split(".");
  const panel = type => {
    const rows = agents.map(a => [a, a.rows.find(r => r.type === type)]).filter(([, r]) => r);
    const tasks = Math.max(0, ...rows.map(([, r]) => r.tasks));
    return h("div", { class: "panel" }, h("table", { class: tooFew({ n: tasks }) ? "lines few" : "lines" },
      h("caption", null, h("strong", null, name(type)), " ", h("span", { class: "soft" }, tooFew({ n: tasks }) ? t("nTasksFew", count(tasks)) : t("nTasks", count(tasks)))),
      h("tbody", null, rows.map(([a, r]) => h("tr", null,
        h("th", { scope: "row" }, h("a", { href: trialsHash({ agent: a.agent, type }) }, breakingName(a.agent))),
        h("td", { class: "plot" }, interval(r[mode][rate])),
        h("td", null, tooFew(r[mode][rate]) ? h("span", { class: "mean" }, percent(r[mode][rate].mean)) : estimate(r[mode][rate], 0)))),
      h("tr", { class: "axis", "aria-hidden": "true" }, h("td"), h("td", { class: "plot" }, scale(0, 1, 2, x => `${100 * x}`)), h("td")))));
  };
  return section("types", t("byType"), t("byTypeAbout", percent(F.analysis.level, 0)), sharedNote(),
    metricChoice(), h("div", { class: "panels" }, types.map(panel)), grid() || ratesTable(agents, types, mode, rate));
}

// ratesTable is a table of what the panels show.
function ratesTable(agents, types, mode, rate) {
  return h("details", null, h("summary", null, t("asTable")), table(t("byType"), [t("agent"), ...types.map(k => name(k))],
    agents.map(a => [agentLink(a.agent), ...types.map(k => a.rows.find(r => r.type === k)).map(r => r ? estimate(r[mode][rate]) : "–")]), "measures"));
}
