#!/usr/bin/env python3
"""An adapter: a store in Python, checked by the suite over standard input and output.

    messaging-conformance run --command 'python3 Conformance/adapters/python/adapter.py'

The language is described in Spec/guides/any-language.md: one JSON object a line, one answer to each
request. This file speaks it; store.py keeps rows in SQLite, rules.py merges, pages.py reads.
"""
import json
import sqlite3
import sys

# Nothing is written beside the sources.
sys.dont_write_bytecode = True

from pages import read
from rules import Refusal
from store import Store


class Adapter:
    def __init__(self):
        self.store = None
        self.observers = {}

    REQUESTS = ("hello", "open", "close", "apply", "read", "tokens", "observe")

    def answer(self, request):
        if request["do"] not in Adapter.REQUESTS:
            raise Refusal("storage", "unknown request")
        return getattr(self, request["do"])(request)

    def hello(self, request):
        # More histories are tried where a store is opened at no cost; ours takes a millisecond.
        return {"hello": {"version": 1, "name": "python-sqlite", "profile": "standard",
                          "historiesMax": 6}}

    def open(self, request):
        self.store = Store(request["folder"] + "/chat.db", request["owner"])
        self.observers = {}
        return {}

    def close(self, request):
        if self.store:
            self.store.close()
        self.store = None
        return {}

    def apply(self, request):
        commit, changed = self.opened().apply(request["changes"])
        self.announce(commit["revision"], changed)
        return {"commit": commit}

    def read(self, request):
        return {"snapshot": read(self.opened(), request["query"])}

    def tokens(self, request):
        tokens = self.opened().own["tokens"]
        return {"tokens": [{"id": stream, "token": token} for stream, token in tokens.items()]}

    def observe(self, request):
        revision = self.opened().own["revision"]
        self.observers[request["observer"]] = request
        # Whoever begins to listen hears of the present first.
        everything = ["structure", "content", "metadata"]
        say({"event": "commit", "observer": request["observer"],
             "commit": {"revision": revision, "kinds": everything}})
        return {}

    def announce(self, revision, changed):
        """Tells each observer of a commit, if it changed what the observer wants to hear of."""
        for number, wanted in self.observers.items():
            kinds = set()
            for conversation, some in changed.items():
                if wanted.get("in", conversation) == conversation:
                    kinds |= some
            kinds = [kind for kind in wanted["kinds"] if kind in kinds]
            if kinds:
                say({"event": "commit", "observer": number,
                     "commit": {"revision": revision, "kinds": kinds}})

    def opened(self):
        if self.store is None:
            raise Refusal("closed", "the store was closed")
        return self.store


def say(answer):
    sys.stdout.write(json.dumps(answer, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def main():
    sys.stdin.reconfigure(encoding="utf-8", newline="\n")
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    adapter = Adapter()
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = adapter.answer(request)
        except Refusal as refusal:
            answer = {"error": {"code": refusal.code, "context": refusal.context}}
        except sqlite3.Error as error:
            # Its text may hold what people wrote.
            answer = {"error": {"code": "storage", "context": type(error).__name__}}
        say({"id": request["id"], **answer})


if __name__ == "__main__":
    main()
