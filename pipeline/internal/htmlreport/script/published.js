// The tasks beside those of LegalAgentBench: means by type as in its Table 2, and shares of questions.

const publishedFigures = [["query", "length of query"], ["answer", "length of answer"], ["key_answer", "key_answer"], ["key_answer_length", ""], ["key_middle", "key_middle"], ["key_middle_length", ""]];

function besidePublished() {
  const b = F.published;
  if (!b) return null;
  const thin = (type, figure) => figure && b.thinner.some(f => (f.type || "") === type && f.figure === figure);
  const marked = (text, sure) => sure ? [text, " ", h("strong", { class: "sure", "aria-label": t("thinner") }, "▽")] : text;
  const length = k => k === "query" || k === "answer" || k.endsWith("_length");
  const rows = (m, ours) => [m.type === "ALL" ? t("all") : name(m.type), t(ours ? "thisSet" : "publishedSet"), count(m.tasks),
    ...publishedFigures.map(([k, figure]) => !ours && !b.chinese && length(k) ? "–" : marked(m[k].toFixed(2), ours && thin(m.type, figure)))];
  return section("published", t("published"), t("publishedAbout"),
    table(t("published"), [t("type"), t("set"), t("tasks"), ...publishedFigures.map(([k]) => t("figure." + k))], b.ours.flatMap((m, i) => [rows(m, true), rows(b.published[i], false)]), "figures"),
    table(t("severalThings"), [t("severalThings"), t("thisSet"), t("publishedSet")], b.shares.map((s, i) => [t("several." + i),
      marked(`${percent(s.of ? s.n / s.of : 0)} (${count(s.n)} / ${count(s.of)})`, thin("", s.what)), `${percent(s.published_n / s.published_of)} (${count(s.published_n)} / ${count(s.published_of)})`]), "figures"));
}
