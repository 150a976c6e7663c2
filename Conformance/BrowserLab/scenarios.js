// What is done to a list, and what is seen of it. Runs in the page of the lab; each scenario gives
// back the updates that it caused, as the page recorded them.

(() => {
  const { lab } = window;
  const pane = lab.panes[0];
  const { scroller, list } = pane;
  const wait = (time) => new Promise((done) => { setTimeout(done, time); });

  /** Waits for a state, for a bounded time. */
  async function until(isSo, limit, what) {
    const end = performance.now() + limit;
    while (!isSo()) {
      if (performance.now() > end) throw new Error(`not in time: ${what}`);
      await wait(20);
    }
  }

  /** Waits until nothing has happened for a while. */
  async function quiet(time = 200) {
    let [count, since] = [-1, 0];
    await until(() => {
      const now = performance.now();
      if (pane.isBusy || pane.turn !== count) [count, since] = [pane.turn, now];
      return now - since > time;
    }, 20000, "rest");
  }

  /** The updates since the last call. */
  const take = () => pane.records.splice(0);

  /** Goes to where so many points lie below the view, as a reader does: never to the very top. */
  async function read(distance) {
    for (let step = 0; step < 20; step += 1) {
      const bottom = scroller.scrollHeight - scroller.clientHeight;
      scroller.scrollTop = Math.max(300, bottom - distance);
      await quiet();
      if (bottom - distance > 300) break;
    }
    take();
  }

  async function toEnd() {
    lab.knob("end");
    await quiet(300);
    take();
  }

  /** Does something several times, and waits for the list each time. */
  async function times(count, act) {
    for (let turn = 0; turn < count; turn += 1) {
      act(turn);
      await quiet(120);
    }
    return take();
  }

  window.scenarios = {
    /** Opening, and a while after it. */
    async opening() {
      await until(() => list.children.length > 0, 10000, "rows");
      await quiet(1500);
      return take();
    },

    /** Up to the start; before each page the list stands at the same offset. */
    async pages(offset) {
      take();
      pane.onShown = () => { scroller.scrollTop = offset; };
      scroller.scrollTop = offset;
      try {
        await until(() => list.firstElementChild.dataset.id === "start", 120000, "the start");
        await quiet();
      } finally {
        pane.onShown = null;
      }
      return take();
    },

    async live() {
      await read(3000);
      return times(50, () => lab.knob("receive"));
    },

    /** 25 messages written without a network, the reader among them, then the network comes. */
    async sent() {
      await toEnd();
      lab.knob("online", { isOn: false });
      lab.knob("send", { count: 25 });
      await until(() => lab.status?.unsent === 25, 10000, "25 unsent");
      await quiet();
      await read(700);
      const rows = new Map([...list.children].slice(-25).map((row) => [row.dataset.id, row]));
      lab.knob("lose");
      lab.knob("online", { isOn: true });
      await until(() => lab.status?.unsent === 0, 60000, "all sent");
      await quiet(400);
      const now = new Map([...list.children].map((row) => [row.dataset.id, row]));
      const same = [...rows].filter(([id, row]) => now.get(id) === row).length;
      return take().map((record) => ({ ...record, same, of: rows.size }));
    },

    async receipts() {
      await read(1500);
      lab.knob("receipts", { count: 10 });
      await wait(300);
      await quiet();
      return take();
    },

    async image() {
      await read(4000);
      return times(10, () => lab.knob("image"));
    },

    /** The keyboard comes and goes: over the end, or while something older is read. */
    async keyboard(distance) {
      if (distance) await read(distance);
      else await toEnd();
      return times(6, (turn) => lab.resize({ inset: turn % 2 ? 0 : 280 }));
    },

    async rotation() {
      await read(4000);
      const { width, height } = lab.geometry;
      const frames = [{ width: 700, height: 380 }, { width, height }];
      return times(6, (turn) => lab.resize(frames[turn % 2]));
    },

    async font() {
      await read(4000);
      return times(6, (turn) => lab.resize({ font: [19, 13, 15][turn % 3] }));
    },
  };
})();
