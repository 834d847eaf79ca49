// The page on which people rate written texts, a text at a time, by the rubric that models
// judge by. Who wrote a text is not told.
import { h, button, say } from "./dom.js";
import { text } from "./shown.js";
import { get, post, submit, newID } from "./api.js";
import { app, keep, recall } from "./state.js";
import { load, notice, saving } from "./frame.js";
import { t, count } from "./text.js";

/** The page. */
export class Rate {
  constructor(main, clock) {
    Object.assign(this, { main, clock, skip: [], seen: [] });
  }

  /** Shows the text of that ID, or the next one for "". */
  open(id = "") {
    return load(this.main, t("nav.rate"), async () => {
      if (id) return this.show(await get("texts/" + encodeURIComponent(id)));
      const r = await post("texts/next", { skip: this.skip });
      app.me.rating = r.progress;
      return r.text ? this.show(r.text) : this.done();
    });
  }

  // progress says how far the reviewer and everybody is.
  progress() {
    const p = app.me.rating;
    return h("p", { class: "soft" }, t("rateProgress", count(p.mine), count(p.left), count(p.done), count(p.texts)));
  }

  done() {
    const again = () => { this.skip = []; this.open(); };
    return [this.progress(), h("p", null, t(this.skip.length ? "rateSkipped" : "rateDone")),
      h("div", { class: "row" }, this.skip.length > 0 && button(t("skippedAgain", this.skip.length), again, { class: "confirm" }), this.back())];
  }

  // back leads to the text that was on screen before.
  back() {
    const last = this.seen.at(-1);
    return last && button(t("do.previous"), () => { this.seen.pop(); this.open(last); }, { class: "quiet" });
  }

  show(view) {
    const key = "rating:" + view.id;
    const mine = view.mine?.opinion;
    const draft = recall(key, null) ?? {
      points: Object.fromEntries((mine?.grades || []).map(g => [g.criterion, g.points])), overall: mine?.overall?.points ?? "", note: view.mine?.note || "",
    };
    const store = () => keep(key, draft);
    this.clock.start();
    const rubric = view.rubric;
    const criteria = rubric.criteria.map((c, i) => this.criterion(c, i, draft, store));
    const overall = rubric.tiers && h("input", { type: "number", min: "0", max: "100", step: "1", value: draft.overall, "aria-describedby": "tiers", oninput: e => { draft.overall = e.target.value; store(); } });
    const note = h("textarea", { rows: "2", value: draft.note, maxlength: "20000", oninput: e => { draft.note = e.target.value; store(); } });
    const save = button(t("saveRating"), () => this.save(view, draft, key), { class: "confirm" }, "Ctrl+Enter");
    const form = h("form", { class: "rating", onsubmit: e => { e.preventDefault(); this.save(view, draft, key); } },
      criteria,
      rubric.tiers && h("fieldset", { lang: rubric.language }, h("legend", null, t("overall")), h("ul", { class: "tiers", id: "tiers" }, this.tiers(rubric.tiers)),
        h("label", { class: "field" }, h("span", { class: "label" }, t("overallPoints")), overall)),
      h("label", { class: "field" }, h("span", { class: "label" }, t("noteMay")), note),
      h("div", { class: "row" }, save, button(t("do.next"), () => { this.skip.push(view.id); this.seen.push(view.id); this.open(); }, { class: "quiet" }), this.back()));
    form.addEventListener("keydown", e => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); e.stopPropagation(); this.save(view, draft, key); } });
    const part = (label, s, lang) => h("section", null, h("h2", { class: "label" }, label), h("div", { lang }, text(s, { open: true })));
    return [this.progress(), view.mine && h("p", { class: "soft" }, t("rateReplaces")),
      h("div", { class: "two even" },
        h("div", null, part(t("question"), view.question, rubric.language), part(t("ratedText"), view.text, rubric.language),
          view.reference && h("details", null, h("summary", null, t("oneAnswer")), h("div", { lang: rubric.language }, text(view.reference, { open: true })))),
        form)];
  }

  // criterion is the choice of points for one criterion.
  criterion(c, i, draft, store) {
    return h("fieldset", null, h("legend", null, c.title), h("p", { class: "soft" }, c.asks),
      c.levels.map(l => {
        const box = h("input", { type: "radio", name: "criterion-" + i, value: String(l.points), onchange: () => { draft.points[c.name] = l.points; store(); } });
        box.checked = draft.points[c.name] === l.points;
        return h("label", { class: "level" }, box, h("b", null, l.points), l.text && h("span", null, l.text));
      }));
  }

  tiers(all) {
    return all.map((l, i) => h("li", null, h("b", null, `${l.points}–${i + 1 < all.length ? all[i + 1].points - 1 : 100}`), " ", l.text));
  }

  async save(view, draft, key) {
    if (this.busy) return;
    const rubric = view.rubric;
    const lacking = rubric.criteria.filter(c => draft.points[c.name] === undefined).map(c => c.title);
    const overall = Number(draft.overall);
    if (rubric.tiers && (String(draft.overall).trim() === "" || !Number.isInteger(overall) || overall < 0 || overall > 100)) lacking.push(t("overall"));
    if (lacking.length) { notice(t("rateLacks", lacking.join(t("listComma"))), "warn"); say(t("rateLacks", lacking.join(t("listComma")))); return; }
    this.busy = true;
    try {
      const r = await submit({
        id: newID(), text: view.id, rubric: rubric.id, grades: rubric.criteria.map(c => ({ criterion: c.name, points: draft.points[c.name], reason: "" })),
        overall: rubric.tiers ? overall : undefined, note: draft.note.trim() || undefined, seconds: this.clock.seconds,
      }, saving, "ratings");
      keep(key, null);
      app.me.rating = r.progress;
      notice(t("rateSaved"), "fine");
      this.seen.push(view.id);
      this.busy = false;
      await this.open();
    } catch (e) {
      if (e.code === "join") { dispatchEvent(new CustomEvent("taskgrove:me")); return; }
      notice(e.message, "fault");
    } finally { this.busy = false; }
  }
}
