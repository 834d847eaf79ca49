// What an agent did, in order: what its model said, then the calls that this asked for and
// what came back.

/** The list of a trial's sayings and turns. The observations of turns are whole. */
function course(story, marks) {
  const items = [], said = story.said || [];
  let told = 0;
  const tell = upTo => { for (; told < Math.min(upTo, said.length); told++) items.push(saying(said[told], told + 1)); };
  (story.turns || []).forEach((u, i) => {
    if (u.s) tell(u.s);
    items.push(call(u, i + 1, marks));
  });
  tell(said.length);
  if (!story.turns && !said.length) return h("p", { class: "soft" }, t("callsUnknown"));
  if (!items.length) return h("p", { class: "soft" }, t("noCalls"));
  return h("ol", { class: "course" }, items);
}

function saying(s, n) {
  return h("li", { class: "saying" + (s.slip ? " slip" : "") },
    h("div", { class: "said-head" }, h("span", { class: "label" }, t("said", count(n))), " ", h("span", { class: "phase" }, called("phase", s.phase)),
      s.slip && h("strong", { class: "fault" }, t("slip"), " ", called("slip", s.slip))),
    s.text ? text(s.text, { some: 900 }) : h("span", { class: "soft" }, t("onlyCalls")),
    s.detail && h("div", { class: "fault" }, text(s.detail, { some: 300 })));
}

function call(u, n, marks) {
  return h("li", { class: "turn" + (u.f ? " faulty" : "") },
    h("div", { class: "call" }, h("span", { class: "n", "aria-hidden": "true" }, count(n)), h("span", { class: "what" }, toolName(X.tools[u.t]), " ", argumentsOf(u.a))),
    u.f && h("div", { class: "fault" }, t("fault"), " ", name(called("fault", u.f))),
    h("div", { class: "observation" }, u.text === "" ? h("span", { class: "soft" }, t("nothing")) : text(u.text, { marks, some: someSeen })));
}

// argumentsOf shows the arguments of a call by name where they are an object, else as they came.
function argumentsOf(a) {
  let list = null;
  try {
    const v = a.length < 20_000 ? JSON.parse(a) : null;
    if (v && typeof v === "object" && !Array.isArray(v)) list = Object.entries(v).map(([k, x]) => [k, typeof x === "string" ? x : JSON.stringify(x)]);
  } catch { /* no JSON, or nested too deep: shown as it came */ }
  if (!list) return h("span", { class: "args" }, text(a, { some: 300 }));
  return h("span", { class: "args" }, list.map(([k, x]) => h("span", { class: "arg" }, name(k, "key"), " ", text(x, { some: 300 }))));
}

/** The calls of the reference. */
function reference(sheet) {
  if (!sheet.steps.length) return null;
  return h("details", { class: "reference-way" }, h("summary", null, t("referenceWay", count(sheet.steps.length))),
    h("ol", { class: "course" }, sheet.steps.map((s, i) => h("li", { class: "turn" },
      h("div", { class: "call" }, h("span", { class: "n", "aria-hidden": "true" }, count(i + 1)), h("span", { class: "what" }, toolName(s.tool), " ", argumentsOf(s.arguments))),
      s.selected?.length ? h("div", { class: "observation" }, text(s.selected.slice(0, 20).join(lang === "zh" ? "、" : ", "), { some: 300 })) : null))));
}

/** A story whose turns hold their observations as text. */
async function whole(story) {
  const turns = story.turns && await Promise.all(story.turns.map(async u => ({ ...u, text: u.p === undefined ? u.o || "" : await item("texts", u.p) })));
  return { ...story, turns };
}
