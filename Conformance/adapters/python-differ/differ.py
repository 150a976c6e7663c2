"""How one list of rows becomes the next: what is removed, inserted, moved and updated.

Written from Spec/requirements/DIFF.md, without our Swift.
"""
from bisect import bisect_left


class Refusal(Exception):
    """A diff that does not fit the rows."""

    def __init__(self, code, context):
        super().__init__(context)
        self.code = code
        self.context = context


def diff(old, new):
    before, after = rows(old), rows(new)
    places = {row["row"]: index for index, row in enumerate(before)}
    names = {row["row"] for row in after}
    origins = [places.get(row["row"]) for row in after]
    staying = longest_ascent([index for index in origins if index is not None])
    arrivals = place_of_arrivals(before, after, origins)
    answer = {
        "base": old["version"], "target": new["version"],
        "deletes": [index for index in reversed(range(len(before)))
                    if before[index]["row"] not in names],
        "inserts": [], "moves": [], "updates": []}
    for to, (row, origin) in enumerate(zip(after, origins)):
        if origin is None:
            insert = {"index": to, "item": row}
            # Only a message is new, and only at the end of what was shown to its end.
            if "message" in row and arrivals <= to and not old.get("more"):
                insert["new"] = True
            answer["inserts"].append(insert)
            continue
        if origin not in staying:
            answer["moves"].append({"from": origin, "to": to})
        if before[origin] != row:
            answer["updates"].append({"from": origin, "to": to, "item": row,
                                      "aspects": aspects(before[origin], row)})
    return answer


def rows(timeline):
    return timeline.get("rows", [])


def longest_ascent(numbers):
    """The numbers of a longest ascending choice, in O(n log n)."""
    # The least number with which a choice of each length ends.
    ends, before = [], {}
    for number in numbers:
        length = bisect_left(ends, number)
        before[number] = ends[length - 1] if length else None
        ends[length:length + 1] = [number]
    chosen = set()
    number = ends[-1] if ends else None
    while number is not None:
        chosen.add(number)
        number = before[number]
    return chosen


def place_of_arrivals(before, after, origins):
    """The new index from which on messages are new: below all that was shown and confirmed."""
    shown = [to for to, origin in enumerate(origins)
             if origin is not None and "message" in before[origin]]
    if not shown:
        return len(after)
    confirmed = [to for to in shown
                 if "server" in before[origins[to]]["message"]["position"]]
    # Without one, they come below the first message that waits.
    return (max(confirmed) if confirmed else min(shown)) + 1


# What of a message and of a file may change without changing the height of the row.
QUIET = ("position", "at", "delivery", "tried", "dependents", "echo")
QUIET_FILE = ("local", "remote", "placeholder", "upload")


def aspects(old, new):
    if "gap" in new:
        return ["metadata"]
    if "message" not in new:
        return ["content"]
    found = []
    if content(old) != content(new):
        found.append("content")
    if grouping(old) != grouping(new):
        found.append("grouping")
    if metadata(old) != metadata(new):
        found.append("metadata")
    return found


def grouping(row):
    return row.get("first"), row.get("last")


def content(row):
    """What a row says: its height depends on it."""
    says = {key: value for key, value in row["message"].items()
            if key not in QUIET + ("version", "replyTo", "thread")}
    says["body"] = body(row["message"])
    says["edited"] = is_edited(row["message"])
    # That there is a reference is seen, not by which name it goes.
    says["refers"] = ["replyTo" in row["message"], "thread" in row["message"]]
    quote = row.get("quote")
    says["quote"] = quote and [quote["sender"], is_edited(quote), body(quote)]
    says["row"] = ["thread" in row, row.get("links"), row.get("isSystem")]
    return says


def metadata(row):
    """What else is known of it."""
    message = row["message"]
    version = None if is_edited(message) else message.get("version")
    known = [message.get(key) for key in QUIET + ("replyTo", "thread")]
    return [known, version, files(message), row.get("quote"), row.get("thread"),
            row.get("readers")]


def body(message):
    said = dict(message["body"])
    if "files" in said:
        said["files"] = [{key: value for key, value in file.items() if key not in QUIET_FILE}
                         for file in said["files"]]
    return said


def files(message):
    return [[file.get(key) for key in QUIET_FILE] for file in message["body"].get("files", [])]


def is_edited(message):
    version = message.get("version")
    return bool(version and (version["order"], version["id"].encode()) > (0, b""))


def patch(change, old):
    """The rows that a diff leads to, all of it or nothing."""
    before = rows(old)
    origins = check(change, old)
    inserts = {insert["index"]: insert["item"] for insert in change.get("inserts", [])}
    after = [inserts[to] if origin is None else before[origin]
             for to, origin in enumerate(origins)]
    for update in change.get("updates", []):
        after[update["to"]] = update["item"]
    if len({row["row"] for row in after}) < len(after):
        raise Refusal("duplicate-id", "a row would be there twice")
    timeline = {"version": change["target"], "rows": after}
    if old.get("more"):
        timeline["more"] = True
    return timeline


def check(change, old):
    """For each new row its old index; None for one that comes."""
    if change["base"] != old["version"]:
        raise Refusal("other-base", "made for version %d" % change["base"])
    before = rows(old)
    deletes, inserts = change.get("deletes", []), change.get("inserts", [])
    moves, updates = change.get("moves", []), change.get("updates", [])
    for places in ([-index for index in deletes], [insert["index"] for insert in inserts],
                   [move["to"] for move in moves], [update["to"] for update in updates]):
        if any(first >= second for first, second in zip(places, places[1:])):
            raise Refusal("bad-index", "out of order")
    gone = deletes + [move["from"] for move in moves]
    taken = [insert["index"] for insert in inserts] + [move["to"] for move in moves]
    count = len(before) - len(deletes) + len(inserts)
    for places, limit in ((gone, len(before)), (taken, count)):
        if len(set(places)) < len(places) or any(not 0 <= place < limit for place in places):
            raise Refusal("bad-index", "out of bounds, or taken")
    arrivals = {move["to"]: move["from"] for move in moves}
    away, filled = set(gone), set(taken)
    rest = (index for index in range(len(before)) if index not in away)
    origins = [arrivals.get(to) if to in filled else next(rest) for to in range(count)]
    for update in updates:
        if not 0 <= update["to"] < count or origins[update["to"]] != update["from"]:
            raise Refusal("bad-index", "an update of a row that is not there")
        if before[update["from"]]["row"] != update["item"]["row"]:
            raise Refusal("other-row", "an update with another row")
    return origins


def invert(change, old):
    """The diff that leads back."""
    check(change, old)
    before = rows(old)
    updates = [{**update, "from": update["to"], "to": update["from"],
                "item": before[update["from"]]} for update in change.get("updates", [])]
    moves = [{"from": move["to"], "to": move["from"]} for move in change.get("moves", [])]
    return {
        "base": change["target"], "target": change["base"],
        "deletes": [insert["index"] for insert in reversed(change.get("inserts", []))],
        "inserts": [{"index": index, "item": before[index]}
                    for index in reversed(change.get("deletes", []))],
        "moves": sorted(moves, key=lambda move: move["to"]),
        "updates": sorted(updates, key=lambda update: update["to"])}
