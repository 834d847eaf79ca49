// Keywords where they stand. What the strict rule credited, what it did not, and what is on
// the way differ in the line below them, not in colour alone.

const digit = /[0-9０-９]/;

/** Marks finds the keywords of a task in texts. Of two that overlap it marks the longer. */
class Marks {
  constructor(sheet, verdicts) {
    this.words = [];
    const outcomes = new Map(verdicts.map(v => [v.keyword, v.outcome]));
    for (const [kind, list] of [["answer", sheet.key_answer], ["middle", sheet.key_middle]]) {
      for (const w of list || []) {
        if (w) this.words.push({ w, kind: kind === "middle" ? "middle" : outcomes.get(w) === "credited" ? "credited" : "missed" });
      }
    }
    this.words.sort((a, b) => b.w.length - a.w.length);
  }

  nodes(s) {
    const found = [];
    for (const { w, kind } of this.words) {
      for (let i = s.indexOf(w); i >= 0 && found.length < 300; i = s.indexOf(w, i + w.length)) {
        const end = i + w.length;
        // A number is not found within a longer one.
        if (digit.test(w[0]) && i > 0 && digit.test(s[i - 1]) || digit.test(w.at(-1)) && end < s.length && digit.test(s[end])) continue;
        if (!found.some(f => i < f.end && f.start < end)) found.push({ start: i, end, kind });
      }
    }
    found.sort((a, b) => a.start - b.start);
    const out = [];
    let at = 0;
    for (const f of found) {
      out.push(...nodes(s.slice(at, f.start)), h("mark", { class: f.kind, title: t("mark." + f.kind) }, nodes(s.slice(f.start, f.end))));
      at = f.end;
    }
    out.push(...nodes(s.slice(at)));
    return out;
  }
}

const outcomeSigns = { credited: "✓", absent: "✗", hedged: "≈", listed: "☰", partial: "◐", guessed: "✗", unfounded: "✗", given: "·", idle: "·", unknown: "?", unpaired: "✗" };

/** The keywords of a task and what became of each. */
function keywords(sheet, verdicts) {
  const list = verdicts.length ? verdicts : [...sheet.key_answer, ...sheet.key_middle].map(keyword => ({ keyword, outcome: "unknown" }));
  const line = v => h("li", { class: "keyword " + (v.outcome === "credited" ? "credited" : "missed") },
    h("span", { class: "sign", "aria-hidden": "true" }, Object.hasOwn(outcomeSigns, v.outcome) ? outcomeSigns[v.outcome] : "?"), " ",
    text(v.keyword, { some: 200 }), " ", h("span", { class: "soft" }, called("outcome", v.outcome)));
  const n = sheet.key_answer.length;
  return [
    h("ul", { class: "keywords", "aria-label": t("keyAnswer") }, list.slice(0, n).map(line)),
    list.length > n && h("div", { class: "way" }, h("span", { class: "label" }, t("keyMiddle")), h("ul", { class: "keywords" }, list.slice(n).map(line))),
  ];
}
