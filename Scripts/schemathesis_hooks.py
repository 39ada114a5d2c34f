"""Opens sessions for schemathesis, as a person would: sign-up, then the code from the mailbox."""

import itertools
import json
import os
import time
import urllib.request

import schemathesis

URL = os.environ["COUNTERSIGN_URL"]
MAILBOX = os.environ["COUNTERSIGN_MAILBOX"]
NUMBERS = itertools.count(1)


def post(path, body):
    request = urllib.request.Request(
        URL + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def mailed_code(recipient):
    """The newest code for somebody; mail takes a moment."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if os.path.exists(MAILBOX):
            with open(MAILBOX, encoding="utf-8") as lines:
                mails = [json.loads(line) for line in lines if line.endswith("\n")]
            codes = [m["code"] for m in mails if m["to"] == recipient and m.get("code")]
            if codes:
                return codes[-1]
        time.sleep(0.02)
    raise RuntimeError(f"no code was mailed to {recipient}")


def new_session():
    """The access token of a new account's session."""
    name = f"schemathesis-{os.getpid()}-{next(NUMBERS)}@example.com"
    asked = post("/accounts", {"userName": name, "displayName": "Schemathesis"})
    opened = post(
        "/sessions", {"codeRequest": asked["codeRequest"], "validateCode": mailed_code(name)}
    )
    return opened["accessToken"]


class Session:
    """A bearer token, put where the checks do not want it otherwise."""

    def get(self, case, context):
        return new_session()

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {data}"


# Logging out ends the session, so each of its calls gets one of its own.
LOGOUT = {"method": "DELETE", "path": "/sessions/current"}
schemathesis.auth(refresh_interval=None, retry_on=[]).apply_to(**LOGOUT)(
    type("OwnSession", (Session,), {})
)
# Every other call shares one, for a while. A 401 is an answer here, and no reason to sign in anew.
schemathesis.auth(refresh_interval=120, retry_on=[]).skip_for(**LOGOUT)(
    type("SharedSession", (Session,), {})
)
