"""One conversation: what is said about its messages, and how far people have read."""
from incoming import Incoming
from outgoing import Outgoing
from rows import Rows, effective
from rules import *  # The rules for one message, one body, one list of gaps.


class Chat(Outgoing, Incoming, Rows):
    # What is said about messages, which may come before them (ORDER-012)

    def relate(self, relation, change=None):
        message, tomb = self.find(relation["target"]), self.tomb(relation["target"])
        if message and is_confirmed(message):
            self.heed(relation, message)
        elif tomb is None:
            self.wait(relation)
        elif "receipt" in relation:
            if tomb["position"] is None:
                return self.wait(relation)
            self.has_read(relation["by"], self.place_of(tomb), relation["receipt"])
        elif relation.get("delete") and not relation.get("leavesRow") and tomb["leavesRow"]:
            self.wait(relation)

    def heed(self, relation, message):
        author, version = relation["by"], relation["version"]
        is_own = author == message["sender"]
        if "receipt" in relation:
            return self.has_read(author, message["position"], relation["receipt"])
        if ("edit" in relation and not is_own
                or relation.get("delete") and not is_own and not relation.get("moderator")
                or "status" in relation and not message["outgoing"]):
            return self.notice("not-entitled", relation["target"])
        if relation.get("delete"):
            return self.delete(message, bool(relation.get("leavesRow")))
        if "edit" in relation:
            if message["body"] != REDACTED and newer(version, message["version"]):
                message = with_body(message, relation["edit"], version)
        elif "status" in relation:
            if rank(relation["status"]) > rank(message["delivery"]):
                message = {**message, "delivery": relation["status"]}
        else:
            key = relation.get("react", relation.get("unreact"))
            message = reacting(message, {"by": author, "key": key}, "react" in relation, version)
        self.put(message)

    def wait(self, relation):
        """One for each author and kind of action, the newest; of too many the oldest goes, but no
        deletion (ORDER-013)."""
        name = word(relation["target"])
        relations = list(self.waiting.get(name, []))
        same = [one for one in relations if slot(one) == slot(relation)]
        if same and age(same[0]) >= age(relation):
            return
        relations = sorted([one for one in relations if one not in same] + [relation], key=age)
        if len(relations) > 128 and "delete" not in relations[0]:
            relations.pop(0)
            self.notice("waiting-dropped", relation["target"])
        self.waiting.put(name, relations)

    def apply_waiting(self, references, name=None):
        """What waited for a message under these names; it may be known here by another one alone."""
        for reference in references:
            relations = self.waiting.get(word(reference))
            if relations:
                self.waiting.put(word(reference), None)
                for relation in relations:
                    self.relate({**relation, "target": name} if name else relation)

    # How far people have read

    def has_read(self, reader, position, time, is_here=False):
        """Of one participant's readings the highest counts. Those below it are kept as long as the
        message of the highest may still move (RECEIPT-022)."""
        known = self.readings.get(reader, [])
        marker = effective(known)
        is_owner = reader == self.store.own["owner"]
        if is_owner and (marker is None or place(marker["at"]) < place(position)):
            if self.fact("unreadFloor"):
                self.note(unreadFloor=0)
        reading = {"at": position, "time": time, "here": is_here, "told": False}
        if reading not in known:
            self.readings.put(reader, self.still_of_use(known + [reading]))

    def still_of_use(self, readings):
        top = effective(readings)
        message = self.find({"remote": top["at"]["remote"]})
        may_move = message is None or message["outgoing"] and not message["echo"]
        return [one for one in readings if may_move or place(one["at"]) >= place(top["at"])]

    def follow(self, position):
        """Who has read a message has read it where it lies now (RECEIPT-021)."""
        awaited = self.fact("awaited", [])
        if position["remote"] in awaited:
            self.note(awaited=[one for one in awaited if one != position["remote"]] or None)
        for reader, readings in list(self.readings.items()):
            moved = [{**one, "at": position} if one["at"]["remote"] == position["remote"] else one
                     for one in readings]
            if moved != readings:
                self.readings.put(reader, moved)

    def marker(self):
        top = effective(self.readings.get(self.store.own["owner"]))
        return top["at"] if top else None

    def read(self, what, change):
        message, tomb = self.find(change["upTo"]), self.tomb(change["upTo"])
        if message is None and tomb is None:
            raise Refusal("unknown-message", "what was read")
        position = self.place_of(tomb) if message is None else message["position"]
        if position and "local" not in position and position != self.marker():
            self.has_read(self.store.own["owner"], position, change["at"], is_here=True)

    def reported(self, what, change):
        marker, position = self.marker(), change["upTo"]
        if marker is None:
            return
        if place(marker) <= place(position) or marker["remote"] == position["remote"]:
            owner = self.store.own["owner"]
            self.readings.put(owner, [{**one, "told": one["told"] or one["at"] == marker}
                                      for one in self.readings[owner]])

    def has_gap_above_marker(self):
        marker = self.marker()
        return any(gap["before"] is None or marker is None or place(gap["before"]) > place(marker)
                   for gap in self.gaps)

    def unread(self):
        """How many messages of others lie above the marker, counted up to a thousand."""
        marker, count = self.marker(), 0
        for message in reversed(self.in_order()):
            if marker and place(message["position"]) <= place(marker) or count == 1_000:
                break
            is_theirs = not message["outgoing"] and is_confirmed(message)
            count += is_theirs and not {"system", "redacted"} & message["body"].keys()
        return count

    # Housekeeping

    def resetHistory(self, what, change):
        """Forgets what can be fetched again; what is unsent, deleted or waiting stays (REPO-025)."""
        floor = max(self.unread(), self.fact("unreadFloor", 0))
        dropped = [one for one in self.messages.values()
                   if is_confirmed(one) and not one["dependents"]]
        self.name_targets({one["id"]: {"remote": one["position"]["remote"]} for one in dropped})
        for message in dropped:
            self.drop(message)
            self.store.dropped.add(self.name)
        self.miss([EVERYTHING])
        # Where the server lists these next is where they lie, deleted or not (RECEIPT-021).
        read = {effective(readings)["at"]["remote"] for readings in self.readings.values()}
        self.note(awaited=sorted(read) or None)
        if floor != self.fact("unreadFloor", 0):
            self.note(unreadFloor=floor)
        self.note(highestDeleted=None)

    def name_targets(self, names):
        """What is unsent names what it answers by remote ids, where nothing else is left."""
        for message in [one for one in self.messages.values() if not is_confirmed(one)]:
            targets = {key: names.get((message[key] or {}).get("id"), message[key])
                       for key in ("replyTo", "thread")}
            if targets != {key: message[key] for key in targets}:
                self.put({**message, **targets})

    def forget(self, what, change):
        if not any(self.tables.values()):
            return
        self.store.forgotten.add(self.name)
        self.store.dropped.discard(self.name)
        for table in self.tables.values():
            for name in list(table):
                table.put(name, None)
        self.remember_all()


def slot(relation):
    """What a newer relation of the same author takes the place of."""
    by = relation["by"]
    if "edit" in relation:
        return ("edit", by)
    if relation.get("delete"):
        return ("delete", bool(relation.get("moderator")), bool(relation.get("leavesRow")), by)
    if "receipt" in relation or "status" in relation:
        return ("receipt" if "receipt" in relation else "status", by)
    return ("reaction", relation.get("react", relation.get("unreact")), by)


def age(relation):
    """A total order that does not depend on arrival: deletions last, then versions, then the rest."""
    if relation.get("delete"):
        weight = 2 * bool(relation.get("moderator")) + (not relation.get("leavesRow"))
    elif "receipt" in relation:
        weight = relation["receipt"]
    else:
        weight = rank(relation["status"]) if "status" in relation else int("unreact" in relation)
    return (bool(relation.get("delete")), order(relation["version"]), weight, relation["by"],
            str(slot(relation)))
