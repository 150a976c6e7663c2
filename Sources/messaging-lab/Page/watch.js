// Watches what a reader sees: where a row was before an update, and where it is two frames later.

import { isMessage } from "./rows.js";

export function frames(count) {
  return new Promise((done) => {
    const next = () => (count-- > 0 ? requestAnimationFrame(next) : done());
    next();
  });
}

/** The first row of which something lies below the upper edge of the view. */
export function firstVisible(list, edge) {
  const rows = list.children;
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].getBoundingClientRect().bottom > edge) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The messages in sight, and what is hidden: what the server wants to hear. */
export function view(pane) {
  const { scroller, list } = pane;
  const box = scroller.getBoundingClientRect();
  const start = firstVisible(list, box.top);
  const end = firstVisible(list, box.top + scroller.clientHeight - pane.geometry.inset);
  let [first, last] = [null, null];
  for (let index = start; index <= end && index < list.children.length; index += 1) {
    const row = list.children[index];
    if (!isMessage(row)) continue;
    first ??= row.dataset.id;
    last = row.dataset.id;
  }
  const y = scroller.scrollTop;
  const below = scroller.scrollHeight - scroller.clientHeight - y;
  return { y, first, last, above: Math.max(0, y), below: Math.max(0, below) };
}

/** Remembers what is held, before an update. */
export function hold(pane) {
  const { scroller, list } = pane;
  const top = scroller.getBoundingClientRect().top;
  let index = firstVisible(list, top);
  while (index < list.children.length && !isMessage(list.children[index])) index += 1;
  const row = list.children[index] ?? null;
  return {
    row,
    id: row?.dataset.id,
    y: row ? row.getBoundingClientRect().top - top : 0,
    height: row?.getBoundingClientRect().height,
    offset: scroller.scrollTop,
    fromEnd: fromEnd(pane),
  };
}

/** How far the end of the rows lies below what is uncovered. */
export function fromEnd({ scroller, list, geometry }) {
  const bottom = list.lastElementChild?.getBoundingClientRect().bottom ?? 0;
  return bottom - scroller.getBoundingClientRect().top - (geometry.height - geometry.inset);
}

/** What became of it. */
export function compare(pane, before) {
  const { row } = before;
  const isThere = row !== null && row.isConnected && pane.list.contains(row);
  const box = row?.getBoundingClientRect();
  const y = isThere ? box.top - pane.scroller.getBoundingClientRect().top : null;
  // A row that was cut by the upper edge may be cut at the same part of another height.
  const cut = isThere && before.y < 0 ? y - (before.y * box.height) / before.height : null;
  return {
    held: before.id,
    offset: before.offset,
    fromEnd: before.fromEnd,
    fromEndAfter: fromEnd(pane),
    isLost: row !== null && !isThere,
    delta: isThere ? y - before.y : null,
    cut,
  };
}

/** Frames that took too long while it runs: how many, and the longest, in milliseconds. */
export class FrameWatch {
  constructor() {
    this.reset();
    const step = (time) => {
      if (this.last !== null) {
        const took = time - this.last;
        this.count += 1;
        if (took > 50) this.late += 1;
        this.longest = Math.max(this.longest, took);
      }
      this.last = time;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  reset() {
    [this.last, this.count, this.late, this.longest] = [null, 0, 0, 0];
  }
}
