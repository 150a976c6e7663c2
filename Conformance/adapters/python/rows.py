"""The rows of one conversation, and which kinds of things changed in them."""
from rules import *


class Rows:
    def __init__(self, name, store, tables):
        self.name, self.store, self.tables = name, store, tables
        self.messages, self.tombs = tables["messages"], tables["tombs"]
        # What was said of messages that are not here; who has read what; everything else.
        self.waiting, self.readings = tables["waiting"], tables["readings"]
        self.facts = tables["facts"]
        self.ids = {}
        self.line, self.places = None, []

    def fact(self, name, default=None):
        return self.facts.get(name, default)

    @property
    def gaps(self):
        return self.fact("gaps", [EVERYTHING])

    @property
    def revision(self):
        return max(self.fact(kind, 0) for kind in ("structure", "content", "metadata"))

    def note(self, **facts):
        for name, value in facts.items():
            self.facts.put(name, value)

    def miss(self, gaps):
        """Sets what is known to be missing."""
        self.note(gaps=None if gaps == [EVERYTHING] else gaps)

    def remember_all(self):
        self.line, self.places = None, []
        self.ids = {message["position"]["remote"]: id for id, message in self.messages.items()
                    if is_confirmed(message)}

    def put(self, message):
        self.line, self.places = None, []
        self.messages.put(message["id"], message)
        if is_confirmed(message):
            self.ids[message["position"]["remote"]] = message["id"]

    def drop(self, message):
        self.line, self.places = None, []
        self.messages.put(message["id"], None)
        if is_confirmed(message) and self.ids.get(message["position"]["remote"]) == message["id"]:
            del self.ids[message["position"]["remote"]]

    def in_order(self):
        """All messages, the oldest first."""
        if self.line is None:
            self.line = sorted(self.messages.values(), key=lambda one: place(one["position"]))
            self.places = [place(one["position"]) for one in self.line]
        return self.line

    def find(self, reference):
        return self.messages.get(reference["id"] if "id" in reference
                                 else self.ids.get(reference["remote"]))

    def tomb(self, reference):
        return self.tombs.get(word(reference))

    def end(self, undo):
        for table in self.tables.values():
            table.end(undo)
        if undo:
            self.remember_all()

    def kinds_of_changes(self):
        """None if nothing changed."""
        kinds, is_changed = set(), False
        for _, old, new in self.messages.changes():
            is_changed = True
            kinds |= kinds_between(old, new, self.store.own["owner"])
        facts = {name for name, _, _ in self.facts.changes()}
        if "gaps" in facts:
            kinds.add("structure")
        if facts & {"retractions", "filesToRemove", "unreadFloor"}:
            kinds.add("metadata")
        readings = self.readings.changes()
        if any(effective(old) != effective(new) or to_report(old) != to_report(new)
               for _, old, new in readings):
            kinds.add("metadata")
        others = readings or self.tombs.changes() or self.waiting.changes()
        return kinds if is_changed or facts or others else None

    def notice(self, code, reference):
        self.store.notices.append({"notice": code, "in": self.name, "target": reference})


def effective(readings):
    """The reading that counts: the highest, and the latest of those."""
    return max(readings or [], key=lambda one: (place(one["at"]), one["time"]), default=None)


def to_report(readings):
    """When the owner read up to the highest place, if the server does not know it yet."""
    top = effective(readings)
    steps = [one for one in readings or [] if one["at"] == top["at"]]
    is_unknown = steps and all(one["here"] and not one["told"] for one in steps)
    return steps[0]["time"] if is_unknown else None
