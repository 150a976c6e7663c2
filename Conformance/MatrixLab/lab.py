"""The lab: devices of ours, a real homeserver, and a reader who compares them."""

import argparse
import json
import os
import shutil
import sys
import time
import traceback

from device import Device, until
from homeserver import Homeserver, make_environment
from reader import Person
from scenarios import SCENARIOS


class Different(Exception):
    """What a device shows is not what the server has."""


class Lab:
    def __init__(self, folder, program, environment):
        self.folder, self.program = folder, program
        self.server = Homeserver(f"{folder}/server", environment)
        self.devices = []
        self.figures = {}

    def person(self, name):
        return Person(self.server, name)

    def device(self, name, user, **settings):
        """A new device, running."""
        device = Device(self, name, user, **settings)
        self.devices.append(device)
        return device.start()

    def note(self, **figures):
        self.figures.update(figures)

    def agree(self, reader, room, *devices, timeout=60, gaps=0):
        """Waits until each device shows what the reader reads, and nothing is unsent."""
        for device in devices:
            until(lambda: not device.state()["unsent"], timeout)
        rows = reader.rows(room)
        for device in devices:
            until(lambda: self.difference(rows, device, room, gaps) is None, timeout)
        # Once more: nothing that came since may have made them apart.
        rows = reader.rows(room)
        for device in devices:
            difference = self.difference(rows, device, room, gaps)
            if difference:
                raise Different(f"{device.name}: {difference}; {device.state()}")
        self.note(messages=self.figures.get("messages", 0) + len(rows))
        return rows

    @staticmethod
    def difference(rows, device, room, gaps):
        """In words; None if there is none."""
        shown = device.rows(room)
        if shown != rows:
            index = next(
                (i for i, (a, b) in enumerate(zip(rows, shown)) if a != b), min(len(rows), len(shown)))
            at = [json.dumps(side[index:index + 1], ensure_ascii=False) for side in (rows, shown)]
            return f"{len(shown)} rows for {len(rows)}; row {index}: server {at[0]}, device {at[1]}"
        chat = device.chat(room)
        if chat["gaps"] != gaps:
            return f"{chat['gaps']} gaps for {gaps}"
        waiting = [row for row in chat["rows"] if row["delivery"] != "sent" or row["waiting"]]
        return f"{len(waiting)} rows wait" if waiting else None

    def close(self):
        for device in self.devices:
            device.kill()
        self.server.stop()


def run(lab, name, scenario):
    """One scenario; answers its line of the report."""
    lab.figures = {}
    start = time.monotonic()
    first = len(lab.devices)
    problem = None
    try:
        scenario(lab)
        for device in lab.devices[first:]:
            for key, count in (device.asked() if device.process.poll() is None else device.total).items():
                lab.figures[key] = lab.figures.get(key, 0) + count
    except Exception as error:  # Whatever it is, the next scenario is tried.
        problem = f"{type(error).__name__}: {error}"
        if not isinstance(error, Different):
            traceback.print_exc()
    for device in lab.devices[first:]:
        device.kill()
    return {"scenario": name, "passed": problem is None, "seconds": round(time.monotonic() - start, 1),
            "problem": problem, **lab.figures}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="the device, built")
    parser.add_argument("--folder", required=True, help="where everything lies; emptied first")
    parser.add_argument("--environment", required=True, help="the virtual environment; kept")
    parser.add_argument("--select", default="", help="scenarios whose name contains this, by commas")
    parser.add_argument("--list", action="store_true", help="names them, and ends")
    options = parser.parse_args()
    chosen = [(name, scenario) for name, scenario in SCENARIOS.items()
              if any(part in name for part in options.select.split(","))]
    if not chosen and not options.list:
        say(f"error: --select {options.select} matches no scenario; known:")
    if options.list or not chosen:
        print("\n".join(SCENARIOS))
        return 0 if options.list else 64
    shutil.rmtree(options.folder, ignore_errors=True)
    os.makedirs(options.folder)
    make_environment(options.environment, say)
    lab = Lab(options.folder, options.program, options.environment)
    report = []
    try:
        lab.server.start()
        for name in ("ann", "bob", "cleo"):
            lab.server.register(name)
        for name, scenario in chosen:
            if sys.stderr.isatty():
                say(f"… {name}")
            report.append(run(lab, name, scenario))
            say(line(report[-1]))
    finally:
        lab.close()
    with open(f"{options.folder}/report.json", "w") as file:
        json.dump(report, file, indent=2, ensure_ascii=False)
    failed = sum(not one["passed"] for one in report)
    say(f"{len(report) - failed} of {len(report)} scenarios agree; report in {options.folder}/report.json")
    return 1 if failed else 0


def line(one):
    figures = ", ".join(
        f"{value} {key}" for key, value in one.items()
        if key not in ("scenario", "passed", "seconds", "problem") and value)
    text = f"{'agree ' if one['passed'] else 'DIFFER'} {one['scenario']} · {one['seconds']} s · {figures}"
    return text if one["passed"] else f"{text}\n       {one['problem']}"


def say(text):
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
