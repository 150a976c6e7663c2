"""The files of a message on this device, from version to version (REPO-043, REPO-092)."""


def told(members):
    """Without what says nothing: equal things are written alike."""
    return {name: value for name, value in members.items() if value is not None and value is not False}


def files_of(body):
    return body.get("files") or []


def places_of(files, known, shown):
    """Which known file each one is: by its local path, by its remote name, or by its place among
    those that are shown."""
    places = {}

    def match(is_same):
        for index, file in enumerate(files):
            if index in places:
                continue
            for place in [index, *range(len(known))]:
                if place < len(known) and place not in places.values() and is_same(file, known[place]):
                    places[index] = place
                    break

    match(lambda file, kept: "local" in file and file["local"] == kept.get("local"))
    match(lambda file, kept: "local" not in file and "remote" in file
          and file["remote"] == kept.get("remote"))
    for index, file in enumerate(files):
        if index in places or index >= shown or index in places.values():
            continue
        # Two names are two files.
        if "local" not in file and not ("remote" in file and "remote" in known[index]):
            places[index] = index
    return places


def next_version(before, parked, body, is_sent=True):
    """The next body with what this device knows of its files, and what it knows of all others."""
    shown, files = files_of(before), list(files_of(body))
    known = shown + parked
    places = places_of(files, known, len(shown))
    for index, place in places.items():
        kept = known[place]
        file = {**{name: kept[name] for name in ("local", "placeholder") if name in kept}, **files[index]}
        # What is uploaded meanwhile is not uploaded again (MEDIA-010).
        if is_sent and "remote" not in file and (place < len(shown) or "remote" in kept):
            file = told({**file, "remote": kept.get("remote"), "upload": kept["upload"]})
        files[index] = file
    others = [here(file) for place, file in enumerate(known)
              if place not in places.values() and "local" in file]
    return ({**body, "files": files} if "media" in body else body), others[:100]


def here(file):
    """What this device has of a file."""
    return told({**{name: file.get(name) for name in ("local", "remote", "placeholder")},
                 "bytes": 0, "width": 0, "height": 0, "upload": {"done": True}})


def parking(message, abandoned):
    """Keeps the files of edits that come to nothing: they go with the message (REPO-070)."""
    for edit in [one["action"]["edit"] for one in abandoned if "edit" in one["action"]]:
        paths = {file.get("local") for file in files_of(message["body"]) + message["parked"]}
        files = [here(file) for file in files_of(edit)
                 if "local" in file and file["local"] not in paths]
        message = {**message, "parked": (message["parked"] + files)[:100]}
    return message


def with_body(message, body, version):
    """The message with its next version."""
    body, parked = next_version(message["body"], message["parked"], body)
    return {**message, "body": body, "parked": parked, "version": version}
