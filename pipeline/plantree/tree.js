"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { moves, tools, entities, tables, derivations } = data;

  const words = {
    zh: {
      summary: (n, d) => `从未知实体出发，至多 ${d} 步，共 ${n} 条路径`, search: "查找工具、表或实体", depth: "步数", unfold: "展开一层", fold: "收起",
      upTo: n => `至多 ${n}`, root: "未知实体", rootText: "规划树从一个尚未确定的实体生长：先取实体类型，再取能接受它的工具，再取该工具返回的实体类型，如此交替。每个工具节点是一条到此为止的路径。",
      counts: "各步数的路径", hops: "步数", paths: "路径", total: "累计", found: (n, i, m) => n !== "0" ? `${n} 处匹配` + (m ? `，第 ${i} 处（共列 ${m} 处）` : "") : "没有匹配",
      previous: "上一处匹配", next: "下一处匹配", languages: "语言", tree: "规划树", through: "经过此处的路径", accepts: "接受", table: "数据表", returns: "返回", leads: "可续接", none: "无，路径到此为止",
      asked: "可问", by: "名称之间的推导", one: "一行", many: "全部匹配的行", field: "一个字段", rows: "行数", parts: "组成", acceptedBy: "可查询它的工具", starts: "起点类型", calls: "工具", node: n => `${n} 条路径`, derives: e => `先推导出${e}`, link: "所在字段",
    },
    en: {
      summary: (n, d) => `${n} paths of at most ${d} hops from an unknown entity`, search: "Find a tool, table or entity", depth: "Hops", unfold: "Unfold a level", fold: "Fold",
      upTo: n => `at most ${n}`, root: "Unknown entity", rootText: "The planning tree grows from an entity not yet chosen: an entity type, a tool that accepts it, an entity type that tool returns, and so on by turns. Every tool in the tree is the end of one path.",
      counts: "Paths by number of hops", hops: "Hops", paths: "Paths", total: "Up to here", found: (n, i, m) => n !== "0" ? `${n} matches` + (m ? `, at ${i} of the first ${m}` : "") : "No match",
      previous: "Previous match", next: "Next match", languages: "Language", tree: "Planning tree", through: "Paths through here", accepts: "Accepts", table: "Table", returns: "Returns", leads: "Leads on to", none: "nothing: paths end here",
      asked: "Can be asked for", by: "Derived by", one: "one row", many: "every matching row", field: "one field", rows: "number of rows", parts: "Parts", acceptedBy: "Tools that accept it", starts: "Start types", calls: "Tools", node: n => `${n} paths`, derives: e => `by its ${e}`, link: "Named in",
    },
  };

  let lang = readerLanguage.first(data.languages, data.lang);
  let depth = data.depth;
  const say = key => (words[lang] || words.en)[key];
  const inLang = (text, name) => (text && text[lang]) || name;
  const entityLabel = name => inLang(entities[name].label, name);
  const tableLabel = name => inLang(tables[name].label, name);
  const columnLabel = (table, name) => (name === "*" ? say("rows") : inLang(tables[table].columns[name], name));
  const number = n => n.toLocaleString(lang);

  // Counting. paths[r][call] is the number of paths of one to r hops that begin
  // with the call, exact[r][call] of just r.
  const exact = [moves.calls.map(() => 0), moves.calls.map(() => 1)];
  const paths = [exact[0], exact[1]];
  const sum = (next, of) => next.reduce((n, m) => n + of[m.call], 0);
  for (let r = 2; r <= data.depth; r++) {
    exact[r] = moves.calls.map(c => c.returns.reduce((n, ret) => n + sum(ret.next, exact[r - 1]), 0));
    paths[r] = moves.calls.map((_, i) => paths[r - 1][i] + exact[r][i]);
  }
  const countOf = hops => moves.starts.reduce((n, s) => n + sum(s.next, exact[hops]), 0);

  // Nodes, made when first looked at. hops is how many tools stand above and at it.
  const newNode = (kind, parent, hops, rest) => ({ kind, parent, hops, open: false, kids: null, el: null, ...rest });
  const toolNodes = (parent, next) => next.map(m =>
    newNode("tool", parent, parent.hops + 1, { call: m.call, derivation: m.derivation || "", name: moves.calls[m.call].tool }));
  const entityNode = (parent, x) => newNode("entity", parent, parent.hops, { name: x.entity, next: x.next });
  const root = newNode("root", null, 0, { name: "", open: true });

  function children(n) {
    if (!n.kids) {
      if (n.kind === "root") n.kids = moves.starts.map(s => entityNode(n, s));
      else if (n.kind === "entity") n.kids = toolNodes(n, n.next);
      else n.kids = moves.calls[n.call].returns.map(r => entityNode(n, r));
    }
    // An entity is worth a line only if a tool may follow it.
    return n.hops < depth ? n.kids : [];
  }

  function below(n) {
    if (n.kind === "tool") return paths[depth - n.hops + 1][n.call];
    if (n.kind === "entity") return sum(n.next, paths[depth - n.hops]);
    return moves.starts.reduce((total, s) => total + sum(s.next, paths[depth]), 0);
  }

  const trailOf = n => (n.parent ? [...trailOf(n.parent), n] : []);
  const make = (tag, className, text) => {
    const el = document.createElement(tag);
    if (className) el.className = className;
    if (text !== undefined) el.textContent = text;
    return el;
  };
  // A long name may break after an underscore.
  const makeName = (tag, className, name) => {
    const el = make(tag, className);
    name.split(/(?<=_)/).forEach((piece, i) => el.append(...(i ? [make("wbr"), piece] : [piece])));
    return el;
  };
  const $ = id => document.getElementById(id);
  const tree = $("tree");
  const nodes = new WeakMap();
  let selected = root;

  // Searching.
  const search = { text: "", tools: new Set(), entities: new Set(), total: 0, list: [], at: -1, below: [] };
  const isMatch = n => (n.kind === "tool" ? search.tools : search.entities).has(n.name) && n.kind !== "root";
  const listed = 300;  // matches that are stepped through
  const shown = 25;    // matches unfolded at once

  function lookFor(text) {
    search.text = text.trim().toLowerCase();
    search.tools.clear();
    search.entities.clear();
    search.list = [];
    search.at = -1;
    search.total = 0;
    if (search.text) {
      shut(root);
      const has = (...names) => names.some(s => s && s.toLowerCase().includes(search.text));
      for (const [name, t] of Object.entries(tools)) if (has(name, tableLabel(t.table), t.table)) search.tools.add(name);
      for (const [name, e] of Object.entries(entities)) if (has(name, inLang(e.label, name))) search.entities.add(name);
      countMatches();
      listMatches();
      for (const n of search.list.slice(0, shown)) for (let p = n.parent; p; p = p.parent) p.open = true;
      search.at = search.list.length ? 0 : -1;
    }
  }

  // search.below[r][call] is how many matching nodes hang from the call, itself
  // included, with r hops to go.
  function countMatches() {
    search.below = [moves.calls.map(() => 0)];
    const hangs = (x, r) => (search.entities.has(x.entity) ? 1 : 0) + sum(x.next, search.below[r]);
    for (let r = 1; r <= depth; r++) {
      search.below[r] = moves.calls.map(c => (search.tools.has(c.tool) ? 1 : 0) +
        (r > 1 ? c.returns.reduce((n, ret) => n + hangs(ret, r - 1), 0) : 0));
    }
    search.total = moves.starts.reduce((n, s) => n + hangs(s, depth), 0);
  }

  const matchesBelow = n => n.kind === "tool" ? search.below[depth - n.hops + 1][n.call] :
    n.kind === "entity" ? sum(n.next, search.below[depth - n.hops]) + (isMatch(n) ? 1 : 0) : search.total;

  // The nearest matches to the root come first.
  function listMatches() {
    const queue = [root];
    for (let i = 0; i < queue.length && search.list.length < listed; i++) {
      for (const kid of children(queue[i])) {
        if (!matchesBelow(kid)) continue;
        if (isMatch(kid)) search.list.push(kid);
        queue.push(kid);
      }
    }
    search.list.length = Math.min(search.list.length, listed);
  }

  // Drawing.
  function rowOf(n) {
    const row = make("div", "row");
    row.append(make("span", "twist"));
    const what = make("span", "what");
    if (n.kind === "tool") {
      const t = tools[n.name];
      what.append(makeName("span", "name", n.name));
      const about = (n.derivation ? say("derives")(entityLabel(derivations[n.derivation].to)) + " · " : "") + tableLabel(t.table);
      what.append(make("span", "side", about));
    } else {
      what.append(make("span", "label", n.kind === "root" ? say("root") : entityLabel(n.name)));
      if (n.kind === "entity" && entityLabel(n.name) !== n.name) what.append(make("span", "side name", n.name));
    }
    row.append(what, make("span", "count", n === root ? say("node")(number(below(n))) : number(below(n))));
    return row;
  }

  function draw(n, level, position, size) {
    const li = make("li", n.kind + (isMatch(n) ? " found" : ""));
    li.setAttribute("role", "treeitem");
    li.setAttribute("aria-level", level);
    li.setAttribute("aria-posinset", position);
    li.setAttribute("aria-setsize", size);
    li.setAttribute("aria-selected", n === selected);
    li.tabIndex = n === selected ? 0 : -1;
    li.dataset.hops = n.hops;
    n.el = li;
    nodes.set(li, n);
    const row = rowOf(n);
    li.setAttribute("aria-label", [...row.querySelector(".what").children, row.querySelector(".count")].map(e => e.textContent).join(", "));
    li.append(row);
    if (children(n).length) {
      li.setAttribute("aria-expanded", n.open);
      if (n.open) li.append(groupOf(n, level + 1));
    }
    return li;
  }

  function groupOf(n, level) {
    const ul = make("ul");
    ul.setAttribute("role", "group");
    const kids = children(n);
    ul.append(...kids.map((kid, i) => draw(kid, level, i + 1, kids.length)));
    return ul;
  }

  function setOpen(n, open) {
    if (!children(n).length || n.open === open) return;
    n.open = open;
    if (!n.el) return;
    n.el.setAttribute("aria-expanded", open);
    const group = n.el.querySelector(":scope > ul");
    if (group) group.remove();
    if (open) n.el.append(groupOf(n, Number(n.el.getAttribute("aria-level")) + 1));
    else if (trailOf(selected).includes(n) && selected !== n) select(n, true);
  }

  function redraw() {
    while (selected.hops > depth || (selected.kind === "entity" && selected.hops >= depth)) selected = selected.parent;
    for (let n = selected.parent; n; n = n.parent) n.open = true;
    tree.replaceChildren(draw(root, 1, 1, 1));
    drawDetail();
    drawCounts();
    drawFound();
    const level = unfolded() + 1;
    $("unfold").disabled = level > depth || countUpTo(level) > 4000;
  }

  function select(n, focus) {
    const old = selected;
    selected = n;
    if (old.el) {
      old.el.setAttribute("aria-selected", "false");
      old.el.tabIndex = -1;
    }
    n.el.setAttribute("aria-selected", "true");
    n.el.tabIndex = 0;
    if (focus) n.el.focus({ preventScroll: true });
    n.el.firstElementChild.scrollIntoView({ block: "nearest" });
    drawDetail();
  }

  function reveal(n) {
    selected = n;
    redraw();
    n.el.firstElementChild.scrollIntoView({ block: "center" });
  }

  const countUpTo = hops => {
    let n = 0;
    for (let h = 1; h <= hops; h++) n += countOf(h);
    return n;
  };

  // unfolded is the number of hops down to which everything is open.
  function unfolded() {
    let front = [root];
    for (let h = 0; ; h++) {
      const entitiesHere = front.flatMap(n => (n.open ? children(n) : []));
      if (!entitiesHere.length || front.some(n => children(n).length && !n.open) || entitiesHere.some(n => !n.open)) return h;
      front = entitiesHere.flatMap(children);
    }
  }

  function unfold() {
    const level = unfolded() + 1;
    const open = n => {
      if (n.hops >= level) return;
      n.open = true;
      children(n).forEach(open);
    };
    open(root);
    redraw();
  }

  function shut(n) {
    n.open = n === root;
    (n.kids || []).forEach(shut);
  }

  function fold() {
    shut(root);
    selected = root;
    redraw();
  }

  // The panel beside the tree.
  function define(list, term, value) {
    if (value === null || value.length === 0) return;
    list.append(make("dt", "", term));
    const dd = make("dd");
    if (Array.isArray(value)) {
      const ul = make("ul", "list");
      ul.append(...value.map(v => makeName("li", "", v)));
      dd.append(ul);
    } else dd.textContent = value;
    list.append(dd);
  }

  const listOf = names => names.join(lang === "zh" ? "、" : ", ");

  function drawDetail() {
    const box = $("detail"), n = selected, list = make("dl");
    box.replaceChildren();
    const trail = trailOf(n).slice(0, -1);
    if (trail.length) box.append(make("div", "trail", trail.map(x => (x.kind === "tool" ? x.name : entityLabel(x.name))).join(" › ") + " ›"));
    if (n.kind === "root") {
      box.append(make("h2", "", say("root")), make("p", "muted", say("rootText")));
      define(list, say("starts"), String(moves.starts.length));
      define(list, say("calls"), String(new Set(moves.calls.map(c => c.tool)).size));
    } else if (n.kind === "entity") entityDetail(box, list, n);
    else toolDetail(box, list, n);
    define(list, say("through"), number(below(n)));
    box.append(list);
  }

  function entityDetail(box, list, n) {
    const e = entities[n.name];
    box.append(make("h2", "label", entityLabel(n.name)), make("p", "name muted", n.name));
    define(list, say("parts"), listOf(e.parts || []));
    if (n.parent.kind === "tool") {
      const ret = moves.calls[n.parent.call].returns.find(r => r.entity === n.name);
      define(list, say("link"), ret.links.map(l => l.map(c => columnLabel(tools[n.parent.name].table, c)).join(" + ")));
    }
    define(list, say("acceptedBy"), Object.keys(tools).filter(t => tools[t].accepts.includes(n.name)));
  }

  function toolDetail(box, list, n) {
    const t = tools[n.name], c = moves.calls[n.call];
    box.append(makeName("h2", "name", n.name), make("p", "", inLang(t.description, "")));
    if (n.derivation) define(list, say("by"), inLang(derivations[n.derivation].phrase, n.derivation).replace("{}", entityLabel(derivations[n.derivation].from)));
    define(list, say("accepts"), listOf(t.accepts.map(entityLabel)));
    define(list, say("table"), tableLabel(t.table));
    define(list, say("returns"), say(t.returns));
    const leads = c.returns.map(r => `${entityLabel(r.entity)} (${listOf(r.links.map(l => l.map(x => columnLabel(t.table, x)).join(" + ")))})`);
    define(list, say("leads"), leads.length ? leads : say("none"));
    define(list, say("asked"), listOf(c.targets.map(x => columnLabel(t.table, x))));
  }

  function drawCounts() {
    $("counts-title").textContent = say("counts");
    const table = $("counts"), head = make("tr");
    head.append(...["hops", "paths", "total"].map(k => make("th", "", say(k))));
    table.tHead.replaceChildren(head);
    table.tBodies[0].replaceChildren(...Array.from({ length: data.depth }, (_, i) => {
      const tr = make("tr", i + 1 > depth ? "beyond" : "");
      const cell = make("td", "paths", number(countOf(i + 1)));
      cell.dataset.count = countOf(i + 1);
      tr.append(make("td", "", String(i + 1)), cell, make("td", "", number(countUpTo(i + 1))));
      return tr;
    }));
  }

  function drawFound() {
    const many = search.list.length > 1;
    $("previous").disabled = $("next").disabled = !many;
    $("found").textContent = search.text ? say("found")(number(search.total), search.at + 1, search.list.length) : "";
  }

  function drawWords() {
    document.documentElement.lang = lang;
    document.title = $("title").textContent = say("tree") + (lang === "zh" ? "：" : ": ") + inLang(data.title, "");
    $("summary").textContent = say("summary")(number(countUpTo(data.depth)), data.depth);
    $("search").placeholder = say("search");
    $("search").setAttribute("aria-label", say("search"));
    $("depth-label").textContent = say("depth");
    $("unfold").textContent = say("unfold");
    $("fold").textContent = say("fold");
    for (const id of ["previous", "next"]) {
      $(id).title = say(id);
      $(id).setAttribute("aria-label", say(id));
    }
    tree.setAttribute("aria-label", say("tree"));
    $("depth").replaceChildren(...Array.from({ length: data.depth }, (_, i) => new Option(say("upTo")(i + 1), i + 1)));
    $("depth").value = depth;
    const names = [...Object.keys(tools), ...Object.keys(entities).map(entityLabel), ...new Set(Object.values(tools).map(t => tableLabel(t.table)))];
    $("names").replaceChildren(...names.map(v => new Option("", v)));
    $("languages").setAttribute("aria-label", say("languages"));
    for (const b of $("languages").children) b.setAttribute("aria-pressed", b.dataset.lang === lang);
  }

  // Hands.
  tree.addEventListener("click", e => {
    const li = e.target.closest("[role=treeitem]");
    if (!li) return;
    const n = nodes.get(li);
    select(n, true);
    if (e.target.closest(".row")) setOpen(n, !n.open);
  });

  tree.addEventListener("keydown", e => {
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    const items = [...tree.querySelectorAll("[role=treeitem]")];
    const at = items.indexOf(selected.el);
    const go = li => li && select(nodes.get(li), true);
    const isOpen = selected.open && children(selected).length > 0;
    switch (e.key) {
      case "ArrowDown": go(items[at + 1]); break;
      case "ArrowUp": go(items[at - 1]); break;
      case "Home": go(items[0]); break;
      case "End": go(items[items.length - 1]); break;
      case "ArrowRight": isOpen ? go(items[at + 1]) : setOpen(selected, true); break;
      case "ArrowLeft": isOpen ? setOpen(selected, false) : selected.parent && select(selected.parent, true); break;
      case "Enter": case " ": setOpen(selected, !selected.open); break;
      case "*": (selected.parent ? children(selected.parent) : [root]).forEach(n => setOpen(n, true)); break;
      default: return;
    }
    e.preventDefault();
  });

  const step = by => {
    const n = search.list.length;
    if (!n) return;
    search.at = (search.at + by + n) % n;
    reveal(search.list[search.at]);
  };
  $("search").addEventListener("input", e => {
    lookFor(e.target.value);
    if (search.at >= 0) reveal(search.list[0]);
    else redraw();
  });
  $("search").addEventListener("keydown", e => {
    if (e.key !== "Enter") return;
    e.preventDefault();
    step(e.shiftKey ? -1 : 1);
  });
  $("next").addEventListener("click", () => step(1));
  $("previous").addEventListener("click", () => step(-1));
  $("unfold").addEventListener("click", unfold);
  $("fold").addEventListener("click", fold);
  $("depth").addEventListener("change", e => {
    depth = Number(e.target.value);
    lookFor($("search").value);
    redraw();
  });
  $("languages").append(...data.languages.map(l => {
    const b = make("button", "", { zh: "中文", en: "English", pt: "Português" }[l] || l);
    b.type = "button";
    b.lang = l;
    b.dataset.lang = l;
    b.addEventListener("click", () => {
      lang = l;
      readerLanguage.choose(l);
      drawWords();
      lookFor($("search").value);
      redraw();
    });
    return b;
  }));

  drawWords();
  if (children(root).length) children(root)[0].open = true;
  redraw();
})();
