"""A headless Chromium over the DevTools protocol, on two pipes: no port, no library."""

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time


class BrowserError(Exception):
    """The browser is not there, does not answer, or the page threw."""


def find():
    """The path of a Chromium, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    return None


class Browser:
    """One browser process with a profile of its own; ended with all its children."""

    def __init__(self, path, scale=1, width=1280, height=900):
        self.profile = tempfile.mkdtemp(prefix="browser-lab-")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        arguments = [
            path, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
            f"--user-data-dir={self.profile}", f"--force-device-scale-factor={scale}",
            f"--window-size={width},{height}", "--hide-scrollbars", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-extensions", "--proxy-server=127.0.0.1:9",
            "--proxy-bypass-list=127.0.0.1", "about:blank",
        ]

        def prepare():
            # Chromium reads from descriptor 3 and writes to 4.
            kept = os.dup(to_browser), os.dup(from_browser)
            os.dup2(kept[0], 3)
            os.dup2(kept[1], 4)

        self.process = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True, close_fds=False,
            preexec_fn=prepare)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.last = 0
        self.session = None

    def call(self, method, limit=60, **parameters):
        """Asks for something and waits for the answer, at most `limit` seconds."""
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + limit
        while True:
            answer = self.receive(deadline, method)
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error'].get('message')}")
                return answer["result"]

    def receive(self, deadline, what):
        while b"\0" not in self.buffer:
            rest = deadline - time.monotonic()
            ready = rest > 0 and select.select([self.input], [], [], rest)[0]
            if not ready:
                raise BrowserError(f"{what}: the browser did not answer in time")
            data = os.read(self.input, 1 << 20)
            if not data:
                raise BrowserError(f"{what}: the browser has ended")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def open(self, address, scheme="light"):
        """Opens a page in a tab of its own and waits until it is loaded."""
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        self.call("Page.enable")
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Page.navigate", url=address)
        return target

    def close(self, target):
        self.session = None
        self.call("Target.closeTarget", targetId=target)

    def run(self, script, limit=60):
        """The value of an expression; a promise is waited for."""
        result = self.call("Runtime.evaluate", limit=limit, expression=script,
                           awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            text = details.get("exception", {}).get("description") or details.get("text")
            raise BrowserError(f"the page: {text}")
        return result["result"].get("value")

    def wheel(self, x, y, dy):
        """A turn of the wheel, as a hand makes it."""
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=dy)

    def screenshot(self, path, clip=None):
        options = {"clip": {**clip, "scale": 1}} if clip else {}
        data = self.call("Page.captureScreenshot", format="png", **options)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def end(self):
        """Ends the browser and whatever it started; the session is its own."""
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(timeout=5)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.output)
        os.close(self.input)
        shutil.rmtree(self.profile, ignore_errors=True)
