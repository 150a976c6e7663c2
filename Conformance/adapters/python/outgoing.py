"""What the owner of a store does in a conversation: writes, changes, cancels, uploads."""
from rules import *
from rules import Refusal


class Outgoing:
    def enqueue(self, what, change):
        id = what["key"]["id"]
        known = self.messages.get(id)
        if known:
            is_same = known["at"] == what["at"] or rank(known["delivery"]) > 0
            if not known["outgoing"] or not is_same:
                raise Refusal("message-id-taken", "message " + id)
        elif not self.tomb({"id": id}):
            names = {name: self.lasting(what[name]) for name in ("replyTo", "thread") if name in what}
            self.put(self.row(id, self.store.own["owner"], {"local": self.store.sequence()},
                              {**what, **names}, "sending", None))

    def lasting(self, name):
        """The remote id in place of the id of a message that the server has."""
        known = self.messages.get(name.get("id"))
        if known and "remote" in known["position"]:
            return {"remote": known["position"]["remote"]}
        return name

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
        known = (files_of(message["body"]) + edited_files(message)
                 + [one for one in message["parked"] if "remote" in one])
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
        self.put(parking({**message, "dependents": rest}, [given]))

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
        message = parking(message, [one for one in settled if one is not done[0]])
        action, version = done[0]["action"], change["version"]
        if "delete" in action:
            return self.delete(message, True)
        if "edit" in action:
            known = message["version"]
            if known is None or order(version) >= order(known):
                message = with_body(message, action["edit"], version)
            else:
                message = parking(message, done)
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
