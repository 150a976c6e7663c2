"""One conversation: its rows, and what each kind of change does to them."""
from rules import *  # The rules for one message, one body, one list of gaps.
from rules import Refusal


class Chat:
    def __init__(self, name, store, tables):
        self.name, self.store, self.tables = name, store, tables
        self.messages, self.tombs = tables["messages"], tables["tombs"]
        # What was said of messages that are not here; who has read what; everything else.
        self.waiting, self.readings = tables["waiting"], tables["readings"]
        self.facts = tables["facts"]
        self.ids = {}
        self.line, self.places = None, []

    # Rows

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
            kinds |= kinds_between(old, new)
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

    # What the owner does

    def enqueue(self, what, change):
        id = what["key"]["id"]
        known = self.messages.get(id)
        if known:
            is_same = known["at"] == what["at"] or rank(known["delivery"]) > 0
            if not known["outgoing"] or not is_same:
                raise Refusal("message-id-taken", "message " + id)
        elif not self.tomb({"id": id}):
            self.put(self.row(id, self.store.own["owner"], {"local": self.store.sequence()},
                              what, "sending", None))

    def row(self, id, sender, position, what, delivery, version):
        return {"in": self.name, "id": id, "sender": sender,
                "outgoing": sender == self.store.own["owner"], "position": position,
                "at": what["at"] if "at" in what else position["at"], "body": what["body"],
                "parked": [], "version": version, "replyTo": what.get("replyTo"),
                "thread": what.get("thread"), "reactions": [], "delivery": delivery, "tried": {},
                "dependents": [], "echo": version is not None}

    def amend(self, key, change):
        id, action = change["id"], change["action"]
        if self.tomb({"id": id}):
            return
        message = self.messages.get(key["id"])
        if message is None or message["body"] == REDACTED:
            raise Refusal("unknown-message", "message " + key["id"])
        if any(one["id"] == id for one in message["dependents"]):
            return
        if "edit" in action and not message["outgoing"]:
            raise Refusal("malformed-change", "an edit of what somebody else wrote")
        if len(message["dependents"]) >= 100:
            raise Refusal("limit-exceeded", "too many unsent changes of one message")
        if "edit" in action:
            action = {"edit": self.adopting(message, action["edit"])}
        dependent = {"id": id, "action": action, "local": self.store.sequence(),
                     "state": "sending", "tried": {}}
        changes = retrying_doubts(message["dependents"], dependent) + [dependent]
        message = {**message, "dependents": changes}
        # Who edits what failed wants it to be sent (SEND-040).
        if "edit" in action and has_failed(message["delivery"]):
            message.update(delivery="sending", tried=begun_anew(message["tried"]))
        self.put(message)

    def adopting(self, message, body):
        """An edit knows how far the uploads are of files that are mentioned already."""
        known = files_of(message["body"]) + edited_files(message)
        files = []
        for file in files_of(body):
            same = [one for one in known if one.get("local") == file.get("local")]
            if "remote" not in file and "local" in file and same:
                file = told({**file, "remote": same[0].get("remote"), "upload": same[0]["upload"]})
            files.append(file)
        return {**body, "files": files} if files else body

    def unsent(self, key):
        """What a key names: its message, and the place of the change of it, or None; or nothing."""
        message = self.messages.get(key["message"]["id"])
        ids = [one["id"] for one in message["dependents"]] if message else []
        if message is None or "dependent" in key and key["dependent"] not in ids:
            self.notice("gone", {"id": key["message"]["id"]})
            return None, None
        if "dependent" not in key:
            if not is_confirmed(message):
                return message, None
            self.notice("too-late", {"id": message["id"]})
            return None, None
        return message, ids.index(key["dependent"])

    def set_state(self, key, state):
        message, index = self.unsent(key)
        if message is None:
            return
        if index is None:
            is_again = has_failed(message["delivery"]) and state == "sending"
            trial = begun_anew(message["tried"]) if is_again else message["tried"]
            return self.put({**message, "delivery": state, "tried": trial})
        changes = list(message["dependents"])
        if has_failed(changes[index]["state"]) and state == "sending":
            changes[index] = {**changes[index], "tried": begun_anew(changes[index]["tried"])}
            changes = retrying_doubts(changes, changes[index])
        changes[index] = {**changes[index], "state": state}
        self.put({**message, "dependents": changes})

    def fail(self, key, change):
        self.set_state(key, {"failed": change["reason"]})

    def retry(self, key, change):
        self.set_state(key, "sending")

    def tried(self, key, change):
        retractions = self.fact("retractions", [])
        if "dependent" not in key and any(one["message"] == key["message"] for one in retractions):
            return self.note(retractions=[
                {**one, "tried": taken_trial(one.get("tried", {}), change["trial"])}
                if one["message"] == key["message"] else one for one in retractions])
        message, index = self.unsent(key)
        if message is None:
            return
        if index is None:
            trial = taken_trial(message["tried"], change["trial"])
            return self.put({**message, "tried": trial})
        changes = list(message["dependents"])
        trial = taken_trial(changes[index]["tried"], change["trial"])
        changes[index] = {**changes[index], "tried": trial}
        self.put({**message, "dependents": changes})

    def cancel(self, key, change):
        message, index = self.unsent(key)
        if message is None:
            return
        if index is None:
            # It may be on its way: somebody has to take it back (SEND-035).
            retraction = {"message": key["message"], "sequence": message["position"]["local"],
                          "tried": message["tried"]}
            self.note(retractions=self.fact("retractions", []) + [retraction])
            return self.erase(message, False)
        given = message["dependents"][index]
        if in_doubt(given["tried"]):
            return self.notice("too-late", {"id": message["id"]})
        self.retire([given])
        rest = [one for one in message["dependents"] if one is not given]
        self.put({**message, "dependents": rest})

    def settle(self, key, change):
        if "dependent" not in key and self.settle_cancelled(key["message"]):
            return
        message = self.messages.get(key["message"]["id"])
        done = [one for one in message["dependents"] if one["id"] == key.get("dependent")
                ] if message else []
        if not done:
            return self.notice("gone", {"id": key["message"]["id"]})
        settled = [one for one in message["dependents"]
                   if one is done[0] or is_replaced(one, done[0])]
        self.retire(settled)
        message = {**message,
                   "dependents": [one for one in message["dependents"] if one not in settled]}
        action, version = done[0]["action"], change["version"]
        if "delete" in action:
            return self.delete(message, True)
        if "edit" in action:
            known = message["version"]
            if known is None or order(version) >= order(known):
                message = {**with_body(message, action["edit"]), "version": version}
        elif is_confirmed(message):
            reaction = {"by": self.store.own["owner"], "key": reaction_of(done[0])}
            message = reacting(message, reaction, "react" in action, version)
        self.put(message)

    def settle_cancelled(self, key):
        retractions = self.fact("retractions", [])
        files = self.fact("filesToRemove", [])
        rest = [one for one in retractions if one["message"] != key]
        kept = [id for id in files if id != key["id"]]
        if rest == retractions and kept == files:
            return False
        self.note(retractions=rest, filesToRemove=kept)
        return True

    def upload(self, key, change):
        message, file = self.messages.get(key["id"]), change["file"]
        known = files_of(message["body"]) + edited_files(message) if message else []
        if not any(one.get("local") == file for one in known):
            return self.notice("gone", {"id": key["id"]})
        body, is_news = hearing(message["body"], file, change["state"], change.get("remote"))
        changes = []
        for one in message["dependents"]:
            if "edit" in one["action"]:
                edit, is_new = hearing(
                    one["action"]["edit"], file, change["state"], change.get("remote"))
                one, is_news = {**one, "action": {"edit": edit}}, is_news or is_new
            changes.append(one)
        if not is_news:
            return self.notice("too-late", {"id": key["id"]})
        self.put({**message, "body": body, "dependents": changes})

    # What the server says

    def acknowledge(self, key, change):
        position = change["position"]
        message = self.messages.get(key["id"])
        if message is None:
            self.notice("gone", {"id": key["id"]})
            return self.bury_sent(key["id"], position)
        if is_confirmed(message) and message["position"]["remote"] != position["remote"]:
            return self.notice("identity-conflict", {"id": key["id"]})
        other = self.find({"remote": position["remote"]})
        if other and other["id"] != key["id"]:
            if not self.is_derived(other):
                raise Refusal("remote-id-taken", "the remote id of " + key["id"])
            message = self.join(other, message)
        message = confirmed_at(message, position)
        self.follow(message["position"])
        tomb = self.tomb({"remote": position["remote"]})
        if tomb:
            self.delete(message, tomb["leavesRow"])
        else:
            self.put(message)
        self.apply_waiting(names(message))

    def bury_sent(self, id, position):
        """What was cancelled in flight is published: it stays away under the server's name, too."""
        tomb, echo = self.tomb({"id": id}), self.find({"remote": position["remote"]})
        if tomb and echo is None:
            self.bury(tomb, position, id)
        elif tomb and self.is_derived(echo):
            self.delete(echo, tomb["leavesRow"])
            self.apply_waiting([{"id": id}])

    def is_derived(self, message):
        return message["id"] == derived_id(message["position"]["remote"], self.name)

    def receive(self, received, change):
        self.take(received)
        # Nothing is missing from a live message on, unless history above it is known (GAP-002).
        last = self.gaps[-1] if self.gaps else None
        position = received["position"]
        if last and last["before"] is None and below(last["after"], position):
            self.miss(closed(self.gaps, position, None))

    def take(self, received):
        position, id = received["position"], received.get("id")
        remote = {"remote": position["remote"]}
        tomb = self.tomb(remote) or (self.tomb({"id": id}) if id else None)
        if tomb and not tomb["leavesRow"]:
            self.note_deleted(position)
            return self.bury(tomb, position, id)
        message = taking(confirmed_at(self.row_of(received), position), received)
        self.follow(message["position"])
        if tomb or received["body"] == REDACTED:
            self.delete(message, True)
            self.note_deleted(message["position"])
        else:
            self.put(message)
        self.apply_waiting(names(message))

    def row_of(self, received):
        """The row that a message of the server belongs to (ORDER-008): found by its remote id, or by
        the id that its sender minted; nobody reaches a row of somebody else by that."""
        position, id = received["position"], received.get("id")
        known = self.find({"remote": position["remote"]})
        named = self.messages.get(id) if id else None
        if named is None or named is known:
            return known or self.fresh(received, id)
        is_same = named["sender"] == received["sender"] and not is_confirmed(named)
        if not is_same or known and not self.is_derived(known):
            self.notice("identity-conflict", {"remote": position["remote"]})
            return known or self.fresh(received, None)
        return self.join(known, named) if known else named

    def fresh(self, received, id):
        position = received["position"]
        row = self.row(id or derived_id(position["remote"], self.name), received["sender"], position,
                       received, "sent", received["version"])
        return row

    def join(self, echo, message):
        joined = absorbing(message, echo)
        self.drop(echo)
        if joined["body"] == REDACTED:
            self.retire(message["dependents"] + echo["dependents"])
            self.note_files(message)
        return joined

    def page(self, what, change):
        messages = what.get("messages", [])
        for message in messages:
            self.take(message)
        places = sorted((message["position"] for message in messages), key=place)
        if "upTo" in what or what.get("live"):
            upper = what.get("upTo")
        elif places:
            upper = places[-1]
        else:
            return
        token = what.get("token")
        if what.get("start"):
            self.miss(closed(self.gaps, None, upper, token if places else None))
        elif places:
            self.miss(closed(self.gaps, places[0], upper, token))
        elif token is not None:
            self.miss([reaching(gap, upper, token) if gap["before"] == upper else gap
                       for gap in self.gaps])

    def openGap(self, gap, change):
        self.miss(opened(self.gaps, {**EVERYTHING, **gap}))

    def giveUp(self, gap, change):
        gap = {**EVERYTHING, **gap}
        ends = ("after", "before", "token")
        self.miss([{**one, "unavailable": True} if all(one[end] == gap[end] for end in ends)
                   else one for one in self.gaps])

    # Deletions

    def delete(self, message, leaves_row):
        self.note_files(message)
        self.erase(message, leaves_row)

    def note_files(self, message):
        """The files of a deleted message are still to be removed (MEDIA-026)."""
        files = files_of(message["body"]) + message["parked"] + edited_files(message)
        known = self.fact("filesToRemove", [])
        if any(file.get("local") for file in files) and message["id"] not in known:
            self.note(filesToRemove=known + [message["id"]])

    def erase(self, message, leaves_row):
        """A tombstone stays under each name, so that nothing brings the message back (REPO-017)."""
        self.retire(message["dependents"])
        position = message["position"] if is_confirmed(message) else None
        for name in names(message):
            tomb = self.tomb(name)
            self.tombs.put(word(name), {
                "leavesRow": leaves_row and (tomb is None or tomb["leavesRow"]),
                "position": position})
        if leaves_row:
            self.put(redacted(message))
        else:
            self.drop(message)
        if position and (message["echo"] or not message["outgoing"]):
            self.note_deleted(position)

    def retire(self, dependents):
        for one in dependents:
            self.tombs.put(word({"id": one["id"]}), {"leavesRow": False, "position": None})

    def note_deleted(self, position):
        highest = self.fact("highestDeleted")
        if highest is None or place(highest) < place(position):
            self.note(highestDeleted=position)

    def bury(self, tomb, position, id):
        """A message that is gone is somewhere at the server: receipts for it count (RECEIPT-020)."""
        remote = {"remote": position["remote"]}
        known = self.tomb(remote)
        if known and known["position"] and place(known["position"]) < place(position):
            position = known["position"]
        self.tombs.put(word(remote), {
            "leavesRow": tomb["leavesRow"] and (known is None or known["leavesRow"]),
            "position": position})
        self.follow(position)
        self.apply_waiting([remote] + ([{"id": id}] if id else []))

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
            self.has_read(relation["by"], tomb["position"], relation["receipt"])
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
                message = {**with_body(message, relation["edit"]), "version": version}
        elif "status" in relation:
            if rank(relation["status"]) > rank(message["delivery"]):
                message = {**message, "delivery": relation["status"]}
        else:
            key = relation.get("react", relation.get("unreact"))
            message = reacting(message, {"by": author, "key": key}, "react" in relation, version)
        self.put(message)

    def wait(self, relation):
        """One for each author and kind of action, the newest; of too many the oldest goes."""
        name = word(relation["target"])
        relations = list(self.waiting.get(name, []))
        same = [one for one in relations if slot(one) == slot(relation)]
        if same and age(same[0]) >= age(relation):
            return
        relations = sorted([one for one in relations if one not in same] + [relation], key=age)
        if len(relations) > 128:
            relations.pop(0)
            self.notice("waiting-dropped", relation["target"])
        self.waiting.put(name, relations)

    def apply_waiting(self, references):
        for reference in references:
            relations = self.waiting.get(word(reference))
            if relations:
                self.waiting.put(word(reference), None)
                for relation in relations:
                    self.relate(relation)

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
        position = tomb["position"] if message is None else message["position"]
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
        for message in list(self.messages.values()):
            if is_confirmed(message) and not message["dependents"]:
                self.drop(message)
                self.store.dropped.add(self.name)
        self.miss([EVERYTHING])
        if floor != self.fact("unreadFloor", 0):
            self.note(unreadFloor=floor)
        self.note(highestDeleted=None)

    def forget(self, what, change):
        if not any(self.tables.values()):
            return
        self.store.forgotten.add(self.name)
        self.store.dropped.discard(self.name)
        for table in self.tables.values():
            for name in list(table):
                table.put(name, None)
        self.remember_all()


def effective(readings):
    """The reading that counts: the highest, and the latest of those."""
    return max(readings or [], key=lambda one: (place(one["at"]), one["time"]), default=None)


def to_report(readings):
    """When the owner read up to the highest place, if the server does not know it yet."""
    top = effective(readings)
    steps = [one for one in readings or [] if one["at"] == top["at"]]
    is_unknown = steps and all(one["here"] and not one["told"] for one in steps)
    return steps[0]["time"] if is_unknown else None


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
