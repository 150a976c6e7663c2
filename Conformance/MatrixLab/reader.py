"""What a server says, read with plain HTTP by somebody who knows nothing of the package."""

import json
import urllib.parse


class Person:
    """Somebody with a device of their own that the package never sees."""

    def __init__(self, server, name):
        self.server, self.name = server, name
        self.user = f"@{name}:lab.localhost"
        self.token = server.sign_in(name)
        self.count = 0

    def ask(self, method, path, body=None, query=None, raw=None):
        return self.server.ask(method, f"/_matrix/client/v3{path}", body, self.token, query, raw)

    def new_room(self, others=()):
        answer = self.ask("POST", "/createRoom", {
            "preset": "trusted_private_chat", "invite": [other.user for other in others]})
        for other in others:
            other.ask("POST", f"/join/{quote(answer['room_id'])}", {})
        return answer["room_id"]

    def put(self, room, kind, content):
        self.count += 1
        path = f"/rooms/{quote(room)}/send/{kind}/reader{self.count}"
        return self.ask("PUT", path, content)["event_id"]

    def say(self, room, text, relation=None):
        content = {"msgtype": "m.text", "body": text}
        if relation:
            content["m.relates_to"] = relation
        return self.put(room, "m.room.message", content)

    def reply(self, room, event, text):
        return self.say(room, text, {"m.in_reply_to": {"event_id": event}})

    def edit(self, room, event, text):
        return self.put(room, "m.room.message", {
            "msgtype": "m.text", "body": "* " + text,
            "m.new_content": {"msgtype": "m.text", "body": text},
            "m.relates_to": {"rel_type": "m.replace", "event_id": event}})

    def react(self, room, event, key):
        return self.put(room, "m.reaction", {
            "m.relates_to": {"rel_type": "m.annotation", "event_id": event, "key": key}})

    def redact(self, room, event):
        self.count += 1
        path = f"/rooms/{quote(room)}/redact/{quote(event)}/reader{self.count}"
        return self.ask("PUT", path, {})["event_id"]

    def events(self, room):
        """Every event of a room, the oldest first."""
        found, query = [], {"dir": "b", "limit": 500}
        for _ in range(1_000):
            page = self.ask("GET", f"/rooms/{quote(room)}/messages", query=query)
            found += page["chunk"]
            if "end" not in page:
                return found[::-1]
            query["from"] = page["end"]
        raise RuntimeError(f"the history of {room} has no start after 1000 pages")

    def rows(self, room):
        """What somebody should see: messages in the server's order, with all that was said since."""
        events = self.events(room)
        by_name = {event["event_id"]: event for event in events}
        gone = {event["event_id"] for event in events if redacted(event)}
        rows, edits, reactions = [], {}, {}
        for event in events:
            name, relation = event["event_id"], event["content"].get("m.relates_to", {})
            if "state_key" in event or event["type"] == "m.room.redaction":
                continue
            if event["type"] == "m.reaction":
                if name not in gone:
                    place = reactions.setdefault(relation["event_id"], set())
                    place.add((event["sender"], relation["key"]))
            elif relation.get("rel_type") == "m.replace":
                edits.setdefault(relation["event_id"], []).append(event)
            else:
                rows.append(event)
        shown = []
        for event in rows:
            name = event["event_id"]
            newer = [e for e in edits.get(name, []) if e["sender"] == event["sender"]]
            newest = max(newer, key=lambda e: (e["origin_server_ts"], e["event_id"]), default=None)
            content = newest["content"]["m.new_content"] if newest else event["content"]
            shown.append(self.row(event, content, name in gone, bool(newest), reactions))
        del by_name
        return shown

    def row(self, event, content, is_gone, is_edited, reactions):
        relation = event["content"].get("m.relates_to", {})
        is_thread = relation.get("rel_type") == "m.thread"
        reply = relation.get("m.in_reply_to", {}).get("event_id")
        if is_thread and relation.get("is_falling_back"):
            reply = None
        row = {"event": event["event_id"], "sender": event["sender"]}
        if is_gone:
            return {**row, "kind": "redacted"}
        return {
            **row, **body(event["type"], content), "isEdited": is_edited,
            "reactions": sorted(map(list, reactions.get(event["event_id"], set()))),
            "reply": reply, "thread": relation["event_id"] if is_thread else None,
        }


def body(kind, content):
    name = content.get("msgtype")
    if kind == "m.room.message" and name in ("m.text", "m.notice", "m.emote"):
        return {"kind": "text", "text": content["body"]}
    if kind == "m.room.message" and name in ("m.image", "m.audio", "m.file") and "url" in content:
        caption = content["body"] if content.get("filename", content["body"]) != content["body"] else ""
        return {"kind": "media", "text": f"{content['url']} {caption}"}
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return {"kind": f"unknown {name or kind}", "text": canonical}


def redacted(event):
    return "redacted_because" in event.get("unsigned", {})


def quote(text):
    return urllib.parse.quote(text, safe="")
