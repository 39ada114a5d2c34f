#!/usr/bin/env python3
"""Makes the vectors of documents, challenges and device statements, by
docs/challenge-and-canonical-form.md alone: a second implementation, so that the Swift one is held
against the text and not against itself.

Run it in this folder; it writes document-vectors.json, challenge-vectors.json,
device-statement-vectors.json and format-vectors.json."""
import base64, hashlib, hmac, json, unicodedata

def lengthed(value):
    raw = value.encode() if isinstance(value, str) else value
    return len(raw).to_bytes(4, "big") + raw

def spaced(value):
    """Normal form C, each run of spaces (Zs) as one U+0020."""
    result = ""
    for character in unicodedata.normalize("NFC", value):
        if unicodedata.category(character) != "Zs":
            result += character
        elif not result.endswith(" "):
            result += " "
    return result

def text(value):
    return lengthed(spaced(value))

def integer(value):
    return value.to_bytes(8, "big", signed=True)

def url(value):
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()

def write(name, content):
    with open(name, "w") as out:
        json.dump(content, out, indent=1)
        out.write("\n")

# Documents

def value_bytes(kind, value):
    if kind == "money":
        return (integer(value["minorUnits"]) + lengthed(value["currency"])
                + bytes([value["exponent"]]))
    if kind == "account":
        return lengthed(value["scheme"]) + text(value["identifier"])
    if kind == "date":
        return lengthed(value)
    if kind == "integer":
        return integer(value)
    if kind == "flag":
        return bytes([int(value)])
    assert kind in ["payee", "reference", "text", "time"], kind
    return text(value)

def padded(language):
    return language.encode().ljust(8, b"\0")

def canonical(d):
    form = lengthed("countersign/document/v2") + lengthed(d["scenario"]) + padded(d["language"])
    form += text(d["title"]) + integer(len(d["fields"]))
    for f in d["fields"]:
        form += (lengthed(f["name"]) + lengthed(f["kind"]) + text(f["label"])
                 + value_bytes(f["kind"], f["value"]))
    return form

def values(d):
    form = lengthed("countersign/document-values/v2") + lengthed(d["scenario"])
    form += integer(len(d["fields"]))
    for f in d["fields"]:
        form += lengthed(f["name"]) + lengthed(f["kind"]) + value_bytes(f["kind"], f["value"])
    return form

def document(scenario, language, title, *fields):
    return {"scenario": scenario, "language": language, "title": title,
            "fields": [{"name": n, "kind": k, "label": l, "value": v} for n, k, l, v in fields]}

def money(minor_units, currency="EUR", exponent=2):
    return {"minorUnits": minor_units, "currency": currency, "exponent": exponent}

def account(scheme, identifier):
    return {"scheme": scheme, "identifier": identifier}

iban = account("IBAN", "DE89370400440532013000")

def transfer(language, title, labels):
    kinds = [("amount", "money", money(50000)), ("payee", "payee", "Example Ltd"),
             ("account", "account", iban), ("reference", "reference", "Order 17"),
             ("note", "text", "For March"), ("instant", "flag", False)]
    return document("TRANSFER", language, title,
                    *[(n, k, l, v) for (n, k, v), l in zip(kinds, labels)])

english = transfer("en", "Send money",
                   ["Amount", "To", "Account", "Reference", "Note", "At once"])
german = transfer("de", "Geld \u00fcberweisen",
                  ["Betrag", "An", "Konto", "Verwendungszweck", "Notiz", "Sofort"])
bare = document("TEST_BIOMETRICS", "en", "Test your passkey")
every_kind = document(
    "PAY_INVOICE", "en", "Pay an invoice",
    ("amount", "money", "Amount", money(1250)), ("payee", "payee", "To", "Example Ltd"),
    ("account", "account", "Account", iban), ("reference", "reference", "Reference", "RF18 5390"),
    ("note", "text", "Note", "For March"), ("due", "date", "Due", "2026-11-30"),
    ("createdAt", "time", "Made", "2026-11-30T14:05:09Z"), ("parcels", "integer", "Parcels", 2),
    ("express", "flag", "Express", True))

def one(kind, value, language="en"):
    return document("PAY_INVOICE", language, "Pay an invoice", ("field", kind, "Field", value))

limit = 2**53
accepted = {
    "a transfer of 500": english,
    "the same in German": german,
    "every kind of value": every_kind,
    "no fields": bare,
    "largest numbers": document(
        "PAY_INVOICE", "en", "Pay", ("amount", "money", "Amount", money(limit, "CLF", 4)),
        ("count", "integer", "Count", limit)),
    "smallest numbers": document(
        "PAY_INVOICE", "en", "Pay", ("amount", "money", "Amount", money(-limit, "JPY", 0)),
        ("count", "integer", "Count", -limit)),
    "zeros and no": document(
        "PAY_INVOICE", "en", "Pay", ("amount", "money", "Amount", money(0)),
        ("count", "integer", "Count", 0), ("express", "flag", "Express", False)),
    "an empty text": one("text", ""),
    "an account of another scheme": one("account", account("SORT_CODE", "12-34-56 12345678")),
    "the last day of a leap year's February": one("date", "2028-02-29"),
    "a time in milliseconds": one("time", "2026-11-30T14:05:09.123Z"),
    "longest field name": document(
        "PAY_INVOICE", "en", "Pay", ("n_9" + "N" * 61, "text", "Note", "x")),
    "beyond the basic plane": one("payee", "\U0001d49c\u1e69 \u4e2d\U00020bb7"),
}
for name, e, space in [("composed letters", "\u00e9", " "),
                       ("decomposed letters, same bytes", "e\u0301", " "),
                       ("runs of spaces, same bytes", "\u00e9", "   "),
                       ("other spaces, same bytes", "\u00e9", "\u00a0\u202f \u3000\u2003")]:
    accepted[name] = document(
        "PAY_INVOICE", "fr", f"Payer{space}le caf{e}",
        ("payee", "payee", f"B{e}n{e}ficiaire{space}1", f"Caf{e}{space}du{space}March{e}"),
        ("account", "account", "Compte", account("BBAN", f"12{space}34{e}")),
        ("reference", "reference", "Motif", f"{space}caf{e}{space}"),
        ("note", "text", "Note", f"{e}{space}{e}"))
for tag in ["en", "fil", "pt-br", "es-419", "zh-hant", "sl-rozaj"]:
    accepted[f"a language of {len(tag)} bytes"] = {**english, "language": tag}

characters = {
    "line feed": "\n", "delete": "\u007f", "C1 control": "\u0085",
    "right-to-left override": "\u202e", "left-to-right embedding": "\u202a",
    "left-to-right isolate": "\u2066", "pop directional isolate": "\u2069",
    "arabic letter mark": "\u061c", "left-to-right mark": "\u200e", "right-to-left mark": "\u200f",
    "line separator": "\u2028", "paragraph separator": "\u2029", "soft hyphen": "\u00ad",
    "zero width joiner": "\u200d", "private use": "\ue000", "noncharacter": "\ufdd0",
    "emoji": "\U0001f600"}
refused = {f"{name} in a payee": one("payee", f"Example {c}Ltd") for name, c in characters.items()}
override = "a\u202eb"
refused |= {
    "override in the title": document("PAY_INVOICE", "en", override),
    "override in a label": document("PAY_INVOICE", "en", "Pay", ("note", "text", override, "x")),
    "override in a reference": one("reference", override),
    "override in a text": one("text", override),
    "override in an account's identifier": one("account", account("BBAN", override)),
    "blanks alone in a payee": one("payee", " \u2800"),
    "combining mark in front of a payee": one("payee", "\u0301Ltd"),
    "four combining marks on a letter of a payee": one("payee", "Lta\u0301\u0302\u0303\u0304d"),
    "digits of two systems in a payee": one("payee", "Shop \u09e7 24"),
    "Cyrillic letter in a Latin word of a payee": one("payee", "\u0410pple"),
}

def without(member):
    return {name: value for name, value in every_kind.items() if name != member}

field = every_kind["fields"][4]

def of_field(**changes):
    changed = {n: v for n, v in {**field, **changes}.items() if v is not None}
    return {**every_kind, "fields": [changed]}

# What no reader takes for a document, whatever its bytes would be.
malformed = {
    **{f"no {member}": without(member) for member in every_kind},
    **{f"a field without its {member}": of_field(**{member: None}) for member in field},
    "an unknown kind": of_field(kind="colour"),
    "a kind in capitals": of_field(kind="TEXT"),
    "a member more": {**every_kind, "footnote": "x"},
    "a field with a member more": of_field(footnote="x"),
    "two fields of one name": {**every_kind, "fields": [field, {**field, "value": "x"}]},
    "fields that are no list": {**every_kind, "fields": {}},
    "a field that is no object": {**every_kind, "fields": ["note"]},
    "an empty field name": of_field(name=""),
    "a field name with a space": of_field(name="a b"),
    "a field name of 65 bytes": of_field(name="n" * 65),
    "a label that is a number": of_field(label=1),
    "a text that is a number": of_field(value=1),
    "a title that is a number": {**every_kind, "title": 1},
    "a language in capitals": {**every_kind, "language": "EN"},
    "a language of 9 bytes": {**every_kind, "language": "sl-rozaj1"},
    "a language of 1 byte": {**every_kind, "language": "e"},
    "an empty language": {**every_kind, "language": ""},
    "a language with an empty subtag": {**every_kind, "language": "en-"},
    "money beyond 2^53": one("money", money(limit + 2)),
    "money below -2^53": one("money", money(-limit - 2)),
    "money of a half": one("money", money(0.5)),
    "money as a text": one("money", money("1250")),
    "money without its exponent": one("money", {"minorUnits": 1, "currency": "EUR"}),
    "money with a member more": one("money", {**money(1), "footnote": "x"}),
    "an exponent of 5": one("money", money(1, exponent=5)),
    "an exponent of -1": one("money", money(1, exponent=-1)),
    "a currency of 2 letters": one("money", money(1, "EU")),
    "a currency in small letters": one("money", money(1, "eur")),
    "a scheme in small letters": one("account", account("iban", "DE89")),
    "an empty scheme": one("account", account("", "DE89")),
    "a scheme with a line feed": one("account", account("BBAN\n", "DE89")),
    "an IBAN with spaces": one("account", account("IBAN", "DE89 3704 0044 0532 0130 00")),
    "an account without its scheme": one("account", {"identifier": "DE89"}),
    "an account with a member more": one("account", {**iban, "footnote": "x"}),
    "a day that no month has": one("date", "2026-11-31"),
    "a day of no leap year": one("date", "2026-02-29"),
    "a date without zeros": one("date", "2026-1-3"),
    "a date with a time": one("date", "2026-11-30T00:00:00Z"),
    "a time of another zone": one("time", "2026-11-30T14:05:09+01:00"),
    "a time without seconds": one("time", "2026-11-30T14:05Z"),
    "a time of hour 24": one("time", "2026-11-30T24:00:00Z"),
    "a time of a day that no month has": one("time", "2026-11-31T14:05:09Z"),
    "an integer beyond 2^53": one("integer", limit + 2),
    "an integer below -2^53": one("integer", -limit - 2),
    "an integer of a half": one("integer", 1.5),
    "a flag as a number": one("flag", 1),
    "a flag as a text": one("flag", "true"),
    "a payee of null": {**every_kind, "fields": [{**field, "kind": "payee", "value": None}]},
}

write("document-vectors.json", {
    "accepted": [{"name": n, "document": d, "canonical": canonical(d).hex(),
                  "values": values(d).hex()} for n, d in accepted.items()],
    "refused": [{"name": n, "document": d} for n, d in refused.items()],
    "malformed": [{"name": n, "document": d} for n, d in malformed.items()]})

# Challenges

def challenge(key, purpose, scenario, account, session, rp, issued, nonce, document):
    language, binding = bytes(8), bytes(32)
    if document is not None:
        language = padded(document["language"])
        binding = hashlib.sha256(lengthed("countersign/binding/v2") + lengthed(scenario)
                                 + lengthed(nonce) + lengthed(canonical(document))).digest()
    tag = hashlib.sha256(scenario.encode()).digest()[:4]
    signed = bytes([0x20]) + integer(issued) + nonce + language + tag + binding
    covered = b"".join(lengthed(part) for part in [
        "countersign/challenge/v2", purpose, scenario, account, session, rp, signed])
    return binding, signed + hmac.new(key, covered, hashlib.sha256).digest()

key = bytes(range(32))
nonce = bytes(range(100, 116))
issued = 1705919445000
vectors = []
for name, purpose, scenario, linked in [
        ("unlinked", "get", "TRANSFER", None),
        ("linked to a transfer of 500", "get", "TRANSFER", english),
        ("linked to the same in German", "get", "TRANSFER", german),
        ("linked to a document without fields", "get", "TEST_BIOMETRICS", bare),
        ("another purpose", "create", "TRANSFER", None)]:
    binding, made = challenge(key, purpose, scenario, "acc_1", "ses_1", "localhost", issued, nonce,
                              linked)
    vectors.append({"name": name, "key": url(key), "purpose": purpose, "scenario": scenario,
                    "account": "acc_1", "session": "ses_1", "rpId": "localhost",
                    "issuedAt": issued, "nonce": url(nonce), "document": linked,
                    "language": linked["language"] if linked else None,
                    "binding": url(binding), "challenge": url(made)})
write("challenge-vectors.json", vectors)

# What a device signs

device = "dev_" + url(bytes(range(16)))
device_key = (bytes.fromhex("a5010203262001215820") + bytes(range(32)) + b"\x22\x58\x20"
              + bytes(range(32, 64)))
pin_key = bytes.fromhex("a4010103272006215820") + bytes(range(64, 96))
answered = bytes(range(101))
statements = [
    ("registration", {"rpId": "localhost", "context": "acc_1", "id": device, "key": url(device_key),
                      "pinKey": url(pin_key)},
     ["countersign/device/v1", "localhost", "acc_1", device, device_key, pin_key]),
    ("PIN proof", {"deviceId": device, "generation": 1, "challenge": url(answered),
                   "deviceSignature": "AA", "pinSignature": "AA"},
     ["countersign/pin-proof/v1", answered, device, integer(1)]),
    ("device proof", {"deviceId": device, "challenge": url(answered), "deviceSignature": "AA"},
     ["countersign/device-proof/v1", answered, device]),
    ("PIN key", {"deviceId": device, "generation": 2, "pinKey": url(pin_key),
                 "challenge": url(answered)},
     ["countersign/pin-key/v1", answered, device, integer(2), pin_key]),
]
write("device-statement-vectors.json",
      [{"name": name, "input": given, "statement": url(b"".join(map(lengthed, parts)))}
       for name, given, parts in statements])

# How values are shown

THIN, FIXED = "\u202f", "\u00a0"
COMMA = "cs da de es fi fr hu id is it nb nl nn no pl pt ro ru sk sl sv tr uk vi".split()

def grouped(digits):
    """Groups of three from the right."""
    first = len(digits) % 3
    groups = [digits[:first]] if first else []
    return THIN.join(groups + [digits[i:i + 3] for i in range(first, len(digits), 3)])

def shown(language, kind, value):
    first = language.split("-")[0]
    if kind == "money":
        exponent = value["exponent"]
        digits = str(abs(value["minorUnits"])).rjust(exponent + 1, "0")
        whole, decimals = digits[:len(digits) - exponent], digits[len(digits) - exponent:]
        sign = "-" if value["minorUnits"] < 0 else ""
        mark = ("," if first in COMMA else ".") if exponent else ""
        return sign + grouped(whole) + mark + decimals + FIXED + value["currency"]
    if kind == "account":
        if value["scheme"] != "IBAN":
            return value["scheme"] + " " + spaced(value["identifier"])
        number = value["identifier"]
        return FIXED.join(number[i:i + 4] for i in range(0, len(number), 4))
    if kind == "date":
        return value
    if kind == "time":
        return value[:10] + " " + value[11:16] + " UTC"
    if kind == "integer":
        return ("-" if value < 0 else "") + grouped(str(abs(value)))
    if kind == "flag":
        words = {"en": ("yes", "no"), "de": ("ja", "nein")}.get(first, ("\u2713", "\u2717"))
        return words[0] if value else words[1]
    return spaced(value)

formats = [
    *[("en", "money", money(n)) for n in [0, 5, 99, 100, 1250, 99999, 100000, 125000, 1234567,
                                         99999999, 100000000, limit, -5, -1250, -125000, -limit]],
    *[("en", "money", money(125000, c, e)) for c, e in [("JPY", 0), ("XAU", 1), ("KWD", 3),
                                                       ("CLF", 4)]],
    *[("de", "money", money(n, c, e)) for n, c, e in
      [(0, "JPY", 0), (7, "CLF", 4), (limit, "EUR", 4), (1000, "JPY", 0), (-1, "KWD", 3)]],
    *[(language, "money", money(125050)) for language in COMMA],
    *[(language, "money", money(125050)) for language in
      ["de-at", "pt-br", "sl-rozaj", "en-us", "fil", "sr", "zh-hant", "es-419", "ja", "he"]],
    *[("en", "account", account("IBAN", identifier)) for identifier in
      ["DE89370400440532013000", "NO9386011117947", "BE68539007547034",
       "MT84MALT011000012345MTLCAST001S"]],
    ("en", "account", account("SORT_CODE", "12-34-56 12345678")),
    ("en", "account", account("BBAN", "12\u00a0  34e\u0301")),
    *[(language, "date", "2026-11-30") for language in ["en", "de", "fr"]],
    *[(language, "time", "2026-11-30T14:05:59Z") for language in ["en", "de"]],
    ("en", "time", "2026-11-30T00:00:00.999Z"),
    *[(language, "integer", n) for language in ["en", "de"]
      for n in [0, 7, 999, 1000, 12345, 999999, 1000000, limit, -1, -999, -1000, -limit]],
    *[(language, "flag", value) for language in ["en", "en-gb", "de", "de-at", "fr", "fil", "den"]
      for value in [True, False]],
    *[("en", kind, "Example  Ltd") for kind in ["payee", "reference", "text"]],
    ("en", "payee", "Cafe\u0301\u00a0\u3000du March\u00e9"),
    ("en", "text", "\u202f\U0001d49c \u2009"),
    ("de", "text", ""), ("en", "reference", "RF18 5390 0754 7034"),
]
write("format-vectors.json",
      [{"language": language, "value": {"kind": kind, "value": value},
        "text": shown(language, kind, value)} for language, kind, value in formats])
