"""How what a server says and what the owner does meet what is stored: the rules of the Spec.

Everything is kept as Spec/canonical-form.md writes it. A row is never changed in place: a changed
copy is put under its name, so that a batch that is refused can be undone.
"""
import hashlib

from files import files_of, next_version, parking, told, with_body

REDACTED = {"redacted": True}
EVERYTHING = {"after": None, "before": None, "token": None, "unavailable": False}
RANKS = {"sent": 1, "delivered": 2, "read": 3}


class Refusal(Exception):
    """Why a batch is refused; says nothing of what people wrote."""

    def __init__(self, code, context):
        super().__init__(code)
        self.code, self.context = code, context


def place(position):
    """What positions are sorted by: confirmed ones first, by server time, time, remote id (ORDER-001);
    then what is unsent, in the order of this device (ORDER-004)."""
    if "local" in position:
        return (1, position["local"])
    return (0, position["server"], position["at"], position["remote"])


def is_confirmed(message):
    return "local" not in message["position"]


def rank(state):
    return RANKS.get(state, 0) if isinstance(state, str) else 0


def has_failed(state):
    return not isinstance(state, str)


def newer(version, known):
    return known is None or order(version) > order(known)


def order(version):
    return (version["order"], version["id"])


def in_doubt(trial):
    return bool(trial.get("mayBeTaken") or trial.get("underWay"))


def begun_anew(trial):
    return told({**trial, "since": None, "notBefore": None})


def taken_trial(known, new):
    """That the server may have it is never unsaid (REPO-051)."""
    return told({**new, "mayBeTaken": bool(known.get("mayBeTaken") or new.get("mayBeTaken"))})


def preferred(left, right):
    """Of two names for one message: the network's before an identity, then the lesser (ORDER-019)."""
    names = [name for name in (left, right) if name]
    return min(names, key=lambda name: ("id" in name, name.get("remote", name.get("id"))),
               default=None)


def word(reference):
    """A reference as the name of a row."""
    return "id " + reference["id"] if "id" in reference else "remote " + reference["remote"]


def canonical(reference):
    """The bytes of a reference in its canonical form: the order of quotes."""
    kind = "id" if "id" in reference else "remote"
    text = reference[kind].replace("\\", "\\\\").replace('"', '\\"')
    text = "".join(sign if sign >= " " else "\\u%04x" % ord(sign) for sign in text)
    return ('{"%s":"%s"}' % (kind, text)).encode("utf-8", "surrogatepass")


def names(message):
    own = [{"id": message["id"]}]
    return own + ([{"remote": message["position"]["remote"]}] if is_confirmed(message) else [])


def derived_id(remote, conversation):
    """The identity of a message that came without one: always the same (ORDER-006)."""
    remote, conversation = remote.encode(), conversation.encode()
    digest = bytearray(hashlib.sha256(
        b"message %d %d " % (len(conversation), len(remote)) + conversation + remote).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x80
    digest[8] = digest[8] & 0x3F | 0x80
    return digest.hex()


def edited_files(message):
    return [file for change in message["dependents"] if "edit" in change["action"]
            for file in files_of(change["action"]["edit"])]


def hearing(body, path, state, remote):
    """A body after news of an upload, and whether it was news: what is on the network stays."""
    files, is_news = list(files_of(body)), False
    for index, file in enumerate(files):
        if file.get("local") == path and ("remote" not in file or remote is not None):
            remote_now = file.get("remote") if remote is None else remote
            files[index], is_news = told({**file, "upload": state, "remote": remote_now}), True
    return ({**body, "files": files}, True) if is_news else (body, False)


# One message


def confirmed_at(message, position):
    """Of two places for one remote id the earlier stays."""
    if is_confirmed(message) and place(message["position"]) <= place(position):
        return message
    state = message["delivery"]
    return {**message, "position": position, "at": position["at"], "tried": {},
            "delivery": state if rank(state) > 0 else "sent"}


def pointing(message, copy):
    return {**message, "replyTo": preferred(message["replyTo"], copy.get("replyTo")),
            "thread": preferred(message["thread"], copy.get("thread"))}


def taking(message, received):
    """The server's copy counts if it is newer than what is here; a deletion stays (REPO-017)."""
    message = pointing(message, received)
    if message["body"] == REDACTED:
        return message
    message = {**message, "echo": True}
    if newer(received["version"], message["version"]):
        message = with_body(message, received["body"], received["version"])
    return message


def redacted(message):
    return {**message, "body": REDACTED, "parked": [], "version": None, "reactions": [],
            "dependents": [], "echo": False}


def reacting(message, reaction, is_present, version):
    """The newest word about a reaction counts; of equals the removal."""
    if message["body"] == REDACTED:
        return message
    known = next((one for one in message["reactions"] if one["reaction"] == reaction), None)
    if known and not (order(version) > order(known["version"])
                      or version == known["version"] and not is_present):
        return message
    others = [one for one in message["reactions"] if one is not known]
    others.append({"reaction": reaction, "version": version, "present": is_present})
    others.sort(key=lambda one: (one["reaction"]["by"], one["reaction"]["key"]))
    return {**message, "reactions": others}


def absorbing(message, echo):
    """Two rows turn out to be one message: it keeps the id that this device minted (ORDER-009)."""
    if is_confirmed(echo):
        message = confirmed_at(message, echo["position"])
    if rank(echo["delivery"]) > rank(message["delivery"]):
        message = {**message, "delivery": echo["delivery"]}
    message = pointing(message, echo)
    if REDACTED in (message["body"], echo["body"]):
        return redacted(message)
    message = {**message, "echo": message["echo"] or echo["echo"]}
    if echo["version"] and newer(echo["version"], message["version"]):
        message = with_body(message, echo["body"], echo["version"])
    for one in echo["reactions"]:
        message = reacting(message, one["reaction"], one["present"], one["version"])
    paths = {file.get("local") for file in files_of(message["body"]) + message["parked"]}
    parked = message["parked"] + [file for file in echo["parked"] if file.get("local") not in paths]
    known = {one["id"] for one in message["dependents"]}
    others = [one for one in echo["dependents"] if one["id"] not in known]
    changes = sorted(message["dependents"] + others, key=lambda one: one["local"])
    return {**message, "parked": parked[:100], "dependents": changes}


def reaction_of(change):
    return change["action"].get("react", change["action"].get("unreact"))


def is_replaced(change, later):
    """Whether a later change says all that this one says (SEND-070, SEND-099)."""
    if change["local"] >= later["local"]:
        return False
    if "edit" in change["action"] and "edit" in later["action"]:
        return True
    return reaction_of(change) is not None and reaction_of(change) == reaction_of(later)


def retrying_doubts(changes, beside):
    """What failed, but may be at the server, is asked for before something else is said (SEND-102)."""
    return [{**one, "state": "sending", "tried": begun_anew(one["tried"])}
            if has_failed(one["state"]) and in_doubt(one["tried"])
            and (is_replaced(one, beside) or is_replaced(beside, one)) else one
            for one in changes]


def shown(message, owner):
    """As its owner sees it: what waits lies on top, a deletion above all (ORDER-011)."""
    body, parked = message["body"], message["parked"]
    reactions = [one["reaction"] for one in message["reactions"] if one["present"]]
    for change in message["dependents"]:
        action = change["action"]
        if "edit" in action:
            body, parked = next_version(body, parked, action["edit"], is_sent=False)
        own = {"by": owner, "key": reaction_of(change)}
        if "react" in action and own not in reactions:
            reactions.append(own)
        if "unreact" in action and own in reactions:
            reactions.remove(own)
    reactions.sort(key=lambda one: (one["by"], one["key"]))
    if any("delete" in change["action"] for change in message["dependents"]):
        body, reactions = REDACTED, []
    message = {**message, "body": body, "reactions": reactions,
               "echo": message["outgoing"] and message["echo"]}
    del message["parked"]
    return message


# What kinds of things differ between two states of one message (REPO-028)


def kinds_between(old, new, owner):
    if old is None or new is None or old["position"] != new["position"]:
        return {"structure", "content", "metadata"}
    kinds = set()
    trials = {one["id"]: one["tried"] for one in old["dependents"]}
    if old["delivery"] != new["delivery"] or old["tried"] != new["tried"] or any(
            trials.get(one["id"], one["tried"]) != one["tried"] for one in new["dependents"]):
        kinds.add("metadata")
    (said, uploads), (said_before, uploads_before) = saying(new, owner), saying(old, owner)
    if len(uploads) == len(uploads_before) and uploads != uploads_before:
        kinds.add("metadata")
    if said != said_before:
        kinds.add("content")
    return kinds


def saying(message, owner):
    """What a row says, without what is known about it; and how far its uploads are."""
    uploads = []

    def done(body):
        uploads.extend(file["upload"] for file in files_of(body))
        return {**body, "files": [{**file, "upload": None} for file in files_of(body)]}

    row = shown(message, owner)
    is_edited = bool(row["version"] and order(row["version"]) > (0, ""))
    changes = [{**one, "tried": None, "action": {"edit": done(one["action"]["edit"])}
                if "edit" in one["action"] else one["action"]} for one in row["dependents"]]
    row = {**row, "delivery": None, "tried": None, "echo": None, "version": is_edited,
           "body": done(row["body"]), "dependents": changes}
    return row, uploads


# What is missing of a history


def gap_key(position):
    return None if position is None else place(position)


def below(left, right, if_open=True):
    """Whether one end lies below another; an end that is open on its side always does."""
    return if_open if left is None or right is None else place(left) < place(right)


def opened(gaps, gap):
    """Gaps that overlap become one, which keeps the token of the uppermost (GAP-003, GAP-022)."""
    apart = []
    for other in gaps:
        if not (below(other["after"], gap["before"]) and below(gap["after"], other["before"])):
            apart.append(other)
            continue
        lower = other if other["after"] is None or (
            gap["after"] and place(other["after"]) < place(gap["after"])) else gap
        upper = other if other["before"] is None or (
            gap["before"] and place(gap["before"]) < place(other["before"])) else gap
        # Of two that end in one place the newer token counts; what arrives live is no such place.
        token = upper["token"]
        if gap["before"] is None:
            token = gap["token"]
        elif gap["before"] == other["before"]:
            token = other["token"] if gap["token"] is None else gap["token"]
        gap = {"after": lower["after"], "before": upper["before"], "token": token,
               "unavailable": other["unavailable"] and gap["unavailable"]}
    return sorted(apart + [gap], key=lambda one: (one["after"] is not None, gap_key(one["after"])))


def reaching(gap, before, token):
    """What is left of a gap below a place; a newer token is a new way to ask."""
    if token is None:
        return {**gap, "before": before}
    return {**gap, "before": before, "token": token, "unavailable": False}


def closed(gaps, lower, upper, token=None):
    """Without the range from one place to another, both included; None is the respective end."""
    left = []
    for gap in gaps:
        if not (below(lower, gap["before"]) and below(gap["after"], upper)):
            left.append(gap)
            continue
        if lower and below(gap["after"], lower):
            left.append(reaching(gap, lower, token))
        if upper and below(upper, gap["before"]):
            left.append({**gap, "after": upper})
    return left
