"""The approval's two calls as a user of py_webauthn would write them: Starlette, uvicorn, SQLite.

The shop's step-up is here too, in three calls. The peer is spared what would cost it more: the
supplier (a top-up is completed at once, one commit fewer), the audit log's hash chain, and a disk
write for each challenge (it keeps them in memory). Sign-up and registration are here only so that
the same load generator can make its accounts.

    PEER_MAILBOX=mailbox.jsonl PEER_DATABASE=peer.sqlite PEER_PORT=8099 python peer.py
"""

import hashlib
import json
import os
import re
import secrets
import sqlite3
import time
import uuid

import jwt
import uvicorn
import webauthn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from webauthn.helpers import bytes_to_base64url, parse_authentication_credential_json
from webauthn.helpers.structs import (
    PublicKeyCredentialDescriptor,
    UserVerificationRequirement,
)

PORT = int(os.environ.get("PEER_PORT", "8099"))
ORIGIN = f"http://localhost:{PORT}"
RP_ID = "localhost"
TOKEN_KEY = secrets.token_bytes(32)
MAILBOX = os.environ["PEER_MAILBOX"]

database = sqlite3.connect(os.environ["PEER_DATABASE"], isolation_level=None)
database.execute("PRAGMA journal_mode = WAL")
database.execute("PRAGMA synchronous = FULL")
database.executescript(
    """
    CREATE TABLE accounts (id TEXT PRIMARY KEY, user_name TEXT UNIQUE, balance INTEGER NOT NULL
      CHECK (balance >= 0));
    CREATE TABLE sessions (token_hash BLOB PRIMARY KEY, account_id TEXT NOT NULL,
      last_active_at INTEGER NOT NULL);
    CREATE TABLE codes (id TEXT PRIMARY KEY, user_name TEXT NOT NULL, code TEXT NOT NULL);
    CREATE TABLE credentials (id BLOB PRIMARY KEY, account_id TEXT NOT NULL,
      public_key BLOB NOT NULL, sign_count INTEGER NOT NULL);
    CREATE INDEX credentials_by_account ON credentials (account_id);
    CREATE TABLE spent (challenge BLOB PRIMARY KEY, account_id TEXT NOT NULL, stage TEXT NOT NULL,
      at INTEGER NOT NULL);
    CREATE TABLE operations (id TEXT PRIMARY KEY, account_id TEXT NOT NULL, scenario TEXT NOT NULL,
      challenge BLOB NOT NULL, payload TEXT NOT NULL, evidence TEXT NOT NULL, at INTEGER NOT NULL);
    CREATE INDEX operations_by_challenge ON operations (challenge);
    CREATE TABLE topups (id TEXT PRIMARY KEY, account_id TEXT NOT NULL, status TEXT NOT NULL,
      amount INTEGER NOT NULL, product_code TEXT NOT NULL, recipient_phone TEXT NOT NULL,
      at INTEGER NOT NULL);
    CREATE INDEX topups_by_account ON topups (account_id, at);
    CREATE TABLE ledger (transfer TEXT NOT NULL, line INTEGER NOT NULL, account TEXT NOT NULL,
      amount INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (transfer, line));
    CREATE TABLE audit (id INTEGER PRIMARY KEY, account_id TEXT NOT NULL, kind TEXT NOT NULL,
      details TEXT NOT NULL, at INTEGER NOT NULL);
    """
)

# By session, the challenge that was issued and what it is linked to.
challenges: dict[str, tuple[bytes, dict, float]] = {}


def refuse(status: int, reason: str) -> HTTPException:
    return HTTPException(status, reason)


def session_of(request: Request) -> tuple[str, str]:
    token = request.headers.get("authorization", "").removeprefix("Bearer ")
    row = database.execute(
        "SELECT account_id, last_active_at FROM sessions WHERE token_hash = ?",
        (hashlib.sha256(token.encode()).digest(),),
    ).fetchone()
    if row is None or time.time() - row[1] > 3600:
        raise refuse(401, "session_required")
    return token, row[0]


def transaction_of(payload: dict) -> dict:
    if not isinstance(payload["amount"], int) or payload["amount"] < 50:
        raise refuse(422, "amount_out_of_range")
    return {
        "scenario": "TOP_UP",
        "amount": payload["amount"],
        "currency": "NGN",
        "payee": "Airtel airtime",
        "productCode": payload["productCode"],
        "recipientPhone": payload["recipientPhone"],
        "supplierSlug": "airtel",
        "useCashback": False,
    }


def invoice_of(payload: dict) -> dict:
    account = payload["account"].replace(" ", "").upper()
    # ISO 13616: the check digits of an IBAN.
    digits = "".join(str(int(character, 36)) for character in account[4:] + account[:4])
    if int(digits) % 97 != 1 or not re.fullmatch(r"\d{1,12}(\.\d{1,2})?", payload["amount"]):
        raise refuse(422, "unacceptable_value")
    return {
        "scenario": "PAY_INVOICE",
        "amount": payload["amount"],
        "currency": "EUR",
        "account": account,
        "payee": payload["payee"],
        "reference": payload["reference"],
    }


# The title of each scenario's document, and its fields with name, kind and label.
DOCUMENTS = {
    "PAY_INVOICE": (
        "Pay an invoice",
        [
            ("amount", "money", "Amount"),
            ("account", "account", "Account"),
            ("payee", "payee", "To"),
            ("reference", "reference", "Reference"),
        ],
    ),
    "TOP_UP": (
        "Buy airtime",
        [
            ("amount", "money", "Amount"),
            ("payee", "payee", "To"),
            ("recipientPhone", "text", "Number"),
            ("productCode", "reference", "Product"),
            ("supplierSlug", "reference", "Supplier"),
        ],
    ),
}


def document_of(transaction: dict) -> dict:
    def value(name: str, kind: str):
        if kind == "account":
            return {"scheme": "IBAN", "identifier": transaction[name]}
        if kind != "money":
            return transaction[name]
        units = round(float(transaction[name]) * 100)
        return {"minorUnits": units, "currency": transaction["currency"], "exponent": 2}

    title, fields = DOCUMENTS[transaction["scenario"]]
    return {
        "scenario": transaction["scenario"],
        "language": "en",
        "title": title,
        "fields": [
            {"name": name, "kind": kind, "label": label, "value": value(name, kind)}
            for name, kind, label in fields
        ],
    }


async def authentication_options(request: Request) -> JSONResponse:
    token, account = session_of(request)
    body = await request.json()
    completed = {"TOP_UP": transaction_of, "PAY_INVOICE": invoice_of}[body["scenario"]]
    transaction = completed(body["payload"])
    keys = database.execute("SELECT id FROM credentials WHERE account_id = ?", (account,))
    options = webauthn.generate_authentication_options(
        rp_id=RP_ID,
        challenge=secrets.token_bytes(89),
        allow_credentials=[PublicKeyCredentialDescriptor(id=key) for (key,) in keys],
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    challenges[token] = (options.challenge, transaction, time.time())
    answer = json.loads(webauthn.options_to_json(options))
    answer["document"] = document_of(transaction)
    answer["transaction"] = transaction
    return JSONResponse(answer)


def verified_assertion(token: str, account: str, body: dict):
    issued = challenges.pop(token, None)
    if issued is None or time.time() - issued[2] > 90:
        raise refuse(401, "challenge_unknown")
    challenge, transaction, _ = issued
    credential = parse_authentication_credential_json(body)
    row = database.execute(
        "SELECT public_key, sign_count FROM credentials WHERE id = ? AND account_id = ?",
        (credential.raw_id, account),
    ).fetchone()
    if row is None:
        raise refuse(401, "verification_failed")
    verified = webauthn.verify_authentication_response(
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=RP_ID,
        expected_origin=ORIGIN,
        credential_public_key=row[0],
        credential_current_sign_count=row[1],
        require_user_verification=True,
    )
    return challenge, transaction, credential.raw_id, verified.new_sign_count


async def perform_action(request: Request) -> JSONResponse:
    token, account = session_of(request)
    body = await request.json()
    assertion = body["assertion"]
    challenge, shown, key, sign_count = verified_assertion(token, account, assertion)
    scenario = request.path_params["scenario"]
    if shown != invoice_of(body["payload"]) or shown["scenario"] != scenario:
        raise refuse(403, "transaction_mismatch")
    now = int(time.time())
    operation = f"op_{uuid.uuid4()}"
    database.execute("BEGIN IMMEDIATE")
    try:
        database.execute("UPDATE credentials SET sign_count = ? WHERE id = ?", (sign_count, key))
        database.execute("INSERT INTO spent VALUES (?, ?, 'acted', ?)", (challenge, account, now))
        database.execute(
            "INSERT INTO operations VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                operation,
                account,
                scenario,
                challenge,
                json.dumps(shown),
                json.dumps(assertion["response"]),
                now,
            ),
        )
        database.execute(
            "INSERT INTO audit (account_id, kind, details, at) VALUES (?, ?, ?, ?)",
            (account, "action_performed", json.dumps({"operation": operation}), now),
        )
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    return JSONResponse({"operation": operation, "status": "completed"})


async def verify_assertion(request: Request) -> JSONResponse:
    token, account = session_of(request)
    challenge, transaction, key, sign_count = verified_assertion(
        token, account, await request.json()
    )
    now = int(time.time())
    database.execute("BEGIN IMMEDIATE")
    database.execute("UPDATE credentials SET sign_count = ? WHERE id = ?", (sign_count, key))
    database.execute("INSERT INTO spent VALUES (?, ?, 'verified', ?)", (challenge, account, now))
    database.execute(
        "INSERT INTO audit (account_id, kind, details, at) VALUES (?, ?, ?, ?)",
        (account, "assertion_verified", json.dumps({"scenario": "TOP_UP"}), now),
    )
    database.execute("COMMIT")
    verification_token = jwt.encode(
        {
            "sub": account,
            "jti": bytes_to_base64url(challenge),
            "transaction": transaction,
            "iat": now,
            "exp": now + 300,
        },
        TOKEN_KEY,
        algorithm="HS256",
    )
    return JSONResponse(
        {
            "verified": True,
            "verificationToken": verification_token,
            "expiresIn": 300,
            "message": "Authentication successful",
        }
    )


async def top_up(request: Request) -> JSONResponse:
    _, account = session_of(request)
    body = await request.json()
    claims = jwt.decode(body["verificationToken"], TOKEN_KEY, algorithms=["HS256"])
    transaction = transaction_of(body)
    if claims["sub"] != account or claims["transaction"] != transaction:
        raise refuse(403, "transaction_mismatch")
    now = int(time.time())
    transaction_id = f"tx_{uuid.uuid4()}"
    challenge = webauthn.base64url_to_bytes(claims["jti"])
    amount = transaction["amount"]
    database.execute("BEGIN IMMEDIATE")
    try:
        spent = database.execute(
            "UPDATE spent SET stage = 'acted' WHERE challenge = ? AND stage = 'verified'",
            (challenge,),
        )
        if spent.rowcount != 1:
            raise refuse(409, "already_used")
        paid = database.execute(
            "UPDATE accounts SET balance = balance - ? WHERE id = ? AND balance >= ?"
            " RETURNING balance",
            (amount, account, amount),
        ).fetchone()
        if paid is None:
            raise refuse(422, "insufficient_funds")
        database.execute(
            "INSERT INTO topups VALUES (?, ?, 'completed', ?, ?, ?, ?)",
            (
                transaction_id,
                account,
                amount,
                transaction["productCode"],
                transaction["recipientPhone"],
                now,
            ),
        )
        database.executemany(
            "INSERT INTO ledger VALUES (?, ?, ?, ?, ?)",
            [
                (transaction_id, 0, f"wallet:{account}", -amount, now),
                (transaction_id, 1, "supplier:airtel", amount, now),
            ],
        )
        database.execute(
            "INSERT INTO audit (account_id, kind, details, at) VALUES (?, ?, ?, ?)",
            (account, "topup_executed", json.dumps({"transaction": transaction_id}), now),
        )
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    return JSONResponse(
        {
            "success": True,
            "message": "Topup successful",
            "data": {
                "transactionId": transaction_id,
                "status": "completed",
                "amount": amount,
                "balance": paid[0],
                "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now)),
            },
        }
    )


# What the load generator needs before its clock starts.


def mail(user_name: str, purpose: str) -> str:
    code = f"{secrets.randbelow(1_000_000):06}"
    request = f"cod_{uuid.uuid4()}"
    database.execute("INSERT INTO codes VALUES (?, ?, ?)", (request, user_name, code))
    line = {"to": user_name, "channel": "email", "purpose": purpose, "code": code}
    with open(MAILBOX, "a", encoding="utf-8") as mailbox:
        mailbox.write(json.dumps(line) + "\n")
    return request


async def sign_up(request: Request) -> JSONResponse:
    body = await request.json()
    database.execute(
        "INSERT OR IGNORE INTO accounts VALUES (?, ?, ?)",
        (f"acc_{uuid.uuid4()}", body["userName"], 1_000_000_000_000),
    )
    return JSONResponse(
        {"codeRequest": mail(body["userName"], "sign_in"), "resendAfter": 60}, 202
    )


async def request_code(request: Request) -> JSONResponse:
    _, account = session_of(request)
    body = await request.json()
    (user_name,) = database.execute(
        "SELECT user_name FROM accounts WHERE id = ?", (account,)
    ).fetchone()
    return JSONResponse(
        {"codeRequest": mail(user_name, body["purpose"]), "resendAfter": 60}, 202
    )


async def open_session(request: Request) -> JSONResponse:
    body = await request.json()
    row = database.execute(
        "SELECT a.id FROM codes c JOIN accounts a ON a.user_name = c.user_name"
        " WHERE c.id = ? AND c.code = ?",
        (body["codeRequest"], body["validateCode"]),
    ).fetchone()
    if row is None:
        raise refuse(401, "verification_failed")
    token = secrets.token_urlsafe(32)
    database.execute(
        "INSERT INTO sessions VALUES (?, ?, ?)",
        (hashlib.sha256(token.encode()).digest(), row[0], int(time.time())),
    )
    return JSONResponse(
        {"accessToken": token, "tokenType": "Bearer", "expiresIn": 3600, "accountID": row[0]},
        201,
    )


async def registration_options(request: Request) -> JSONResponse:
    token, account = session_of(request)
    options = webauthn.generate_registration_options(
        rp_id=RP_ID, rp_name="Peer", user_name=account, user_id=account.encode()
    )
    challenges[token] = (options.challenge, {}, time.time())
    return JSONResponse(json.loads(webauthn.options_to_json(options)))


async def register_credential(request: Request) -> JSONResponse:
    token, account = session_of(request)
    challenge, _, _ = challenges.pop(token)
    verified = webauthn.verify_registration_response(
        credential=await request.json(),
        expected_challenge=challenge,
        expected_rp_id=RP_ID,
        expected_origin=ORIGIN,
        require_user_verification=True,
    )
    database.execute(
        "INSERT INTO credentials VALUES (?, ?, ?, ?)",
        (
            verified.credential_id,
            account,
            verified.credential_public_key,
            verified.sign_count,
        ),
    )
    return JSONResponse({"credentialId": bytes_to_base64url(verified.credential_id)}, 201)


async def problem(_: Request, error: HTTPException) -> JSONResponse:
    body = {"status": error.status_code, "title": error.detail, "reason": error.detail}
    return JSONResponse(body, error.status_code, media_type="application/problem+json")


application = Starlette(
    routes=[
        Route("/biometric/auth/options", authentication_options, methods=["POST"]),
        Route("/biometric/auth/verify", verify_assertion, methods=["POST"]),
        Route("/actions/{scenario}", perform_action, methods=["POST"]),
        Route("/user/topup", top_up, methods=["POST"]),
        Route("/accounts", sign_up, methods=["POST"]),
        Route("/codes", request_code, methods=["POST"]),
        Route("/sessions", open_session, methods=["POST"]),
        Route("/biometric/register/options", registration_options, methods=["POST"]),
        Route("/biometric/register/verify", register_credential, methods=["POST"]),
    ],
    exception_handlers={HTTPException: problem},
)

if __name__ == "__main__":
    uvicorn.run(application, host="127.0.0.1", port=PORT, log_level="warning", access_log=False)
