// Editing a task: its question, the literals of its plan, the forms of its answers, its
// keywords and other ways to write them. What an edit does is worked out and proved by the
// server while it is typed.
import { h, button, set, field, choice, say } from "./dom.js";
import { name, text } from "./shown.js";
import { post, ofTask } from "./api.js";
import { checks } from "./task.js";
import { parts, difference } from "./diff.js";
import { operation } from "./plan.js";
import { app, keep, recall } from "./state.js";
import { t, has } from "./text.js";

const closed = {
  comparison: ["year", "since", "until", "during", "above", "below", "atleast", "atmost", "within", "equals", "contains", "names", "stated"].map(c => [c, () => t("cmp." + c)]),
  order: [["max", () => t("highestOrLatest")], ["min", () => t("lowestOrEarliest")]],
  style: ["text", "number", "date", "count", "truth"].map(s => [s, () => t("style." + s)]),
  layout: ["", "iso", "month", "year"].map(s => [s, () => t("layout." + (s || "full"))]),
};
// What says where a node gets its data is its shape, which an edit leaves alone.
const fixed = new Set(["name", "op", "from", "entity", "tool", "derivation"]);

/**
 * The form. save gets the change with reason and note; leave ends without one; tried gets
 * the task that a change made, or null where there is none.
 */
export class Edit {
  constructor(view, save, leave, tried) {
    this.view = view;
    this.save = save;
    this.tried = tried;
    this.key = "edit:" + view.id + ":" + view.shown;
    const kept = recall(this.key, {});
    this.plan = structuredClone(kept.plan || view.plan);
    this.question = h("textarea", { rows: "5", lang: view.language, value: kept.question ?? view.question, "aria-label": t("question") });
    this.answerKeys = lines(kept.key_answer ?? view.key_answer, t("part.key_answer"));
    this.middleKeys = lines(kept.key_middle ?? view.key_middle, t("part.key_middle"));
    this.aliases = (view.answer_values || []).map((v, i) => lines(kept.aliases?.[i] ?? v.aliases ?? [], t("aliasesOf", v.text)));
    this.reason = choice([["", t("noReason")], ...((view.item ? app.me.item_reasons : app.me.reasons) || []).map(r => [r, t("reason." + r)])], "", { "aria-label": t("reason") });
    this.note = h("textarea", { rows: "2", maxlength: "20000", placeholder: t("noteMay"), "aria-label": t("note") });
    this.source = h("input", { type: "text", class: "source-field", maxlength: "2000", autocomplete: "off", placeholder: t("sourceMay"), "aria-label": t("source") });
    this.out = h("section", { class: "preview", "aria-label": t("preview") });
    this.verdict = h("p", { class: "verdict", "aria-live": "polite" });
    this.reference = h("div", { class: "draft" });
    this.button = button(t("save"), () => this.send(), { class: "confirm edit" }, "Ctrl+Enter");
    this.element = h("form", { class: "edit-form", onsubmit: e => e.preventDefault(), oninput: () => this.later(), onchange: () => this.later() },
      h("div", { class: "asked" }, field(t("question"), this.question), this.reference),
      h("details", { open: kept.plan }, h("summary", null, t("planArguments")), h("div", { class: "plan-fields" }, this.plan.nodes.map(n => this.node(n)), this.plan.answers.map((a, i) => this.form(a, i)))),
      h("details", { open: kept.key_answer || kept.key_middle || kept.aliases }, h("summary", null, t("keywordsAliases")),
        field(t("part.key_answer"), this.answerKeys, t("linePerKeyword")), field(t("part.key_middle"), this.middleKeys, t("linePerKeyword")),
        this.aliases.map((a, i) => field([t("aliasesOf", ""), name(view.answer_values[i].text)], a, t("linePerAlias")))),
      this.out,
      h("div", { class: "edit-foot" }, this.verdict, h("div", { class: "row" }, this.reason, this.note), this.source,
        h("div", { class: "row" }, this.button, button(t("cancel"), () => { this.end(); keep(this.key, null); leave(); }, { class: "quiet" }))));
    this.judge(h("span", { class: "soft" }, t("nothingChanged")), null);
    this.preview();
  }

  focus() {
    this.question.focus();
    this.question.setSelectionRange(this.question.value.length, this.question.value.length);
  }

  /** What is other than the task; null when nothing is. */
  change() {
    const v = this.view, c = {};
    const list = el => el.value.split("\n").map(s => s.trim()).filter(Boolean);
    const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
    if (this.question.value !== v.question) c.question = this.question.value;
    if (!same(this.plan, v.plan)) c.plan = this.plan;
    if (!same(list(this.answerKeys), v.key_answer || [])) c.key_answer = list(this.answerKeys);
    if (!same(list(this.middleKeys), v.key_middle || [])) c.key_middle = list(this.middleKeys);
    const aliases = this.aliases.map(list);
    if (!same(aliases, (v.answer_values || []).map(x => x.aliases || []))) c.aliases = aliases;
    return Object.keys(c).length ? c : null;
  }

  later() {
    if (this.ended) return;
    keep(this.key, this.change());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.preview(), 350);
  }

  async preview() {
    const change = this.change();
    this.button.disabled = !change;
    this.asked?.abort();
    if (!change) { this.judge(h("span", { class: "soft" }, t("nothingChanged")), null); return; }
    const asked = this.asked = new AbortController();
    this.out.setAttribute("aria-busy", "true");
    try {
      const p = await post(ofTask(this.view.id) + "/preview", { shown: this.view.shown, change }, { signal: asked.signal });
      const failed = p.view?.broken?.length || p.view?.checks?.some(c => c.verdict !== "pass");
      this.button.disabled = Boolean(p.fault);
      if (p.fault) { this.judge(h("span", { class: "fault" }, "✗ ", name(t("cannotRun", fault(p.fault)))), null); return; }
      this.judge(h("span", { class: failed ? "fault" : "fine" }, failed ? "✗ " + t("breaks") : "✓ " + t("holds")), p.view,
        p.view?.checks && checks(p.view), p.parts?.length ? [h("h2", { class: "label" }, t("differenceOf")), parts(p.parts)] : null);
    } catch (e) {
      if (e.name === "AbortError") return;
      this.judge(h("span", { class: "fault" }, e.message), null);
    } finally { if (this.asked === asked) this.out.removeAttribute("aria-busy"); }
  }

  // judge shows what a change makes of the task: a verdict, draft and answer of the trial run,
  // its steps, and details.
  judge(verdict, trial, ...details) {
    if (this.ended) return;
    set(this.verdict, verdict);
    set(this.out, details);
    const part = (label, p) => [h("h2", { class: "label" }, t(label)), h("div", { lang: this.view.language }, trial && trial[p] !== this.view[p] ? difference(this.view[p] || "", trial[p] || "") : text(this.view[p] || ""))];
    set(this.reference, part("draft", "draft"), part("answer", "answer"));
    this.tried(trial);
  }

  send() {
    const change = this.change();
    if (!change) { say(t("nothingChanged")); return; }
    // What is saved is proved again by the server; a preview of it would come too late.
    this.stop();
    this.save({ change, reason: this.reason.value, note: this.note.value.trim(), source: this.source.value.trim() }, () => keep(this.key, null));
  }

  stop() {
    clearTimeout(this.timer);
    this.asked?.abort();
  }

  /** Ends the form: a field that is taken away tells of its change once more. */
  end() {
    this.ended = true;
    this.stop();
  }

  // node is the fields of one node: every literal it has.
  node(n) {
    const fields = Object.keys(n).filter(k => !fixed.has(k)).map(k => this.literal(n, k, n.name + " " + operation(n.op)));
    return fields.length ? h("fieldset", { class: "plan-node" }, h("legend", null, name(n.name, "id"), " ", operation(n.op)), fields) : null;
  }

  form(a, i) {
    const f = a.form;
    const keys = ["style", ...(f.style === "number" ? ["unit", "places"] : []), ...(f.style === "date" ? ["layout"] : [])];
    const box = h("fieldset", { class: "plan-node" });
    const draw = () => set(box, h("legend", null, t("formOf"), " ", name(a.from, "id")), keys.map(k => this.literal(f, k, t("formOf") + " " + (i + 1), k === "places" ? 0 : "")));
    draw();
    return box;
  }

  literal(record, k, of, blank = "") {
    const v = record[k] ?? blank;
    const label = has("field." + k) ? t("field." + k) : k;
    if (Array.isArray(v)) return v.map((x, i) => field([label, v.length > 1 ? " " + (i + 1) : ""], h("input", { type: "text", value: x, "aria-label": `${of} ${label} ${i + 1}`, oninput: e => { v[i] = e.target.value; } })));
    if (closed[k]) return field(label, choice(closed[k].map(([c, s]) => [c, s()]), v, { "aria-label": `${of} ${label}`, onchange: e => { put(record, k, e.target.value); } }));
    if (typeof v === "boolean") {
      const el = h("input", { type: "checkbox", onchange: e => { put(record, k, e.target.checked); } });
      el.checked = v;
      return h("label", { class: "check-field" }, el, " ", label);
    }
    if (typeof v === "number") return field(label, h("input", { type: "number", min: "0", max: "100", value: v, "aria-label": `${of} ${label}`, oninput: e => { put(record, k, Number(e.target.value)); } }));
    return field(label, h("input", { type: "text", value: v, "aria-label": `${of} ${label}`, oninput: e => { put(record, k, e.target.value); } }));
  }
}

// fault is why a plan cannot be run, without the word for it and with operations as the page
// names them.
function fault(s) {
  return s.replace(/^\w+: /, "").replace(/^(step \d+ )\((\w+)\)/, (_, step, op) => `${step}(${operation(op)})`);
}

// put sets a field; one that is empty is left out, as the server writes it.
function put(record, k, v) {
  if (v === "" || v === 0 || v === false) delete record[k];
  else record[k] = v;
}

function lines(list, label) {
  return h("textarea", { rows: String(Math.min(8, Math.max(1, (list || []).length + 0))), value: (list || []).join("\n"), spellcheck: "false", "aria-label": label });
}
