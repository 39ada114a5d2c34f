/// One row of the table: what follows from an event in each state.
struct FlowTableRow: Sendable {
  let event: String
  /// In every state that is not named.
  let otherwise: String
  /// By state; several states with the same outcome share an entry.
  let cells: [String: String]

  init(_ event: String, else otherwise: String = "-", _ cells: [String: String] = [:]) {
    self.event = event
    self.otherwise = otherwise
    self.cells = cells
  }

  func outcome(in state: String) -> String {
    let cell = cells.first { $0.key.split(separator: " ").contains { $0 == state } }
    return cell?.value ?? otherwise
  }
}

/// Every (state, event) pair, written down by hand from the rules of the flows and not from the
/// code.
///
/// `-` changes nothing, `!` is refused; else the next state and, after the slash, the effects.
let flowTable: [FlowTableRow] = [
  // The app.
  FlowTableRow(
    "start", else: "!flowAlreadyActive", ["idle done error": "recall / deadline read"]),
  FlowTableRow(
    "pin", else: "!notWaitingForInput",
    [
      "idle done error": "!noFlow", "ask askPIN": "act pin / deadline act",
      "askBio": "!factorNotAllowed(PIN)",
    ]),
  FlowTableRow(
    "biometrics", else: "!notWaitingForInput",
    [
      "idle done error": "!noFlow", "ask askBio": "sign / deadline sign",
      "askPIN": "!factorNotAllowed(BIOMETRICS)",
    ]),
  FlowTableRow("cancel", else: "ERROR cancelled / release", ["idle done error": "-"]),

  // Time and what comes too late.
  FlowTableRow(
    "deadline", else: "ERROR timeout / release",
    [
      "idle ask askPIN askBio done error": "-",
      "actPIN again": "ERROR outcomeUnknown(key) / release",
      "actTok": "ERROR outcomeUnknown(challenge) / release",
      "refresh": "ask either PIN_FAIL(wrong_pin)",
    ]),
  FlowTableRow("old deadline"),
  FlowTableRow("stale answer"),
  FlowTableRow("other flow"),

  // What is open of an earlier flow.
  FlowTableRow("nothing open", ["recall": "prepare / options"]),
  FlowTableRow("one open", ["recall": "resolve / lookup"]),
  FlowTableRow("vault broken", ["recall": "ERROR deviceUnable(vault_failed) / release"]),
  FlowTableRow("found same", ["resolve": "DONE completed / forget release"]),
  FlowTableRow("found pending", ["resolve": "DONE pending / forget release"]),
  FlowTableRow("found failed", ["resolve": "recall / forget read"]),
  FlowTableRow("found other", ["resolve": "recall / forget read"]),
  FlowTableRow("not found", ["resolve": "recall / forget read"]),
  FlowTableRow("lookup network", ["resolve": "ERROR network / release"]),

  // The challenge.
  FlowTableRow("linked", ["prepare": "ask either", "renew": "sign / sign"]),
  FlowTableRow("linked other", ["prepare renew": "ask either"]),
  FlowTableRow("linked no key", ["prepare renew": "ask pin"]),
  FlowTableRow(
    "mismatch", ["prepare renew": "ERROR notAllowed(transaction_not_as_asked) / release"]),
  FlowTableRow("options session", ["prepare renew": "ERROR sessionExpired / release"]),

  // The authenticator.
  FlowTableRow("signed", ["sign signBio": "verify / verify", "sign3": "act assertion / act"]),
  FlowTableRow(
    "sign cancelled",
    [
      "sign sign3": "ask either BIOMETRICS_FAIL(biometrics_cancelled)",
      "signBio": "ask biometrics BIOMETRICS_FAIL(biometrics_cancelled)",
    ]),
  FlowTableRow(
    "sign failed",
    [
      "sign": "ask either BIOMETRICS_FAIL(biometrics_failed)",
      "sign3": "ask pin BIOMETRICS_FAIL(biometrics_failed)",
      "signBio": "ask biometrics BIOMETRICS_FAIL(biometrics_failed)",
    ]),
  FlowTableRow(
    "sign background",
    [
      "sign sign3": "ask either BIOMETRICS_FAIL(not_in_foreground)",
      "signBio": "ask biometrics BIOMETRICS_FAIL(not_in_foreground)",
    ]),
  FlowTableRow(
    "sign lockout",
    [
      "sign sign3": "ask pin BIOMETRICS_FAIL(biometrics_lockout)",
      "signBio": "ERROR deviceUnable(biometrics_lockout) / release",
    ]),
  FlowTableRow(
    "key gone",
    [
      "sign sign3": "ask pin BIOMETRICS_REMOVED(key_gone)",
      "signBio": "ERROR deviceUnable(key_gone) / release",
    ]),
  FlowTableRow(
    "not as shown",
    ["sign sign3 signBio": "ERROR notAllowed(challenge_not_as_shown) / release"]),
  FlowTableRow(
    "sign broken", ["sign sign3 signBio": "ERROR deviceUnable(vault_failed) / release"]),

  // The token.
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

  // The action.
  FlowTableRow("executed", ["actPIN actTok again": "DONE completed / forget release"]),
  FlowTableRow("act pending", ["actPIN actTok again": "DONE pending / forget release"]),
  FlowTableRow(
    "act failed",
    ["actPIN actTok again": "ERROR serverValidation(supplier_refused) / forget release"]),
  FlowTableRow(
    "not remembered",
    ["actPIN actTok again": "ERROR deviceUnable(vault_failed) / release"]),
  FlowTableRow(
    "not sent",
    ["actPIN actTok": "ERROR network / forget release", "again": "act pin again / repeat"]),
  FlowTableRow(
    "lost", ["actPIN again": "act pin again / repeat", "actTok": "act token again / repeat"]),
  FlowTableRow(
    "throttled",
    [
      "actPIN": "refresh / forget account",
      "actTok": "ERROR serverValidation(attempt_in_progress) / forget release",
      "again": "act pin again / repeat",
    ]),
  FlowTableRow(
    "wrong PIN",
    [
      "actPIN again": "refresh / forget account",
      "actTok": "ERROR unknown(answer_not_understood) / release",
    ]),
  FlowTableRow(
    "penalised",
    [
      "actPIN again": "refresh / forget account",
      "actTok": "ERROR unknown(answer_not_understood) / release",
    ]),
  FlowTableRow(
    "proof refused",
    [
      "actTok": "ask either BIOMETRICS_FAIL(proof_refused) / forget",
      "actPIN again": "ERROR unknown(answer_not_understood) / release",
    ]),
  FlowTableRow(
    "act expired",
    [
      "actTok": "renew / forget options",
      "actPIN again": "ERROR unknown(answer_not_understood) / release",
    ]),
  FlowTableRow(
    "blocked", ["actPIN actTok again": "ERROR secondFactorBlocked / forget release"]),
  FlowTableRow(
    "session over",
    [
      "actPIN actTok": "ERROR sessionExpired / forget release",
      "again": "ERROR outcomeUnknown(key) / release",
    ]),
  FlowTableRow(
    "refused",
    ["actPIN actTok again": "ERROR serverValidation(insufficient_funds) / forget release"]),
  FlowTableRow(
    "not allowed",
    ["actPIN actTok again": "ERROR notAllowed(linking_required) / forget release"]),
  FlowTableRow(
    "not understood",
    ["actPIN actTok again": "ERROR unknown(answer_not_understood) / release"]),

  // The second factor after a wrong PIN.
  FlowTableRow("account", ["refresh": "ask either PIN_FAIL(wrong_pin)"]),
  FlowTableRow("account blocked", ["refresh": "ERROR secondFactorBlocked / release"]),
  FlowTableRow("account unknown", ["refresh": "ask either PIN_FAIL(wrong_pin)"]),
]
