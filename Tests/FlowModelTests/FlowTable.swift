/// Every (state, event) pair, written down by hand from the rules of the flows and not from the
/// code.
///
/// `-` changes nothing, `!` is refused; else the next state and, after the slash, the effects.
let flowTable: [FlowTableRow] = appRows + preludeRows + provingRows + actionRows + flowRows

/// The app, and time.
private let appRows: [FlowTableRow] = [
  FlowTableRow(
    "start top-up", else: "!flowAlreadyActive", [States.ended: "recall / deadline read"]),
  FlowTableRow("start enrol", else: "!flowAlreadyActive", [States.ended: "open / deadline open"]),
  FlowTableRow("start login", else: "!flowAlreadyActive", [States.ended: "open / deadline open"]),
  FlowTableRow(
    "start change", else: "!flowAlreadyActive", [States.ended: "recall / deadline read"]),
  .input(
    "yes",
    ["askEnrol": "confirm / deadline confirm", "askLink askAccount": "!accountMissing"]),
  .input(
    "yes Ada",
    ["askEnrol askAccount": "confirm / deadline confirm", "askLink": "!numberMissing"]),
  .input(
    "yes Ada 42",
    [
      "askEnrol askAccount": "confirm / deadline confirm",
      "askLink": "confirm / deadline confirm42",
    ]),
  .input(
    "yes Ada 43",
    ["askEnrol askAccount": "confirm / deadline confirm", "askLink": "!numberMissing"]),
  .input(
    "yes stranger",
    ["askEnrol": "confirm / deadline confirm", "askLink askAccount": "!accountMissing"]),
  .input("authorize", ["askRev": "keep / deadline keep"]),
  .input(
    "pin",
    [
      "ask askPIN askLogin askRem": "act pin / deadline act",
      "askOld": "keep / deadline keep", "askAdd": "entitle / deadline creation",
      "askBio askBioCode askMail askFirst askText askApp askOffer askTaken askHeadless setAdd "
        + "setWay": "!factorNotAllowed(PIN)",
      "setPIN": "set pin pin / deadline act", "setBoth": "set pin codes / deadline act",
    ]),
  .input(
    "biometrics",
    [
      "ask askBio askBioCode askLogin askOld askRem": "sign / deadline sign",
      "askPIN askMail askFirst askText askApp askOffer askTaken askHeadless askAdd setPIN":
        "!factorNotAllowed(BIOMETRICS)",
      "setAdd": "create / deadline create", "setBoth": "!missingPIN",
      "setWay": "entitle / deadline creation",
    ]),
  .input(
    "both",
    [
      "setPIN": "!factorNotAllowed(BIOMETRICS)", "setAdd setWay": "!factorNotAllowed(PIN)",
      "setBoth": "entitle / deadline creation",
    ]),
  .input(
    "code",
    [
      "ask askPIN askBio askLogin askOld askAdd askRem setPIN setAdd setBoth setWay":
        "!factorNotAllowed(VALIDATE_CODE)",
      "askBioCode": "!codeNotRequested",
      "askMail askText askApp askHeadless": "act codes / deadline act",
      "askFirst askOffer askTaken": "keep / deadline keep",
    ]),
  .input(
    "request code",
    [
      "ask askPIN askBio askLogin askOld askAdd askRem": "!factorNotAllowed(VALIDATE_CODE)",
      "askBioCode askMail": "send fallback / deadline send",
      "askFirst askApp": "send first / deadline send", "askText": "send text / deadline send",
      "askOffer": "send offer / deadline send", "askTaken": "send taken / deadline send",
      "askHeadless": "send proof / deadline send",
    ]),
  .input("accept", [States.softPrompt: "remember / deadline remember(accept)"]),
  .input("decline", [States.softPrompt: "remember / deadline remember(decline)"]),
  .input(
    "deny",
    [
      "ask askPIN askBio askRev askBioCode askMail askFirst askText askApp askOffer askTaken "
        + "promptWay setWay": "deny / deadline deny"
    ]),
  FlowTableRow("cancel", else: "ERROR cancelled / release", [States.ended: "-"]),
  FlowTableRow(
    "deadline", else: "ERROR timeout / release",
    [
      States.ended + " " + States.asking: "-",
      "actPIN again actMail actText5 actApp actWay actLogin actHeadless actNew actAdd actBoth "
        + "actUp actRem": "ERROR outcomeUnknown(key) / release",
      "actTok actRev actScen actLoginBio actNewSigned":
        "ERROR outcomeUnknown(challenge) / release",
      "actSession": "ERROR outcomeUnknown(link) / release",
      "refresh refreshOld": "ask either PIN_FAIL(wrong_pin)",
      "disable": "ask pin BIOMETRICS_REMOVED(key_gone)",
      "disableBio": "ERROR deviceUnable(key_gone) / release",
    ]),
  FlowTableRow("old deadline"),
  FlowTableRow("stale answer"),
  FlowTableRow("other flow"),
  FlowTableRow("other account"),
  FlowTableRow(
    "approved elsewhere", [underReview: "ERROR transactionAlreadyReviewed / release"]),
  FlowTableRow("expired meanwhile", [underReview: "ERROR transactionExpired / release"]),
  FlowTableRow("other review"),
  FlowTableRow("still pending"),
]

/// The states of a review in which nothing is decided here.
private let underReview =
  "resolveRev readSeen askRev keepRev keepRevPIN prepRev signRev askBioCode sendFirst sendBio "
  + "sendText askMail askFirst keepFirst askText askApp askOffer askTaken keepOffer keepTaken "
  + "keepAgreed setWay promptWay yesWay noWay noWayApp noWayPIN noWayOnly entitleWay createWay "
  + "createWay3 prepAfter"

/// What is open of an earlier flow, and the challenge.
private let preludeRows: [FlowTableRow] = [
  FlowTableRow(
    "nothing open",
    ["recall": "prepare / options", "recallRev": "read / review", "recallMan": "consult / consult"]
  ),
  FlowTableRow("one open", ["recall recallRev recallMan": "resolve / lookup"]),
  FlowTableRow(
    "vault broken", ["recall recallRev recallMan": "ERROR deviceUnable(vault_failed) / release"]),
  FlowTableRow("found same", ["resolve resolveRev": "DONE completed / forget release"]),
  FlowTableRow("found pending", ["resolve resolveRev": "DONE pending / forget release"]),
  FlowTableRow("found failed", ["resolve resolveRev": "recall / forget read"]),
  FlowTableRow("found other", ["resolve resolveRev": "recall / forget read"]),
  FlowTableRow("was done", ["resolve resolveRev": "DONE / forget release"]),
  FlowTableRow("other was done", ["resolve resolveRev": "recall / forget read"]),
  FlowTableRow("not found", ["resolve resolveRev": "recall / forget read"]),
  FlowTableRow("lookup network", ["resolve resolveRev": "ERROR network / release"]),
  linkedRow(
    "linked",
    [
      "prepare": "ask either", "renew": "sign / sign", "prepRev": "ask biometricsOrCode",
      "prepAfter": "ask biometricsOrCode",
    ]),
  linkedRow(
    "linked other",
    ["prepare renew": "ask either", "prepRev prepAfter": "ask CONFIRM_TRANSACTION"]),
  linkedRow(
    "linked no key",
    [
      "prepare renew": "ask pin BIOMETRICS_FAIL(nothing_enrolled)",
      "prepRev prepAfter": "send fallback / send",
    ]),
  linkedRow(
    "linked offer",
    ["prepare renew prepRev": "send offer / send", "prepAfter": "send fallback / send"]),
  linkedRow(
    "linked again",
    ["prepare renew prepRev": "send agreed / send", "prepAfter": "send fallback / send"]),
  linkedRow(
    "linked declined", ["prepare renew": "ask pin", "prepRev prepAfter": "send fallback / send"]),
  unlinkedRow("unlinked", ["prepScen": "ask biometricsOrCode", "renewLogin": "sign / sign"]),
  unlinkedRow("unlinked offer", ["prepScen": "send offer / send", "renewLogin": "ask pin"]),
  FlowTableRow(
    "mismatch",
    [
      "prepare renew prepScen renewLogin": "ERROR notAllowed(transaction_not_as_asked) / release",
      "prepRev prepAfter": "ERROR notAllowed(transaction_not_as_asked) / denyToo release",
    ]),
  FlowTableRow(
    "options session",
    ["prepare renew prepRev prepScen prepAfter renewLogin": "ERROR sessionExpired / release"]),
]

/// A challenge that is linked to a transaction is none for what has no transaction.
private func linkedRow(_ event: String, _ cells: [String: String]) -> FlowTableRow {
  FlowTableRow(
    event,
    cells.merging([
      "prepScen": "ERROR notAllowed(challenge_not_as_shown) / release",
      "renewLogin": "ERROR unknown(answer_not_understood) / release",
    ]) { hand, _ in hand })
}

/// Nor is one that is not linked for what has.
private func unlinkedRow(_ event: String, _ cells: [String: String]) -> FlowTableRow {
  FlowTableRow(
    event,
    cells.merging([
      "prepare renew": "ERROR notAllowed(challenge_not_as_shown) / release",
      "prepRev prepAfter": "ERROR notAllowed(challenge_not_as_shown) / denyToo release",
    ]) { hand, _ in hand })
}

private func askedAgain(_ result: String, _ cells: [String: String]) -> [String: String] {
  cells.mapValues { $0.hasPrefix("ask") ? $0 + " " + result : $0 }
}

/// The authenticator, the token, and the account after a wrong PIN.
private let provingRows: [FlowTableRow] = [
  FlowTableRow(
    "signed",
    [
      "sign signBio": "verify / verify", "sign3 signRev": "act assertion / act",
      "signOld": "ask SET pin COLLECTED",
    ]),
  FlowTableRow(
    "sign cancelled",
    askedAgain(
      "BIOMETRICS_FAIL(biometrics_cancelled)",
      [
        "sign sign3 signOld": "ask either", "signBio": "ask biometrics",
        "signRev": "ask biometricsOrCode",
      ])),
  FlowTableRow(
    "sign failed",
    askedAgain(
      "BIOMETRICS_FAIL(biometrics_failed)",
      [
        "sign signOld": "ask either", "sign3": "ask pin", "signBio": "ask biometrics",
        "signRev": "ask biometricsOrCode",
      ])),
  FlowTableRow(
    "sign background",
    askedAgain(
      "BIOMETRICS_FAIL(not_in_foreground)",
      [
        "sign sign3 signOld": "ask either", "signBio": "ask biometrics",
        "signRev": "ask biometricsOrCode",
      ])),
  FlowTableRow(
    "sign lockout",
    [
      "sign sign3 signOld": "ask pin BIOMETRICS_FAIL(biometrics_lockout)",
      "signBio": "ERROR deviceUnable(biometrics_lockout) / release",
      "signRev": "send fallback / send",
    ]),
  FlowTableRow("key gone", ["sign sign3 signBio signRev signOld": "disable / disable"]),
  FlowTableRow(
    "not as shown",
    [
      "sign sign3 signBio signOld": "ERROR notAllowed(challenge_not_as_shown) / release",
      "signRev": "ERROR notAllowed(challenge_not_as_shown) / denyToo release",
    ]),
  FlowTableRow(
    "sign broken",
    ["sign sign3 signBio signRev signOld": "ERROR deviceUnable(vault_failed) / release"]),
  FlowTableRow(
    "disabled",
    [
      "disable": "ask pin BIOMETRICS_REMOVED(key_gone)",
      "disableBio": "ERROR deviceUnable(key_gone) / release",
    ]),
  FlowTableRow("verified", ["verify verify3": "act token / act"]),
  FlowTableRow(
    "verify refused",
    [
      "verify": "ask either BIOMETRICS_FAIL(proof_refused)",
      "verify3": "ERROR triesUsedUp / release",
    ]),
  FlowTableRow(
    "verify expired",
    [
      "verify": "renew / options",
      "verify3": "ERROR serverValidation(challenge_expired) / release",
    ]),
  FlowTableRow("verify blocked", ["verify verify3": "ERROR secondFactorBlocked / release"]),
  FlowTableRow("verify network", ["verify verify3": "ERROR network / release"]),
  FlowTableRow("account", ["refresh refreshOld": "ask either PIN_FAIL(wrong_pin)"]),
  FlowTableRow("account blocked", ["refresh refreshOld": "ERROR secondFactorBlocked / release"]),
  FlowTableRow("account unknown", ["refresh refreshOld": "ask either PIN_FAIL(wrong_pin)"]),
]
