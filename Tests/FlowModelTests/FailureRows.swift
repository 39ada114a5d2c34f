private let wrongCode = "CODE_FAIL(wrong_code) / forget"
private let byPIN = "actPIN actLogin actNew actAdd actRem actWayPIN"
private let checksPIN = "checkOld entitleAdd entitleFirst entitleWayPIN"
private let badPIN = "PIN_FAIL:SET_SECOND_FACTOR(pin_too_simple) / forget"
private let open = ["again": "ERROR outcomeUnknown(key) / release"]

/// The transitions after a failed call, in every step that can fail.
let failureRows: [FlowTableRow] = callRows + proofRows

/// The call itself failed, or was turned down.
private let callRows: [FlowTableRow] = [
  .turnedDown(
    "not sent", "ERROR network",
    ["again": "act pin again / repeat", "denyAgain": "deny again / deny"]),
  .turnedDown(
    "lost", "ERROR network",
    [
      "actPIN again actLogin actRem": "act pin again / repeat",
      "actTok": "act token again / repeat",
      "actRev actScen actLoginBio": "act assertion again / repeat",
      "actMail actText5 actApp actHeadless": "act codes again / repeat",
      "actWay": "register codes again / repeat", "actWayPIN": "register pin again / repeat",
      "actSession": "act session confirmation again / repeat",
      "actNew": "set pin pin again / repeat",
      "actNewSigned": "set pin assertion again / repeat",
      "actAdd": "set biometrics pin again / repeat",
      "actBoth": "set both codes again / repeat",
      "actUp": "set pin confirmation again / repeat",
      "denying denyAgain": "deny again / deny",
    ]),
  .turnedDown("session over", "ERROR sessionExpired", open),
  .turnedDown("link over", "ERROR serverValidation(link_over)", open),
  // The question that stood before can still be answered.
  .turnedDown(
    "refused", "ERROR serverValidation(insufficient_funds)",
    open.merging([
      "sendBio": "ask biometricsOrCode CODE_FAIL(insufficient_funds)",
      "sendText": "ask texted CODE_FAIL(insufficient_funds)",
    ]) { open, _ in open }),
  .turnedDown(
    "not allowed", "ERROR notAllowed(linking_required)",
    open.merging([
      "sendBio": "ask biometricsOrCode CODE_FAIL(linking_required)",
      "sendText": "ask texted CODE_FAIL(linking_required)", "entitleWay": "act codes / act",
      "entitleWayPIN": "act pin / act",
      // It is verified with the new one then.
      "checkOld": "ask SET pin COLLECTED",
    ]) { open, _ in open }),
  // It may have been success: an action's operation is not forgotten.
  .failure("not understood"),
  .failure("vault failed", else: "ERROR deviceUnable(vault_failed)"),
]

/// The proof was not accepted; an answer about another proof than the one that was sent leaves the
/// operation in the vault.
private let proofRows: [FlowTableRow] = [
  .turnedDown(
    "throttled", "ERROR serverValidation(attempt_in_progress)",
    [
      byPIN: "refresh / forget account", "again": "act pin again / repeat",
      checksPIN: "refresh / account",
    ]),
  .failure(
    "wrong PIN",
    [
      byPIN + " again": "refresh / forget account",
      checksPIN: "refresh / account",
    ]),
  .failure(
    "penalised",
    [
      byPIN + " again": "refresh / forget account",
      checksPIN: "refresh / account",
    ]),
  .failure(
    "bad PIN",
    [
      "actNew actNewSigned": "ask SET pin " + badPIN,
      "actUp actBoth": "ask SET pinAndMaybeBiometrics " + badPIN,
    ]),
  wrongCodeRow("wrong code", app: "ask mailed first"),
  wrongCodeRow("wrong mailed", app: "ask mailed first"),
  wrongCodeRow("wrong second", app: "ask app"),
  .failure(
    "tries used up",
    [
      "actMail actText5 actApp actWay": "ERROR triesUsedUp / forget denyToo release",
      "actHeadless actBoth": "ERROR triesUsedUp / forget release",
      "entitleWay": "ERROR triesUsedUp / denyToo release",
      "entitleBoth checkCode": "ERROR triesUsedUp / release",
    ]),
  .failure(
    "proof refused",
    [
      "actTok actLoginBio actNewSigned": "ask either BIOMETRICS_FAIL(proof_refused) / forget",
      "actScen": "ask biometrics BIOMETRICS_FAIL(proof_refused) / forget",
      "actRev": "ERROR triesUsedUp / forget denyToo release",
      "verify": "ask either BIOMETRICS_FAIL(proof_refused)",
      "verify3": "ERROR triesUsedUp / release",
    ]),
  .failure(
    "expired",
    [
      "actTok actRev actScen actLoginBio actNewSigned": "renew / forget options",
      "actAdd actBoth actWay actWayPIN": "entitle / forget creation", "verify": "renew / options",
      "verify3": "ERROR serverValidation(challenge_expired) / release",
    ]),
  .turnedDown("blocked", "ERROR secondFactorBlocked", isForGood: true),
]

private func wrongCodeRow(_ event: String, app: String) -> FlowTableRow {
  .failure(
    event,
    [
      "actMail": "ask mailed fallback " + wrongCode,
      "actText5": "ERROR triesUsedUp / forget denyToo release", "actApp": app + " " + wrongCode,
      "actWay": "ask mailed taken " + wrongCode,
      "actHeadless actBoth": "ask mailed proof " + wrongCode,
      "entitleWay": "ask mailed taken CODE_FAIL(wrong_code)",
      "entitleBoth checkCode": "ask mailed proof CODE_FAIL(wrong_code)",
    ])
}
