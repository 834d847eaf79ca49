// Before the work: joining under a name, and waiting until there are tasks.
import { h, set, field } from "./dom.js";
import { name } from "./shown.js";
import { post } from "./api.js";
import { app } from "./state.js";
import { page } from "./frame.js";
import { t } from "./text.js";

/** The page on which one joins by an invitation, or by its name alone where the page is open. */
export function join(main, token, joined) {
  if (!token && !app.me.open) {
    page(main, t("joinTitle"), h("p", null, t("needLink")));
    return;
  }
  const box = h("input", { type: "text", maxlength: "40", required: true, autocomplete: "nickname", id: "name" });
  const wrong = h("p", { class: "fault", role: "alert" });
  const send = async e => {
    e.preventDefault();
    if (box.value.trim() === "") { box.focus(); return; }
    wrong.textContent = "";
    try { joined(await post("join", { invite: token, name: box.value.trim() })); } catch (x) { set(wrong, name(x.message)); box.focus(); }
  };
  page(main, t("joinTitle"), h("form", { class: "join", onsubmit: send }, h("p", null, t(token ? "joinText" : app.me.has_owner ? "joinOpen" : "joinFirst")), field(t("yourName"), box, t("namePublished")), wrong,
    h("button", { type: "submit", class: "confirm" }, t("joinButton"), h("kbd", { "aria-hidden": "true" }, "Enter"))));
  box.focus();
}

/** The page while the tasks are made; it is drawn again at each answer. */
export function preparing(main, p) {
  const stage = t.maybe("stage." + p.stage) || p.stage;
  const line = p.fault ? h("p", { class: "fault", role: "alert" }, t("prepareFault"), " ", name(p.fault))
    : h("div", null, h("progress", { max: p.all || 1, value: p.done, "aria-label": t("preparing") }), h("p", { role: "status" }, stage ? t("preparingStage", stage) : t("preparingFirst"), " ", h("span", { class: "soft" }, `${p.done} / ${p.all}`)), h("p", { class: "soft" }, t("preparingText")));
  const at = document.getElementById("preparing");
  if (at) { set(at, line); return; }
  page(main, t("preparing"), h("div", { id: "preparing" }, line));
}

