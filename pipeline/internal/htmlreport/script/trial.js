// One trial: what was asked, what was answered, how that was graded, and all on the way.

let drawing = 0;

/** Draws the i-th trial into an element. */
async function drawTrial(el, i) {
  const mine = ++drawing;
  try {
    const [packed, sheet] = await Promise.all([item("trials", i), item("tasks", X.trials.task[i])]);
    const story = await whole(packed);
    if (mine !== drawing) return;
    set(el, trialHead(i, story), trialBody(i, story, sheet));
    el.scrollTop = 0;
    if (!performance.getEntriesByName("trial").length) performance.mark("trial");
  } catch (e) {
    if (mine === drawing) set(el, h("p", { class: "fault", role: "alert" }, t("broken"), " ", name(e.message)));
  }
}

/** The outcome in words, for an unsolved task with how many steps were found. */
function outcomeWords(i, story) {
  const steps = (story.verdicts || []).filter(v => v.outcome !== "given" && v.outcome !== "idle"), o = outcome(i);
  if (o === "solved" || o === "unscored" || !steps.length) return t("outcome." + o);
  return t("outcomeSteps", count(steps.filter(v => v.outcome === "credited").length), count(steps.length));
}

function trialHead(i, story) {
  const T = X.trials, k = T.task[i];
  return h("div", { class: "trial-head" },
    h("h2", { id: "trial-title", tabindex: "-1" }, h("span", { class: "outcome " + outcome(i) }, outcomeMarks[outcome(i)], " ", outcomeWords(i, story)), " ",
      name(X.agents[T.agent[i]]), T.epoch[i] ? h("span", { class: "soft" }, " ", t("epochN", count(T.epoch[i] + 1))) : null),
    h("span", { class: "meta soft" }, name(X.tasks.id[k], "id"), " · ", name(X.types[X.tasks.type[k]])),
    h("span", { class: "steps" }, button(t("previous"), () => move(-1), {}, "k"), button(t("next"), () => move(1), {}, "j")));
}

const rateOf = x => x === null || x === undefined ? "–" : percent(x, 0);

function trialBody(i, story, sheet) {
  const T = X.trials, marks = new Marks(sheet, story.verdicts || []);
  const failure = T.failure[i] >= 0 ? X.failures[T.failure[i]] : "";
  const facts = [
    [t("strict"), `${rateOf(T.success[i])} / ${rateOf(T.process[i])}`, t("successProcess")], [t("paper"), `${rateOf(T.paper[i])} / ${rateOf(story.paper?.process)}`, t("successProcess")],
    [t("ending"), called("end", X.endings[T.end[i]])], failure && [t("failureClass"), called("failure", failure), has("failureSays." + failure) ? t("failureSays." + failure) : ""],
    [t("calls"), count(T.calls[i])], T.tokens[i] !== null && [t("tokens"), count(T.tokens[i]), story.tokens ? t("inOut", count(story.tokens.input), count(story.tokens.output)) : ""],
    T.cost[i] !== null && [t("cost"), figure(Number(T.cost[i]))],
  ].filter(Boolean);
  const languageOf = sheet.language;
  return [
    h("dl", { class: "facts" }, facts.map(([term, v, says]) => h("div", { title: says || null }, h("dt", null, term), h("dd", null, name(v))))),
    sheet.twin && h("p", null, t("twinOf"), " ", h("a", { href: trialsHash({ task: sheet.twin }) }, name(sheet.twin, "id"))),
    story.detail && h("p", { class: "fault" }, text(story.detail, { some: 400 })),
    others(i),
    h("section", { class: "card", lang: languageOf }, h("h3", null, t("question")), h("p", { class: "big" }, text(sheet.question)),
      sheet.draft && h("details", { open: T.success[i] !== 1 }, h("summary", null, t("draft")), h("p", null, text(sheet.draft)))),
    h("div", { class: "pair-cards" },
      h("section", { class: "card" }, h("h3", null, t("answer")), story.answer === "" ? h("p", { class: "soft" }, t("noAnswer")) : h("p", { class: "answer" }, text(story.answer, { marks }))),
      h("section", { class: "card" }, h("h3", null, t("referenceAnswer")), h("p", null, text(sheet.answer, { some: 800 })), h("h4", { class: "label" }, t("keywords")), keywords(sheet, story.verdicts || []))),
    written(story), opinions(story), reference(sheet),
    h("section", { class: "course-of" }, h("div", { class: "bar-head" }, h("h3", null, t("course")), button(t("unfoldAll"), unfoldAll, { class: "quiet" }, "f"), button(t("copy"), () => copy(i, story), { class: "quiet" }, "c")), course(story, marks)),
    story.summary && h("section", { class: "card" }, h("h3", null, t("summary")), h("p", null, text(story.summary, { marks }))),
  ];
}

// others leads to the other trials of the same task.
function others(i) {
  const list = siblings(i);
  if (list.length < 2) return null;
  const shown = list.slice(0, 40);
  return h("nav", { class: "others", "aria-label": t("sameTask") }, h("span", { class: "label" }, t("sameTask")), shown.map(j => {
    const label = [h("span", { class: "outcome " + outcome(j), title: t("outcome." + outcome(j)) }, outcomeMarks[outcome(j)]), " ", name(shortName(X.agents[X.trials.agent[j]])), X.trials.epoch[j] ? ` ${X.trials.epoch[j] + 1}` : ""];
    return h("button", { type: "button", class: "chip", "aria-current": j === i ? "true" : null, onclick: () => openTrial(j) }, label);
  }), list.length > shown.length && h("span", { class: "soft" }, t("more", count(list.length - shown.length))));
}

function written(story) {
  const labels = Object.entries(measureLabels()).filter(([k]) => Object.hasOwn(story.measures || {}, k));
  if (!labels.length) return null;
  return h("dl", { class: "facts" }, labels.map(([k, term]) => h("div", null, h("dt", null, term), h("dd", null, figure(story.measures[k])))),
    story.recital && h("div", null, h("dt", null, t("recitals")), h("dd", null, called("recital", story.recital))));
}

function opinions(story) {
  return (story.opinions || []).map(o => h("details", { class: "card" }, h("summary", null, t("judge"), " ", name(o.judge), " ", percent(o.score, 0)),
    h("ul", { class: "plain" }, (o.grades || []).map(g => h("li", null, name(g.criterion), " ", h("strong", null, count(g.points)), " ", text(g.reason, { some: 400 }))))));
}

function unfoldAll() {
  for (const b of document.querySelectorAll("#trial [data-unfold]")) b.click();
  for (const d of document.querySelectorAll("#trial details")) d.open = true;
}

async function copy(i, story) {
  const T = X.trials;
  const value = {
    task: X.tasks.id[T.task[i]], agent: X.agents[T.agent[i]], epoch: T.epoch[i], answer: story.answer, summary: story.same ? story.answer : story.summary ?? null,
    turns: story.turns && story.turns.map(u => ({ tool: X.tools[u.t], arguments: u.a, observation: u.text, fault: u.f, said: u.s })), said: story.said, verdicts: story.verdicts,
  };
  await copyText(JSON.stringify(value, null, 2));
}
