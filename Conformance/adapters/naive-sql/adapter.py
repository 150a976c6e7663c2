#!/usr/bin/env python3
"""A peer: the message table that most apps begin with, behind the lines of Spec/guides/any-language.md.

Each line of it is what people write, and each is a fault under some rule; known-failures.txt says which.
"""
import hashlib
import json
import sqlite3
import sys


class Store:
    def __init__(self, path, owner):
        self.owner = owner
        # A row is known by a number of the database; the server's id is a column beside it.
        self.file = sqlite3.connect(path, isolation_level=None)
        self.file.executescript("""
            CREATE TABLE IF NOT EXISTS messages (
              id INTEGER PRIMARY KEY AUTOINCREMENT, client_id TEXT, server_id TEXT UNIQUE, chat TEXT,
              sender TEXT, body TEXT, created_at INTEGER, status TEXT);
            CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT);""")

    def apply(self, changes):
        # One statement after the other: what comes before a failure stays.
        for change in changes:
            kind = next(iter(change))
            getattr(self, kind, lambda *_: None)(change[kind], change)
        return {"revision": self.file.total_changes, "kinds": ["structure", "content", "metadata"]}

    def enqueue(self, what, change):
        self.file.execute(
            "INSERT INTO messages (client_id, chat, sender, body, created_at, status)"
            " VALUES (?, ?, ?, ?, ?, 'sending')",
            # The clock of the device says where the message stands.
            (what["key"]["id"], what["key"]["in"], self.owner, json.dumps(what["body"]), what["at"]))

    def acknowledge(self, key, change):
        self.file.execute(
            "UPDATE messages SET server_id = ?, created_at = ?, status = 'sent' WHERE client_id = ?",
            (change["position"]["remote"], change["position"]["server"], key["id"]))

    def receive(self, what, change):
        # The newest copy wins, whatever version it has; and it is a new row.
        self.file.execute(
            "INSERT OR REPLACE INTO messages (client_id, server_id, chat, sender, body, created_at,"
            " status) VALUES (?, ?, ?, ?, ?, ?, 'sent')",
            (what.get("id"), what["position"]["remote"], what["in"], what["sender"],
             json.dumps(what["body"]), what["position"]["server"]))

    def page(self, what, change):
        for message in what.get("messages", []):
            self.receive(message, change)

    def relate(self, what, change):
        target = what["target"].get("remote")
        if "edit" in what:
            self.file.execute("UPDATE messages SET body = ? WHERE server_id = ?",
                              (json.dumps(what["edit"]), target))
        if what.get("delete"):
            # Deleted is gone: nothing says that it was ever there.
            self.file.execute("DELETE FROM messages WHERE server_id = ?", (target,))

    def fail(self, key, change):
        self.file.execute("UPDATE messages SET status = 'failed' WHERE client_id = ?",
                          (key["message"]["id"],))

    def retry(self, key, change):
        self.file.execute("UPDATE messages SET status = 'sending' WHERE client_id = ?",
                          (key["message"]["id"],))

    def cancel(self, key, change):
        self.file.execute("DELETE FROM messages WHERE client_id = ?", (key["message"]["id"],))

    def resetHistory(self, chat, change):
        # What was not sent goes, too.
        self.file.execute("DELETE FROM messages WHERE chat = ?", (chat,))

    forget = resetHistory

    def advance(self, stream, change):
        self.file.execute("REPLACE INTO settings VALUES (?, ?)", (stream, change.get("to")))

    def read(self, query):
        chat, limit = query.get("in"), query["limit"]
        # All rows, sorted by one time; a page is what is below or above a time.
        rows = self.file.execute("SELECT * FROM messages WHERE ?1 IS NULL OR chat = ?1"
                                 " ORDER BY created_at", (chat,)).fetchall()
        if query.get("outbox") or "unsentSince" in query:
            rows = [row for row in rows if row[7] in ("sending", "failed")][:limit]
        elif "older" in query:
            at = query["older"]["position"].get("server", 1 << 62)
            rows = [row for row in rows if row[6] < at][-limit:]
        elif "newer" in query:
            at = query["newer"]["position"].get("server", 1 << 62)
            rows = [row for row in rows if row[6] > at][:limit]
        else:
            rows = rows[-limit:]
        return {"revision": self.file.total_changes, "messages": [self.message(row) for row in rows],
                "older": {"more" if len(rows) == limit else "end": True}, "newer": {"end": True},
                "unread": {"count": 0}, "found": True}

    def message(self, row):
        number, client, server, chat, sender, body, at, status = row
        # The identity is the server's, once there is one.
        id = hashlib.md5(server.encode()).hexdigest() if server else client
        position = {"server": at, "at": at, "remote": server} if server else {"local": number}
        failed = {"failed": {"code": "failed", "text": "", "retryable": True}}
        return {"in": chat, "id": id, "sender": sender, "outgoing": sender == self.owner,
                "position": position, "at": at, "body": json.loads(body),
                "version": {"order": 0, "id": ""} if server else None,
                "delivery": failed if status == "failed" else status}


def main():
    store, observers = None, []
    for line in sys.stdin:
        request = json.loads(line)
        answer, kind = {}, request["do"]
        if kind == "hello":
            answer = {"hello": {"version": 1, "name": "naive-sql", "capabilities": ["durable"],
                                "historiesMax": 2}}
        elif kind == "open":
            store, observers = Store(request["folder"] + "/chat.db", request["owner"]), []
        elif kind == "apply":
            try:
                answer = {"commit": store.apply(request["changes"])}
                for observer in observers:
                    say({"event": "commit", "observer": observer, "commit": answer["commit"]})
            except sqlite3.Error as error:
                answer = {"error": {"code": "storage", "context": type(error).__name__}}
        elif kind == "read":
            try:
                answer = {"snapshot": store.read(request["query"])}
            except (ValueError, sqlite3.Error) as error:
                answer = {"error": {"code": "storage", "context": type(error).__name__}}
        elif kind == "tokens":
            rows = store.file.execute("SELECT * FROM settings WHERE value IS NOT NULL").fetchall()
            answer = {"tokens": [{"id": name, "token": value} for name, value in rows]}
        elif kind == "observe":
            observers.append(request["observer"])
        elif kind != "close":
            answer = {"error": {"code": "storage", "context": "not known here"}}
        say({"id": request["id"], **answer})


def say(answer):
    print(json.dumps(answer), flush=True)


main()
