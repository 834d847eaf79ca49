// One table of keys for the whole page: what is on screen says which keys it has.
import { writes } from "./dom.js";

let table = {}, held = null;

/** Sets the keys of what is on screen: a function each, by the key's name. */
export function bind(keys) { table = keys; }

/**
 * Lets only these keys act while a panel is open, so that a stray key does not close it. The
 * result ends that.
 */
export function hold(keys) {
  held = keys;
  return () => { if (held === keys) held = null; };
}

// named is the key as the table has it. An input method that is on hides the letter.
function named(e) {
  if (e.key === "Process" && /^Key[A-Z]$/.test(e.code)) return e.code.at(-1).toLowerCase();
  return e.key.length === 1 ? e.key.toLowerCase() : e.key;
}

document.addEventListener("keydown", e => {
  if (e.isComposing || e.defaultPrevented) return;
  const open = document.querySelector("dialog[open]");
  const key = named(e);
  if (open && key !== "?") return; // Escape closes it by itself
  if (key === "Enter" && (e.ctrlKey || e.metaKey)) return run("Ctrl+Enter", e);
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (key === "Escape") return run("Escape", e);
  if (writes(e.target)) return;
  // A button that has the focus takes Enter and space itself.
  if (key === " " || key === "Enter" && (!held || e.target.closest("a, button, input, summary"))) return;
  run(key, e);
});

function run(key, e) {
  const f = (held || table)[key];
  if (f && f(e) !== false) e.preventDefault();
}
