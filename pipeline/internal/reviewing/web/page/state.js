// What the page knows while it is open. Notes and what has not been sent outlive a reload,
// in this tab alone.

/** The state of the page: who asks, where, and the tasks of this session in their order. */
export const app = {
  me: null, // desk.Me
  view: null, // desk.View on screen
  looked: false, // the task was looked up, not given
  visited: [], // IDs of tasks of this session
  at: -1, // which of them is on screen
  skip: [], // tasks passed over in this session
  made: [], // own decisions of this session: {id, task, kind}
  type: "", // the only type wanted
  unfolded: false, // everything is unfolded
  tab: "steps", // what stands beside the task
};

/** Reads what a tab was told to keep; what no storage has is the fallback. */
export function recall(key, fallback) {
  try {
    const s = sessionStorage.getItem("taskgrove:" + key);
    return s === null ? fallback : JSON.parse(s);
  } catch { return fallback; }
}

/** Keeps something in this tab; null forgets it. */
export function keep(key, v) {
  try {
    if (v === null || v === "") sessionStorage.removeItem("taskgrove:" + key);
    else sessionStorage.setItem("taskgrove:" + key, JSON.stringify(v));
  } catch { /* a full or forbidden storage loses a note at a reload, nothing else */ }
}

const ranks = { annotator: 1, senior: 2, owner: 3 };

/** Whether the reviewer may do what the role may. */
export const may = role => (ranks[app.me?.role] || 0) >= ranks[role];

/** Restores the session after a reload. */
export function restore() {
  Object.assign(app, recall("session", {}));
}

/** Forgets what this tab kept, for somebody else who joins in it. */
export function forget() {
  Object.assign(app, { view: null, visited: [], at: -1, skip: [], made: [], type: "" });
  try {
    for (const k of Object.keys(sessionStorage)) if (k.startsWith("taskgrove:")) sessionStorage.removeItem(k);
  } catch { /* as above */ }
}

/** Writes down the session for a reload. */
export function remember() {
  const { visited, at, skip, made, type } = app;
  keep("session", { visited: visited.slice(-500), at: Math.min(at, 499), skip: skip.slice(-500), made: made.slice(-50), type });
}
