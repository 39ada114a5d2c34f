#!/usr/bin/env python3
"""Makes the vectors of the canonical form and the challenge, by docs/challenge-and-canonical-form.md
alone: a second implementation, so that the Swift one is held against the text and not against itself.

Run it in this folder; it writes canonical-vectors.json, host-vectors.json, challenge-vectors.json and
device-statement-vectors.json."""
import base64, hashlib, hmac, json, unicodedata

def text(value):
    raw = unicodedata.normalize("NFC", value).encode()
    return len(raw).to_bytes(4, "big") + raw

def blob(value):
    return len(value).to_bytes(4, "big") + value

def integer(value):
    return value.to_bytes(8, "big", signed=True)

def canonical(t):
    return (integer(t["amount"]) + text(t["currency"]) + text(t["payee"]) + text(t["productCode"])
            + text(t["recipientPhone"]) + text(t["supplierSlug"]) + bytes([int(t["useCashback"])]))

def url(value):
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()

seed = {"amount": 500, "currency": "NGN", "payee": "MTN airtime", "productCode": "AIRTIME_MTN",
        "recipientPhone": "08012345678", "supplierSlug": "mtn", "useCashback": False}
transactions = {
    "seed 002": seed,
    "largest amount, cashback": {**seed, "amount": 2**53, "useCashback": True},
    "composed letter": {**seed, "payee": "Caf\u00e9 airtime"},
    "decomposed letter, same bytes": {**seed, "payee": "Cafe\u0301 airtime"},
    "beyond the basic plane": {**seed, "payee": "\U0001d49c\u1e69 \u4e2d"},
}
refused = {name: {**seed, "payee": value} for name, value in {
    "line feed": "MTN\nairtime", "NUL": "MTN\u0000", "delete": "MTN\u007f", "C1 control": "MTN\u0085",
    "right-to-left override": "MTN \u202eemitria", "left-to-right isolate": "MTN \u2066x\u2069",
    "arabic letter mark": "MTN\u061c", "line separator": "MTN\u2028x",
    "paragraph separator": "MTN\u2029x", "right-to-left mark": "MTN\u200f"}.items()}
with open("canonical-vectors.json", "w") as out:
    json.dump({"accepted": [{"name": n, "transaction": t, "canonical": canonical(t).hex()}
                            for n, t in transactions.items()],
               "refused": [{"name": n, "transaction": t} for n, t in refused.items()]},
              out, indent=1)
    out.write("\n")

def host(fields):
    form = integer(len(fields))
    for name in sorted(fields, key=str.encode):
        value = fields[name]
        form += text(name)
        if isinstance(value, bool):
            form += text("flag") + bytes([int(value)])
        elif isinstance(value, int):
            form += text("integer") + integer(value)
        else:
            form += text("text") + text(value)
    return form

hosts = {
    "an order": {"parcels": 2, "order": "17", "address": "4 Marina Road, Lagos", "express": True},
    "nothing": {},
    "names by their bytes": {"b": 1, "B": 2, "_": 3, "a1": 4, "a": 5, "0": 6},
    "smallest and largest number": {"low": -2**53, "high": 2**53},
    "decomposed letter": {"name": "Cafe\u0301"},
}
with open("host-vectors.json", "w") as out:
    json.dump([{"name": n, "transaction": t, "canonical": host(t).hex()} for n, t in hosts.items()],
              out, indent=1)
    out.write("\n")

def challenge(key, purpose, scenario, account, session, rp, issued, nonce, transaction):
    binding = bytes(32)
    if transaction is not None:
        binding = hashlib.sha256(text("countersign/binding/v1") + text(scenario) + blob(nonce)
                                 + blob(canonical(transaction))).digest()
    signed = bytes([0x10]) + integer(issued) + nonce + binding
    covered = (text("countersign/challenge/v1") + text(purpose) + text(scenario) + text(account)
               + text(session) + text(rp) + blob(signed))
    return binding, signed + hmac.new(key, covered, hashlib.sha256).digest()

key = bytes(range(32))
nonce = bytes(range(100, 116))
vectors = []
for name, purpose, transaction in [("unlinked", "get", None), ("linked to seed 002", "get", seed),
                                   ("another purpose", "create", None)]:
    binding, made = challenge(key, purpose, "TOP_UP", "acc_1", "ses_1", "localhost", 1705919445000,
                              nonce, transaction)
    vectors.append({"name": name, "key": url(key), "purpose": purpose, "scenario": "TOP_UP",
                    "account": "acc_1", "session": "ses_1", "rpId": "localhost",
                    "issuedAt": 1705919445000, "nonce": url(nonce), "transaction": transaction,
                    "binding": url(binding), "challenge": url(made)})
with open("challenge-vectors.json", "w") as out:
    json.dump(vectors, out, indent=1)
    out.write("\n")

device = "dev_" + url(bytes(range(16)))
device_key = bytes.fromhex("a5010203262001215820") + bytes(range(32)) + b"\x22\x58\x20" + bytes(range(32, 64))
pin_key = bytes.fromhex("a4010103272006215820") + bytes(range(64, 96))
answered = bytes(range(89))
statements = [
    ("registration", {"rpId": "localhost", "context": "acc_1", "id": device, "key": url(device_key),
                      "pinKey": url(pin_key)},
     text("countersign/device/v1") + text("localhost") + text("acc_1") + text(device)
     + blob(device_key) + blob(pin_key)),
    ("PIN proof", {"deviceId": device, "generation": 1, "challenge": url(answered),
                   "deviceSignature": "AA", "pinSignature": "AA"},
     text("countersign/pin-proof/v1") + blob(answered) + text(device) + blob(integer(1))),
    ("device proof", {"deviceId": device, "challenge": url(answered), "deviceSignature": "AA"},
     text("countersign/device-proof/v1") + blob(answered) + text(device)),
    ("PIN key", {"deviceId": device, "generation": 2, "pinKey": url(pin_key),
                 "challenge": url(answered)},
     text("countersign/pin-key/v1") + blob(answered) + text(device) + blob(integer(2))
     + blob(pin_key)),
]
with open("device-statement-vectors.json", "w") as out:
    json.dump([{"name": name, "input": given, "statement": url(bytes_)}
               for name, given, bytes_ in statements], out, indent=1)
    out.write("\n")
