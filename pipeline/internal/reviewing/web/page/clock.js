// The time somebody is at a task: seconds in which the page is seen and was used within the
// last minute.
const idle = 60_000;

export class Clock {
  constructor() {
    this.spent = 0;
    this.mark = performance.now();
    this.used = this.mark;
    this.seen = document.visibilityState === "visible";
    for (const e of ["keydown", "pointerdown", "pointermove", "wheel", "touchstart"]) addEventListener(e, () => this.use(), { passive: true, capture: true });
    document.addEventListener("visibilitychange", () => { this.add(); this.seen = document.visibilityState === "visible"; if (this.seen) this.use(); });
  }

  // add counts what has passed since the last mark, up to a minute after the last use.
  add() {
    const now = performance.now();
    if (this.seen) this.spent += Math.max(0, Math.min(now, this.used + idle) - this.mark);
    this.mark = now;
  }

  use() { this.add(); this.used = this.mark; }

  /** Whether somebody is there. */
  get active() { return this.seen && performance.now() < this.used + idle; }

  /** Begins a task. */
  start() { this.spent = 0; this.mark = performance.now(); this.used = this.mark; }

  /** The seconds at the task so far. */
  get seconds() { this.add(); return Math.round(this.spent / 100) / 10; }
}
