"""Runs the lab's page in a headless browser and measures what a reader would see."""

import argparse
import os
import signal
import subprocess
import sys
import time

import figures
from browser import Browser, BrowserError, find
from scenarios import scenarios
from table import Figures, names, table

HERE = os.path.dirname(os.path.abspath(__file__))


def give_up(text):
    print(f"error: {text}", file=sys.stderr)
    sys.exit(3)


def options():
    parser = argparse.ArgumentParser(prog="Conformance/browser-lab", description=__doc__)
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--folder", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--scales", default="1,2,3", help="pixels per point, of 1,2,3")
    parser.add_argument("--keepers", default="ours,browser,naive", help="who keeps the place")
    parser.add_argument("--select", default="", help="scenarios whose names contain one of these")
    parser.add_argument("--list", action="store_true", help="the names of the scenarios")

    def wrong(message):
        parser.print_usage(sys.stderr)
        print(f"error: {message}", file=sys.stderr)
        sys.exit(64)

    parser.error = wrong
    chosen = parser.parse_args()
    chosen.scales = [part.strip() for part in chosen.scales.split(",")]
    chosen.keepers = [part.strip() for part in chosen.keepers.split(",")]
    parts = [part.strip() for part in chosen.select.split(",")]
    chosen.scenarios = [s for s in scenarios if any(part in s.name for part in parts)]
    if not set(chosen.scales) <= {"1", "2", "3"}:
        wrong(f"--scales is {','.join(chosen.scales)}; each must be 1, 2 or 3")
    if not set(chosen.keepers) <= set(names):
        wrong(f"--keepers is {','.join(chosen.keepers)}; known: {', '.join(names)}")
    if not chosen.scenarios:
        wrong(f"--select {chosen.select} matches no scenario; --list shows all")
    return chosen


class Server:
    """The lab, on a port that the system chose; ended with this program."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
            start_new_session=True)
        line = self.process.stdout.readline()
        if "http://127.0.0.1:" not in line:
            self.end()
            give_up("the lab did not start; Conformance/lab shows why")
        self.address = line.split()[-1]

    def end(self):
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(timeout=5)
        except ProcessLookupError:
            pass
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def load(browser, address):
    """Opens the page and gives it what it needs for the scenarios."""
    target = browser.open(address)
    deadline = time.monotonic() + 20
    while not browser.run("window.lab?.panes?.[0] !== undefined"):
        if time.monotonic() > deadline:
            raise BrowserError("the page did not start within 20 s")
        time.sleep(0.05)
    with open(os.path.join(HERE, "scenarios.js"), encoding="utf-8") as file:
        browser.run(file.read())
    return target


def measure(browser, server, keeper, is_whole, chosen):
    """All scenarios of one list."""
    address = f"{server.address}?keeper={keeper}&delay=5&width=390&height=875"
    if is_whole:
        address += "&whole"
    target = None
    for scenario in chosen:
        if scenario.fresh or target is None:
            if target:
                browser.close(target)
            target = load(browser, address)
            if scenario.name != "opening":
                browser.run("scenarios.opening()")
        browser.run("lab.frames.reset()")
        records = browser.run(f"scenarios.{scenario.call}", limit=180)
        frames = browser.run("({late: lab.frames.late, longest: lab.frames.longest})")
        yield Figures(scenario, records, frames)
    if target:
        browser.close(target)


def run(chosen, browser_path):
    rows, faults = [], []
    server = Server(chosen.program)
    try:
        for scale in map(int, chosen.scales):
            browser = Browser(browser_path, scale=scale, width=900, height=1300)
            try:
                lists = [(keeper, False) for keeper in chosen.keepers]
                lists += [("ours", True)] if "ours" in chosen.keepers else []
                for keeper, is_whole in lists:
                    for result in measure(browser, server, keeper, is_whole, chosen.scenarios):
                        rows.append((keeper, scale, is_whole, result))
                        print(".", end="", file=sys.stderr, flush=True)
                        if keeper == "ours":
                            where = f"{result.scenario.title}, {scale}x"
                            where += ", whole pixels" if is_whole else ""
                            faults += [f"{where}: {f}" for f in result.faults(scale, is_whole)]
            finally:
                browser.end()
        print(file=sys.stderr)
        figures.take(browser_path, server.address, chosen.folder)
    finally:
        server.end()
    return rows, faults


def main():
    # Whoever is asked to end does so in order, with what it started.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(3))
    chosen = options()
    if chosen.list:
        for scenario in chosen.scenarios:
            print(f"{scenario.name:14} {scenario.title}")
        return 0
    browser_path = find()
    if browser_path is None:
        give_up("there is no chromium. Debian, Ubuntu: apt-get install -y chromium")
    os.makedirs(chosen.folder, exist_ok=True)
    try:
        rows, faults = run(chosen, browser_path)
    except BrowserError as error:
        give_up(str(error))
    text = table(rows)
    text += "\n\nmedian, p99, largest: by how many points a held row moved through an update."
    if faults:
        text += "\n\nOurs must not:\n" + "\n".join(f"  {fault}" for fault in faults)
    elif "ours" in chosen.keepers:
        text += "\n\nOurs meets ACC-1 to ACC-7 in all of it."
    print(text)
    with open(os.path.join(chosen.folder, "table.txt"), "w", encoding="utf-8") as file:
        file.write(text + "\n")
    figures.draw(browser_path, rows, chosen.folder)
    print(f"\nTable and pictures: {chosen.folder}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
