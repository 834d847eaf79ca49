// The keys, told under "?".
import { h, button, sure } from "./dom.js";
import { post } from "./api.js";
import { app } from "./state.js";
import { swap, t } from "./text.js";

const groups = [
  ["decisions", [["a", "approve"], ["r", "reject"], ["d", "doubt"], ["f v", "settle"], ["c", "comment"], ["e", "edit"], ["u", "undo"], ["s", "return"], ["Enter", "confirm"], ["Ctrl+Enter", "send"], ["Esc", "cancel"]]],
  ["moving", [["n j", "next"], ["p k", "previous"], ["1 – 9", "step"], ["/", "search"]]],
  ["reading", [["t", "console"], ["g", "guidelines"], ["x", "unfoldAll"], ["l", "language"], ["?", "keys"]]],
];

export class Help {
  /** Adds the keys that every page has. */
  common(keys) {
    return { l: swap, "/": () => { location.hash = "#/tasks?find=1"; }, ...keys, "?": () => this.show() };
  }

  show() {
    const open = document.querySelector("dialog");
    if (open) { open.close(); return; }
    const back = document.activeElement;
    const d = h("dialog", { "aria-labelledby": "keys-title", onclose: () => { d.remove(); back?.focus?.(); } }, h("h2", { id: "keys-title" }, t("keys")),
      h("div", { class: "key-groups" }, groups.map(([g, list]) => h("section", null, h("h3", null, t("keys." + g)), h("dl", null, list.map(([k, label]) => [h("dt", null, k.split(" ").map(x => (x === "–" ? " – " : [h("kbd", null, x), " "]))), h("dd", null, t("key." + label))]))))),
      h("div", { class: "row" }, button(t("close"), () => d.close(), { class: "confirm" }, "Esc"), h("span", { class: "grow" }),
        app.me?.name && sure(t("leave"), "", t("leaveSure"), () => post("leave").catch(() => {}).finally(() => { d.close(); dispatchEvent(new CustomEvent("taskgrove:me")); }))));
    document.body.append(d);
    d.showModal();
  }
}
