// The team: who is in it and by which links one joins. For owners.
import { h, button, choice, field, sure } from "./dom.js";
import { name } from "./shown.js";
import { get, post, drop } from "./api.js";
import { app } from "./state.js";
import { load, notice } from "./frame.js";
import { t, day } from "./text.js";

const roles = ["annotator", "senior", "owner"];

/** The page. made is an invitation whose link is shown this once. */
export function team(main, made) {
  return load(main, t("nav.team"), async () => {
    const [members, invites] = await Promise.all([get("team"), get("invites")]);
    const again = x => team(main, x);
    const doing = f => async () => { try { again(await f()); } catch (e) { notice(e.message, "fault"); } };
    const role = choice(roles.map(r => [r, t("role." + r)]), "annotator", {});
    const note = h("input", { type: "text", maxlength: "200", autocomplete: "off" });
    const number = (value, most) => h("input", { type: "number", min: "1", max: most, value, required: true });
    const uses = number("1", "1000"), days = number("7", "365");
    const bounds = i => [i.uses ? t("usesOf", i.used || 0, i.uses) : t("usesAny"), " · ", i.expires ? t("until", day(i.expires)) : t("untilEnded")];
    const link = made?.link && new URL(made.link, location.href).href;
    const shown = link && h("input", { type: "text", readonly: true, value: link, "aria-label": t("link"), onfocus: e => e.target.select() });
    if (shown) queueMicrotask(() => shown.focus());
    return [
      link && h("section", { class: "made", role: "alert" }, h("h2", null, t("linkFor", t("role." + made.role))), h("div", { class: "row" }, shown,
        navigator.clipboard && button(t("copy"), () => navigator.clipboard.writeText(link).then(() => notice(t("copied"), "fine"), () => notice(t("notCopied"), "warn")))), h("p", { class: "soft" }, t("linkOnce"), " ", bounds(made))),
      h("h2", null, t("invite")),
      h("form", { class: "filters", onsubmit: e => { e.preventDefault(); doing(() => post("invites", { role: role.value, note: note.value.trim(), uses: Number(uses.value), days: Number(days.value) }))(); } }, field(t("roleHead"), role), field(t("noteHead"), note), field(t("usesHead"), uses), field(t("daysHead"), days), h("button", { type: "submit", class: "confirm" }, t("makeLink"))),
      h("p", { class: "soft" }, t("roleText")),
      h("h2", null, t("members")),
      h("ul", { class: "members" }, (members || []).map(m => h("li", { class: m.ended ? "gone" : null }, name(m.name, "who"), " ", h("span", { class: "soft" }, t("role." + m.role)), m.ended && h("span", { class: "soft" }, " ", t("endedMember")), h("span", { class: "grow" }),
        !m.ended && m.name !== app.me.name && sure(t("remove"), m.name, t("sure"), doing(() => drop("team/" + encodeURIComponent(m.name))))))),
      h("h2", null, t("links")),
      invites?.length ? h("ul", { class: "members" }, invites.map(i => h("li", { class: i.ended ? "gone" : null }, h("span", null, t("role." + i.role)), " ", i.note && name(i.note), " ", h("span", { class: "soft" }, i.joined?.length ? [t("joinedBy"), " ", i.joined.map((n, k) => [k > 0 && "、", name(n)])] : t("joinedNone")), h("span", { class: "soft" }, bounds(i)), h("span", { class: "grow" }),
        i.ended ? h("span", { class: "soft" }, t("endedLink")) : sure(t("endLink"), i.note || t("role." + i.role), t("sure"), doing(() => drop("invites/" + encodeURIComponent(i.id))))))) : h("p", { class: "soft" }, t("noLinks")),
    ];
  });
}
