"""What makes a change meaningless or too large, whatever is stored (REPO-030, REPO-031)."""
from rules import REDACTED, Refusal, place

TEXT, NAME = 1_048_576, 65_536
TEXTS = ("text", "caption", "note", "payload", "system")


def malformed(context):
    return Refusal("malformed-change", context)


def validate(change):
    measure(change)
    kind = next(iter(change))
    what = change[kind]
    if kind == "enqueue":
        check_body(what["body"], "a new message")
    if kind == "amend" and "edit" in change["action"]:
        check_body(change["action"]["edit"], "an edit")
        if {"system", "unknown"} & set(change["action"]["edit"]):
            raise malformed("an edit to what only a server says")
    if kind == "upload" and not 0 <= change["state"].get("percent", 0) <= 100:
        raise malformed("upload progress outside 0 to 100")
    if kind in ("openGap", "giveUp") and "after" in what and "before" in what:
        if place(what["after"]) >= place(what["before"]):
            raise malformed("a gap that ends before it begins")
    if kind == "read" and change["upTo"].get("remote") == "":
        raise malformed("an empty remote id")
    if kind == "relate":
        if what.get("edit") == REDACTED:
            raise malformed("an edit that deletes")
        if "status" in what and what["status"] not in ("sent", "delivered", "read"):
            raise malformed("a delivery state that no server reports")
    if kind == "page":
        check_page(what)


def check_body(body, what):
    if body == REDACTED or body.get("text") == "" or "media" in body and not body.get("files"):
        raise malformed(what + " that says nothing")


def check_page(page):
    messages = page.get("messages", [])
    if len(messages) > 1_000:
        raise Refusal("limit-exceeded", "too many messages in a page")
    for message in messages:
        if message["in"] != page["in"]:
            raise malformed("a page with a message of another conversation")
        if "upTo" in page and place(message["position"]) > place(page["upTo"]):
            raise malformed("a page with a message above the position that it reaches")


def measure(value, name=""):
    """Every text of a change is as long as it may be, and every place has a name."""
    if isinstance(value, dict):
        if "server" in value and value.get("remote") == "":
            raise malformed("an empty remote id")
        for key, member in value.items():
            # The text of a failure is a short one.
            measure(member, "" if key == "text" and "code" in value else key)
    elif isinstance(value, list):
        if name == "files" and len(value) > 100:
            raise Refusal("limit-exceeded", "too many files")
        for member in value:
            measure(member)
    elif isinstance(value, str) and len(value.encode()) > (TEXT if name in TEXTS else NAME):
        raise Refusal("limit-exceeded", "a text that is too long")
