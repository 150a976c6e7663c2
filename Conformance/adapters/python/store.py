"""Rows in an SQLite file. One batch of changes is one transaction.

A conversation that was touched stays in memory; what a batch changed of it is written, and nothing
else. The rows are JSON, because SQLite looks into none of them here: a store for an app would give
each message columns, and an index over its place.
"""
import json
import os
import sqlite3
import zlib

from chat import Chat
from limits import validate
from rules import Refusal


class Table(dict):
    """Rows by name that remember what they were before the batch."""

    def __init__(self):
        self.before = {}

    def put(self, name, row):
        """Sets a row; None removes it."""
        self.before.setdefault(name, self.get(name))
        if row is None:
            self.pop(name, None)
        else:
            self[name] = row

    def changes(self):
        """What differs from before the batch: name, old row, new row."""
        return [(name, old, self.get(name)) for name, old in self.before.items()
                if old != self.get(name)]

    def end(self, undo):
        for name, old in self.before.items() if undo else ():
            if old is None:
                self.pop(name, None)
            else:
                self[name] = old
        self.before = {}


class Store:
    TABLES = ("messages", "tombs", "waiting", "readings", "facts")

    def __init__(self, path, owner):
        try:
            self.file = sqlite3.connect(path, isolation_level=None)
            self.open(owner)
            self.path, self.inode = path, os.stat(path).st_ino
        except sqlite3.DatabaseError:
            # Of a damaged file nothing is served: better none of it than a part (REPO-026).
            raise Refusal("corrupted", "the file is damaged")

    def open(self, owner):
        # What is committed survives the loss of power, too.
        self.file.execute("PRAGMA journal_mode = WAL")
        self.file.execute("PRAGMA synchronous = FULL")
        self.file.execute("CREATE TABLE IF NOT EXISTS row (conversation TEXT, kind TEXT, name TEXT,"
                          " json TEXT, mark INTEGER, PRIMARY KEY (conversation, kind, name)) WITHOUT ROWID")
        self.own = {"owner": owner, "revision": 0, "next": 1, "forgotten": 0, "tokens": {}}
        self.chats = {}
        for conversation, kind, name, text, mark in self.file.execute("SELECT * FROM row"):
            if mark != checksum(conversation, kind, name, text):
                raise Refusal("corrupted", "a row is damaged")
            if kind == "store":
                self.own = json.loads(text)
            else:
                self.chat(conversation).tables[kind].put(name, json.loads(text))
        if self.own["owner"] != owner:
            raise Refusal("wrong-owner", "the store has another owner")
        for chat in self.chats.values():
            chat.end(undo=False)
            chat.remember_all()

    def close(self):
        self.file.close()

    def chat(self, conversation):
        """A conversation; one of which nothing is known if there is none."""
        if conversation not in self.chats:
            tables = {kind: Table() for kind in Store.TABLES}
            self.chats[conversation] = Chat(conversation, self, tables)
        return self.chats[conversation]

    def apply(self, changes):
        """Applies all of a batch, or nothing: the commit, and what changed by conversation."""
        if len(changes) > 10_000:
            raise Refusal("limit-exceeded", "too many changes in a batch")
        for change in changes:
            validate(change)
        before = {**self.own, "tokens": dict(self.own["tokens"])}
        self.notices, self.forgotten, self.dropped = [], set(), set()
        try:
            for change in changes:
                self.tell(change)
            changed = self.changed()
            if changed or self.own != before:
                self.write(changed)
        except BaseException:
            self.own = before
            for chat in self.chats.values():
                chat.end(undo=True)
            raise
        for chat in self.chats.values():
            chat.end(undo=False)
        kinds = set().union(*changed.values())
        names = [kind for kind in ("structure", "content", "metadata") if kind in kinds]
        commit = {"revision": self.own["revision"], "kinds": names, "notices": self.notices}
        return commit, changed

    def tell(self, change):
        kind = next(iter(change))
        what = change[kind]
        if kind == "advance":
            return self.advance(what, change.get("from"), change.get("to"))
        if isinstance(what, str):
            conversation = what
        else:
            key = what.get("key") or what.get("message") or what
            conversation = key["in"] if "in" in key else change["in"]
        getattr(self.chat(conversation), kind)(what, change)

    def advance(self, stream, start, end):
        """A stream of the server moves on, from the place that the question named (SYNC-002)."""
        known = self.own["tokens"].get(stream)
        if known == end:
            return
        if known != start:
            raise Refusal("stale-token", "the stored token is not the token of the request")
        self.own["tokens"].pop(stream, None)
        if end is not None:
            self.own["tokens"][stream] = end

    def sequence(self):
        """The next number in the order in which this device accepts what is to be sent."""
        self.own["next"] += 1
        return self.own["next"] - 1

    def changed(self):
        """What kinds of things the batch changed, by conversation; of some, nothing to be seen."""
        changed = {}
        for name, chat in self.chats.items():
            kinds = chat.kinds_of_changes()
            if name in self.forgotten | self.dropped:
                kinds = {"structure", "content", "metadata"}
            if kinds is not None:
                changed[name] = kinds
        return changed

    def write(self, changed):
        self.own["revision"] += 1
        if self.forgotten:
            self.own["forgotten"] = self.own["revision"]
        for name, kinds in changed.items():
            chat = self.chats[name]
            if name in self.forgotten and not any(chat.tables.values()):
                continue
            # Its pages were of that revision as long as nothing was known; they do not go back.
            if chat.revision == 0:
                chat.note(structure=self.own["forgotten"])
            chat.note(**{kind: self.own["revision"] for kind in kinds})
        # A file that somebody removed would take it, and nobody would find it (REPO-094).
        if not os.path.exists(self.path) or os.stat(self.path).st_ino != self.inode:
            raise Refusal("storage", "the file was removed or replaced while it was open")
        self.file.execute("BEGIN IMMEDIATE")
        try:
            for chat in self.chats.values():
                for kind, table in chat.tables.items():
                    for name, _, row in table.changes():
                        self.write_row(chat.name, kind, name, row)
            self.write_row("", "store", "", self.own)
            self.file.execute("COMMIT")
        except BaseException:
            self.file.execute("ROLLBACK")
            raise

    def write_row(self, conversation, kind, name, row):
        if row is None:
            self.file.execute("DELETE FROM row WHERE conversation = ? AND kind = ? AND name = ?",
                              (conversation, kind, name))
        else:
            text = json.dumps(row, ensure_ascii=False)
            self.file.execute("REPLACE INTO row VALUES (?, ?, ?, ?, ?)",
                              (conversation, kind, name, text,
                               checksum(conversation, kind, name, text)))


def checksum(*columns):
    """Of a row: one damaged byte is found."""
    return zlib.crc32(json.dumps(columns).encode())
