// A list: measures rows for the server, shows its updates in one step, reports where it is.

import { draw, make } from "./rows.js";
import { compare, frames, hold, view } from "./watch.js";

const names = {
  ours: ["This package", "The server says what is new, and at most one offset, worked out from "
    + "the heights of the rows before they are shown."],
  browser: ["The browser", "The same rows with overflow-anchor: auto. At the end the page scrolls "
    + "down by itself."],
  naive: ["scrollTop += difference", "After a page of older messages the growth of scrollHeight "
    + "is added, as many apps do."],
};

export class Pane {
  constructor(index, keeper, geometry, isWhole, say) {
    Object.assign(this, { index, keeper, geometry, isWhole, say, turn: 0, writes: 0, inputAt: 0,
      records: [] });
    const section = document.getElementById("pane").content.firstElementChild.cloneNode(true);
    section.classList.add(keeper);
    section.querySelector("h2").textContent = names[keeper][0];
    section.querySelector(".how").textContent = names[keeper][1];
    this.section = section;
    this.scroller = section.querySelector(".scroller");
    this.scroller.setAttribute("aria-label", `Conversation, place kept by: ${names[keeper][0]}`);
    this.list = this.scroller.firstElementChild;
    this.latest = section.querySelector(".latest");
    this.latest.addEventListener("click", () => this.say({ event: "end", pane: index }));
    this.ruler = section.querySelector(".measure > .rows");
    this.made = new Map();
    document.getElementById("panes").append(section);
    this.frame(section, geometry);
    this.listen();
  }

  frame(element, { width, height, inset, font }) {
    for (const [name, value] of Object.entries({ width, height, inset, font })) {
      element.style.setProperty(`--${name}`, `${value}px`);
    }
  }

  listen() {
    let isDue = false;
    this.scroller.addEventListener("scroll", () => {
      if (isDue) return;
      isDue = true;
      requestAnimationFrame(() => {
        isDue = false;
        if (!this.isBusy) this.report("scrolled");
      });
    }, { passive: true });
    for (const name of ["wheel", "touchmove", "keydown", "pointerdown"]) {
      this.scroller.addEventListener(name, () => { this.inputAt = performance.now(); },
        { passive: true });
    }
    this.listenToFingers();
  }

  /// Tells what fingers do: touched, let go, and come to rest, also after a tap that moved nothing.
  listenToFingers() {
    let [now, timer] = ["rest", null];
    const phase = (name) => {
      clearTimeout(timer);
      if (name === now) return;
      now = name;
      this.say({ event: "phase", pane: this.index, phase: name });
    };
    const rest = () => { if (now === "decelerating") phase("rest"); };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(rest, 200);
    };
    const letGo = ({ touches }) => {
      if (touches.length > 0) return;
      phase("decelerating");
      wait();
    };
    const on = (name, act) => this.scroller.addEventListener(name, act, { passive: true });
    on("touchstart", () => phase("tracking"));
    on("touchend", letGo);
    on("touchcancel", letGo);
    on("scroll", () => { if (now === "decelerating") wait(); });
    on("scrollend", rest);
  }

  /** A way to the end, and how much came there since. */
  offer({ isShown, unread }) {
    // Who pressed it goes on in the list.
    if (!isShown && document.activeElement === this.latest) this.scroller.focus();
    this.latest.hidden = !isShown;
    this.latest.textContent = unread > 0 ? `↓ ${unread} new` : "↓ Latest";
  }

  report(event) {
    const { index: pane, turn } = this;
    this.say({ event, pane, turn, view: this.list.firstElementChild ? view(this) : null });
  }

  /** Says how high rows will be; nothing of them is shown yet. */
  measure(turn, rows, geometry) {
    this.turn = turn;
    const ruler = this.ruler;
    this.frame(ruler.parentElement, geometry);
    this.made.clear();
    const elements = rows
      ? rows.map((row) => make(row))
      : [...this.list.children].map((row) => row.cloneNode(true));
    ruler.replaceChildren(...elements);
    const heights = this.isWhole
      ? this.snap(elements)
      : elements.map((row) => row.getBoundingClientRect().height);
    ruler.replaceChildren();
    if (rows) for (const row of elements) this.made.set(row.dataset.id, row);
    this.say({ event: "measured", pane: this.index, turn, heights });
  }

  /** Makes rows as high as whole pixels of the screen, as native lists do. */
  snap(rows) {
    for (const row of rows) row.style.height = "";
    const heights = rows.map((row) => (
      Math.ceil(row.getBoundingClientRect().height * devicePixelRatio - 0.01) / devicePixelRatio));
    rows.forEach((row, index) => { row.style.height = `${heights[index]}px`; });
    return heights;
  }

  /** Shows an update, in one step, and reports when it is on the screen. */
  async apply(turn, update) {
    this.turn = turn;
    this.isBusy = true;
    const before = hold(this);
    const start = performance.now();
    const wasAtEnd = before.fromEnd < 50;
    const grown = this.scroller.scrollHeight;
    // Before anything changes: shorter content moves the offset by itself.
    const moved = this.scroller.scrollTop - (update.command?.heard ?? 0);
    this.writes = 0;
    if (update.geometry) {
      this.geometry = update.geometry;
      this.frame(this.section, this.geometry);
    }
    const changed = this.edit(update);
    if (this.isWhole) this.snap(update.geometry ? [...this.list.children] : changed);
    this.move(update, { wasAtEnd, grown, moved });
    const took = performance.now() - start;
    const written = this.scroller.scrollTop;
    await frames(2);
    // What the reader moved meanwhile is nobody's fault; the browser alone moves by itself.
    const isMoved = this.inputAt > start
      || (this.keeper !== "browser" && Math.abs(this.scroller.scrollTop - written) > 1);
    const seen = compare(this, before);
    if (isMoved) [seen.delta, seen.cut, seen.fromEndAfter] = [null, null, seen.fromEnd];
    this.record({ ...seen, took, reason: update.reason, writes: this.writes,
      inserts: update.inserts.length, deletes: update.deletes.length,
      programmatic: update.command?.reason ?? null, reading: update.reading });
    this.onShown?.(update);
    this.isBusy = false;
    this.report("applied");
  }

  edit({ deletes, inserts, moves, updates }) {
    const old = this.list.children;
    const moved = moves.map(({ from, to }) => ({ index: to, element: old[from] }));
    const gone = deletes.map((index) => old[index]);
    for (const element of gone) element.remove();
    for (const { element } of moved) element.remove();
    const coming = inserts.map(({ index, row }) => (
      { index, element: this.made.get(row.id) ?? make(row) }));
    for (const { index, element } of [...coming, ...moved].sort((a, b) => a.index - b.index)) {
      this.list.insertBefore(element, this.list.children[index] ?? null);
    }
    for (const { index, row } of updates) draw(this.list.children[index], row);
    this.made.clear();
    return [...coming.map(({ element }) => element),
      ...updates.map(({ index }) => this.list.children[index])];
  }

  write(offset) {
    this.writes += 1;
    this.scroller.scrollTop = offset;
  }

  /** Ours does as it is told; the others do what such lists do. */
  move({ command, goal, reason, inserts }, { wasAtEnd, grown, moved }) {
    const { scroller, keeper } = this;
    if (keeper === "ours") {
      if (!command) return;
      this.write(command.offset + (command.reason || Math.abs(moved) < 1.5 ? 0 : moved));
    } else if (goal === "end" || (wasAtEnd && !goal && reason !== "older")) {
      this.write(scroller.scrollHeight);
    } else if (goal) {
      const row = [...this.list.children].find((element) => element.dataset.id === goal);
      if (row) this.write(row.offsetTop - (scroller.clientHeight - row.offsetHeight) / 2);
    } else if (keeper === "naive" && reason === "older" && inserts.length > 0) {
      this.write(scroller.scrollTop + scroller.scrollHeight - grown);
    }
  }

  record(entry) {
    this.records.push(entry);
    if (this.records.length > 2000) this.records.splice(0, 500);
    this.onRecord?.(this);
  }
}
