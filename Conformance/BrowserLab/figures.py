"""Pictures of the page, and the chart for the README: drawn by the browser itself."""

import html
import math
import os
import time

from browser import Browser
from table import names

# Marks the row that is read in each list; pages come while the lists stand at their top, then two
# pictures above it.
SCENE = """(async () => {
  const wait = (time) => new Promise((done) => { setTimeout(done, time); });
  const rest = async () => {
    for (let still = 0, turns = ""; still < 6;) {
      const now = lab.panes.filter(({ keeper }) => keeper !== "browser")
        .map(({ turn, isBusy }) => `${turn} ${isBusy}`).join();
      still = now === turns ? still + 1 : 0;
      turns = now;
      await wait(60);
    }
  };
  const style = new CSSStyleSheet();
  style.replaceSync("[data-read] .bubble { outline: 3px solid #d97706; }");
  document.adoptedStyleSheets = [style];
  await wait(2600);
  await rest();
  for (const { list, scroller } of lab.panes) {
    const row = [...list.children].filter((row) => row.dataset.id.startsWith("m-"))[1];
    if (row) row.dataset.read = "";
    scroller.scrollTop = 0;
  }
  await wait(300);
  await rest();
  for (let turn = 0; turn < 2; turn += 1) {
    lab.knob("image");
    await wait(300);
    await rest();
  }
})()"""


def take(path, address, folder):
    """The page on a desk, light and dark, and on a phone."""
    for name, width, height, scale, scheme, query in [
            ("light", 1300, 1240, 1, "light", "?delay=5&height=420"),
            ("dark", 1300, 1240, 1, "dark", "?delay=5&height=420"),
            ("phone", 500, 940, 2, "light", "?delay=5")]:
        browser = Browser(path, scale=scale, width=width, height=height)
        try:
            browser.open(address + query, scheme)
            deadline = time.monotonic() + 10
            while not browser.run("window.lab?.panes?.[0]?.list.children.length > 0"):
                if time.monotonic() > deadline:
                    break
                time.sleep(0.05)
            browser.run(SCENE)
            browser.screenshot(os.path.join(folder, f"{name}.png"))
        finally:
            browser.end()


COLORS = {"ours": "#0a7a3d", "browser": "#1f5fd0", "naive": "#b3261e"}
LEFT, RIGHT, TOP, STEP = 290, 1060, 84, 34


def place(points):
    """Logarithmic from a tenth of a point on; less is at the left edge."""
    part = (math.log10(max(points, 0.1)) + 1) / 6
    return LEFT + part * (RIGHT - LEFT)


def chart(rows, scale):
    """An SVG: for each scenario the largest movement, one dot for each list."""
    scenarios = []
    largest = {}
    for keeper, at, is_whole, figures in rows:
        if at != scale or is_whole or figures.scenario.name == "opening":
            continue
        if figures.scenario not in scenarios:
            scenarios.append(figures.scenario)
        largest[figures.scenario, keeper] = figures.largest
    height = TOP + STEP * len(scenarios) + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="1100" height="{height}"'
        ' font-family="DejaVu Sans, sans-serif" font-size="14" fill="#16191d">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        '<text x="20" y="30" font-size="17" font-weight="bold">By how many points the row that'
        ' is read moves: the largest of each scenario</text>']
    for number, (keeper, color) in enumerate(COLORS.items()):
        x = 20 + number * 190
        parts.append(f'<circle cx="{x + 6}" cy="52" r="6" fill="{color}"/>'
                     f'<text x="{x + 18}" y="57">{html.escape(names[keeper])}</text>')
    for points, label in [(0.1, "0.1 or less"), (1, "1"), (10, "10"), (100, "100"),
                          (1000, "1,000"), (10000, "10,000")]:
        x = place(points)
        parts.append(f'<line x1="{x}" x2="{x}" y1="{TOP - 10}" y2="{height - 30}"'
                     ' stroke="#d5dae0"/>'
                     f'<text x="{x}" y="{height - 10}" text-anchor="middle">{label}</text>')
    x = place(6)
    parts.append(f'<line x1="{x}" x2="{x}" y1="{TOP - 10}" y2="{height - 30}" stroke="#5c6570"'
                 ' stroke-dasharray="4 4"/>'
                 f'<text x="{x + 5}" y="{TOP - 14}" fill="#5c6570">6 pt: the p99 that is'
                 ' allowed</text>')
    for number, scenario in enumerate(scenarios):
        y = TOP + STEP * number + 14
        parts.append(f'<text x="20" y="{y + 5}">{html.escape(scenario.title)}</text>'
                     f'<line x1="{LEFT}" x2="{RIGHT}" y1="{y}" y2="{y}" stroke="#eceff3"/>')
        for shift, keeper in zip((-7, 0, 7), COLORS):
            if (scenario, keeper) in largest:
                parts.append(f'<circle cx="{place(largest[scenario, keeper]):.1f}"'
                             f' cy="{y + shift}" r="5.5" fill="{COLORS[keeper]}"/>')
    return "\n".join(parts + ["</svg>"]), height


def draw(path, rows, folder):
    """The chart as a picture; of the scale in the middle, if there is more than one."""
    scales = sorted({scale for _, scale, _, _ in rows})
    svg, height = chart(rows, scales[len(scales) // 2])
    page = os.path.join(folder, "chart.html")
    with open(page, "w", encoding="utf-8") as file:
        file.write(f"<!doctype html><style>body {{ margin: 0 }}</style>{svg}")
    browser = Browser(path, width=1100, height=height + 200)
    try:
        browser.open("file://" + os.path.abspath(page))
        time.sleep(0.5)
        clip = {"x": 0, "y": 0, "width": 1100, "height": height}
        browser.screenshot(os.path.join(folder, "chart.png"), clip)
    finally:
        browser.end()
