// Searching whole transcripts: every block is unpacked once, and none is kept.

let searching = 0;

/** The trials in whose task or transcript a text stands; null where another search began
 * meanwhile. progress is told the share that is done. */
async function searchAll(q, progress) {
  const mine = ++searching, needle = q.trim().toLowerCase();
  const has = s => typeof s === "string" && s.toLowerCase().includes(needle);
  const kinds = ["texts", "tasks", "trials"].map(kind => [kind, elements(kind)]);
  const total = kinds.reduce((n, [, list]) => n + list.length, 0);
  const texts = new Set(), tasks = new Set(), found = new Set();
  let done = 0;
  const each = {
    texts: (s, n) => { if (has(s)) texts.add(n); },
    tasks: (s, n) => { if (has(X.tasks.id[n]) || has(s.question) || has(s.draft) || has(s.answer)) tasks.add(n); },
    trials: (s, n) => {
      if (tasks.has(X.trials.task[n]) || has(X.agents[X.trials.agent[n]]) || has(s.answer) || has(s.summary) || has(s.detail) || (s.said || []).some(v => has(v.text) || has(v.detail)) ||
        (s.turns || []).some(u => has(u.a) || has(u.o) || texts.has(u.p) || has(X.tools[u.t])) || (s.opinions || []).some(o => o.grades?.some(g => has(g.reason)))) found.add(n);
    },
  };
  for (const [kind, list] of kinds) {
    let n = 0;
    for (const element of list) {
      for (const s of await unpack(element)) each[kind](s, n++);
      if (mine !== searching) return null;
      progress(++done / total);
    }
  }
  return found;
}
