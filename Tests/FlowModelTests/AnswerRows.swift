private let upgraded = "ERROR notAllowed(second_factor_exists) / release"
private let blocked = "ERROR secondFactorBlocked / release"

/// The transitions after the answers to effects, failed calls apart.
let answerRows: [FlowTableRow] =
  [doneRow] + earlierRows + sessionRows + reviewRows + challengeRows + factorRows
  + authenticatorRows + resultRows

/// The effect is done, and there is no more to say of it.
private let doneRow = FlowTableRow.answer(
  "done",
  [
    "sign signBio": "verify / verify", "sign3 signRev": "act assertion / act",
    "signOld": "ask SET pin COLLECTED", "verify verify3": "act token / act",
    "disable": "ask pin BIOMETRICS_REMOVED(key_gone)",
    "disableBio": "ERROR deviceUnable(key_gone) / release",
    "keepRev": "prepare / options", "keepRevPIN": "send fallback / send",
    "keepFirst": "ask app COLLECTED", "keepOffer keepOfferPIN": "ask SOFT_PROMPT COLLECTED",
    "keepAgreed": "ask SET on the way COLLECTED", "keepTaken": "entitle / creation",
    "keepOld": "ask SET pin COLLECTED", "keepOldAgain": "set pin pin / act",
    "keepCodeAgain": "entitle / creation",
    "yesWay": "ask SET on the way SUCCESS:SOFT_PROMPT", "noWay": "act codes / act",
    "noWayApp": "ask app SUCCESS:SOFT_PROMPT", "noWayPIN": "ask pin SUCCESS:SOFT_PROMPT",
    "noWayByPIN": "act pin / act",
    "noWayOnly": "ERROR deviceUnable(biometrics_declined) / release",
    "yesAdd": "ask SET biometrics SUCCESS:SOFT_PROMPT",
    "noAdd": "ERROR notAllowed(biometrics_declined) / release",
    "yesUp": "ask SET pinAndMaybeBiometrics SUCCESS:SOFT_PROMPT",
    "noUp": "ask SET pin SUCCESS:SOFT_PROMPT",
    "entitleWay entitleWayPIN entitleBoth entitleUp": "create / create",
    "checkOld": "ask SET pin SUCCESS", "entitleAdd": "ask SET biometrics SUCCESS",
    "entitleFirst": "ask SOFT_PROMPT SUCCESS",
    "checkCode": "ask SET pinAndMaybeBiometrics SUCCESS",
    "createWay createWay3": "register codes / act", "createWayPIN": "register pin / act",
    "createAdd createAdd3": "set biometrics pin / act",
    "createBoth createBoth3": "set both codes / act",
    "actPIN actTok again actRev actScen actMail actText5 actApp actNew actNewSigned actAdd actUp "
      + "actRem": "DONE / forget release", "actWay": "prepare / forget options",
    // The key that a PIN adds waits: the PIN signs.
    "actWayPIN": "act pin / forget act",
  ])

private let earlierRows: [FlowTableRow] = [
  .answer(
    "nothing open",
    ["recall": "prepare / options", "recallRev": "read / review", "recallMan": "consult / consult"]
  ),
  .answer("one open", ["recall recallRev recallMan": "resolve / lookup"]),
  .answer("found same", ["resolve resolveRev": "DONE completed / forget release"]),
  .answer("found pending", ["resolve resolveRev": "DONE pending / forget release"]),
  .answer("found failed", ["resolve resolveRev": "recall / forget read"]),
  .answer("found other", ["resolve resolveRev": "recall / forget read"]),
  .answer("was done", ["resolve resolveRev": "DONE / forget release"]),
  .answer("other was done", ["resolve resolveRev": "recall / forget read"]),
  .answer("not found", ["resolve resolveRev": "recall / forget read"]),
]

private let sessionRows: [FlowTableRow] = [
  .answer("opened enrol", ["openEnrol": "ask CONFIRM"]),
  .answer("opened login", ["openLink openApp": "ask CONFIRM"]),
  .answer("opened sole", ["openLink": "ask CONFIRM", "openApp": "confirm / confirm"]),
  .answer("opened empty", ["openLink openApp": "ERROR accountMissing / release"]),
  .answer("demand nothing", ["confEnrol confLink confApp": "act session confirmation / act"]),
  .answer("demand code", ["confEnrol": "send proof / send"]),
  // Without a question there is no result of one.
  .answer("demand PIN", ["confEnrol confLink": "ask pin SUCCESS:CONFIRM", "confApp": "ask pin"]),
  .answer(
    "demand biometrics",
    ["confLink": "ask biometrics SUCCESS:CONFIRM", "confApp": "ask biometrics"]),
  .answer("demand either", ["confLink": "ask either SUCCESS:CONFIRM", "confApp": "ask either"]),
  .answer("enrol", ["confEnrol": "ask SET pin SUCCESS:CONFIRM"]),
  .answer("enrol offer", ["confEnrol": "ask SOFT_PROMPT SUCCESS:CONFIRM"]),
  .answer("enrol code", ["confEnrol": "send proof / send"]),
  .answer("enrol PIN", ["confEnrol": "ask pin SUCCESS:CONFIRM"]),
  .answer("enrol biometrics"),
]

private let proving = "actRev actMail actText5 actApp"

private let reviewRows: [FlowTableRow] = [
  .answer("review", ["readRev": "ask CONFIRM_TRANSACTION", "readSeen": "prepare / options"]),
  .answer("review dearer", ["readRev readSeen": "ask CONFIRM_TRANSACTION"]),
  .answer(
    "review approved",
    ["readRev": "ERROR transactionAlreadyReviewed / release", "readSeen": "DONE / release"]),
  .answer("review expired", ["readRev readSeen": "ERROR transactionExpired / release"]),
  .answer(
    "denied",
    [
      "denying denyAgain": "ERROR denied / release",
      proving: "ERROR transactionAlreadyReviewed / forget release",
    ]),
  .answer(
    "approved before",
    [
      "denying denyAgain": "ERROR transactionAlreadyReviewed / release",
      proving: "ERROR transactionAlreadyReviewed / forget release",
    ]),
  .answer(
    "too late",
    [
      "denying denyAgain": "ERROR transactionExpired / release",
      proving: "ERROR transactionExpired / forget release",
    ]),
  .answer("undecided"),
]

private let challengeRows: [FlowTableRow] = [
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
      // Of a question that was never asked there is no result.
      "prepare": "ask pin", "renew": "ask pin BIOMETRICS_FAIL(nothing_enrolled)",
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
  // Where the PIN may not sign it registers nothing either.
  linkedRow(
    "linked PIN",
    [
      "prepare renew": "ask pin",
      "prepRev prepAfter": "ERROR notAllowed(credential_missing) / release",
    ]),
  // What the app asks for waits on no other device.
  linkedRow(
    "linked elsewhere",
    [
      "prepare renew": "ERROR notAllowed(credential_missing) / release",
      "prepRev prepAfter": "ask elsewhere / await",
    ]),
  unlinkedRow("unlinked", ["prepScen": "ask biometricsOrCode", "renewLogin": "sign / sign"]),
  unlinkedRow("unlinked offer", ["prepScen": "send offer / send", "renewLogin": "ask pin"]),
]

/// A challenge that is linked to a transaction is none for what has no transaction.
private func linkedRow(_ event: String, _ cells: [String: String]) -> FlowTableRow {
  .answer(
    event,
    cells.merging([
      "prepScen": "ERROR notAllowed(challenge_not_as_shown) / release"
    ]) { hand, _ in hand })
}

/// Nor is one that is not linked for what has.
private func unlinkedRow(_ event: String, _ cells: [String: String]) -> FlowTableRow {
  .answer(
    event,
    cells.merging([
      "prepare renew": "ERROR notAllowed(challenge_not_as_shown) / release",
      "prepRev prepAfter": "ERROR notAllowed(challenge_not_as_shown) / denyToo release",
    ]) { hand, _ in hand })
}

private let factorRows: [FlowTableRow] = [
  .answer(
    "code sent",
    [
      "sendFirst": "ask mailed fallback",
      "sendBio": "ask mailed fallback BIOMETRICS_FAIL(fallback_chosen)",
      "sendText": "ask texted", "actMail": "ask texted SUCCESS / forget",
    ]),
  .answer("account", ["refresh refreshOld": "ask either PIN_FAIL(wrong_pin)"]),
  .answer("account blocked", ["refresh refreshOld": blocked]),
  .answer(
    "factors", ["consPIN consRem": "ask either", "consAdd": "ask pin", "consUp": upgraded]),
  .answer(
    "factors blocked",
    ["consPIN consRem": "ask biometrics", "consAdd": blocked, "consUp": upgraded]),
  .answer("factors blocked PIN", ["consPIN consAdd consRem": blocked, "consUp": upgraded]),
  .answer(
    "factors key", ["consPIN consRem": "ask biometrics", "consAdd": "ask pin", "consUp": upgraded]
  ),
  .answer(
    "factors none",
    [
      "consPIN consAdd": "ERROR notAllowed(pin_missing) / release",
      "consRem": "ERROR deviceUnable(nothing_enrolled) / release", "consUp": "ask SOFT_PROMPT",
    ]),
  .answer(
    "factors code",
    [
      "consPIN consAdd": "ERROR notAllowed(pin_missing) / release",
      "consRem": "ERROR deviceUnable(nothing_enrolled) / release",
      "consUp": "send proof / send",
    ]),
  .answer("factors open", ["consAdd": "ask pin", "consUp": upgraded]),
  .answer(
    "factors unable",
    [
      "consPIN consRem": "ask pin",
      "consAdd": "ERROR deviceUnable(biometrics_not_available) / release", "consUp": upgraded,
    ]),
]

private let authenticatorRows: [FlowTableRow] = [
  askedAgain(
    "prompt dismissed", "biometrics_cancelled",
    ["sign3": "ask either", "createWay": "act codes / act", "createWayPIN": "act pin / act"]),
  askedAgain(
    "check failed", "biometrics_failed",
    [
      "sign3": "ask pin",
      "createWay3 createAdd3": "ERROR deviceUnable(biometrics_failed) / release",
      "createBoth3": "ask SET pin BIOMETRICS_FAIL:SET_SECOND_FACTOR(biometrics_failed)",
    ]),
  askedAgain("in background", "not_in_foreground", ["sign3": "ask either"]),
  .answer(
    "lockout",
    [
      "sign sign3 signOld": "ask pin BIOMETRICS_FAIL(biometrics_lockout)",
      "signBio": "ERROR deviceUnable(biometrics_lockout) / release",
      "signRev": "send fallback / send", "createWay": "act codes / act",
      "createWayPIN": "act pin / act",
      "createWay3 createAdd createAdd3": "ERROR deviceUnable(biometrics_lockout) / release",
      "createBoth createBoth3":
        "ask SET pin BIOMETRICS_FAIL:SET_SECOND_FACTOR(biometrics_lockout)",
    ]),
  .answer("key gone", ["sign sign3 signBio signRev signOld": "disable / disable"]),
]

/// The same question again, with the reason, where nothing else is said.
private func askedAgain(
  _ event: String, _ reason: String, _ cells: [String: String]
) -> FlowTableRow {
  let signing = [
    "sign": "ask either", "signOld": "ask either", "signBio": "ask biometrics",
    "signRev": "ask biometricsOrCode",
  ]
  let creating = [
    "createWay": "ask SET on the way", "createAdd": "ask SET biometrics",
    "createBoth": "ask SET pinAndMaybeBiometrics", "createWay3": "ask SET on the way",
    "createAdd3": "ask SET biometrics", "createBoth3": "ask SET pinAndMaybeBiometrics",
    "createWayPIN": "ask SET on the way",
  ]
  var whole = cells
  if let third = cells["sign3"] { whole["sign3"] = third + " BIOMETRICS_FAIL(\(reason))" }
  let named = Set(FlowTableRow(event, cells).named)
  for (state, question) in signing { whole[state] = question + " BIOMETRICS_FAIL(\(reason))" }
  for (state, question) in creating where !named.contains(state) {
    whole[state] = question + " BIOMETRICS_FAIL:SET_SECOND_FACTOR(\(reason))"
  }
  return .answer(event, whole)
}

private let resultRows: [FlowTableRow] = [
  .answer("executed", ["actPIN actTok again actScen": "DONE completed / forget release"]),
  .answer("executed pending", ["actPIN actTok again actScen": "DONE pending / forget release"]),
  .answer(
    "executed failed",
    ["actPIN actTok again actScen": "ERROR serverValidation(action_failed) / forget release"]),
  .answer(
    "session",
    ["actLogin actLoginBio actSession actHeadless actBoth": "DONE / forget release"]),
]
