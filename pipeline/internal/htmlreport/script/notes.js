// What is missing, and what the run was made with.

const listedMissing = 300;

function missing() {
  const agents = ranked().filter(a => overall(a)?.missing || a.twins?.missing), strangers = F.analysis.strangers || [];
  const reasons = new Map();
  for (const m of F.missing) reasons.set(m.reason, (reasons.get(m.reason) || 0) + 1);
  return section("missing", t("missingTrials"), t("missingAbout"),
    agents.length || F.missing.length ? null : h("p", null, t("nothingMissing")),
    agents.length ? table(t("missingTrials"), [t("agent"), t("missing"), t("trials")], agents.map(a =>
      [agentLink(a.agent, a.role), count(overall(a).missing + (a.twins?.missing || 0)), count(overall(a).trials + (a.twins?.trials || 0))]), "narrow") : null,
    reasons.size ? h("p", null, t("reasons"), " ", [...reasons].sort((a, b) => b[1] - a[1]).map(([r, n], i) => [i ? ", " : "", name(r), " ", count(n)])) : null,
    F.missing.length ? h("details", null, h("summary", null, t("listMissing", count(Math.min(listedMissing, F.missing.length)), count(F.missing.length))),
      table(t("missingTrials"), [t("task"), t("agent"), t("epoch"), t("reason"), t("detail")],
        F.missing.slice(0, listedMissing).map(m => [name(m.task, "id"), name(m.agent), count(m.epoch + 1), name(m.reason), text(m.detail || "", { some: 200 })]))) : null,
    strangers.length ? h("p", null, t("strangers", count(strangers.length)), " ", strangers.slice(0, 20).map(s => [name(s, "id"), " "])) : null);
}

function settings() {
  if (!F.settings.length) return null;
  return section("settings", t("settings"), "", table(t("settings"), [t("setting"), t("value")], F.settings.map(s => [name(s.name, "id"), text(s.value, { some: 400 })]), "settings"));
}
