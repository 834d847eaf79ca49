// Keywords where they occur. Those of the answer and those of the way there differ in the
// line below them, not in colour alone.
import { h } from "./dom.js";
import { nodes } from "./shown.js";
import { t } from "./text.js";

const digit = /[0-9０-９]/;

/** Marks finds the keywords of a task in texts and cells. */
export class Marks {
  constructor(view) {
    this.words = [];
    for (const [kind, list] of [["answer", view.key_answer], ["middle", view.key_middle]]) {
      for (const w of list || []) if (w !== "") this.words.push({ w, kind, value: amount(w) });
    }
    this.words.sort((a, b) => b.w.length - a.w.length);
  }

  /** The nodes of a text, what is a keyword in <mark>. Of two that overlap the longer one. */
  nodes(s) {
    const found = [];
    for (const { w, kind } of this.words) {
      for (let i = s.indexOf(w); i >= 0 && found.length < 500; i = s.indexOf(w, i + w.length)) {
        const end = i + w.length;
        // A number is not found within a longer one.
        if (digit.test(w[0]) && i > 0 && digit.test(s[i - 1])) continue;
        if (digit.test(w.at(-1)) && end < s.length && digit.test(s[end])) continue;
        if (!found.some(f => i < f.end && f.start < end)) found.push({ start: i, end, kind });
      }
    }
    found.sort((a, b) => a.start - b.start);
    const out = [];
    let at = 0;
    for (const f of found) {
      out.push(...nodes(s.slice(at, f.start)), mark(f.kind, nodes(s.slice(f.start, f.end))));
      at = f.end;
    }
    out.push(...nodes(s.slice(at)));
    return out;
  }

  /** The keyword that a whole cell means in another writing: 1.09亿 for 109000000.00元. */
  same(s) {
    const v = amount(s);
    return v === null ? null : this.words.find(x => x.value === v && x.w !== s) || null;
  }

  /** Whether a text or cell has a keyword. */
  in(s) {
    return this.words.some(x => s.includes(x.w)) || this.same(s) !== null;
  }
}

/** One keyword of a kind. */
export function mark(kind, kids) {
  return h("mark", { class: kind, title: t(kind === "answer" ? "keyAnswer" : "keyMiddle") }, kids);
}

const units = { "": 0, 元: 0, 万: 4, 万元: 4, 亿: 8, 亿元: 8 };

// amount is what a text is worth when it is a number or a day, as a text that is equal for
// equal ones; null for any other.
function amount(s) {
  if (s.length > 40) return null;
  const d = /^(\d{4})(?:年(\d{1,2})月(\d{1,2})日|-(\d{1,2})-(\d{1,2}))$/.exec(s.trim());
  if (d) return `${d[1]}-${Number(d[2] || d[4])}-${Number(d[3] || d[5])}`;
  const n = /^([-+]?)(\d[\d,]*)(?:\.(\d+))?(元|万元|万|亿元|亿|)$/.exec(s.trim());
  if (!n || (n[2] + (n[3] || "")).length < 4) return null;
  const shift = units[n[4]], part = (n[3] || "").padEnd(shift, "0");
  const whole = (n[2].replaceAll(",", "") + part.slice(0, shift)).replace(/^0+(?=\d)/, "");
  const rest = part.slice(shift).replace(/0+$/, "");
  return n[1].replace("+", "") + whole + (rest && "." + rest);
}
