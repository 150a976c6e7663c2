"""A Matrix homeserver of our own: from PyPI, on a loopback port, with a fresh database."""

import hashlib
import hmac
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.parse
import venv

VERSION = "1.163.2"


class Refused(Exception):
    """An answer that is none of success."""

    def __init__(self, status, answer):
        super().__init__(f"{status} {answer.get('errcode')}")
        self.status, self.answer = status, answer


class Homeserver:
    """Started, killed and started again; everything it has lies in one folder."""

    def __init__(self, folder, environment):
        self.folder, self.environment = folder, environment
        self.port = free_port()
        self.process = None
        self.starts = 0
        self.limits = None

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def configure(self, slow=False):
        """Writes the configuration; slow: few messages a second, as real servers have it."""
        many = {"per_second": 100_000, "burst_count": 100_000}
        few = {"per_second": 1, "burst_count": 2}
        config = {
            "server_name": "lab.localhost",
            "pid_file": f"{self.folder}/pid",
            "listeners": [
                {
                    "port": self.port, "bind_addresses": ["127.0.0.1"], "type": "http", "tls": False,
                    "resources": [{"names": ["client"], "compress": False}],
                }
            ],
            "database": {"name": "sqlite3", "args": {"database": f"{self.folder}/homeserver.db"}},
            "log_config": f"{self.folder}/log.json",
            "media_store_path": f"{self.folder}/media",
            "signing_key_path": f"{self.folder}/signing.key",
            "registration_shared_secret": "lab", "macaroon_secret_key": "lab", "form_secret": "lab",
            "report_stats": False, "trusted_key_servers": [], "federation_domain_whitelist": [],
            "presence": {"enabled": False}, "url_preview_enabled": False,
            "rc_message": few if slow else many,
            "rc_registration": many, "rc_login": {k: many for k in ("address", "account", "failed_attempts")},
            "rc_joins": {"local": many, "remote": many},
            "rc_joins_per_room": many, "rc_room_creation": many,
            "rc_invites": {k: many for k in ("per_room", "per_user", "per_issuer")},
        }
        log = {
            "version": 1, "disable_existing_loggers": False,
            "handlers": {"file": {"class": "logging.FileHandler", "filename": f"{self.folder}/log"}},
            "root": {"level": "WARNING", "handlers": ["file"]},
        }
        # YAML reads JSON.
        for name, value in (("homeserver.yaml", config), ("log.json", log)):
            with open(f"{self.folder}/{name}", "w") as file:
                json.dump(value, file)

    def command(self, *more):
        python = os.path.join(self.environment, "bin", "python")
        config = f"{self.folder}/homeserver.yaml"
        return [python, "-m", "synapse.app.homeserver", "-c", config, *more]

    def start(self, slow=False):
        os.makedirs(self.folder, exist_ok=True)
        self.configure(slow)
        if self.starts == 0:
            subprocess.run(self.command("--generate-keys"), check=True, timeout=120, cwd=self.folder)
        self.starts += 1
        with open(f"{self.folder}/output", "a") as output:
            self.process = subprocess.Popen(
                self.command(), stdout=output, stderr=output, stdin=subprocess.DEVNULL,
                cwd=self.folder, start_new_session=True)
        until = time.monotonic() + 120
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(f"the homeserver ended by itself; see {self.folder}/output")
            try:
                self.ask("GET", "/_matrix/client/versions")
                return
            except (OSError, http.client.HTTPException):
                time.sleep(0.1)
        raise RuntimeError(f"the homeserver does not answer after 120 s; see {self.folder}/output")

    def kill(self):
        """As a loss of power would."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(30)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def ask(self, method, path, body=None, token=None, query=None, raw=None):
        """One request with a connection of its own; answers the JSON, or raises Refused."""
        if query:
            path += "?" + urllib.parse.urlencode(query)
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            data = raw if raw is not None else (None if body is None else json.dumps(body))
            connection.request(method, path, data, headers)
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        value = json.loads(text) if text[:1] in (b"{", b"[") else {"bytes": text}
        if answer.status >= 300:
            raise Refused(answer.status, value)
        return value

    def register(self, name):
        """Makes a person, and signs them in once; the secret of the registration is the lab's."""
        path = "/_synapse/admin/v1/register"
        nonce = self.ask("GET", path)["nonce"]
        parts = [nonce, name, f"password of {name}", "notadmin"]
        mac = hmac.new(b"lab", "\0".join(parts).encode(), hashlib.sha1).hexdigest()
        answer = self.ask("POST", path, {
            "nonce": nonce, "username": name, "password": parts[2], "admin": False, "mac": mac})
        return answer["user_id"]

    def sign_in(self, name):
        """A device of its own; answers its token."""
        answer = self.ask("POST", "/_matrix/client/v3/login", {
            "type": "m.login.password", "identifier": {"type": "m.id.user", "user": name},
            "password": f"password of {name}"})
        return answer["access_token"]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def make_environment(folder, say):
    """A virtual environment with the server in it; kept for the next run."""
    marker = os.path.join(folder, f"has-synapse-{VERSION}")
    if os.path.exists(marker):
        return
    say(f"installing matrix-synapse {VERSION} into {folder}, once")
    venv.create(folder, with_pip=True, clear=True)
    python = os.path.join(folder, "bin", "python")
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
         f"matrix-synapse=={VERSION}"],
        check=True, timeout=900, stdout=sys.stderr)
    open(marker, "w").close()
