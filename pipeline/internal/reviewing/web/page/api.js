// What the page and its server say to each other. Decisions have an ID of their own and are
// sent until they are answered; the server counts one that comes twice once.
import { keep, recall } from "./state.js";

/** An answer with a status of 400 and above. Code is desk.Fault's; "network" when none came. */
export class Fault extends Error {
  constructor(code, message) { super(message); this.code = code; }
}

/** Asks the server; JSON both ways. */
export async function ask(method, path, body, { plain = false, signal } = {}) {
  let r;
  try {
    r = await fetch("api/" + path, {
      method, signal, credentials: "same-origin", cache: "no-store",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Fault("network", e.message);
  }
  if (!r.ok) {
    const f = await r.json().catch(() => null);
    throw new Fault(f?.code || (r.status >= 500 ? "network" : "invalid"), f?.error || `${r.status} ${r.statusText}`);
  }
  if (plain) return r.text();
  const text = await r.text();
  return text === "" ? null : JSON.parse(text);
}

export const get = (path, o) => ask("GET", path, undefined, o);
export const post = (path, body = {}, o) => ask("POST", path, body, o);
export const drop = path => ask("DELETE", path);

/** The address of a task. */
export const ofTask = id => "tasks/" + encodeURIComponent(id);

/** A new ID of a decision: 128 random bits. */
export function newID() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, "0")).join("");
}

const waits = new Set(["network", "log", "preparing"]);

/**
 * Sends a decision, or to another path a rating, until it is answered, with longer and longer pauses; state is told
 * "sending", "waiting" and "saved". What the server refuses is thrown.
 */
export async function submit(submission, state, path = "decisions") {
  const all = recall("pending", []);
  if (!all.some(p => p.id === submission.id)) keep("pending", [...all, { path, ...submission }]);
  const done = () => {
    const left = recall("pending", []).filter(p => p.id !== submission.id);
    keep("pending", left.length ? left : null);
  };
  for (let pause = 1; ; pause = Math.min(2 * pause, 10)) {
    state("sending");
    try {
      const r = await post(path, submission);
      done();
      state("saved");
      return r;
    } catch (e) {
      if (!waits.has(e.code)) { done(); state("refused"); throw e; }
      state("waiting", e.message);
      await new Promise(next => {
        const go = () => { clearTimeout(timer); removeEventListener("online", go); next(); };
        const timer = setTimeout(go, pause * 1000);
        addEventListener("online", go);
      });
    }
  }
}

/** What an earlier load of the page could not send: decisions and ratings, each with its path. */
export const pending = () => recall("pending", []);
