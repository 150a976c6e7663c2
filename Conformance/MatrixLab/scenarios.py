"""What the devices live through. Each scenario is a function of the lab; all end by themselves."""

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
