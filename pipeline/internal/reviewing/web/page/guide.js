// The guidelines: read beside a task, written by owners, with what reviewers found missing.
import { h, button, set } from "./dom.js";
import { name, nodes, text } from "./shown.js";
import { get, submit, newID } from "./api.js";
import { app, keep, recall, may } from "./state.js";
import { load, notice, progress, saving } from "./frame.js";
import { t } from "./text.js";

/** The guidelines as paragraphs, headings from that level and points. */
export function reading(level = 3, g = app.me.guideline) {
  const out = [];
  for (const block of (g?.text || "").split(/\n\s*\n/)) {
    let points = null, lines = [];
    const flush = () => { if (lines.length) out.push(h("p", null, nodes(lines.join("\n")))); lines = []; };
    for (const line of block.split("\n")) {
      const head = /^(#{1,4}) (.*)$/.exec(line), point = /^\s*[-*] (.*)$/.exec(line);
      if (!point) points = null;
      if (head) { flush(); out.push(h("h" + Math.min(6, level + head[1].length - 1), null, nodes(head[2]))); } else if (point) { flush(); if (!points) out.push(points = h("ul")); points.append(h("li", null, nodes(point[1]))); } else if (points && /^\s+\S/.test(line)) points.lastChild.append(" ", ...nodes(line.trim()));
      else if (line.trim() !== "") lines.push(line);
    }
    flush();
  }
  return h("article", { class: "guidelines" }, out.length ? out : h("p", { class: "soft" }, t("noGuidelines")), g?.by && h("p", { class: "soft" }, t("writtenBy"), " ", name(g.by)));
}

/** The page of the guidelines. */
export function guidelines(main) {
  return load(main, t("nav.guidelines"), async () => {
    const report = await get("status");
    const open = (report.feedback || []).filter(f => !f.taken);
    const picked = new Set();
    const one = f => {
      const box = h("input", { type: "checkbox", onchange: e => { if (e.target.checked) picked.add(f.id); else picked.delete(f.id); } });
      return h("li", null, may("owner") ? h("label", { class: "check-field" }, box, h("span", null, name(f.by), "：", text(f.note, { kind: "cell" }))) : [name(f.by), "：", text(f.note, { kind: "cell" })],
        " ", f.task && h("a", { href: "#/task/" + encodeURIComponent(f.task) }, name(f.task, "id")));
    };
    const body = h("div");
    const read = () => set(body, reading(2), may("owner") && button(t("writeAnew"), write, { class: "confirm" }));
    const write = () => {
      const box = h("textarea", { rows: "24", value: recall("guideline", null) ?? app.me.guideline.text, "aria-label": t("nav.guidelines"), maxlength: "20000", oninput: () => keep("guideline", box.value) });
      const save = async () => {
        if (box.value.trim() === "") { box.focus(); return; }
        try {
          const r = await submit({ id: newID(), kind: "guideline", note: box.value, answers: picked.size ? [...picked] : undefined }, saving);
          keep("guideline", null);
          progress(r.progress);
          app.me.guideline = (await get("me")).guideline;
          notice(t("said.guideline"), "fine");
          guidelines(main);
        } catch (e) { notice(e.message, "fault"); }
      };
      box.addEventListener("keydown", e => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); e.stopPropagation(); save(); } });
      set(body, h("p", { class: "soft" }, t("guidelineForm")), box, h("div", { class: "row" }, button(t("save"), save, { class: "confirm" }, "Ctrl+Enter"), button(t("cancel"), () => { keep("guideline", null); read(); }, { class: "quiet" })));
      box.focus();
    };
    read();
    return h("div", { class: "two" }, body, h("aside", { "aria-label": t("feedback") }, h("h2", null, t("feedback"), " ", h("span", { class: "soft" }, open.length)),
      open.length ? [may("owner") && h("p", { class: "soft" }, t("takeUp")), h("ul", { class: "plain" }, open.map(one))] : h("p", { class: "soft" }, t("noFeedback"))));
  });
}
