"""What the server says of a conversation: messages, pages, deletions."""
from rules import *
from rules import Refusal


class Incoming:
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
        elif message["body"] == REDACTED:
            self.delete(message, True)
        else:
            self.put(message)
        self.apply_waiting(names(message))

    def bury_sent(self, id, position):
        """What was cancelled in flight is published: it stays away under the server's name, too."""
        tomb, echo = self.tomb({"id": id}), self.find({"remote": position["remote"]})
        if tomb and echo is None:
            self.bury(tomb, position, id)
        elif tomb and self.is_derived(echo):
            echo = confirmed_at(echo, position)
            self.follow(echo["position"])
            self.delete(echo, tomb["leavesRow"])
            self.apply_waiting([{"id": id}])

    def erase_unsent(self, message, position):
        """What the owner still wants to send was deleted where the server has it (REPO-017)."""
        message = confirmed_at(message, position)
        self.follow(message["position"])
        self.delete(message, False)
        self.apply_waiting(names(message))

    def is_derived(self, message):
        return message["id"] == derived_id(message["position"]["remote"], self.name)

    def receive(self, received, change):
        self.take(received)
        # Nothing is missing from a live message on, unless history above it is known (GAP-002).
        last = self.gaps[-1] if self.gaps else None
        position = received["position"]
        if last and last["before"] is None and below(last["after"], position):
            self.miss(closed(self.gaps, position, None))
        self.forget_unread_floor()

    def forget_unread_floor(self):
        """What was unread before a reset, once nothing is missing above the marker (RECEIPT-008)."""
        if self.fact("unreadFloor") and not self.has_gap_above_marker():
            self.note(unreadFloor=0)

    def is_named_as_another(self, received):
        """Whether a message has the id of a deleted one that is not this one (ORDER-008)."""
        tomb = self.tomb({"id": received["id"]}) if received.get("id") else None
        if tomb is None:
            return False
        if tomb["position"] is None:  # It was cancelled.
            return received["sender"] != self.store.own["owner"]
        return tomb["position"]["remote"] != received["position"]["remote"]

    def take(self, received):
        is_named_as_another = self.is_named_as_another(received)
        if is_named_as_another:
            received = {name: value for name, value in received.items() if name != "id"}
        position, id = received["position"], received.get("id")
        remote = {"remote": position["remote"]}
        tombs = [self.tomb(name) for name in [remote] + ([{"id": id}] if id else [])]
        tombs = sorted((tomb for tomb in tombs if tomb), key=lambda tomb: tomb["leavesRow"])
        # Of two deletions the one that leaves no row wins.
        tomb = tombs[0] if tombs else None
        if tomb and not tomb["leavesRow"]:
            self.note_deleted(position)
            # Its echo may have come before, without its own name.
            if id and self.find(remote):
                return self.bury_sent(id, position)
            own = self.messages.get(id) if id else None
            if own and not is_confirmed(own) and own["sender"] == received["sender"]:
                return self.erase_unsent(own, position)
            return self.bury(tomb, position, id)
        if is_named_as_another:
            self.notice("identity-conflict", remote)
        message = taking(confirmed_at(self.row_of(received), position), received)
        self.follow(message["position"])
        if tomb or received["body"] == REDACTED:
            self.delete(message, True)
            self.note_deleted(message["position"])
        else:
            self.put(message)
        self.apply_waiting(names(message))
        if id and self.find({"id": id}) is None:
            self.apply_waiting([{"id": id}], remote)

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
        self.take_page(what)
        self.forget_unread_floor()

    def take_page(self, what):
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
        position = self.lowest(message["position"]) if is_confirmed(message) else None
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

    def place_of(self, tomb):
        """The server may have moved a message since it was deleted (RECEIPT-018)."""
        position = tomb["position"]
        moved = self.tomb({"remote": position["remote"]}) if position else None
        return moved["position"] if moved and moved["position"] else position

    def lowest(self, position):
        """Of two positions of a deleted message the lower one stays, unless receipts wait for it."""
        tomb = self.tomb({"remote": position["remote"]})
        known = tomb["position"] if tomb else None
        is_awaited = position["remote"] in self.fact("awaited", [])
        return known if known and place(known) < place(position) and not is_awaited else position

    def bury(self, tomb, position, id):
        """A message that is gone is somewhere at the server: receipts for it count (RECEIPT-020)."""
        remote = {"remote": position["remote"]}
        known = self.tomb(remote)
        position = self.lowest(position)
        self.tombs.put(word(remote), {
            "leavesRow": tomb["leavesRow"] and (known is None or known["leavesRow"]),
            "position": position})
        self.follow(position)
        self.apply_waiting([remote] + ([{"id": id}] if id else []))
