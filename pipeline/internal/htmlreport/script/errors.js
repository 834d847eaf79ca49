// Why tasks were not solved, and how trials ended.

function errors() {
  const agents = ranked().filter(overall);
  return section("errors", t("errors"), t("errorsAbout"),
    matrix(agents, "failure", r => r.failures, failureOrder), h("h3", null, t("endings")), matrix(agents, "end", r => r.endings, []),
    selections(agents), domainCalls(agents), measures(agents), judges(agents), correlations());
}

const failureOrder = ["arguments", "planning", "length", "loop", "tool", "concept", "unconsulted", "misread", "hallucinated", "form", "refusal", "newest", "answering"];

// matrix counts trials by agent and by one name; each count leads to the trials.
function matrix(agents, kind, of, order) {
  const keys = [...new Set(agents.flatMap(a => Object.keys(of(overall(a)) || {})))]
    .sort((a, b) => (order.indexOf(a) - order.indexOf(b)) || (a < b ? -1 : 1));
  if (!keys.length) return h("p", { class: "soft" }, t("noneKnown"));
  const cell = (a, key) => {
    const counts = of(overall(a)) || {}, n = Object.hasOwn(counts, key) ? counts[key] : 0;
    const share = n / (overall(a).trials || 1);
    return bar(h("div", null, n ? h("a", { href: trialsHash({ agent: a.agent, [kind]: key }) }, count(n)) : h("span", { class: "soft" }, "0"),
      n ? h("span", { class: "soft" }, percent(share, 0)) : null), share);
  };
  return table(t(kind === "end" ? "endings" : "errors"), [t("agent"), ...keys.map(k => h("span", { title: has(`${kind}Says.${k}`) ? t(`${kind}Says.${k}`) : null }, called(kind, k)))],
    agents.map(a => [agentLink(a.agent, a.role), ...keys.map(k => cell(a, k))]), "matrix");
}

const has = key => Object.hasOwn(words[lang], key);

// measures are the tables of citations and texts by type, of recited texts by what they are, and
// of tasks over statutes by level and law; nothing without any.
function measures(agents) {
  const rows = agents.flatMap(a => a.rows.filter(r => r.type !== "ALL" && ownMeasures(r).length).map(r => [a, { ...r, measures: ownMeasures(r) }]));
  if (!rows.length) return null;
  const exam = rows.filter(([, r]) => isExam(r)), others = rows.filter(([, r]) => !isExam(r));
  const classes = [...new Set(agents.flatMap(a => Object.keys(overall(a).recitals || {})))].sort();
  return [examScores(agents), measuresOf("choices", exam), writers(), measuresOf("measures", others),
  classes.length ? [h("h3", null, t("recitals")), table(t("recitals"), [t("agent"), ...classes.map(c => called("recital", c))],
    agents.filter(a => overall(a).recitals).map(a => [agentLink(a.agent, a.role), ...classes.map(c => count(overall(a).recitals[c] || 0))]))] : null,
  strata(agents, "level"), strata(agents, "law")];
}

// measuresOf is a table of measures by agent and type; nothing without rows.
function measuresOf(title, rows) {
  if (!rows.length) return null;
  const names = measureNames(rows);
  return [h("h3", null, t(title)), table(t(title), [t("agent"), t("type"), t("tasks"), ...names.map(k => measureLabels()[k])],
    rows.map(([a, r]) => [agentLink(a.agent, a.role), name(r.type), count(r.tasks), ...names.map(k => measure(r, k))]), "measures")];
}

// isExam reports whether a row is over exam items.
const isExam = r => r.measures.some(m => m.name === "unread_choice");

// examScores are the tables of scores over exam items; nothing without any.
function examScores(agents) {
  const people = F.analysis.people, row = people && { people: true, exam: people.exam };
  const named = a => (a.people ? h("strong", null, t("people")) : agentLink(a.agent, a.role));
  const cellsOf = rows => rows.flatMap(a => (a.exam || []).map(c => [a, c]));
  const all = cellsOf([...agents, ...(row ? [row] : [])]);
  if (!all.length) return null;
  const part = (title, heads, groupings, cells = all) => h("div", { class: "limited" }, table(title, [t("agent"), ...heads.map(k => t(k)), t("items"), t("paper"), t("chance"), t("strict"), t("chance")],
    cells.filter(([, c]) => groupings.includes(c.by)).map(([a, c]) => [named(a), ...heads.map(k => c[k] ? name(c[k]) : h("span", { class: "soft" }, t(c.by === k || k === "field" ? "unknown" : "all"))),
      [count(c.items), c.few ? "*" : null], estimate(c.paper), percent(c.paper_chance), estimate(c.strict), percent(c.strict_chance)]), "measures"));
  return [h("h3", null, t("exam")), h("p", { class: "soft" }, t("examAbout")), people && h("p", { class: "soft" }, t("peopleAbout", count(people.answers), count(people.people), count(people.items))),
    part(t("exam"), ["group", "type"], ["all", "group", "type"]), people && part(t("examSame"), ["type"], ["all", "type"], cellsOf([...people.agents, row])),
    part(t("examFields"), ["group", "field"], ["field"]), part(t("examCells"), ["field", "type"], ["field-type"])];
}

// writers is the table of scores on exam items of two writers; nothing without any.
function writers() {
  const all = F.analysis.writers || [];
  if (!all.length) return null;
  return [h("h3", null, t("writers")), h("p", { class: "soft" }, t("writersAbout")), table(t("writers"), [t("agent"), t("less"), t("first"), t("second"), t("own"), t("fields"), t("difference"), t("pValue")],
    all.map(c => [name(c.agent), c.less ? name(c.less) : "–", name(c.first), name(c.second), c.own ? name(c.own) : "–", count(c.fields.length), signed(c.mean), chance(c.test.p)]), "measures")];
}

// strata is the table of tasks over statutes by level or by law; nothing without any.
function strata(agents, by) {
  const rows = agents.flatMap(a => (a.strata || []).filter(s => s.by === by).map(s => [a, s]));
  if (!rows.length) return null;
  const names = measureNames(rows), title = t(`strata.${by}`);
  return [h("h3", null, title), h("div", { class: "limited" }, table(title, [t("agent"), t(by), t("type"), t("tasks"), t("strict"), ...names.map(k => measureLabels()[k])],
    rows.map(([a, s]) => [agentLink(a.agent, a.role), name(s.name), name(s.type), count(s.tasks), estimate(s.success), ...names.map(k => measure(s, k))]), "measures"))];
}

// measureNames are the measures that some row has, in the order of columns.
const measureNames = rows => Object.keys(measureLabels()).filter(k => rows.some(([, r]) => r.measures.some(m => m.name === k)));

// measure is the cell of a measure: its mean, with the number of tasks where they are fewer.
function measure(r, k) {
  const m = r.measures.find(m => m.name === k);
  if (!m) return h("span", { class: "soft" }, "–");
  return [k === "edit_distance" ? figure(m.mean.mean) : estimate(m.mean), m.mean.n < r.tasks ? h("small", null, ` (${count(m.mean.n)})`) : null];
}

// measureLabels are the names of measures in the order of columns.
function measureLabels() {
  return { article: t("measureArticle"), paragraph: t("measureParagraph"), item: t("measureItem"), exact: t("measureExact"), rouge_1: "ROUGE-1", rouge_2: "ROUGE-2", rouge_l: "ROUGE-L",
    bleu: "BLEU", edit: t("edit"), edit_distance: t("measureDistance"), bert_precision: t("bertPrecision"), bert_recall: t("bertRecall"), bert_score: "BERTScore", citation_precision: t("measurePrecision"), citation_recall: t("measureRecall"),
    citation_exists: t("measureExists"), citation_in_force: t("measureInForce"), newest: t("measureNewest"), abstained: t("measureAbstained"),
    hedged_choice: t("measureHedged"), outside_choice: t("measureOutside"), unread_choice: t("measureUnread") };
}

// judges are the tables of what judges gave and on how many texts, of how they ranked spoiled
// references, and of how far they agree; nothing without a judge.
function judges(agents) {
  const graders = agents.flatMap(a => (overall(a).judges || []).map(j => [a, j]));
  if (!graders.length) return null;
  const by = j => [name(j.judge), j.rubric ? h("small", null, " ", name(j.rubric)) : null];
  const rows = graders.flatMap(([a, j]) => [...(j.criteria || []).map(c => [name(c.criterion), c.points, figure]), ...(j.overall ? [[t("overall"), j.overall, figure]] : []), [t("score"), j.score, percent]]
    .map(([what, e, format]) => [agentLink(a.agent, a.role), by(j), j.counts ? t("yes") : h("strong", null, t("no")), what, count(e.n), [format(e.mean), hasInterval(e) && h("span", { class: "soft range" }, `${format(e.low)} … ${format(e.high)}`)]]));
  return [h("h3", null, t("judges")), table(t("judges"), [t("agent"), t("judge"), t("counts"), t("criterion"), t("texts"), t("meanPoints")], rows, "measures"), qualifications(by), agreement()];
}

// qualifications is the table of how often judges ranked references above spoiled ones.
function qualifications(by) {
  const all = F.analysis.qualifications || [];
  if (!all.length) return null;
  const ways = all[0].spoiled.map(s => s.spoiling);
  return [h("h3", null, t("judgesTried")), table(t("judgesTried"), [t("judge"), t("references"), ...ways.map(w => called("spoiling", w)), t("counts")],
    all.map(q => [by(q), count(q.references), ...q.spoiled.map(s => s.possible ? `${count(s.above)} / ${count(s.pairs)}` : "–"), q.qualified ? t("yes") : h("strong", null, t("no"))]), "narrow")];
}

// agreement is the table of how far every two judges agree.
function agreement() {
  const rows = (F.analysis.judges || []).flatMap(g => [...(g.criteria || []).map(c => [name(c.criterion), c, figure]), ...(g.overall ? [[t("overall"), g.overall, figure]] : []), [t("score"), g.score, percent]]
    .map(([what, m, format]) => [[name(g.first), " – ", name(g.second), g.rubric ? h("small", null, " ", name(g.rubric)) : null], what, count(m.n), figure(m.alpha), figure(m.pearson), figure(m.spearman), figure(m.kappa), format(m.apart)]));
  return rows.length ? [h("h3", null, t("judgesAgree")), table(t("judgesAgree"), [t("judges"), t("criterion"), t("texts"), t("alpha"), "Pearson", "Spearman", t("kappa"), t("apart")], rows, "narrow")] : null;
}

// correlations is the table of correlations over agents of the figures of different types and judges, where
// agents differ in both; nothing without any.
function correlations() {
  const rows = (F.analysis.correlations || []).filter(c => c.pearson !== null);
  if (!rows.length) return null;
  return [h("h3", null, t("correlations")), h("div", { class: "limited" }, table(t("correlations"), [t("first"), t("second"), t("agents"), "Pearson", t("interval"), "Spearman"],
    rows.map(c => [name(c.first), name(c.second), count(c.n), figure(c.pearson), c.low === null ? "–" : `${figure(c.low)} … ${figure(c.high)}`, figure(c.spearman)]), "measures"))];
}
