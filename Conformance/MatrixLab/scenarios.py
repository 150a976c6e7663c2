"""What the devices live through. Each scenario is a function of the lab; all end by themselves."""

import base64
import shutil
import time

from device import until

SCENARIOS = {}


def scenario(function):
    SCENARIOS[function.__name__.replace("_", "-")] = function
    return function


@scenario
def three_devices(lab):
    """Two devices of one person and one of another write at the same time."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    devices = [lab.device("three-a1", "ann"), lab.device("three-a2", "ann"), lab.device("three-b", "bob")]
    for device in devices:
        until(lambda: device.state()["phase"] == "live", 30)
    for part in range(4):
        for device in devices:
            device.tell("send", chat=room, text=f"{device.name} {part}", count=10)
    rows = lab.agree(ann, room, *devices)
    assert len(rows) == 120, len(rows)


@scenario
def history_of_1000(lab):
    """A new device pages a long history to its start."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    for number in range(1_000):
        (bob if number % 3 else ann).say(room, f"old {number}")
    device = lab.device("history", "ann")
    until(lambda: device.chat(room)["rows"], 30)
    answer = device.tell("fill", chat=room, count=100)
    assert not answer.get("problem"), answer
    lab.note(filled=answer["pages"])
    assert len(lab.agree(bob, room, device)) == 1_000


@scenario
def limited_timelines(lab):
    """A device was away: its timeline is limited, and what is missing is a gap until it is filled."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    early = [bob.say(room, f"early {number}") for number in range(5)]
    device = lab.device("limited", "ann", timeline=5, page=7)
    until(lambda: len(device.chat(room)["rows"]) == 5, 30)
    assert not device.tell("fill", chat=room).get("problem")
    for stay in range(3):
        device.stop()
        for number in range(30):
            (ann if number % 4 else bob).say(room, f"missed {stay} {number}")
        bob.edit(room, early[stay], f"edited {stay}")
        bob.react(room, early[stay], "👀")
        device.start()
        until(lambda: device.chat(room)["gaps"] > stay, 30)
        chat = device.chat(room)
        # Above the gap is what the server listed; below it what was here.
        assert chat["gaps"] == stay + 1, chat["gaps"]
        assert len(chat["rows"]) < len(ann.rows(room))
        bob.say(room, f"live {stay}")
    # Live messages while the gaps are being filled.
    answer = device.tell("fill", chat=room)
    bob.say(room, "in between")
    assert not answer.get("problem"), answer
    lab.note(filled=answer["pages"])
    lab.agree(ann, room, device)


@scenario
def relations(lab):
    """Edits, deletions, reactions, replies, threads: by devices of ours, and by another client."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    a1, a2, b = (lab.device(f"relations-{name}", user) for name, user in (
        ("a1", "ann"), ("a2", "ann"), ("b", "bob")))
    said = [bob.say(room, f"said {number}") for number in range(8)]
    mine = [ann.say(room, f"mine {number}") for number in range(8)]
    for device in (a1, a2, b):
        until(lambda: len(device.chat(room)["rows"]) == 16, 30)
    # The same person edits and reacts on two devices, and somebody else on a third.
    for number in range(4):
        a1.tell("edit", chat=room, event=mine[number], text=f"by the first device {number}")
        a2.tell("edit", chat=room, event=mine[number], text=f"by the second device {number}")
        for device in (a1, a2, b):
            device.tell("react", chat=room, event=said[number], text="👍")
        b.tell("react", chat=room, event=said[number], text="🎉")
    b.tell("edit", chat=room, event=said[0], text="edited by its author")
    a1.tell("send", chat=room, text="an answer", reply=said[1])
    a2.tell("send", chat=room, text="in a thread", thread=said[2])
    b.tell("send", chat=room, text="an answer in a thread", thread=said[2], reply=mine[5])
    lab.agree(ann, room, a1, a2, b)
    # What was said is taken back, by the device that said it and by another one.
    a2.tell("unreact", chat=room, event=said[0], text="👍")
    b.tell("unreact", chat=room, event=said[1], text="🎉")
    a1.tell("delete", chat=room, event=mine[0])
    b.tell("delete", chat=room, event=said[5])
    reaction = bob.react(room, mine[6], "❤️")
    bob.redact(room, reaction)
    bob.react(room, mine[7], "❤️")
    bob.redact(room, bob.reply(room, mine[7], "a slip"))
    ann.redact(room, said[6])
    bob.put(room, "org.example.poll", {"question": "when?", "options": [1, 2]})
    lab.agree(ann, room, a1, a2, b)
    # On and off again: the last word counts, whatever the clocks say.
    for device, words in ((a1, 3), (b, 4)):
        for number in range(words):
            device.tell("unreact" if number % 2 else "react", chat=room, event=said[3], text="🔁")
    lab.agree(ann, room, a1, a2, b)
    # A device that comes later sees the same.
    late = lab.device("relations-late", "bob", timeline=10, page=5)
    until(lambda: late.chat(room)["rows"], 30)
    assert not late.tell("fill", chat=room).get("problem")
    lab.agree(ann, room, late)


@scenario
def edit_taken_back(lab):
    """A redacted edit: the message says again what it said before."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    device = lab.device("reverted", "bob")
    event = ann.say(room, "first")
    ann.edit(room, event, "second")
    third = ann.edit(room, event, "third")
    shown = lambda: [row["text"] for row in device.chat(room)["rows"]]
    assert until(lambda: shown() == ["third"], 30), shown()
    ann.redact(room, third)
    assert until(lambda: shown() == ["second"], 30), shown()
    # Also after a restart.
    device.stop()
    device.start()
    assert shown() == ["second"]


@scenario
def receipts(lab):
    """How far somebody has read."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    a, b = lab.device("receipts-a", "ann"), lab.device("receipts-b", "bob")
    events = [bob.say(room, f"said {number}") for number in range(6)]
    for device in (a, b):
        until(lambda: len(device.chat(room)["rows"]) == 6, 30)
    a.tell("read", chat=room, event=events[3])
    seen = lambda device: device.chat(room)["receipts"].get(ann.user)
    assert until(lambda: seen(b) == events[3], 30), b.chat(room)["receipts"]
    assert until(lambda: seen(a) == events[3], 30), a.chat(room)["receipts"]
    a.tell("read", chat=room, event=events[5])
    assert until(lambda: seen(b) == events[5], 30), b.chat(room)["receipts"]
    lab.agree(ann, room, a, b)


@scenario
def typing(lab):
    """Who is typing is seen by others, never by oneself, and ends with the message."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    a, b = lab.device("typing-a", "ann"), lab.device("typing-b", "bob")
    for device in (a, b):
        until(lambda: device.state()["phase"] == "live", 30)
    shown = lambda device: device.chat(room)["typing"]
    a.tell("typing", chat=room)
    assert until(lambda: shown(b) == [ann.user], 15, 0.05), shown(b)
    assert ann.user not in shown(a)
    a.tell("send", chat=room, text="typed")
    assert until(lambda: shown(b) == [], 15, 0.05), shown(b)
    lab.agree(ann, room, a, b)
    # Who stops without a word is shown for a moment only.
    a.tell("typing", chat=room)
    assert until(lambda: shown(b) == [ann.user], 15, 0.05), shown(b)
    assert until(lambda: shown(b) == [], 15), shown(b)


@scenario
def an_image(lab):
    """A picture there and back, byte by byte."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    a, b = lab.device("image-a", "ann"), lab.device("image-b", "bob")
    picture = bytes((7 * i * i + i) % 251 for i in range(300_000))
    path = f"{lab.folder}/picture.png"
    with open(path, "wb") as file:
        file.write(picture)
    a.tell("send", chat=room, file=path, text="look")
    a.tell("send", chat=room, file=path)
    a.tell("send", chat=room, text="behind the pictures")
    rows = lab.agree(ann, room, a, b)
    assert [row["kind"] for row in rows] == ["media", "media", "text"], rows
    name, caption = b.rows(room)[0]["text"].split(" ", 1)
    assert caption == "look"
    assert base64.b64decode(b.tell("download", file=name)["bytes"]) == picture
    # The rest of it after an interruption, and nothing where nothing is left.
    for offset in (1, 123_456, 299_999):
        rest = b.tell("download", file=name, offset=offset)["bytes"]
        assert base64.b64decode(rest) == picture[offset:], offset


@scenario
def server_killed(lab):
    """The server is killed while three devices send, three times, and started again."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    devices = [lab.device(f"killed-{name}", user) for name, user in (
        ("a1", "ann"), ("a2", "ann"), ("b", "bob"))]
    for device in devices:
        until(lambda: device.state()["phase"] == "live", 30)
    for stay in range(3):
        before = sum(device.state()["sends"] for device in devices)
        for device in devices:
            device.tell("send", chat=room, text=f"{device.name} {stay}", count=15)
        until(lambda: sum(device.state()["sends"] for device in devices) > before + 8 + stay, 30, 0.01)
        lab.server.kill()
        time.sleep(0.5)
        lab.server.start()
    rows = lab.agree(ann, room, *devices, timeout=120)
    texts = [row["text"] for row in rows]
    assert len(texts) == len(set(texts)) == 135, (len(texts), len(set(texts)))
    # What one device sent stands in its order.
    for device in devices:
        own = [text for text in texts if text.startswith(device.name + " ")]
        assert own == [f"{device.name} {s} {n}" for s in range(3) for n in range(15)], own


@scenario
def client_killed(lab):
    """A device is killed when the server has a message and before anybody heard the answer."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    device, other = lab.device("suicide", "ann"), lab.device("suicide-b", "bob")
    for stay in range(4):
        device.stop()
        device.start(diesAfter=2 + stay % 2)
        ids = device.tell("send", chat=room, text=f"stay {stay}", count=5)["ids"]
        device.wait_for_end()
        on_server = {row["event"] for row in ann.rows(room)}
        device.start(isOnline=False)
        shown = {row["id"]: row for row in device.chat(room)["rows"]}
        unsent = [id for id in ids if not shown[id].get("event")]
        assert unsent, "the answer was to be lost"
        assert len(on_server) > sum(bool(row.get("event")) for row in shown.values())
        device.tell("network", isOnline=True)
        rows = lab.agree(ann, room, device, other)
        # The rows are those that were there before: the same identity, once.
        after = [row["id"] for row in device.chat(room)["rows"]]
        assert [id for id in after if id in ids] == ids, (ids, after)
        assert len(rows) == 5 * (stay + 1), len(rows)


@scenario
def edited_in_doubt(lab):
    """What is edited, reacted to or taken back while nobody knows whether the server has it."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    device, other = lab.device("doubt", "ann"), lab.device("doubt-b", "bob")
    for number, what in enumerate(("edit", "cancel", "react", "delete")):
        device.stop()
        device.start(diesAfter=1)
        id = device.tell("send", chat=room, text=f"before {what}")["ids"][0]
        device.wait_for_end()
        device.start(isOnline=False)
        outcome = device.tell(what, chat=room, id=id, text=f"after {what}")["outcome"]
        device.tell("network", isOnline=True)
        bob.say(room, f"next {number}")
        until(lambda: not device.state()["unsent"], 60)
        # The echo may be quicker than the answer: then the device died in no doubt.
        if what not in ("cancel", "delete") or outcome == "tooLate":
            lab.agree(ann, room, device, other)
        else:
            # Here it is gone; for the others a row says that something was.
            gone = until(lambda: [row for row in ann.rows(room) if row["kind"] == "redacted"], 30)
            assert len(gone) == 1, gone
            both = lambda: (other.rows(room), device.rows(room))
            assert until(lambda: len(both()[0]) == len(both()[1]) + 1, 30), (what, both())
            assert f"before {what}" not in str(other.rows(room) + device.rows(room))
            room = ann.new_room([bob])
    # Never sent at all: nothing is left but what the server was told to forget.
    device.stop()
    device.start(isOnline=False)
    id = device.tell("send", chat=room, text="never")["ids"][0]
    device.tell("cancel", chat=room, id=id)
    device.tell("network", isOnline=True)
    until(lambda: not device.state()["unsent"], 60)
    assert "never" not in str(ann.rows(room))


@scenario
def each_request_twice(lab):
    """The same transaction id twice, for everything that a device sends."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    a, b = lab.device("twice-a", "ann", repeats=True), lab.device("twice-b", "bob")
    said = bob.say(room, "said")
    until(lambda: a.chat(room)["rows"], 30)
    ids = a.tell("send", chat=room, text="twice", count=10)["ids"]
    lab.agree(ann, room, a, b)
    a.tell("edit", chat=room, id=ids[0], text="edited twice")
    a.tell("react", chat=room, event=said, text="👍")
    a.tell("react", chat=room, event=said, text="👎")
    a.tell("delete", chat=room, id=ids[1])
    lab.agree(ann, room, a, b)
    a.tell("unreact", chat=room, event=said, text="👎")
    rows = lab.agree(ann, room, a, b)
    assert len(rows) == 11, len(rows)
    events = [event["type"] for event in ann.events(room)]
    counts = {kind: events.count(kind) for kind in ("m.reaction", "m.room.redaction", "m.room.message")}
    assert counts == {"m.reaction": 2, "m.room.redaction": 2, "m.room.message": 12}, counts


@scenario
def week_offline(lab):
    """A device is away while much happens in five rooms, and has written something itself."""
    ann, bob, cleo = (lab.person(name) for name in ("ann", "bob", "cleo"))
    rooms = [ann.new_room([bob, cleo]) for _ in range(4)]
    device = lab.device("week", "ann", timeline=10)
    for room in rooms:
        bob.say(room, "before")
    for room in rooms:
        until(lambda: device.chat(room)["rows"], 30)
    device.tell("network", isOnline=False)
    for room in rooms:
        device.tell("send", chat=room, text="written on the train", count=3)
    device.stop()
    rooms.append(bob.new_room([ann, cleo]))
    for number in range(40):
        for index, room in enumerate(rooms):
            event = (bob, cleo)[number % 2].say(room, f"day {number} {index}")
            if number % 10 == index:
                bob.edit(room, event, "x") if number % 2 == 0 else cleo.redact(room, event)
    device.start()
    for room in rooms:
        newest = cleo.rows(room)[-1]["event"]
        assert until(lambda: newest in str(device.chat(room)["rows"]), 60), device.state()
        answer = device.tell("fill", chat=room)
        assert not answer.get("problem"), answer
        lab.note(filled=lab.figures.get("filled", 0) + answer["pages"])
        lab.agree(cleo, room, device)


@scenario
def too_fast(lab):
    """A server with low limits: 429, and how long to wait."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    devices = [lab.device("fast-a", "ann"), lab.device("fast-b", "bob")]
    lab.server.stop()
    lab.server.start(slow=True)
    try:
        for device in devices:
            device.tell("send", chat=room, text=device.name, count=12)
        rows = lab.agree(ann, room, *devices, timeout=120)
        assert len(rows) == 24
        states = [device.state() for device in devices]
        lab.note(longest_order=max(state["retryAfter"] for state in states))
        assert all(state["refusals"] for state in states), states
    finally:
        lab.server.stop()
        lab.server.start()


@scenario
def signed_out(lab):
    """The server knows the token no more: everything stays, nothing is asked."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    device = lab.device("out", "ann")
    bob.say(room, "before")
    until(lambda: device.chat(room)["rows"], 30)
    lab.server.ask("POST", "/_matrix/client/v3/logout", {}, device.token)
    bob.say(room, "while signed out")
    assert until(lambda: device.state()["phase"] == "needsSignIn", 60), device.state()
    device.tell("send", chat=room, text="written meanwhile")
    asked = device.state()["questions"]
    time.sleep(3)
    assert device.state()["questions"] == asked
    assert len(device.chat(room)["rows"]) == 2
    device.stop()
    device.token = lab.server.sign_in("ann")
    device.start()
    lab.agree(ann, room, device)


@scenario
def token_refused(lab):
    """A token that the server never gave: the stream begins anew, and nothing is lost."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    device = lab.device("refused", "ann", timeline=10)
    for number in range(30):
        bob.say(room, f"said {number}")
    until(lambda: len(device.chat(room)["rows"]) >= 30, 30)
    assert not device.tell("fill", chat=room).get("problem")
    device.tell("network", isOnline=False)
    device.tell("send", chat=room, text="unsent", count=3)
    device.tell("token", text="no token of yours")
    device.tell("network", isOnline=True)
    assert until(lambda: "restarted" in str(device.state()["problems"]), 60), device.state()
    bob.say(room, "afterwards")
    until(lambda: "afterwards" in str(device.rows(room)), 60)
    device.tell("fill", chat=room)
    lab.agree(ann, room, device)


@scenario
def restored_server(lab):
    """The server comes back as an older copy of itself. It says nothing of it: what it lost stays on
    the device, and what was said before the device came back is found where the screen looks."""
    ann, bob = lab.person("ann"), lab.person("bob")
    room = ann.new_room([bob])
    for number in range(5):
        bob.say(room, f"kept {number}")
    lab.server.stop()
    shutil.copytree(lab.server.folder, lab.server.folder + "-copy")
    lab.server.start()
    device = lab.device("restored", "ann")
    until(lambda: len(device.chat(room)["rows"]) == 5, 30)
    for number in range(12):
        bob.say(room, f"lost {number}")
    until(lambda: len(device.chat(room)["rows"]) == 17, 30)
    device.stop()
    lab.server.stop()
    shutil.rmtree(lab.server.folder)
    shutil.move(lab.server.folder + "-copy", lab.server.folder)
    lab.server.start()
    # The sign-in was made after the copy.
    device.token = lab.server.sign_in("ann")
    first = bob.say(room, "after the copy")
    device.start()
    until(lambda: device.state()["phase"] == "live", 30)
    second = bob.say(room, "and later")
    shown = lambda: [row["event"] for row in device.chat(room)["rows"]]
    assert until(lambda: second in shown(), 30), device.state()
    lab.note(told_without_a_screen=int(first in shown()))
    device.tell("open", chat=room)
    assert until(lambda: first in shown(), 30), device.state()
    names = shown()
    assert names.index(first) < names.index(second)
    assert len(names) == 19, len(names)
