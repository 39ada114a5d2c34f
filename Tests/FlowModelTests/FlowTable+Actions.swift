private let wrongCode = "CODE_FAIL(wrong_code) / forget"
private let byPIN = "actPIN actLogin actNew actAdd actRem"
private let badPIN = "PIN_FAIL:SET_SECOND_FACTOR(pin_too_simple) / forget"

/// What the server says of an action.
let actionRows: [FlowTableRow] = [
  .action("executed", ["actPIN actTok again actScen": "DONE completed / forget release"]),
  .action("act pending", ["actPIN actTok again actScen": "DONE pending / forget release"]),
  .action(
    "act failed",
    ["actPIN actTok again actScen": "ERROR serverValidation(action_failed) / forget release"]),
  .action(
    "accomplished",
    [
      "actPIN actTok again actRev actScen actMail actText5 actApp actNew actNewSigned actAdd "
        + "actUp actRem": "DONE / forget release", "actWay": "prepare / forget options",
    ]),
  .action(
    "session",
    ["actLogin actLoginBio actSession actHeadless actBoth": "DONE / forget release"]),
  .action("code texted", ["actMail": "ask texted SUCCESS / forget"]),
  .action("not remembered", else: "ERROR deviceUnable(vault_failed) / release", [:]),
  .action(
    "not sent", else: "ERROR network / forget release", ["again": "act pin again / repeat"]),
  FlowTableRow(
    "lost",
    [
      "actPIN again actLogin actRem": "act pin again / repeat",
      "actTok": "act token again / repeat",
      "actRev actScen actLoginBio": "act assertion again / repeat",
      "actMail actText5 actApp actHeadless": "act codes again / repeat",
      "actWay": "register codes again / repeat",
      "actSession": "act session confirmation again / repeat",
      "actNew": "set pin pin again / repeat",
      "actNewSigned": "set pin assertion again / repeat",
      "actAdd": "set biometrics pin again / repeat",
      "actBoth": "set both codes again / repeat",
      "actUp": "set pin confirmation again / repeat",
    ]),
  .action(
    "throttled", else: "ERROR serverValidation(attempt_in_progress) / forget release",
    [byPIN: "refresh / forget account", "again": "act pin again / repeat"]),
  .action("wrong PIN", [byPIN + " again": "refresh / forget account"]),
  .action("penalised", [byPIN + " again": "refresh / forget account"]),
  wrongCodeRow("wrong code", app: "ask mailed first"),
  wrongCodeRow("wrong mailed", app: "ask mailed first"),
  wrongCodeRow("wrong second", app: "ask app"),
  .action(
    "tries used up",
    [
      "actMail actText5 actApp actWay": "ERROR triesUsedUp / forget denyToo release",
      "actHeadless actBoth": "ERROR triesUsedUp / forget release",
    ]),
  .action(
    "bad PIN",
    [
      "actNew actNewSigned": "ask SET pin " + badPIN,
      "actUp actBoth": "ask SET pinAndMaybeBiometrics " + badPIN,
    ]),
  .action(
    "proof refused",
    [
      "actTok actLoginBio actNewSigned": "ask either BIOMETRICS_FAIL(proof_refused) / forget",
      "actScen": "ask biometrics BIOMETRICS_FAIL(proof_refused) / forget",
      "actRev": "ERROR triesUsedUp / forget denyToo release",
    ]),
  .action(
    "act expired",
    [
      "actTok actRev actScen actLoginBio actNewSigned": "renew / forget options",
      "actAdd actBoth actWay": "entitle / forget creation",
    ]),
  .action(
    "blocked", else: "ERROR secondFactorBlocked / forget release",
    [States.actingOnReview: "ERROR secondFactorBlocked / forget denyToo release"]),
  .action(
    "act denied",
    [
      "actRev actMail actText5 actApp":
        "ERROR transactionAlreadyReviewed / forget release"
    ]),
  .action(
    "act too late",
    ["actRev actMail actText5 actApp": "ERROR transactionExpired / forget release"]),
  .action(
    "session over", else: "ERROR sessionExpired / forget release",
    ["again": "ERROR outcomeUnknown(key) / release"]),
  .action(
    "refused", else: "ERROR serverValidation(insufficient_funds) / forget release",
    ["again": "ERROR outcomeUnknown(key) / release"]),
  .action(
    "not allowed", else: "ERROR notAllowed(linking_required) / forget release",
    [
      States.actingOnReview: "ERROR notAllowed(linking_required) / forget denyToo release",
      "again": "ERROR outcomeUnknown(key) / release",
    ]),
  .action("not understood", [:]),
]

private func wrongCodeRow(_ event: String, app: String) -> FlowTableRow {
  .action(
    event,
    [
      "actMail": "ask mailed fallback " + wrongCode,
      "actText5": "ERROR triesUsedUp / forget denyToo release", "actApp": app + " " + wrongCode,
      "actWay": "ask mailed taken " + wrongCode,
      "actHeadless actBoth": "ask mailed proof " + wrongCode,
    ])
}
