"""Reading: pages, outboxes, and where something is to be sent."""
from bisect import bisect_left, bisect_right

from rules import (EVERYTHING, REDACTED, Refusal, canonical, is_confirmed, names, place, shown,
                   word)
from limits import measure
from rows import effective, to_report


def read(store, query):
    if not 1 <= query["limit"] <= 1_000:
        raise Refusal("invalid-limit", "limit %d" % query["limit"])
    if query.get("outbox"):
        return outbox(store, query)
    if "unsentSince" in query:
        return unsent(store, query)
    if "in" not in query:
        raise Refusal("malformed-change", "a page needs a conversation")
    cursors = [query[name] for name in ("older", "newer", "from", "to") if name in query]
    if any(cursor["in"] != query["in"] for cursor in cursors):
        raise Refusal("foreign-cursor", "the cursor belongs to another conversation")
    measure(query)
    # A conversation of which nothing is known is not begun by reading it.
    is_known = query["in"] in store.chats
    page = Page(store.chat(query["in"]), query)
    if not is_known:
        del store.chats[query["in"]]
    return page.snapshot(store)


class Page:
    """A page in the making: the messages that were taken, and what lies past them."""

    def __init__(self, chat, query):
        self.chat, self.limit, self.crosses = chat, query["limit"], query.get("crossesGaps", False)
        self.taken, self.crossed, self.found = [], [], True
        # Where something is asked for on one side only, there is more on the other.
        self.older = self.newer = "more"
        self.root = None
        self.is_without_replies = query.get("withoutReplies", False)
        self.all, self.places = self.scope(query)
        self.answer(query)

    def scope(self, query):
        """The messages that are asked for, the oldest first."""
        everyone = self.chat.in_order()
        if "thread" in query:
            self.root = self.chat.find(query["thread"])
            known = [query["thread"]] + (names(self.root) if self.root else [])
            all = [one for one in everyone if one["thread"] in known or one is self.root]
        elif self.is_without_replies:
            all = [one for one in everyone if one["thread"] is None]
        else:
            return everyone, self.chat.places
        return all, [place(one["position"]) for one in all]

    def answer(self, query):
        if "older" in query:
            self.go_down(self.side(query["older"]["position"]), self.limit)
        elif "newer" in query:
            self.go_up(self.side(query["newer"]["position"]), self.limit)
        elif "from" in query:
            self.window(query["from"]["position"], query["to"]["position"])
        else:
            center = self.chat.find(query["around"]) if "around" in query else None
            index = bisect_left(self.places, place(center["position"])) if center else 0
            if center and self.all[index:index + 1] == [center]:
                below = (self.limit - 1) // 2
                self.taken = [center]
                self.go_down(self.beside(center), below)
                self.go_up(self.beside(center), self.limit - 1 - below)
            else:
                self.found = "around" not in query
                self.newest()

    def newest(self):
        """The newest message is there whatever is missing above it."""
        last = self.all[-1] if self.all else None
        self.taken = [last] if last else []
        self.go_down(self.beside(last), self.limit - 1)
        self.newer = self.gap(self.beside(last), None)

    def window(self, lower, upper):
        first = bisect_left(self.places, place(lower))
        inside = self.all[first:bisect_right(self.places, place(upper))][:self.limit]
        start = self.side(lower)
        crossed, near = [], start
        for message in inside:
            gap = self.gap(near, self.beside(message))
            if gap and gap not in crossed[-1:]:
                crossed.append(gap)
            near = self.beside(message)
        self.crosses = False
        self.go_down(self.beside(inside[0]) if inside else start, 0)
        self.go_up(near, 0)
        self.taken, self.crossed = inside, crossed

    # A side of a gap: a place, and whether only this device says that a message is there (GAP-020).

    def beside(self, message):
        if message is None:
            return None
        return (place(message["position"]), message["outgoing"] and not message["echo"])

    def side(self, position):
        message = self.chat.find(position) if "remote" in position else None
        if message and message["position"] == position:
            return self.beside(message)
        return (place(position), "local" in position)

    def gap(self, lower, upper):
        """The uppermost gap between two sides; None for the respective end."""
        if lower and upper and lower[0] == upper[0]:
            return None
        for gap in reversed(self.chat.gaps):
            if gap == EVERYTHING and lower and lower[1] and (upper is None or upper[1]):
                continue
            after, before = gap["after"], gap["before"]
            begins_below = after is None or upper is None or place(after) < upper[0]
            # What ends where live messages arrive ends below the first unsent one.
            ends_above = lower is None or (
                lower[0] < place(before) if before else lower[0][0] == 0)
            if begins_below and ends_above:
                return gap
        return None

    def go_down(self, near, limit):
        """Takes messages below a place until there are enough, or none, or something is missing."""
        count = 0
        end = len(self.all) if near is None else bisect_left(self.places, near[0])
        for index in reversed(range(end)):
            message = self.all[index]
            gap = self.gap(self.beside(message), near)
            if gap and not self.crosses:
                self.older = gap
                return
            if count == limit:
                self.older = "more"
                return
            if gap and gap not in self.crossed[:1]:
                self.crossed.insert(0, gap)
            self.taken.insert(0, message)
            near, count = self.beside(message), count + 1
        # Below the message that began a thread there is nothing.
        is_begun = self.root and near and near[0] <= place(self.root["position"])
        self.older = None if is_begun else self.gap(None, near)

    def go_up(self, near, limit):
        count = 0
        for index in range(bisect_right(self.places, near[0]), len(self.all)):
            message = self.all[index]
            gap = self.gap(near, self.beside(message))
            if gap and not self.crosses:
                self.newer = gap
                return
            if count == limit:
                self.newer = "more"
                return
            if gap and gap not in self.crossed[-1:]:
                self.crossed.append(gap)
            self.taken.append(message)
            near, count = self.beside(message), count + 1
        self.newer = self.gap(near, None)

    # What goes with the messages, so that the first frame is complete (REPO-023)

    def snapshot(self, store):
        chat, owner = self.chat, store.own["owner"]
        targets = [one["replyTo"] for one in self.taken + ([self.root] if self.root else [])]
        tops = [(reader, effective(all)) for reader, all in chat.readings.items()]
        receipts = [{"in": chat.name, "by": reader, "upTo": top["at"], "readAt": top["time"]}
                    for reader, top in tops]
        receipts.sort(key=lambda one: (place(one["upTo"]), one["by"]))
        return {
            "revision": chat.revision or store.own["forgotten"],
            "messages": [shown(one, owner) for one in self.taken],
            "quotes": quotes(chat, targets, owner),
            "root": shown(self.root, owner) if self.root else None,
            "threads": self.threads(owner) if self.is_without_replies else [],
            "receipts": receipts, "gaps": self.crossed,
            "highestDeleted": chat.fact("highestDeleted"),
            "older": edge(self.older), "newer": edge(self.newer), "unread": self.unread(),
            "found": self.found}

    def unread(self):
        """With a gap above the marker it is a lower bound, which a reset never lowers."""
        chat = self.chat
        has_gap = chat.has_gap_above_marker()
        count = min(chat.unread(), 1_000)
        floor = chat.fact("unreadFloor", 0) if has_gap else 0
        return {"count": max(count, floor), "lowerBound": has_gap or count == 1_000}

    def threads(self, owner):
        """What there is to say of the threads that messages of the page began (PAGE-019)."""
        replies = {}
        for message in reversed(self.chat.in_order()):
            if message["thread"]:
                replies.setdefault(word(message["thread"]), []).append(message)
        summaries = []
        for root in self.taken:
            all = [one for name in names(root) for one in replies.get(word(name), [])]
            all.sort(key=lambda one: place(one["position"]), reverse=True)
            there = [one for one in (shown(one, owner) for one in all[:100])
                     if one["body"] != REDACTED]
            if there:
                is_less = len(all) > 100 or self.gap(self.beside(root), None) is not None
                summaries.append({"root": root["id"], "count": len(there), "lowerBound": is_less,
                                  "latest": there[0]})
        return sorted(summaries, key=lambda one: one["root"])


def edge(what):
    if what is None:
        return {"end": True}
    return {"more": True} if what == "more" else {"gap": what}


def quotes(chat, targets, owner):
    named = {word(target): target for target in targets if target}
    found = [{"target": target, "message": shown(chat.find(target), owner)}
             for target in named.values() if chat.find(target)]
    return sorted(found, key=lambda one: canonical(one["target"]))


def sequence(message):
    """When the oldest unsent thing of a message was accepted; None if all is sent."""
    if not is_confirmed(message):
        return message["position"]["local"]
    return min((one["local"] for one in message["dependents"]), default=None)


def waiting_to_be_sent(chats):
    unsent = [one for chat in chats for one in chat.messages.values() if sequence(one) is not None]
    return sorted(unsent, key=sequence)


def beside_messages(chat):
    """What else has to be told to the server: cancelled messages, files, how far was read."""
    owner = chat.store.own["owner"]
    time = to_report(chat.readings.get(owner)) if chat.marker() else None
    reading = {"in": chat.name, "upTo": chat.marker(), "readAt": time}
    return {"retractions": chat.fact("retractions", []),
            "filesToRemove": [{"in": chat.name, "id": id} for id in chat.fact("filesToRemove", [])],
            "readings": [reading] if time is not None else []}


def outbox(store, query):
    owner, name = store.own["owner"], query.get("in")
    chats = [chat for chat in store.chats.values() if name is None or chat.name == name]
    unsent = waiting_to_be_sent(chats)
    page = unsent[:query["limit"]]
    targets = [one[pointer] for one in page for pointer in ("replyTo", "thread")]
    known = chats[0] if name is not None and chats else None
    messages = [naming_deleted(known, shown(one, owner)) if known else shown(one, owner)
                for one in page]
    return {"revision": store.own["revision"], "messages": messages,
            "quotes": quotes(known, targets, owner) if known else [],
            **(beside_messages(known) if known else {}), "older": edge(None),
            "newer": edge("more" if len(unsent) > len(page) else None), "unread": {"count": 0},
            "found": True}


def naming_deleted(chat, message):
    """A reply to a message that is gone without a row names it as the server does (SEND-048)."""
    def name(target):
        tomb = chat.tomb(target) if target and "id" in target and not chat.find(target) else None
        return {"remote": tomb["position"]["remote"]} if tomb and tomb["position"] else target
    return {**message, **{key: name(message[key]) for key in ("replyTo", "thread")
                          if message.get(key)}}


def unsent(store, query):
    """Where there is something to send, of what changed after a revision (SEND-004)."""
    if "in" in query:
        raise Refusal(
            "malformed-change",
            "a query for what is unsent covers all conversations, so it names none")
    changed = sorted((chat for chat in store.chats.values()
                      if chat.revision > query["unsentSince"]),
                     key=lambda chat: (chat.revision, chat.name))
    answer = {"revision": store.own["revision"], "messages": [], "retractions": [],
              "filesToRemove": [], "readings": [], "older": edge(None), "newer": edge(None),
              "unread": {"count": 0}, "found": True}
    count, last = 0, None
    for chat in changed:
        # A revision is complete when all conversations that it changed were looked at.
        if last is not None and last < chat.revision and count >= query["limit"]:
            return {**answer, "revision": last, "newer": edge("more")}
        first = waiting_to_be_sent([chat])[:1]
        more = beside_messages(chat)
        answer["messages"] += [shown(one, store.own["owner"]) for one in first]
        for name, found in more.items():
            answer[name] = answer[name] + found
        count += bool(first or any(more.values()))
        last = chat.revision
    return answer
