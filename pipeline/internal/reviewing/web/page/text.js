// What the page says, in the reader's language. Texts are in words_*.js; a text with parts
// is a function.
import { zh } from "./words_zh.js";
import { en } from "./words_en.js";
import { readerLanguage } from "./language.js";

const words = { zh, en };
let lang = "zh";

/** A text by its name, with its parts. A name that no language has is a fault of the page. */
export function t(key, ...parts) {
  const w = words[lang][key];
  if (w === undefined) throw new Error(`no text ${key} in ${lang}`);
  return typeof w === "function" ? w(...parts) : w;
}

/** A text for a name from outside; undefined where there is none. */
t.maybe = key => (Object.hasOwn(words[lang], key) && typeof words[lang][key] === "string" ? words[lang][key] : undefined);

/** Whether there is a text of that name. */
export const has = key => Object.hasOwn(words[lang], key);

/** The language in use. */
export const language = () => lang;

/** Speaks the reader's language; own is that of the tasks, for a reader of neither. */
export function speak(own) { set(readerLanguage.first(Object.keys(words), own || "en")); }

function set(l) { lang = words[l] ? l : "en"; document.documentElement.lang = lang; }

/** Changes to the other language and remembers it. */
export function swap() {
  set(lang === "zh" ? "en" : "zh");
  readerLanguage.choose(lang);
  dispatchEvent(new CustomEvent("taskgrove:language"));
}

/** A whole number with its groups. */
export const count = n => Number(n || 0).toLocaleString(lang);

/** A share, to a tenth of a percent. */
export const percent = x => (100 * x).toLocaleString(lang, { maximumFractionDigits: 1 }) + " %";

/** Seconds as people say them. */
export const time = s => (s < 60 ? `${Math.round(s)} s` : `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`);

/** A moment, in the reader's time zone. */
export const day = at => new Date(at).toLocaleString(lang, { month: "numeric", day: "numeric", hour: "2-digit", minute: "2-digit" });
