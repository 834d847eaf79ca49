// Where everything begins: who asks, and which page the address names.
import { get } from "./api.js";
import { app, forget, restore } from "./state.js";
import { Clock } from "./clock.js";
import { Help } from "./help.js";
import { Review } from "./review.js";
import { bind } from "./keys.js";
import { head, notice } from "./frame.js";
import { join, preparing } from "./join.js";
import { guidelines } from "./guide.js";
import { Rate } from "./rate.js";
import { statusPage } from "./status.js";
import { tasksPage } from "./tasks.js";
import { team } from "./team.js";
import { t, speak } from "./text.js";

const main = document.getElementById("main"), foot = document.getElementById("foot");
const help = new Help();
let review = null, rate = null, poll = 0, token = "";

/** Learns who asks, then shows what the address names. */
async function start() {
  clearTimeout(poll);
  try { app.me = await get("me"); } catch (e) {
    if (!app.me) { speak(); head("review"); }
    notice(`${t("noServer")} (${e.message})`, "fault", true);
    poll = setTimeout(start, 3000);
    return;
  }
  speak(app.me.language);
  route();
}

function route() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").replace(/^lang=[^&?]*/, "").split("?");
  const [where, ...rest] = path.split("/");
  if (where === "join") {
    // The link is a secret: it leaves the address, and the history, at once.
    token = decodeURIComponent(rest.join("/"));
    history.replaceState(null, "", "#/review");
  }
  clearTimeout(poll);
  review?.leaveForms();
  if (!app.me.name || token) {
    bind(help.common({}));
    head("review");
    join(main, token, me => { token = ""; forget(); app.me = me; speak(me.language); route(); });
    return;
  }
  if (app.me.preparing) {
    head("review");
    bind(help.common({}));
    preparing(main, app.me.preparing);
    poll = setTimeout(start, 1000);
    return;
  }
  const page = { tasks: 1, status: 1, team: 1, guidelines: 1, rate: app.me.rating }[where] ? where : "review";
  head(page);
  bind(help.common({ Escape: () => { location.hash = "#/review"; } }));
  if (page === "review") {
    if (!review) { review = new Review(main, foot, new Clock(), help); review.resend(); }
    review.open(where === "task" ? decodeURIComponent(rest.join("/")) : "");
  } else if (page === "tasks") tasksPage(main, query, help);
  else if (page === "status") statusPage(main);
  else if (page === "team") team(main);
  else if (page === "rate") (rate ||= new Rate(main, new Clock())).open();
  else guidelines(main);
}

addEventListener("hashchange", () => { if (app.me) route(); });
addEventListener("taskgrove:me", start);
addEventListener("taskgrove:language", () => {
  if (review) review.console = null;
  if (app.me) route(); else start();
});
addEventListener("beforeunload", e => { if (document.querySelector(".saving.waiting")) e.preventDefault(); });
restore();
start();
