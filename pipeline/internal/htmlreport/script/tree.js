// Failures on the planning tree: the paths of the tasks, joined where they begin alike. A
// line is a tool in its place on the way; what is counted are trials of tasks whose path
// goes through it.

let treeAgent = "", treeRoot = null;
const openNodes = new Set([""]);

function failureTree() {
  const body = h("div", { id: "tree-body" });
  const el = section("tree", t("tree"), t("treeAbout"), body);
  if (X) put(body, drawTree()); else put(body, waiting());
  return el;
}

function drawTree() {
  treeRoot = grow();
  if (!treeRoot.kids.size) return h("p", { class: "soft" }, t("noPaths"));
  return [
    h("div", { class: "controls" },
      choice(t("agent"), [...(bounded() ? [["", t("measured")], ["all", t("allAgents")]] : [["", t("allAgents")]]), ...X.agents.map((a, i) => [String(i), shortened(a)])], treeAgent, v => { treeAgent = v; redraw("tree", failureTree); }),
      button(t("unfoldAll"), () => { every(treeRoot, n => openNodes.add(n.key)); redraw("tree", failureTree); }),
      button(t("foldAll"), () => { openNodes.clear(); openNodes.add(""); redraw("tree", failureTree); })),
    coverage(),
    h("div", { class: "tree-head soft", "aria-hidden": "true" }, h("span", null, t("tool")), h("span", null, t("failedThrough")), h("span", null, t("stoppedHere"))),
    branches(treeRoot), toolTable()];
}

// bounded tells whether some agents are not measured but bound what can be: those that do
// nothing fail everywhere, and would hide where the others do.
const bounded = () => measured().size < X.agents.length;

const among = agent => treeAgent === "all" || (treeAgent === "" ? measured().has(agent) : agent === Number(treeAgent));

/** The filters of the trials that are counted. */
const whose = () => treeAgent === "" ? { measured: bounded() ? "1" : "" } : { agent: treeAgent === "all" ? "" : X.agents[treeAgent] };

// grow joins the paths and counts trials on them. A trial stops at the first tool of its
// task's path that never gave it a result.
function grow() {
  const make = (key, tool) => ({ key, tool, kids: new Map(), trials: 0, failed: 0, stopped: 0, tasks: new Set() });
  const root = make("", -1), T = X.trials, trails = X.paths.map(path => {
    let n = root;
    return path.map((tool, i) => {
      const key = path.slice(0, i + 1).join(" ");
      if (!n.kids.has(tool)) n.kids.set(tool, make(key, tool));
      return n = n.kids.get(tool);
    });
  });
  for (let i = 0; i < T.task.length; i++) {
    if (!among(T.agent[i])) continue;
    if (T.success[i] === null) continue;
    const failed = T.success[i] < 1;
    trails[X.tasks.path[T.task[i]]].forEach((n, depth) => {
      n.trials++;
      n.tasks.add(T.task[i]);
      if (failed) n.failed++;
      if (failed && T.reach[i] === depth) n.stopped++;
    });
  }
  return root;
}

/** What the domain says of a tool; null for one that it does not have. */
const described = name => Object.hasOwn(F.tools, name) ? F.tools[name] : null;

const every = (n, f) => { f(n); n.kids.forEach(k => every(k, f)); };

function branches(n) {
  const kids = [...n.kids.values()].filter(k => k.trials).sort((a, b) => b.failed - a.failed || b.trials - a.trials || (a.key < b.key ? -1 : 1));
  return h("ul", { class: "branches" }, kids.map(branch));
}

function branch(n) {
  const li = h("li"), open = openNodes.has(n.key), leaf = ![...n.kids.values()].some(k => k.trials);
  const path = n.key.split(" ").map(i => X.tools[i]).join(separator);
  const label = described(X.tools[n.tool]);
  const twist = leaf ? h("span", { class: "twist" }) : h("button", {
    type: "button", class: "twist", "aria-expanded": open, "aria-label": t("stepsAfter", X.tools[n.tool]),
    onclick: () => {
      if (openNodes.has(n.key)) openNodes.delete(n.key); else openNodes.add(n.key);
      const fresh = branch(n);
      li.replaceWith(fresh);
      fresh.querySelector(".twist").focus();
    },
  }, open ? "▾" : "▸");
  put(li, h("div", { class: "branch" },
    h("span", { class: "where" }, twist, h("span", null, toolName(X.tools[n.tool]), label?.table && h("span", { class: "soft side" }, name(label.table[lang] || Object.values(label.table)[0])))),
    bar(h("a", { class: "share", href: trialsHash({ ...whose(), through: path, outcome: "failed" }) },
      h("span", null, percent(n.failed / n.trials, 0)), h("span", { class: "soft" }, t("ofTrials", count(n.failed), count(n.trials)))), n.failed / n.trials),
    n.stopped ? h("a", { class: "stopped", href: trialsHash({ ...whose(), through: path, stopped: "1" }) }, count(n.stopped)) : h("span", { class: "stopped soft" }, "0")));
  if (open && !leaf) li.append(branches(n));
  return li;
}

// coverage says how much of the planning tree the tasks go over.
function coverage() {
  const c = F.coverage;
  if (!c) return null;
  return h("p", { class: "soft" }, t("covered", count(c.tools - c.unused.length), count(c.tools), count(c.taken), count(c.moves)),
    c.unused.length ? [" ", t("unused"), " ", c.unused.map((u, i) => [i ? ", " : "", toolName(u)])] : null);
}

// toolTable counts the calls that agents made.
function toolTable() {
  const sums = new Map();
  for (const c of X.calls) {
    if (!among(c.agent)) continue;
    const s = sums.get(c.tool) || { calls: 0, faults: 0 };
    sums.set(c.tool, { calls: s.calls + c.calls, faults: s.faults + c.faults });
  }
  if (!sums.size) return null;
  const rows = [...sums].sort((a, b) => b[1].calls - a[1].calls || (X.tools[a[0]] < X.tools[b[0]] ? -1 : 1)).slice(0, 200);
  return h("details", null, h("summary", null, t("callsByTool")), table(t("callsByTool"), [t("tool"), t("about"), t("calls"), t("faulty")],
    rows.map(([tool, s]) => [toolName(X.tools[tool]), name(described(X.tools[tool])?.description[lang] || ""), count(s.calls),
      bar(h("div", null, count(s.faults), " ", h("span", { class: "soft" }, percent(s.faults / s.calls, 0))), s.faults / s.calls)]), "matrix"));
}
