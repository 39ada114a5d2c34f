"""Opens sessions for schemathesis, as a person would: sign-up, then the code from the mailbox.

The routes of a host's backend get the demo's service key."""

import itertools
import json
import os
import time
import urllib.request

import schemathesis

URL = os.environ["COUNTERSIGN_URL"]
MAILBOX = os.environ["COUNTERSIGN_MAILBOX"]
SERVICE_KEY = os.environ["COUNTERSIGN_SERVICE_KEY"]
NUMBERS = itertools.count(1)


PIN = "274916"  # the PIN of the examples in openapi.yaml


def send(method, path, body, token=None):
    fields = {"Content-Type": "application/json"}
    if token:
        fields["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), fields, method=method)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.loads(response.read() or b"null")


def mailed_code(recipient, purpose):
    """The newest code for somebody; mail takes a moment."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if os.path.exists(MAILBOX):
            with open(MAILBOX, encoding="utf-8") as lines:
                mails = [json.loads(line) for line in lines if line.endswith("\n")]
            codes = [
                mail["code"]
                for mail in mails
                if mail["to"] == recipient and mail["purpose"] == purpose
            ]
            if codes:
                return codes[-1]
        time.sleep(0.02)
    raise RuntimeError(f"no code was mailed to {recipient}")


def new_session():
    """The access token of a new account's session; the account has the examples' PIN."""
    name = f"schemathesis-{os.getpid()}-{next(NUMBERS)}@example.com"
    asked = send("POST", "/accounts", {"userName": name, "displayName": "Schemathesis"})
    code = mailed_code(name, "sign_in")
    opened = send(
        "POST", "/sessions", {"codeRequest": asked["codeRequest"], "validateCode": code}
    )
    token = opened["accessToken"]
    send("POST", "/codes", {"purpose": "set_pin"}, token)
    code = mailed_code(name, "set_pin")
    send("PUT", "/second-factor/pin", {"pin": PIN, "validateCode": code}, token)
    return token


@schemathesis.hook
def filter_case(context, case):
    """Leaves out what never reaches a route: the HTTP stack refuses a head over 16 KiB by itself."""
    return len(case.as_curl_command()) < 8192 if case.method in ("GET", "DELETE") else True


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


class Host(Session):
    """A service key in a session's place."""

    def get(self, case, context):
        with open(SERVICE_KEY, encoding="utf-8") as file:
            return file.read().strip()


HOST = {"path_regex": "^/service/"}
schemathesis.auth(refresh_interval=None, retry_on=[]).apply_to(**HOST)(Host)
# Every other call shares one, for a while. A 401 is an answer here, and no reason to sign in anew.
schemathesis.auth(refresh_interval=120, retry_on=[]).skip_for(**LOGOUT).skip_for(**HOST)(
    type("SharedSession", (Session,), {})
)
