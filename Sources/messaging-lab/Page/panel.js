// The live diagnostics below a list.

const isReading = (entry) => entry.delta !== null && !entry.programmatic
  && !["open", "jump", "sent"].includes(entry.reason) && entry.fromEnd > 50;

function quantile(sorted, part) {
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] : 0;
}

const points = (value) => `${Math.round(value * 100) / 100} pt`;

export function panel(pane) {
  const list = pane.section.querySelector("dl");
  const show = (pairs) => {
    list.replaceChildren();
    for (const [name, value, judgement] of pairs) {
      const [term, text] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = name;
      text.textContent = value;
      if (judgement) text.className = judgement;
      list.append(term, text);
    }
  };
  pane.onRecord = ({ records }) => {
    const last = records.at(-1);
    const deltas = records.filter(isReading).map(({ delta }) => Math.abs(delta))
      .sort((a, b) => a - b);
    const largest = deltas.at(-1) ?? 0;
    const judge = (value, limit) => (value <= limit ? "good" : "bad");
    const pairs = [
      ["last update", `${last.reason}, +${last.inserts} −${last.deletes}`],
      ["a held row moved, median", points(quantile(deltas, 0.5)), judge(quantile(deltas, 0.5), 2)],
      ["p99", points(quantile(deltas, 0.99)), judge(quantile(deltas, 0.99), 6)],
      ["largest", points(largest), judge(largest, 6)],
      ["updates while reading", deltas.length],
      ["rows in the list", last.reading.rows],
      ["offset writes in the last update", last.writes],
    ];
    if (pane.keeper === "ours") {
      pairs.push(
        ["corrections", last.reading.corrections],
        ["scrolls with a reason", last.reading.programmatic],
        ["reads, overlapping", `${last.reading.pages}, ${last.reading.overlaps}`],
        ["updates, longest wait", `${last.reading.updates}, ${last.reading.longestDelay} ms`],
        ["unread below", last.reading.unread],
        ["follows the end", last.reading.isPinned ? "yes" : "no"]);
    }
    show(pairs);
  };
}
