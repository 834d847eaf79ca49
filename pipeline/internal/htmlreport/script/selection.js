// What models selected before their first turn, and whose tools they called.

// selections is the table of tools and tables that models selected; nothing without any.
function selections(agents) {
  const rows = agents.filter(a => overall(a).selection).map(a => [a, overall(a).selection]);
  if (!rows.length) return null;
  return [h("h3", null, t("selections")), h("p", { class: "soft" }, t("selectionsAbout")), table(t("selections"),
    [t("agent"), t("trials"), t("unusable"), t("tablePrecision"), t("tableRecall"), t("toolPrecision"), t("toolRecall"), t("lookupsOffered"), t("lacked"), t("lackedFailed"), t("withAll"), t("without")],
    rows.map(([a, s]) => [agentLink(a.agent, a.role), count(s.trials), count(s.unusable), ...[s.table_precision, s.table_recall, s.tool_precision, s.tool_recall].map(e => e.n ? estimate(e) : "–"),
      figure(s.offered), count(s.lacked), count(s.lost), ...[s.complete, s.lacking].map(e => e.n ? estimate(e) : "–")]), "measures")];
}

// domainCalls is the table of calls of other domains' tools; nothing where all are of one domain.
function domainCalls(agents) {
  const rows = agents.filter(a => overall(a).domains).map(a => [a, overall(a).domains]);
  if (!rows.length) return null;
  return [h("h3", null, t("domainCalls")), h("p", { class: "soft" }, t("domainCallsAbout")), table(t("domainCalls"),
    [t("agent"), t("trials"), t("calledOthers"), t("callsOfOthers"), t("calledWrong"), t("calledRate"), t("wrongOfThose"), t("wrongOfOthers")],
    rows.map(([a, d]) => [agentLink(a.agent, a.role), ...[d.trials, d.calling, d.calls, d.wrong].map(n => count(n)), ...[d.calling_rate, d.calling_wrong, d.others_wrong].map(e => e.n ? estimate(e) : "–")]), "measures")];
}
