// Agents held against themselves on an earlier release, over the tasks that both releases have.

function releases() {
  const all = F.releases || [], of = c => c.rows.at(-1).strict.success;
  if (!all.length) return null;
  const reach = farthest(all.map(of));
  return section("releases", t("releases"), t("releasesAbout", percent(all[0].level, 0)),
    table(t("releases"), [t("agent"), t("tasks"), t("thisRelease"), t("earlierRelease"), "", t("difference"), t("pValue"), t("adjusted"), t("winsLosses")], all.map(c => {
      const d = of(c);
      return [agentLink(c.first), count(d.n), percent(d.first), percent(d.second), interval(d, { low: -reach, high: reach, zero: true }), pointChange(d, { sure: differs(d) }),
        chance(d.p), chance(d.adjusted), `${count(d.wins)} / ${count(d.losses)} / ${count(d.ties)}`];
    }), "compare changes"),
    all.filter(c => c.differing).map(c => h("details", null, h("summary", null, name(c.first)), differences(c))));
}
