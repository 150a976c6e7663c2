"""One device of ours: a process of its own, with a store in a file."""

import json
import os
import queue
import signal
import subprocess
import threading
import time


class Device:
    def __init__(self, lab, name, user, **settings):
        """The sign-in is kept: a device that is started again is the same one for the server."""
        self.lab, self.name, self.user = lab, name, user
        self.token = lab.server.sign_in(user)
        self.folder = f"{lab.folder}/devices/{name}"
        self.settings = settings
        self.process = None
        self.total = {"sends": 0, "questions": 0, "pages": 0, "refusals": 0}

    def start(self, **settings):
        chosen = {"timeline": 20, "page": 50, "isOnline": True, "repeats": False,
                  **self.settings, **settings}
        chosen.update(
            homeserver=self.lab.server.address, user=f"@{self.user}:lab.localhost",
            token=self.token, folder=f"file://{self.folder}/")
        environment = {**os.environ, "MATRIX_DEVICE": json.dumps(chosen)}
        os.makedirs(self.folder, exist_ok=True)
        with open(f"{self.folder}/errors", "a") as errors:
            self.process = subprocess.Popen(
                [self.lab.program], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=errors, start_new_session=True)
        self.lines = queue.Queue()
        threading.Thread(
            target=self.listen, args=(self.process.stdout, self.lines), daemon=True).start()
        return self

    @staticmethod
    def listen(output, lines):
        for line in output:
            lines.put(line)
        lines.put(None)

    def tell(self, action, timeout=120, **more):
        """A command and its answer."""
        command = {"action": action, **{k: v for k, v in more.items() if v is not None}}
        try:
            self.process.stdin.write(json.dumps(command).encode() + b"\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=timeout)
        except (BrokenPipeError, queue.Empty):
            line = None
        if line is None:
            raise RuntimeError(f"{self.name} does not answer '{action}'; see {self.folder}/errors")
        answer = json.loads(line)
        if answer.get("problem") and action != "fill":
            raise RuntimeError(f"{self.name}, {action}: {answer['problem']}")
        return answer

    def state(self):
        return self.tell("state")["state"]

    def chat(self, room):
        return self.tell("show", chat=room)["chat"]

    def rows(self, room):
        """As the reader has them."""
        rows = []
        for row in self.chat(room)["rows"]:
            if row["kind"] == "redacted":
                rows.append({key: row.get(key) for key in ("event", "sender", "kind")})
                continue
            rows.append({key: row.get(key) for key in (
                "event", "sender", "kind", "text", "isEdited", "reactions", "reply", "thread")})
        return rows

    def wait_for_end(self, timeout=60):
        """Until it has ended by itself."""
        self.process.wait(timeout)

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(30)

    def stop(self):
        """As an app that is closed; what it asked so far is added up."""
        if not self.process or self.process.poll() is not None:
            return
        state = self.state()
        for key in self.total:
            self.total[key] += state[key]
        self.process.stdin.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
            raise RuntimeError(f"{self.name} does not end; see {self.folder}/errors")

    def asked(self):
        state = self.state()
        return {key: self.total[key] + state[key] for key in self.total}


def until(what, timeout, pause=0.2):
    """Asks again and again until it is so; answers what it was last."""
    end = time.monotonic() + timeout
    while True:
        found = what()
        if found or time.monotonic() > end:
            return found
        time.sleep(pause)
