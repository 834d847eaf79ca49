// The console: every tool of the domain, with a field for each of its inputs.
import { h, button, set, field, say } from "./dom.js";
import { name, nodes } from "./shown.js";
import { observation, read, plain } from "./values.js";
import { args } from "./steps.js";
import { post } from "./api.js";
import { app } from "./state.js";
import { t, count } from "./text.js";

/** The console of one page: it keeps its history from task to task until told to forget. */
export class Console {
  constructor() {
    this.tools = (app.me.tools || []).map(x => x.function).filter(f => f.name !== "finish");
    this.calls = 0;
    this.into = null; // where a value goes that is picked for the answer
    this.filter = h("input", {
      type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "tools", "aria-autocomplete": "list", "aria-label": t("findTool"), placeholder: t("findTool"),
      autocomplete: "off", spellcheck: "false", oninput: () => this.list(), onkeydown: e => this.walk(e), onfocus: () => this.open(true),
    });
    this.options = h("ul", { id: "tools", role: "listbox", "aria-label": t("tools") });
    this.form = h("div", { class: "tool-form" });
    this.log = h("div", { class: "results" });
    this.picked = h("div", { class: "picked", role: "group", "aria-label": t("pickedValue") });
    this.element = h("section", { class: "console", "aria-label": t("console") }, h("div", { class: "finder" }, this.filter, this.options), this.form, this.picked, this.log);
    this.at = 0;
    this.list();
  }

  /** Forgets what was called, for another task. */
  forget() {
    this.calls = 0;
    this.log.replaceChildren();
    this.picked.replaceChildren();
  }

  focus() {
    const first = this.form.querySelector("input,textarea");
    (first && !first.value ? first : this.filter).focus();
  }

  open(yes) {
    this.options.hidden = !yes;
    this.filter.setAttribute("aria-expanded", String(yes));
    if (yes) { this.filter.select(); this.list(); }
  }

  list() {
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const exact = this.tools.some(f => f.name === this.filter.value);
    this.found = this.tools.filter(f => exact || words.every(w => f.name.toLowerCase().includes(w) || f.description.toLowerCase().includes(w)));
    this.at = Math.max(0, exact ? this.found.findIndex(f => f.name === this.filter.value) : 0);
    set(this.options, this.found.map((f, i) => h("li", { role: "option", id: "tool-" + i, "aria-selected": String(i === this.at), onmousedown: e => { e.preventDefault(); this.choose(f); } },
      name(f.name, "tool"), " ", h("span", { class: "soft" }, nodes(f.description)))));
    this.filter.setAttribute("aria-activedescendant", this.found.length ? "tool-" + this.at : "");
    this.options.children[this.at]?.scrollIntoView({ block: "nearest" });
  }

  walk(e) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step && this.found.length) {
      e.preventDefault();
      if (this.options.hidden) this.open(true);
      this.options.children[this.at].setAttribute("aria-selected", "false");
      this.at = (this.at + step + this.found.length) % this.found.length;
      const li = this.options.children[this.at];
      li.setAttribute("aria-selected", "true");
      li.scrollIntoView({ block: "nearest" });
      this.filter.setAttribute("aria-activedescendant", li.id);
    } else if (e.key === "Enter" && this.found[this.at] && !e.isComposing) {
      e.preventDefault();
      this.choose(this.found[this.at]);
    } else if (e.key === "Tab" && this.field) this.open(false);
  }

  /** Shows the fields of a tool; values fills them. */
  choose(f, values = {}) {
    this.filter.value = f.name;
    this.open(false);
    const p = f.parameters?.properties || {}, required = f.parameters?.required || [];
    const names = Object.keys(p).sort((a, b) => (required.indexOf(a) + 99) % 99 - (required.indexOf(b) + 99) % 99 || (p[a].items?.enum ? 1 : 0) - (p[b].items?.enum ? 1 : 0));
    const fields = names.map(k => input(k, p[k], required.includes(k), values[k]));
    const run = () => {
      const given = {};
      for (const x of fields) {
        const v = x.value();
        if (v !== undefined) given[x.name] = v;
      }
      return this.call(f, given);
    };
    this.field = fields[0]?.control;
    set(this.form, h("form", { onsubmit: e => { e.preventDefault(); run(); }, onkeydown: e => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); e.stopPropagation(); run(); } } },
      h("p", { class: "soft" }, nodes(f.description)), fields.map(x => x.element), h("button", { type: "submit", class: "run" }, t("run"), h("kbd", { "aria-hidden": "true" }, "Enter"))));
    this.field?.focus();
  }

  /** Takes a call of the trace over. */
  take(step) {
    const f = this.tools.find(x => x.name === step.tool);
    if (!f) return;
    const v = read(step.arguments || "{}");
    this.choose(f, Object.fromEntries(Object.entries(v || {}).map(([k, x]) => [k, Array.isArray(x) ? x.map(plain) : plain(x)])));
  }

  async call(f, given) {
    const head = h("div", { class: "result-head" }, name(f.name, "tool"), " ", args(JSON.stringify(given)));
    const box = h("article", { class: "result", "aria-busy": "true" }, head, h("p", { class: "soft" }, t("calling")));
    this.log.prepend(box);
    this.calls++;
    let r;
    try { r = await post("call", { tool: f.name, arguments: given }); } catch (e) { r = { observation: "", fault: e.message, length: 0 }; }
    box.removeAttribute("aria-busy");
    const cut = r.length > [...r.observation].length;
    set(box, head, r.fault ? h("p", { class: "fault" }, nodes(r.fault)) : observation(r.observation, { length: r.length, pick: s => this.pick(s) }),
      cut && h("p", { class: "soft" }, t("cutAt", count([...r.observation].length), count(r.length))),
      this.into && !r.fault && r.observation.length <= 2000 && button(t("copyAll"), () => this.into(plain(read(r.observation) ?? r.observation)), { class: "quiet" }));
    say(r.fault ? t("callFailed") : t("callDone", count(r.length)));
  }

  // pick offers what to do with a value of a result.
  pick(s) {
    const from = document.activeElement;
    const done = f => () => { this.picked.replaceChildren(); from?.focus(); f(); };
    set(this.picked, h("span", null, t("pickedValue"), " "), name(s, "data"),
      this.field && button(t("intoField"), done(() => { this.field.value = s; this.field.focus(); })),
      this.into && button(t("intoAnswer"), done(() => this.into(s))),
      navigator.clipboard && button(t("copy"), done(() => navigator.clipboard.writeText(s).then(() => say(t("copied")), () => say(t("notCopied"))))),
      button(t("cancel"), done(() => {}), { class: "quiet" }));
    this.picked.querySelector("button").focus();
  }
}

// input is the field of one argument: value() is what stands in it, undefined for nothing.
function input(key, schema, required, given) {
  const label = [name(key, "key"), required ? null : h("span", { class: "soft" }, " ", t("optional"))];
  const hint = schema.description && schema.description !== key ? nodes(schema.description) : null;
  const kind = [schema.type].flat()[0];
  if (kind === "array" && schema.items?.enum) {
    const boxes = schema.items.enum.map(c => ({ c, el: h("input", { type: "checkbox" }) }));
    for (const b of boxes) b.el.checked = Array.isArray(given) && given.includes(b.c);
    const group = h("fieldset", { class: "columns-of" }, h("legend", null, name(key, "key"), " ", h("span", { class: "soft" }, t(required ? "noneIsAll" : "optionalNoneIsAll"))),
      boxes.map(b => h("label", null, b.el, " ", name(b.c))));
    return { name: key, element: group, control: boxes[0]?.el, value: () => { const v = boxes.filter(b => b.el.checked).map(b => b.c); return v.length ? v : required ? [] : undefined; } };
  }
  if (kind === "boolean") {
    const el = h("input", { type: "checkbox" });
    el.checked = given === "true" || given === true;
    return { name: key, element: h("label", { class: "check-field" }, el, " ", label, hint && h("span", { class: "hint" }, hint)), control: el, value: () => el.checked };
  }
  const numbers = kind === "array";
  const el = h(numbers ? "textarea" : "input", { type: numbers ? null : "text", rows: numbers ? "2" : null, autocomplete: "off", spellcheck: "false", value: Array.isArray(given) ? given.join("\n") : given ?? "", placeholder: numbers ? t("onePerLine") : null });
  return {
    name: key, element: field(label, el, hint), control: el,
    value: () => {
      const s = el.value;
      if (s === "" && !required) return undefined;
      if (numbers) return s.split(/[\n,，;；]+/).map(x => x.trim()).filter(Boolean);
      if (kind === "integer" && /^\s*\d+\s*$/.test(s)) return Number(s);
      return s;
    },
  };
}
