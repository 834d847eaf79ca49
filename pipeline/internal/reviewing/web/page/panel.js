// The bar of decisions at the foot, and the small form that each opens: a reason by its
// digit, a note, and Enter.
import { h, button, set } from "./dom.js";
import { app, keep, recall, may } from "./state.js";
import { notice } from "./frame.js";
import { hold } from "./keys.js";
import { t } from "./text.js";

const settlements = [["settle-approve", "f"], ["settle-reject", "v"]];
const votes = [["approve", "a"], ["reject", "r"], ["doubt", "d"]];

/**
 * The bar. act is told which key was meant; blind leaves out what comes after the answer. Who
 * may settle a task is offered that in the place of a vote, with which it could not be settled.
 */
export function bar(view, act) {
  const b = (key, label, cls) => button(label, () => act(key), { class: cls || "quiet" }, key);
  const rest = [["e", "edit"], ["c", "comment"], ["u", "undo"], may("senior") && ["s", "return"], ["t", "console"], ["g", "guidelines"], ["x", "unfoldAll"], ["p", "previous"], ["n", "next"]];
  return h("div", { class: "bar", role: "toolbar", "aria-label": t("decisions") },
    h("div", { class: "votes" }, view.blind ? b("a", t("do.answer"), "vote") : (view.settle ? settlements : votes).map(([k, key]) => b(key, t("do." + k), "vote " + k))),
    h("div", { class: "others" }, rest.filter(Boolean).filter(([key]) => !(view.blind && "es".includes(key)) && !(view.item && "et".includes(key))).map(([key, label]) => b(key, t("do." + label)))), 
    b("?", t("keys")));
}

/**
 * A form for one decision. ask: {kind, title, reasons: needed|may|none, note: needed|may,
 * source: none where nothing is looked up, fact}. Resolves to {reason, note, source}, or null
 * when it is left.
 */
export function panel(foot, task, ask) {
  foot.leave?.(null);
  notice(""); // it would lie over the form
  return new Promise(resolve => {
    const key = `note:${task}:${ask.kind}`;
    const kept = recall(key, {});
    let reason = kept.reason || ask.reason || "";
    let release = null;
    const close = v => {
      release();
      foot.querySelector(".panel")?.remove();
      foot.leave = null;
      if (v) keep(key, null);
      resolve(v);
    };
    const wrong = h("p", { class: "fault", role: "alert" });
    const send = () => {
      if (ask.reasons === "needed" && !reason) { wrong.textContent = t("needReason"); reasons.querySelector("button")?.focus(); return; }
      if ((ask.note === "needed" || reason === "other") && note.value.trim() === "") { wrong.textContent = t("needNote"); note.focus(); return; }
      close({ reason, note: note.value.trim(), source: source.value.trim() });
    };
    const store = () => keep(key, note.value || source.value || reason ? { note: note.value, source: source.value, reason } : null);
    const note = h("textarea", {
      rows: "2", maxlength: "20000", "aria-label": t("note"), placeholder: t(ask.note === "needed" ? "noteNeeded" : "noteMay"), value: kept.note || "",
      oninput: store,
      onkeydown: e => { if (e.key === "Enter" && !e.shiftKey && !e.isComposing && note.value === "" && ask.note !== "needed") { e.preventDefault(); send(); } },
    });
    const source = h("input", {
      type: "text", class: "source-field", maxlength: "2000",
      autocomplete: "off", "aria-label": t("source"), placeholder: t("sourceMay"), value: kept.source || "", oninput: store,
      onkeydown: e => { if (e.key === "Enter" && !e.isComposing) { e.preventDefault(); e.stopPropagation(); send(); } },
    });
    const confirm = button(ask.title, send, { class: "confirm " + ask.kind }, "Enter");
    const list = (app.view?.item ? app.me.item_reasons : app.me.reasons) || [];
    const reasons = h("div", { class: "reasons", role: "group", "aria-label": t("reason") });
    const draw = () => set(reasons, list.map((r, i) => button(t("reason." + r), () => choose(r), { "aria-pressed": String(r === reason), class: "chip" }, String((i + 1) % 10))));
    const choose = r => {
      reason = r === reason && ask.reasons !== "needed" ? "" : r;
      wrong.textContent = "";
      draw();
      store();
      if (reason === "other") note.focus(); else confirm.focus();
    };
    if (ask.reasons !== "none") draw();
    foot.leave = close;
    const digits = ask.reasons === "none" ? {} : Object.fromEntries(list.map((r, i) => [String((i + 1) % 10), () => choose(r)]));
    release = hold({
      ...digits, Enter: send, "Ctrl+Enter": send,
      Escape: () => { close(null); document.getElementById("question")?.focus({ preventScroll: true }); },
    });
    foot.prepend(h("form", {
      class: "panel", "aria-label": ask.title, onsubmit: e => e.preventDefault(),
      onkeydown: e => {
        if (e.key === "Escape") { e.preventDefault(); e.stopPropagation(); close(null); }
        if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); e.stopPropagation(); send(); }
        if (/^[0-9]$/.test(e.key) && e.target !== note && e.target !== source && ask.reasons !== "none") {
          const r = list[(Number(e.key) + 9) % 10];
          if (r) { e.preventDefault(); e.stopPropagation(); choose(r); }
        }
      },
    }, ask.fact && h("p", { class: "fact" }, ask.fact), ask.reasons !== "none" && reasons,
    h("div", { class: "row" }, confirm, note, button(t("cancel"), () => close(null), { class: "quiet" }, "Esc")), ask.source !== "none" && source, wrong));
    if (ask.note === "needed") note.focus();
    else if (ask.reasons === "needed" && !reason) reasons.querySelector("button")?.focus();
    else confirm.focus();
  });
}
