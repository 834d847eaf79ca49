// What success costs.

const uses = { cost: r => r.cost, tokens: r => r.tokens.total, calls: r => r.calls };
let use = "";

function costs() {
  const agents = contestants().filter(overall);
  const known = Object.keys(uses).filter(u => agents.some(a => uses[u](overall(a)).n));
  if (!known.length) return section("cost", t("costs"), t("noCosts"));
  if (!known.includes(use)) use = known[0];
  const points = agents.map(a => ({ agent: a.agent, x: uses[use](overall(a)).mean, ...overall(a).strict.success })).filter(p => p.x !== null && p.mean !== null);
  return section("cost", t("costs"), t("costsAbout"),
    h("div", { class: "controls" }, choice(t("across"), known.map(u => [u, t("per." + u)]), use, v => { use = v; redraw("cost", costs); })),
    h("div", { class: "beside" }, scroller(t("costs"), scatter(points)),
      table(t("costs"), [t("agent"), t("per." + use), t("successStrict")],
        points.toSorted((a, b) => a.x - b.x).map(p => [agentLink(p.agent), figure(p.x), estimate(p)]), "narrow")));
}

const shapes = [
  (x, y) => svg("circle", { cx: x, cy: y, r: 5 }),
  (x, y) => svg("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9 }),
  (x, y) => svg("path", { d: `M${x} ${y - 6}L${x + 6} ${y + 5}H${x - 6}Z` }),
  (x, y) => svg("path", { d: `M${x} ${y - 6.5}L${x + 6.5} ${y}L${x} ${y + 6.5}L${x - 6.5} ${y}Z` }),
];

// scatter draws success against what it took; the line joins those that nobody beats in
// both. The scale is logarithmic where figures lie far apart.
function scatter(points) {
  const w = 620, hgt = 340, left = 44, right = 20, top = 26, bottom = 44;
  const xs = points.map(p => p.x), most = Math.max(...xs), least = Math.min(...xs);
  const log = least > 0 && most / least > 20;
  const [from, to] = log ? [Math.log10(least) - 0.15, Math.log10(most) + 0.35] : [0, most * 1.2 || 1];
  const px = x => left + (w - left - right) * ((log ? Math.log10(x) : x) - from) / (to - from);
  const py = y => hgt - bottom - (hgt - top - bottom) * y;
  const el = svg("svg", { class: "scatter", viewBox: `0 0 ${w} ${hgt}`, role: "img", "aria-label": t("scatterSays", t("per." + use)) });
  for (const y of [0, 0.25, 0.5, 0.75, 1]) {
    el.append(svg("line", { class: "tick", x1: left, x2: w - right, y1: py(y), y2: py(y) }), svg("text", { x: left - 6, y: py(y) + 4, "text-anchor": "end" }, `${100 * y} %`));
  }
  for (const x of ticks(from, to, log)) {
    el.append(svg("line", { class: "tick", x1: px(x), x2: px(x), y1: hgt - bottom, y2: hgt - bottom + 4 }), svg("text", { x: px(x), y: hgt - bottom + 17, "text-anchor": "middle" }, figure(x)));
  }
  el.append(svg("text", { class: "axis-name", x: (left + w - right) / 2, y: hgt - 6, "text-anchor": "middle" }, t("per." + use)),
    svg("text", { class: "axis-name", x: 4, y: 12 }, t("successStrict")));
  let best = -1;
  const front = points.toSorted((a, b) => a.x - b.x || b.mean - a.mean).filter(p => p.mean > best && ((best = p.mean), true));
  el.append(svg("polyline", { class: "front", points: front.map(p => `${px(p.x)},${py(p.mean)}`).join(" ") }));
  const taken = points.map(p => ({ left: px(p.x) - 7, right: px(p.x) + 7, top: py(p.mean) - 7, bottom: py(p.mean) + 7 }));
  points.forEach((p, i) => {
    const x = px(p.x), y = py(p.mean);
    if (hasInterval(p)) el.append(svg("line", { class: "range", x1: x, x2: x, y1: py(p.low), y2: py(p.high) }));
    el.append(svg("g", { class: "point" }, svg("title", null, p.agent.replace(unseenChar, "�")), shapes[i % shapes.length](x, y)));
  });
  for (const p of [...front, ...points.filter(p => !front.includes(p))]) label(el, taken, px(p.x), py(p.mean), shortened(p.agent), { left: left + 2, right: w - 4, top: 16, bottom: hgt - bottom });
  return el;
}

// label writes a name beside a point where there is room for it. One without room stands in
// the table alone.
function label(el, taken, x, y, text, within) {
  const wide = [...text].reduce((n, c) => n + (c > "\u2e80" ? 12.5 : 7.4), 0);
  for (const [anchor, dx, dy] of [["start", 10, 4], ["end", -10, 4], ["start", 10, 17], ["start", 10, -9], ["end", -10, 17], ["end", -10, -9], ["middle", 0, 21], ["middle", 0, -12]]) {
    const left = x + dx - (anchor === "end" ? wide : anchor === "middle" ? wide / 2 : 0);
    const box = { left, right: left + wide, top: y + dy - 11, bottom: y + dy + 3 };
    if (box.left < within.left || box.right > within.right || box.top < within.top || box.bottom > within.bottom || taken.some(o => o.left < box.right && box.left < o.right && o.top < box.bottom && box.top < o.bottom)) continue;
    taken.push(box);
    el.append(svg("text", { class: "label", x: x + dx, y: y + dy, "text-anchor": anchor }, text));
    return;
  }
}

function ticks(from, to, log) {
  if (log) {
    const out = [];
    for (let e = Math.floor(from); e <= to; e++) for (const m of to - from > 2.5 ? [1] : [1, 3]) if (Math.log10(m) + e >= from && Math.log10(m) + e <= to) out.push(m * 10 ** e);
    return out;
  }
  const raw = to / 5, unit = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].find(m => m * unit >= raw) * unit;
  return Array.from({ length: Math.floor(to / step) + 1 }, (_, i) => i * step);
}
