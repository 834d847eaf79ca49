// What models selected before their first turn.

// selections is the table of tools and tables that models selected; nothing without any.
function selections(agents) {
  const rows = agents.filter(a => overall(a).selection).map(a => [a, overall(a).selection]);
  if (!rows.length) return null;
  return [h("h3", null, t("selections")), h("p", { class: "soft" }, t("selectionsAbout")), table(t("selections"),
    [t("agent"), t("trials"), t("unusable"), t("tablePrecision"), t("tableRecall"), t("toolPrecision"), t("toolRecall"), t("lookupsOffered"), t("lacked"), t("lackedFailed"), t("withAll"), t("without")],
    rows.map(([a, s]) => [agentLink(a.agent, a.role), count(s.trials), count(s.unusable), ...[s.table_precision, s.table_recall, s.tool_precision, s.tool_recall].map(e => e.n ? estimate(e) : "–"),
      figure(s.offered), count(s.lacked), count(s.lost), ...[s.complete, s.lacking].map(e => e.n ? estimate(e) : "–")]), "measures")];
}
