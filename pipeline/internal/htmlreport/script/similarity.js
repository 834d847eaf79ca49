// How like answers are to their references, by type of task: an agent a line, a type a column, as tables
// of BERTScore are published.

const similarityNames = ["rouge_1", "rouge_2", "rouge_l", "bleu", "edit", "edit_distance", "bert_precision", "bert_recall", "bert_score"];
let similarityShown = "";

// ownMeasures are the measures that say how good answers of a row's type are: all but the similarities
// of tasks that ask for no text.
const ownMeasures = r => (r.measures || []).filter(m => r.texts || !similarityNames.includes(m.name));

function similarity() {
  const agents = contestants(), of = (r, k) => (r && r.measures || []).find(m => m.name === k);
  const known = similarityNames.filter(k => agents.some(a => of(overall(a), k)));
  if (!known.length) return null;
  if (!known.includes(similarityShown)) similarityShown = known.includes("bert_score") ? "bert_score" : known.includes("rouge_l") ? "rouge_l" : known[0];
  const k = similarityShown, types = [...new Set(agents.flatMap(a => a.rows.map(r => r.type)))];
  const row = (a, type) => a.rows.find(r => r.type === type);
  const best = type => Math.max(...agents.map(a => of(row(a, type), k)?.mean.mean ?? -Infinity));
  const cell = (a, type) => {
    const r = row(a, type), m = r && of(r, k);
    return m && k !== "edit_distance" && agents.length > 1 && m.mean.mean === best(type) ? h("strong", { class: "best" }, measure(r, k)) : r ? measure(r, k) : "–";
  };
  return section("similarity", t("similarity"), t("similarityAbout"),
    h("div", { class: "controls" }, choice(t("measure"), known.map(k => [k, measureLabels()[k]]), k, v => { similarityShown = v; redraw("similarity", similarity); })),
    table(t("similarity"), [t("agent"), ...types.map(type => type === "ALL" ? t("all") : name(type))], agents.map(a => [agentLink(a.agent, a.role), ...types.map(type => cell(a, type))]), "measures"));
}
