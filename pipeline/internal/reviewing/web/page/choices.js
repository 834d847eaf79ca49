// The options of an exam item as controls. What is chosen is written into the box of the answer,
// where it can be changed by hand.
import { h } from "./dom.js";
import { text } from "./shown.js";
import { t } from "./text.js";

const letter = i => String.fromCharCode(65 + i);
const longest = 60; // characters of a match in a list to pick from

/**
 * The controls for an item, or null where it has no options to offer. write is told the answer
 * that they stand for. The result has the element, pick(i), which takes the option at i as a key
 * does, and read(answer), which shows in the controls what stands in the box.
 */
export function choices(view, write) {
  if (!view.options?.length) return null;
  const group = { pairs: pairs, options: letters, option: letters, truth: letters }[view.form](view, () => write(group.answer()));
  group.element = h("fieldset", {
    class: "choices", lang: view.language,
    onkeydown: e => {
      const i = e.key.length === 1 ? e.key.toUpperCase().charCodeAt(0) - 65 : -1;
      if (e.ctrlKey || e.metaKey || e.altKey || e.target.tagName === "SELECT" || view.form === "truth" || i < 0 || i >= view.options.length) return;
      e.preventDefault();
      group.pick(i);
    },
  }, h("legend", { class: "soft" }, t("choose." + view.form)), group.rows);
  return group;
}

// letters are radio buttons, or boxes to tick where several options can be right.
function letters(view, changed) {
  const many = view.form === "options", truth = view.form === "truth";
  const name = i => (truth ? view.options[i] : letter(i));
  const controls = view.options.map((_, i) => h("input", { type: many ? "checkbox" : "radio", name: "option", id: "option-" + i, onchange: changed }));
  return {
    rows: view.options.map((o, i) => h("label", { class: "option", for: "option-" + i }, controls[i], h("kbd", { "aria-hidden": "true" }, String(i + 1)), h("span", null, truth ? null : letter(i) + ") ", text(o, { kind: "cell" })))),
    answer: () => view.options.map((_, i) => name(i)).filter((_, i) => controls[i].checked).join(", "),
    pick: i => {
      if (!controls[i]) return false;
      controls[i].checked = !many || !controls[i].checked;
      controls[i].focus();
      changed();
      return true;
    },
    read: answer => {
      const said = answer.split(", ");
      const all = said.every(x => view.options.some((_, i) => name(i) === x)) && (many || said.length === 1);
      controls.forEach((c, i) => { c.checked = all && said.includes(name(i)); });
    },
  };
}

// pairs are lists to pick a match from, one for each option.
function pairs(view, changed) {
  const short = s => (s.length > longest ? [...s].slice(0, longest).join("") + "…" : s);
  const controls = view.options.map((_, i) => h("select", { id: "option-" + i, onchange: changed },
    h("option", { value: "" }, "–"), view.matches.map((m, j) => h("option", { value: String(j + 1) }, `${j + 1}) ${short(m)}`))));
  return {
    rows: view.options.map((o, i) => h("label", { class: "option", for: "option-" + i }, h("span", null, letter(i) + ") ", text(o, { kind: "cell" })), controls[i])),
    answer: () => controls.map((c, i) => (c.value ? `${letter(i)}-${c.value}` : "")).filter(Boolean).join(", "),
    pick: i => { controls[i]?.focus(); return Boolean(controls[i]); },
    read: answer => {
      const said = Object.fromEntries(answer.split(", ").map(x => x.split("-")));
      controls.forEach((c, i) => { c.value = said[letter(i)] || ""; if (c.selectedIndex < 0) c.value = ""; });
    },
  };
}
