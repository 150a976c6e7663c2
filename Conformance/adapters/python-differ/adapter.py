#!/usr/bin/env python3
"""An adapter for a pure role: a differ of lists, checked by the suite over standard input and output.

    messaging-conformance run --command 'python3 Conformance/adapters/python-differ/adapter.py'

The language is described in Spec/guides/any-language.md; differ.py tells the difference.
"""
import json
import sys

# Nothing is written beside the sources.
sys.dont_write_bytecode = True

import differ


def answer(request):
    kind = request["do"]
    if kind == "hello":
        # In place of a hundred thousand random lists the suite tries 25 times as many as this.
        return {"hello": {"version": 1, "name": "python-differ", "roles": ["diff"],
                          "capabilities": ["arrivals", "aspects"], "historiesMax": 40}}
    if kind == "diff":
        return {"diff": differ.diff(request["old"], request["new"])}
    if kind == "patch":
        return {"timeline": differ.patch(request["diff"], request["old"])}
    if kind == "invert":
        return {"diff": differ.invert(request["diff"], request["old"])}
    raise differ.Refusal("storage", "unknown request")


def main():
    sys.stdin.reconfigure(encoding="utf-8", newline="\n")
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    for line in sys.stdin:
        request = json.loads(line)
        try:
            said = answer(request)
        except differ.Refusal as refusal:
            said = {"error": {"code": refusal.code, "context": refusal.context}}
        print(json.dumps({"id": request["id"], **said}, ensure_ascii=False,
                         separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
