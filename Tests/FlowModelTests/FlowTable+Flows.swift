private let opening = "openEnrol openLink openApp"
private let confirming = "confEnrol confLink confApp"
private let consulting = "consPIN consAdd consRem consUp"
private let entitling = "entitleWay entitleAdd entitleFirst entitleBoth entitleUp"
private let creating = "createWay createWay3 createAdd createAdd3 createBoth createBoth3"
private let unknown = "ERROR unknown(answer_not_understood) / release"
private let upgraded = "ERROR notAllowed(second_factor_exists) / release"
private let blocked = "ERROR secondFactorBlocked / release"

/// What only some of the flows wait for.
let flowRows: [FlowTableRow] =
  denialRows + sessionRows + reviewRows + codeRows + factorsRows + registrationRows

private let denialRows: [FlowTableRow] = [
  FlowTableRow("denied", ["denying denyAgain": "ERROR denied / release"]),
  FlowTableRow(
    "deny approved", ["denying denyAgain": "ERROR transactionAlreadyReviewed / release"]),
  FlowTableRow("deny too late", ["denying denyAgain": "ERROR transactionExpired / release"]),
  FlowTableRow(
    "deny not sent", ["denying": "ERROR network / release", "denyAgain": "deny again / deny"]),
  FlowTableRow("deny lost", ["denying denyAgain": "deny again / deny"]),
  FlowTableRow("deny session", ["denying denyAgain": "ERROR sessionExpired / release"]),
]

private let sessionRows: [FlowTableRow] = [
  .rest(of: opening, "opened enrol", unknown, ["openEnrol": "ask CONFIRM"]),
  .rest(of: opening, "opened login", unknown, ["openLink openApp": "ask CONFIRM"]),
  .rest(
    of: opening, "opened sole", unknown,
    ["openLink": "ask CONFIRM", "openApp": "confirm / confirm"]),
  .rest(
    of: opening, "opened empty", unknown,
    ["openLink openApp": "ERROR accountMissing / release"]),
  .rest(of: opening, "open expired", "ERROR sessionExpired / release"),
  .rest(of: opening, "open network", "ERROR network / release"),
  confirmed("enrol headless", ["confEnrol": "act session confirmation / act"]),
  confirmed("enrol headless code", ["confEnrol": "send proof / send"]),
  confirmed("enrol headless PIN", ["confEnrol": "ask pin SUCCESS:CONFIRM"]),
  confirmed("enrol", ["confEnrol": "ask SET pin SUCCESS:CONFIRM"]),
  confirmed("enrol offer", ["confEnrol": "ask SOFT_PROMPT SUCCESS:CONFIRM"]),
  confirmed("enrol code", ["confEnrol": "send proof / send"]),
  confirmed("enrol PIN", ["confEnrol": "ask pin SUCCESS:CONFIRM"]),
  confirmed("login", ["confLink confApp": "act session confirmation / act"]),
  // Without a question there is no result of one.
  confirmed("login PIN", ["confLink": "ask pin SUCCESS:CONFIRM", "confApp": "ask pin"]),
  confirmed(
    "login biometrics",
    ["confLink": "ask biometrics SUCCESS:CONFIRM", "confApp": "ask biometrics"]),
  confirmed("login either", ["confLink": "ask either SUCCESS:CONFIRM", "confApp": "ask either"]),
  .rest(of: confirming, "confirm expired", "ERROR sessionExpired / release"),
  .rest(of: confirming, "wrong number", "ERROR serverValidation(wrong_number) / release"),
]

private func confirmed(_ event: String, _ cells: [String: String]) -> FlowTableRow {
  .rest(of: confirming, event, unknown, cells)
}

private let reviewRows: [FlowTableRow] = [
  FlowTableRow(
    "review", ["readRev": "ask CONFIRM_TRANSACTION", "readSeen": "prepare / options"]),
  FlowTableRow("review dearer", ["readRev readSeen": "ask CONFIRM_TRANSACTION"]),
  FlowTableRow(
    "review approved",
    ["readRev": "ERROR transactionAlreadyReviewed / release", "readSeen": "DONE / release"]),
  FlowTableRow("review expired", ["readRev readSeen": "ERROR transactionExpired / release"]),
  FlowTableRow("review network", ["readRev readSeen": "ERROR network / release"]),
]

private let codeRows: [FlowTableRow] = [
  FlowTableRow(
    "code sent",
    [
      "sendFirst": "ask mailed fallback",
      "sendBio": "ask mailed fallback BIOMETRICS_FAIL(fallback_chosen)",
      "sendText": "ask texted",
    ]),
  FlowTableRow(
    "code too often",
    [
      "sendFirst": "ERROR serverValidation(rate_limited) / release",
      "sendBio": "ask biometricsOrCode CODE_FAIL(rate_limited)",
      "sendText": "ask texted CODE_FAIL(rate_limited)",
    ]),
  FlowTableRow("code network", ["sendFirst sendBio sendText": "ERROR network / release"]),
  FlowTableRow(
    "kept",
    [
      "keepRev": "prepare / options", "keepRevPIN": "send fallback / send",
      "keepFirst": "ask app COLLECTED", "keepOffer": "ask SOFT_PROMPT COLLECTED",
      "keepAgreed": "ask SET on the way COLLECTED", "keepTaken": "entitle / creation",
      "keepOld": "ask SET pin COLLECTED",
      "keepOldAgain": "set pin pin / act", "keepCodeAgain": "entitle / creation",
    ]),
]

private let factorsRows: [FlowTableRow] = [
  FlowTableRow(
    "factors", ["consPIN consRem": "ask either", "consAdd": "ask pin", "consUp": upgraded]),
  FlowTableRow(
    "factors blocked",
    ["consPIN consRem": "ask biometrics", "consAdd": blocked, "consUp": upgraded]),
  FlowTableRow("factors blocked PIN", ["consPIN consAdd consRem": blocked, "consUp": upgraded]),
  FlowTableRow(
    "factors key", ["consPIN consRem": "ask biometrics", "consAdd": "ask pin", "consUp": upgraded]
  ),
  FlowTableRow(
    "factors none",
    [
      "consPIN consAdd": "ERROR notAllowed(pin_missing) / release",
      "consRem": "ERROR deviceUnable(nothing_enrolled) / release", "consUp": "ask SOFT_PROMPT",
    ]),
  FlowTableRow(
    "factors code",
    [
      "consPIN consAdd": "ERROR notAllowed(pin_missing) / release",
      "consRem": "ERROR deviceUnable(nothing_enrolled) / release",
      "consUp": "send proof / send",
    ]),
  FlowTableRow(
    "factors open", ["consPIN consRem": unknown, "consAdd": "ask pin", "consUp": upgraded]),
  FlowTableRow(
    "factors unable",
    [
      "consPIN consRem": "ask pin",
      "consAdd": "ERROR deviceUnable(biometrics_not_available) / release", "consUp": upgraded,
    ]),
  .rest(of: consulting, "factors network", "ERROR network / release"),
  FlowTableRow(
    "remembered",
    [
      "yesWay": "ask SET on the way SUCCESS:SOFT_PROMPT", "noWay": "act codes / act",
      "noWayApp": "ask app SUCCESS:SOFT_PROMPT", "noWayPIN": "ask pin SUCCESS:SOFT_PROMPT",
      "noWayOnly": "ERROR deviceUnable(biometrics_declined) / release",
      "yesAdd": "ask SET biometrics SUCCESS:SOFT_PROMPT",
      "noAdd": "ERROR notAllowed(biometrics_declined) / release",
      "yesUp": "ask SET pinAndMaybeBiometrics SUCCESS:SOFT_PROMPT",
      "noUp": "ask SET pin SUCCESS:SOFT_PROMPT",
    ]),
]

private let registrationRows: [FlowTableRow] = [
  FlowTableRow(
    "entitled",
    [
      "entitleWay entitleBoth entitleUp": "create / create",
      "entitleAdd": "ask SET biometrics SUCCESS", "entitleFirst": "ask SOFT_PROMPT SUCCESS",
    ]),
  .rest(
    of: entitling, "entitle wrong PIN", unknown,
    ["entitleAdd entitleFirst": "refresh / account"]),
  .rest(
    of: entitling, "entitle wrong code", unknown,
    [
      "entitleWay": "ask mailed taken CODE_FAIL(wrong_code)",
      "entitleBoth": "ask mailed proof CODE_FAIL(wrong_code)",
    ]),
  .rest(
    of: entitling, "entitle blocked", blocked,
    ["entitleWay": "ERROR secondFactorBlocked / denyToo release"]),
  .rest(of: entitling, "entitle network", "ERROR network / release"),
  .rest(
    of: entitling, "entitle not allowed", "ERROR notAllowed(factor_needed) / release",
    ["entitleWay": "act codes / act"]),
  FlowTableRow(
    "created",
    [
      "createWay createWay3": "register codes / act",
      "createAdd createAdd3": "set biometrics pin / act",
      "createBoth createBoth3": "set both codes / act",
    ]),
  notCreated("create cancelled", "biometrics_cancelled", ["createWay": "act codes / act"]),
  notCreated(
    "create failed", "biometrics_failed",
    [
      "createWay3 createAdd3": "ERROR deviceUnable(biometrics_failed) / release",
      "createBoth3": "ask SET pin BIOMETRICS_FAIL:SET_SECOND_FACTOR(biometrics_failed)",
    ]),
  notCreated("create background", "not_in_foreground"),
  FlowTableRow(
    "create lockout",
    [
      "createWay": "act codes / act",
      "createWay3 createAdd createAdd3": "ERROR deviceUnable(biometrics_lockout) / release",
      "createBoth createBoth3":
        "ask SET pin BIOMETRICS_FAIL:SET_SECOND_FACTOR(biometrics_lockout)",
    ]),
  .rest(of: creating, "create broken", "ERROR deviceUnable(vault_failed) / release"),
]

/// The same question again, where nothing else is said.
private func notCreated(
  _ event: String, _ reason: String, _ cells: [String: String] = [:]
) -> FlowTableRow {
  let result = " BIOMETRICS_FAIL:SET_SECOND_FACTOR(\(reason))"
  let again = [
    "createWay": "ask SET on the way" + result, "createAdd": "ask SET biometrics" + result,
    "createBoth": "ask SET pinAndMaybeBiometrics" + result,
  ]
  // What stands only where it was the third failure.
  let third = [
    "createWay3": "ask SET on the way" + result, "createAdd3": "ask SET biometrics" + result,
    "createBoth3": "ask SET pinAndMaybeBiometrics" + result,
  ]
  let rest = cells.keys.contains { $0.contains("createAdd3") } ? [:] : third
  return FlowTableRow(
    event, again.merging(rest) { again, _ in again }.merging(cells) { _, cell in cell })
}
