// The standing of agents.

function standing() {
  const agents = ranked(), k = Math.max(1, ...agents.flatMap(a => overall(a)?.passes.map(p => p.k) ?? []));
  const known = what => agents.some(a => overall(a)?.[what].n);
  const heads = [t("agent"), t("successStrict"), "", t("processStrict"), t("successPaper"), t("processPaper")];
  if (k > 1) heads.push(`pass@${k}`, `pass^${k}`);
  if (known("calls")) heads.push(t("calls"));
  if (agents.some(a => overall(a)?.tokens.total.n)) heads.push(t("tokens"));
  if (known("cost")) heads.push(t("cost"));
  heads.push(t("trials"), t("missing"));
  const rows = agents.filter(overall).map(a => {
    const r = overall(a), s = r.strict.success;
    const cells = [agentLink(a.agent, a.role), interval(s), estimate(s), estimate(r.strict.process), estimate(r.paper.success), estimate(r.paper.process)];
    if (k > 1) {
      const pass = r.passes.find(p => p.k === k);
      cells.push(percent(pass?.any.mean), percent(pass?.all.mean));
    }
    if (known("calls")) cells.push(figure(r.calls.mean));
    if (agents.some(x => overall(x)?.tokens.total.n)) cells.push(figure(r.tokens.total.mean));
    if (known("cost")) cells.push(figure(r.cost.mean));
    cells.push(count(r.trials), r.missing ? h("strong", null, count(r.missing)) : "0");
    cells.cls = a.role || null;
    return cells;
  });
  const a = F.analysis;
  const level = percent(a.level, 0);
  return section("standing", t("standing"), t("standingAbout", count(a.tasks), count(a.clusters), level),
    table(t("standing"), heads, rows, "standing"), passRates(agents), twins(agents));
}

// passRates is the table of what is solved in k attempts; nothing without agents of several.
function passRates(agents) {
  const rows = agents.filter(a => a.epochs > 1 && overall(a)).flatMap(a => overall(a).passes.map(p => [agentLink(a.agent, a.role), count(p.k), count(p.any.n), estimate(p.any), estimate(p.all)]));
  return rows.length ? [h("h3", null, t("passRates")), h("p", { class: "soft about" }, t("passRatesAbout", percent(F.analysis.level, 0))),
    h("div", { class: "limited" }, table(t("passRates"), [t("agent"), "k", t("tasks"), "pass@k", "pass^k"], rows, "measures narrow"))] : null;
}

// twins is the table over unanswerable twins; nothing without any.
function twins(agents) {
  const rows = agents.filter(a => a.twins).map(a => [agentLink(a.agent, a.role), interval(a.twins.strict.success), estimate(a.twins.strict.success), count(a.twins.trials)]);
  return rows.length ? [h("h3", null, t("twins", count(F.analysis.twins))), h("p", { class: "soft about" }, t("twinsAbout")),
    table(t("twins", count(F.analysis.twins)), [t("agent"), t("successStrict"), "", t("trials")], rows, "standing narrow")] : null;
}
