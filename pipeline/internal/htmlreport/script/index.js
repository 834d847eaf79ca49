// The index of trials, and which of them are wanted.

const separator = "----";
let X = null; // the index; null until the whole page is there

const outcomes = ["solved", "partly", "unsolved", "unscored"];
const outcomeMarks = { solved: "●", partly: "◐", unsolved: "○", unscored: "–" };

/** The outcome of the i-th trial by the strict rule. */
function outcome(i) {
  const s = X.trials.success[i];
  return s === null ? "unscored" : s === 1 ? "solved" : s > 0 ? "partly" : "unsolved";
}

const fields = ["agent", "type", "outcome", "failure", "end", "task", "measured", "through", "stopped", "q", "deep"];

let measuredAgents = null;

/** The numbers of the agents that are measured; of all where none is. */
function measured() {
  if (!measuredAgents) {
    const names = new Set(contestants().map(a => a.agent));
    measuredAgents = new Set([...X.agents.keys()].filter(i => names.has(X.agents[i])));
  }
  return measuredAgents;
}

/** An address of the viewer with these filters set. */
function trialsHash(filters) {
  const p = new URLSearchParams(Object.entries(filters).filter(([, v]) => v));
  return "#trials" + (String(p) && "?" + p);
}

/** The numbers of the trials that pass filters, in order. found, where it is not null, are
 * those in which a text was found. */
function passing(f, found) {
  const T = X.trials, n = T.task.length, out = [];
  const agent = f.agent ? X.agents.indexOf(f.agent) : -1, type = f.type ? X.types.indexOf(f.type) : -1;
  const end = f.end ? X.endings.indexOf(f.end) : -1, failure = f.failure ? X.failures.indexOf(f.failure) : -1;
  const task = f.task ? X.tasks.id.indexOf(f.task) : -1;
  const through = f.through ? f.through.split(separator) : [];
  const goes = X.paths.map(p => through.every((tool, i) => X.tools[p[i]] === tool));
  const q = found ? "" : (f.q || "").trim().toLowerCase();
  const taskHas = q ? X.tasks.id.map((id, i) => id.toLowerCase().includes(q) || X.tasks.question[i].toLowerCase().includes(q)) : null;
  const agentHas = q ? X.agents.map(a => a.toLowerCase().includes(q)) : null;
  for (let i = 0; i < n; i++) {
    const k = T.task[i];
    if (f.agent && T.agent[i] !== agent || f.type && X.tasks.type[k] !== type || f.end && T.end[i] !== end) continue;
    if (f.measured && !measured().has(T.agent[i])) continue;
    if (f.failure && T.failure[i] !== failure || f.task && k !== task || !goes[X.tasks.path[k]]) continue;
    if (f.outcome === "failed" ? T.success[i] === null || T.success[i] === 1 : f.outcome && outcome(i) !== f.outcome) continue;
    if (f.stopped && !(T.success[i] !== null && T.success[i] < 1 && T.reach[i] === through.length - 1)) continue;
    if (q && !(taskHas[k] || agentHas[T.agent[i]] || T.answer[i].toLowerCase().includes(q))) continue;
    if (found && !found.has(i)) continue;
    out.push(i);
  }
  return out;
}

/** The number of the trial of a task, an agent and an epoch; -1 where there is none. */
function trialOf(task, agent, epoch) {
  const T = X.trials, k = X.tasks.id.indexOf(task), a = X.agents.indexOf(agent);
  for (let i = 0; i < T.task.length; i++) if (T.task[i] === k && T.agent[i] === a && T.epoch[i] === epoch) return i;
  return -1;
}

/** The trials of the same task, in order. */
function siblings(i) {
  const T = X.trials, out = [];
  for (let j = 0; j < T.task.length; j++) if (T.task[j] === T.task[i]) out.push(j);
  return out;
}
