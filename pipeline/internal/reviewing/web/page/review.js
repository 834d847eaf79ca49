// The page that is worked in: a task at a time, decided with a key or two, and the next one
// comes by itself.
import { h, button, set, say } from "./dom.js";
import { name } from "./shown.js";
import { get, post, drop, submit, newID, pending, ofTask, ask } from "./api.js";
import { app, keep, recall, remember, may } from "./state.js";
import { bind, hold } from "./keys.js";
import { bar, panel } from "./panel.js";
import { left, way, reveal, show, changes, kind } from "./task.js";
import { Console } from "./console.js";
import { choices } from "./choices.js";
import { Edit } from "./edit.js";
import { reading } from "./guide.js";
import { notice, progress, saving } from "./frame.js";
import { t } from "./text.js";

/** The page of one task after the other. */
export class Review {
  constructor(main, foot, clock, help) {
    Object.assign(this, { main, foot, clock, help });
    setInterval(() => this.renew(), 60_000);
  }

  /** Shows the task of that ID, or the next one for "". */
  async open(id) {
    this.leaveForms();
    this.bind();
    const looked = Boolean(id);
    if (!id && app.visited[app.at] && app.view?.id === app.visited[app.at] && !app.view.mine) id = app.view.id;
    this.main.setAttribute("aria-busy", "true");
    try {
      if (id) this.take(await get(ofTask(id)), looked);
      else await this.next();
    } catch (e) { this.failed(e); } finally { this.main.removeAttribute("aria-busy"); }
  }

  async next() {
    const r = await post("next", { type: app.type, skip: app.skip });
    if (!r.task) { this.done(r.why); return; }
    this.take(r.task, false);
  }

  // take puts a task on screen and begins its time.
  take(view, looked) {
    if (app.view?.id !== view.id) { this.console?.forget(); app.unfolded = false; }
    app.view = view;
    app.looked = looked;
    const at = app.visited.indexOf(view.id);
    if (at < 0) app.at = app.visited.push(view.id) - 1; else app.at = at;
    remember();
    this.clock.start();
    this.lease = view.lease;
    app.tab = view.blind ? (view.item ? "guidelines" : "console") : (app.tab === "console" && !view.item) || app.tab === "guidelines" ? app.tab : "steps";
    this.draw();
    scrollTo(0, 0);
    document.getElementById("question")?.focus({ preventScroll: true });
  }

  draw() {
    const view = app.view;
    if (!view) return;
    this.console ||= new Console();
    this.endEdit();
    const c = show(this.main, left(view), []);
    this.left = c.left;
    this.right = c.right;
    if (view.blind) this.left.append(this.blind(view));
    else this.console.into = null;
    this.beside();
    set(this.foot, bar(view, key => this.act(key)));
    this.bind();
  }

  // beside fills the right column: steps, console or guidelines.
  beside() {
    const tabs = [["steps", "1-9"], ["console", "t"], ["guidelines", "g"]].filter(([x]) => (x === "steps" ? !app.view.blind : x !== "console" || !app.view.item));
    const pick = x => { app.tab = x; this.beside(); };
    const strip = h("div", { class: "tabs", role: "tablist", "aria-label": t("beside") }, tabs.map(([x, key]) => h("button", {
      type: "button", role: "tab", id: "tab-" + x, "aria-selected": String(x === app.tab), "aria-controls": "beside", tabindex: x === app.tab ? "0" : "-1",
      onclick: () => { pick(x); document.getElementById("tab-" + x)?.focus(); },
    }, t("tab." + x), h("kbd", { "aria-hidden": "true" }, key))));
    strip.addEventListener("keydown", e => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (!step) return;
      e.preventDefault();
      const i = tabs.findIndex(([x]) => x === app.tab);
      pick(tabs[(i + step + tabs.length) % tabs.length][0]);
      document.getElementById("tab-" + app.tab)?.focus();
    });
    const body = app.tab === "console" ? this.console.element : app.tab === "guidelines" ? reading() : way(this.trial || app.view, s => { app.tab = "console"; this.beside(); this.console.take(s); }, this.trial && app.view);
    set(this.right, strip, h("div", { id: "beside", role: "tabpanel", "aria-labelledby": "tab-" + app.tab }, body));
  }

  // blind is the answer that is asked for before the reference is shown.
  blind(view) {
    const key = "try:" + view.id + ":" + view.shown;
    const box = h("textarea", { rows: "4", lang: view.language, value: recall(key, ""), id: "own-answer", "aria-label": t("ownAnswer"), oninput: () => { keep(key, box.value); this.choices?.read(box.value); } });
    this.choices = choices(view, answer => { box.value = answer; keep(key, answer); });
    this.choices?.read(box.value);
    this.console.into = s => { box.value += (box.value && !/\s$/.test(box.value) ? " " : "") + s; keep(key, box.value); box.focus(); };
    const send = async () => {
      if (box.value.trim() === "") { box.focus(); say(t("needAnswer")); return; }
      const r = await this.send({ kind: "try", answer: box.value.trim(), calls: this.console.calls });
      if (r) { keep(key, null); app.tab = "steps"; this.refresh(r.view); }
    };
    const onkeydown = e => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); e.stopPropagation(); send(); } };
    return h("section", { class: "own", onkeydown }, h("h2", { class: "label" }, t("ownAnswer")), h("p", { class: "soft" }, t(view.item ? "blindItemHint" : "blindHint")), this.choices?.element, box,
      h("div", { class: "row" }, button(t("sendAnswer"), send, { class: "confirm" }, "Ctrl+Enter")));
  }

  bind() {
    const keys = {};
    for (const k of "ardfvceusnjpktgx") keys[k] = () => this.act(k);
    for (let i = 1; i <= 9; i++) keys[i] = () => this.step(i);
    keys.Escape = () => this.escape();
    bind(this.help.common(keys));
  }

  step(i) {
    if (!app.view) return false;
    if (app.view.blind) return this.choices?.pick(i - 1) || false;
    if (app.tab !== "steps") { app.tab = "steps"; this.beside(); }
    return reveal(document.getElementById("step-" + i));
  }

  // escape leaves what is open, the innermost first.
  escape() {
    if (app.tab !== "steps" && app.view && !app.view.blind) { app.tab = "steps"; this.beside(); document.getElementById("question")?.focus({ preventScroll: true }); } else document.activeElement?.blur();
  }

  leaveForms() {
    this.foot.leave?.(null);
    this.endEdit();
  }

  // endEdit leaves the form of an edit; what was typed is kept for the next one.
  endEdit() {
    this.editing?.end();
    this.release?.();
    this.editing = this.release = this.trial = null;
  }

  /** Does what a key stands for. */
  act(key) {
    const view = app.view;
    if (key === "n" || key === "j") return this.go(1);
    if (key === "p" || key === "k") return this.go(-1);
    if (key === "u") return this.undo();
    if (key === "?") return this.help.show();
    if (!view) return false;
    if (key === "e" && view.item && !view.blind) { notice(t("noItemEdit")); return true; }
    if (key === "t" && view.item) return false;
    if (key === "t" || key === "g") {
      app.tab = key === "t" ? "console" : "guidelines";
      this.beside();
      if (key === "t") this.console.focus(); else document.getElementById("tab-guidelines").focus();
      return true;
    }
    if (key === "x") { app.unfolded = !app.unfolded; this.draw(); say(t(app.unfolded ? "allUnfolded" : "allFolded")); return true; }
    if (view.blind && "ardesfv".includes(key)) { if (key !== "a") notice(t(view.item ? "answerItemFirst" : "answerFirst")); document.getElementById(this.choices ? "option-0" : "own-answer")?.focus(); return true; }
    if (key === "e") return this.edit();
    if (key === "s" && !may("senior")) { notice(t("seniorOnly")); return true; }
    if ("fv".includes(key) && !view.settle) { notice(t(!may("senior") ? "settleSeniors" : view.status === "disputed" ? "settleOwnVote" : "settleNothing")); return true; }
    if ("ard".includes(key) && view.settle) { notice(t("settleInstead")); return true; }
    return this.decide({ a: "approve", r: "reject", d: "doubt", f: "settle-approve", v: "settle-reject", c: "comment", s: "return" }[key]);
  }

  async decide(what) {
    const view = app.view;
    if (what.endsWith("approve") && view.broken?.length) { notice(t("cannotApprove", view.broken.join("、")), "fault"); return; }
    const form = {
      approve: { reasons: "none", note: "may", fact: view.mine ? t("replaces", t("kind." + view.mine.kind)) : "" },
      reject: { reasons: "needed", note: "may" }, doubt: { reasons: "may", note: "may" },
      "settle-approve": { reasons: "may", note: "may", fact: t("settleFact") }, "settle-reject": { reasons: "needed", note: "may", fact: t("settleFact") },
      comment: { reasons: "may", note: "needed" }, return: { reasons: "may", note: "may", fact: t("returnFact") },
    }[what];
    const given = await panel(this.foot, view.id, { kind: what, title: t("confirm." + what), ...form });
    if (!given || app.view !== view) return;
    const r = await this.send({ kind: what, reason: given.reason || undefined, note: given.note || undefined, source: given.source || undefined });
    if (!r) return;
    if (what === "comment" || r.stale) { this.refresh(r.view, r.stale); return; }
    if (app.looked) { this.refresh(r.view); return; }
    app.view = null;
    await this.open("");
  }

  // send makes a decision on the task on screen; null when the server refused it.
  async send(d, view = app.view) {
    if (this.busy) return null;
    this.busy = true;
    this.main.setAttribute("aria-busy", "true");
    try {
      const r = await submit({ id: newID(), task: view?.id, shown: view?.shown, seconds: this.clock.seconds, ...d }, saving);
      progress(r.progress);
      this.clock.start();
      if (d.kind !== "withdraw") { app.made.push({ id: r.decision.id, task: r.decision.task, kind: r.decision.kind }); remember(); }
      const said = r.stale ? t("staleSaid") : t("said." + d.kind);
      notice(said, r.stale ? "warn" : "fine");
      return r;
    } catch (e) { this.failed(e, true); return null; } finally { this.busy = false; this.main.removeAttribute("aria-busy"); }
  }

  // refresh shows the task as it is after a decision, and what changed where it had.
  refresh(view, stale) {
    const before = app.view;
    app.view = { ...view, lease: view.lease || before?.lease };
    this.draw();
    if (stale && before) this.left.prepend(h("section", { class: "stale", role: "alert" }, h("h2", null, t("staleTitle")), h("p", null, t("staleText")), changes(before, view)));
    document.getElementById("question")?.focus({ preventScroll: true });
  }

  edit() {
    if (this.editing) return;
    const view = app.view;
    this.leaveForms();
    this.editing = new Edit(view, async (d, forget) => {
      const r = await this.send({ kind: "edit", change: d.change, reason: d.reason || undefined, note: d.note || undefined, source: d.source || undefined });
      if (!r) return;
      if (!r.stale) forget();
      this.refresh(r.view, r.stale);
      if (!r.stale && r.view.broken?.length) notice(t("editBroken", r.view.broken.join("、")), "warn");
    }, () => this.draw(), trial => { this.trial = trial; if (app.tab === "steps") this.beside(); });
    // The decisions are off: they would be about the task as it was.
    for (const b of this.foot.querySelectorAll("button")) b.disabled = true;
    this.release = hold({ Escape: () => this.draw(), "Ctrl+Enter": () => this.editing.send() });
    app.tab = "steps";
    this.beside();
    set(this.left, h("h1", { class: "label", tabindex: "-1", id: "question" }, t("editing"), " ", name(view.id, "id")), this.editing.element);
    this.left.scrollTop = 0;
    this.editing.focus();
  }

  // undo takes back the last decision of this session, or the reviewer's own on this task.
  async undo() {
    const view = app.view;
    let last = app.made.at(-1);
    if (!last || (app.looked && view && last.task !== view.id)) {
      const own = (view?.history || []).filter(e => e.by === app.me.name && !e.withdrawn && !["withdraw", "try"].includes(e.kind)).at(-1);
      if (own) last = { id: own.id, task: view.id, kind: own.kind };
    }
    if (!last?.task) { notice(t("nothingToUndo")); return; }
    const given = await panel(this.foot, last.task, { kind: "withdraw", title: t("confirm.withdraw"), reasons: "none", note: "may", source: "none", fact: [t("undoOf"), " ", kind(last.kind), " ", name(last.task, "id")] });
    if (!given) return;
    const target = view?.id === last.task ? view : await get(ofTask(last.task)).catch(e => { this.failed(e, true); return null; });
    if (!target) return;
    const r = await this.send({ kind: "withdraw", withdraws: last.id, note: given.note || undefined }, target);
    if (!r) return;
    app.made = app.made.filter(m => m.id !== last.id);
    remember();
    if (view?.id === last.task) { this.refresh(r.view); return; }
    this.take(r.view, false);
  }

  // go walks along the tasks of this session; beyond the last the next one is asked for.
  async go(step) {
    this.leaveForms();
    const to = app.at + step;
    if (to < 0) { notice(t("firstTask")); return; }
    if (to < app.visited.length) { app.at = to; await this.walkTo(app.visited[to]); return; }
    const view = app.view;
    if (view && !view.mine && !app.skip.includes(view.id)) {
      app.skip.push(view.id);
      remember();
      if (view.lease) drop(ofTask(view.id) + "/lease").catch(() => {});
    }
    app.view = null;
    if (location.hash !== "#/review" && location.hash !== "") location.hash = "#/review";
    else await this.open("");
  }

  async walkTo(id) {
    try { this.take(await get(ofTask(id)), app.looked); } catch (e) { this.failed(e); }
  }

  // renew keeps the task for its reviewer while somebody is there.
  async renew() {
    const view = app.view;
    if (!view?.lease || !this.clock.active || document.hidden) return;
    try { await ask("POST", ofTask(view.id) + "/lease", { shown: view.shown }); } catch (e) {
      if (e.code === "stale" && app.view === view) notice(t("staleMeanwhile"), "warn");
    }
  }

  done(why) {
    app.view = null;
    const skipped = app.skip.length;
    const title = { leased: "leased", skipped: "skipped" }[why] || "done";
    const again = () => { app.skip = []; remember(); this.open(""); };
    set(this.main, h("section", { class: "page" }, h("h1", { tabindex: "-1", id: "question" }, t(title + "Title")),
      h("p", null, t(title + "Text")),
      h("div", { class: "row" }, skipped > 0 && button(t("skippedAgain", skipped), again, { class: "confirm" }), app.type && button(t("allTypes"), () => { app.type = ""; again(); }),
        button(t("askAgain"), () => this.open("")), h("a", { href: "#/tasks" }, t("nav.tasks")), h("a", { href: "#/status" }, t("nav.status")))));
    set(this.foot);
    document.getElementById("question").focus({ preventScroll: true });
    say(t(title + "Title"));
  }

  // failed says what went wrong; what ends the session or the work goes on to the frame.
  failed(e, here) {
    if (e.code === "join" || e.code === "preparing") { dispatchEvent(new CustomEvent("taskgrove:me")); return; }
    const said = { network: t("noServer"), stale: t("staleMeanwhile"), role: t("notAllowed"), broken: t("cannotApprove", "") }[e.code];
    notice(said && e.code !== "broken" ? `${said} (${e.message})` : e.message, "fault");
    if (e.code === "stale" && app.view) this.open(app.view.id);
    else if (!here && !app.view) set(this.main, h("section", { class: "page" }, h("h1", null, t(e.code === "network" ? "noServer" : "noTask")), h("p", null, name(e.message)), button(t("askAgain"), () => this.open(""))));
  }

  /** Sends what an earlier load of the page could not. */
  async resend() {
    for (const { path = "decisions", ...p } of pending()) {
      try { const r = await submit(p, saving, path); if (path === "decisions") progress(r.progress); notice(t("sentLate"), "fine"); } catch (e) { notice(`${t("lateRefused")} ${e.message}`, "fault"); }
    }
  }
}
