// Plots are rows of figures with a picture beside each: what is drawn is also written.

const place = (x, low, high) => `${(100 * (x - low) / (high - low)).toFixed(2)}%`;

/** A mean with its interval, drawn between low and high. */
function interval(e, { low = 0, high = 1, zero = false } = {}) {
  const at = x => place(Math.max(low, Math.min(high, x)), low, high);
  const el = svg("svg", { class: "interval", "aria-hidden": "true", focusable: "false" });
  for (const tick of zero ? [0] : [low, (low + high) / 2, high]) el.append(svg("line", { class: "tick", x1: at(tick), x2: at(tick), y1: "0", y2: "100%" }));
  if (e.mean === null || e.mean === undefined) return el;
  if (hasInterval(e)) {
    el.append(svg("line", { class: "range", x1: at(e.low), x2: at(e.high), y1: "50%", y2: "50%" }));
    for (const end of [e.low, e.high]) el.append(svg("line", { class: "range", x1: at(end), x2: at(end), y1: "32%", y2: "68%" }));
  }
  el.append(svg("circle", { class: "mean", cx: at(e.mean), cy: "50%", r: "4" }));
  return el;
}

/** The number of tasks below which no interval is shown. */
const fewestTasks = 10;
const tooFew = e => e.n > 0 && e.n < fewestTasks;
const hasInterval = e => !tooFew(e) && e.low !== null && e.low !== undefined;

/** A mean and its interval in figures. */
const estimate = (e, digits = 1) => [h("span", { class: "mean" }, percent(e.mean)),
  hasInterval(e) && h("span", { class: "range soft" }, `${(100 * e.low).toFixed(digits)} … ${(100 * e.high).toFixed(digits)}`),
  tooFew(e) && h("span", { class: "range soft" }, t("tooFew"))];

/** The scale below a plot. */
function scale(low, high, steps, format) {
  const el = svg("svg", { class: "scale", "aria-hidden": "true", focusable: "false" });
  for (let i = 0; i <= steps; i++) {
    const x = low + (high - low) * i / steps;
    el.append(svg("text", { x: place(x, low, high), y: "70%", "text-anchor": "middle" }, format(x)));
  }
  return el;
}

/** A section of the results. */
function section(id, title, about, ...kids) {
  return h("section", { id, "aria-labelledby": id + "-title", tabindex: "-1" },
    h("h2", { id: id + "-title" }, title), about && h("p", { class: "soft about" }, about), kids);
}

const overall = agent => agent.rows[agent.rows.length - 1];

/** The result in a sentence; nothing without a measured agent. */
function headline() {
  const r = F.headline;
  if (!r) return null;
  const best = r.best.length > 3 ? t("bestOfThem", count(r.best.length)) : r.best.map((a, i) => [i ? t("and") : "", h("strong", null, name(a))]);
  return h("p", { class: "headline" }, t("headline", count(r.agents), count(r.tasks)), F.dataset ? [" (", name(F.dataset), ")"] : null, t("best"), best, " ", percent(r.rate.mean),
    hasInterval(r.rate) ? ` (${(100 * r.rate.low).toFixed(1)} … ${(100 * r.rate.high).toFixed(1)})` : null,
    r.hardest ? [t("hardest"), h("strong", null, name(r.hardest)), " ", t("average", percent(r.average))] : null, t("stop"));
}

/** The agents by what they solve; those that bound what can be measured come last. */
function ranked() {
  const weight = a => ["", "ceiling", "chance", "floor"].indexOf(a.role);
  const mean = a => overall(a)?.strict.success.mean ?? -1;
  return [...F.analysis.agents].sort((a, b) => weight(a) - weight(b) || mean(b) - mean(a) || (a.agent < b.agent ? -1 : 1));
}

/** Those that are measured, or all where none is. */
function contestants() {
  const all = ranked(), some = all.filter(a => a.role === "");
  return some.length ? some : all;
}

/** An agent's name, which leads to its trials. */
function agentLink(agent, role) {
  return [h("a", { href: trialsHash({ agent }) }, twoLines(agent)), role && h("span", { class: "role" }, t("role." + role))];
}
