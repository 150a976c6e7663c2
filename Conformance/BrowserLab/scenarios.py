"""What is done to each list, in this order."""

from collections import namedtuple

# call: the function of scenarios.js. fresh: begins with a page of its own. least: updates that have
# to come. moved: by how many points of a record something moved that must not.
Scenario = namedtuple("Scenario", "name title call fresh least moved")


def held_row(record):
    """The upper edge of the first row in sight."""
    return None if record["delta"] is None else abs(record["delta"])


def cut_row(record):
    """The same; a row that is cut may also be cut at the same part of its new height."""
    found = [abs(record[name]) for name in ("delta", "cut") if record[name] is not None]
    return min(found, default=None)


def lower_edge(record):
    """What lies at the lower edge of what is uncovered: a keyboard lifts it (SCROLL-022)."""
    return abs(record["fromEndAfter"] - record["fromEnd"])


def scenario(name, title, call, fresh=False, least=1, moved=held_row):
    return Scenario(name, title, call, fresh, least, moved)


scenarios = [
    scenario("opening", "opening", "opening()", fresh=True),
    # A list that is slow for a moment takes two in one update.
    scenario("live", "50 live messages while reading", "live()", least=40),
    scenario("image", "late images above", "image()", least=5),
    scenario("keyboard", "keyboard while reading", "keyboard(4000)", least=6,
             moved=lower_edge),
    scenario("keyboard-end", "keyboard at the end", "keyboard(0)", least=6,
             moved=lower_edge),
    scenario("rotation", "rotation while reading", "rotation()", least=6, moved=cut_row),
    scenario("font", "text size while reading", "font()", least=6, moved=cut_row),
    # What changes no height is collected: all of them may be one update.
    scenario("sent", "25 unsent become sent", "sent()", least=1),
    scenario("receipts", "10 receipts", "receipts()"),
    scenario("pages-120", "99 older pages, 120 pt below the top", "pages(120)", fresh=True,
             least=60),
    scenario("pages-0", "99 older pages, at the very top", "pages(0)", fresh=True, least=60),
]
