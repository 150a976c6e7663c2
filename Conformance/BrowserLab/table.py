"""Figures from what the page recorded, judgements, and the table."""

import math


def quantile(values, part):
    ordered = sorted(values)
    if not ordered:
        return 0.0
    return ordered[min(len(ordered) - 1, max(0, math.ceil(part * len(ordered)) - 1))]


class Figures:
    """What one scenario came to for one list."""

    def __init__(self, scenario, records, frames):
        self.scenario = scenario
        self.records = records
        moved = [m for m in map(scenario.moved, records) if m is not None]
        self.updates = len(records)
        self.median = quantile(moved, 0.5)
        self.p99 = quantile(moved, 0.99)
        self.largest = max(moved, default=0.0)
        self.writes = max((r["writes"] for r in records), default=0)
        self.programmatic = sum(1 for r in records if r["programmatic"])
        self.lost = sum(1 for r in records if r["isLost"])
        self.slowest = max((r["took"] for r in records), default=0.0)
        self.late = frames["late"]
        self.inserted = sum(r["inserts"] for r in records)

    def faults(self, scale, is_whole):
        """What our list must not do, each with the acceptance row that says so."""
        found = []

        def must(holds, text):
            if not holds:
                found.append(text)

        scenario = self.scenario
        must(self.updates >= scenario.least, f"only {self.updates} updates")
        if scenario.name == "opening":
            must(self.programmatic == 1, f"ACC-6: {self.programmatic} scrolls at opening")
            return found
        must(self.median <= 2, f"ACC-1: median {self.median:.2f} pt")
        must(self.p99 <= 6, f"ACC-1: p99 {self.p99:.2f} pt")
        # An offset is a whole pixel of the screen. Rows of fractional heights lie between pixels,
        # so an update may show half a pixel more or less before, and after; others: nothing.
        # So does a row that is cut at a part of its height.
        is_exact = is_whole and scenario.name != "rotation"
        bound = 0.001 if is_exact else 1 / scale + 0.02
        must(self.largest <= bound, f"moved by {self.largest:.3f} pt, allowed {bound:.3f}")
        must(self.programmatic == 0, f"ACC-2: {self.programmatic} scrolls nobody asked for")
        must(self.lost == 0, f"ACC-4: the held row was lost {self.lost} times")
        must(self.writes <= 1, f"ACC-7: {self.writes} offset writes in one update")
        for record in self.records:
            reading = record["reading"]
            must(reading["overlaps"] == 0, "ACC-3: overlapping reads")
            must(reading["emptyPages"] == 0, "ACC-3: pages that brought nothing")
            must(reading["rejections"] == 0, "the models refused an event")
            if "same" in record:
                must(record["same"] == record["of"],
                     f"ACC-5: {record['same']} of {record['of']} rows stayed the same element")
        if scenario.name.startswith("pages"):
            must(self.inserted >= 4900, f"only {self.inserted} rows came")
        return sorted(set(found))


names = {"ours": "this package", "browser": "overflow-anchor", "naive": "scrollTop +="}


def table(rows):
    """Lines of text: one for each scenario, list and scale."""
    head = ("scenario", "place kept by", "scale", "heights", "updates", "median", "p99",
            "largest", "writes", "scrolls", "late frames", "slowest")
    lines = [head]
    for keeper, scale, is_whole, figures in rows:
        lines.append((
            figures.scenario.title, names[keeper], f"{scale}x",
            "whole" if is_whole else "as they are", str(figures.updates),
            f"{figures.median:.2f}", f"{figures.p99:.2f}", f"{figures.largest:.2f}",
            str(figures.writes), str(figures.programmatic), str(figures.late),
            f"{figures.slowest:.0f} ms"))
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    text = []
    for number, line in enumerate(lines):
        cells = [cell.ljust(width) if column < 4 else cell.rjust(width)
                 for column, (cell, width) in enumerate(zip(line, widths))]
        text.append("  ".join(cells).rstrip())
        if number == 0:
            text.append("  ".join("-" * width for width in widths))
    return "\n".join(text)
