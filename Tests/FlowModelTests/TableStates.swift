@testable import FlowModel

extension Sample {
  /// The table's columns.
  static let states: [(name: String, state: FlowState)] = [
    ("idle", .idle),
    ("recall", .active(frame(), .recalling)),
    ("resolve", .active(frame(), .resolving(earlier))),
    ("prepare", .active(frame(), .preparing)),
    ("renew", .active(frame { $0.renewals = 1 }, .renewing(either))),
    ("ask", .active(frame(), .asking(either))),
    ("askPIN", .active(frame(.fallbackOnly), .asking(onlyPIN))),
    ("askBio", .active(frame(.biometricsOnly), .asking(onlyBiometrics))),
    ("sign", .active(frame(), .signing(either, challenge))),
    (
      "sign3",
      .active(
        frame(.biometricsWithFallback, .straight) { $0.biometricFailures = 2 },
        .signing(either, challenge))
    ),
    ("signBio", .active(frame(.biometricsOnly), .signing(onlyBiometrics, challenge))),
    ("verify", .active(frame(), .verifying(either, challenge))),
    (
      "verify3",
      .active(
        frame {
          $0.refusedProofs = 2
          $0.renewals = 1
        }, .verifying(either, challenge))
    ),
    ("actPIN", .active(frame(), .acting(sent(.pin)))),
    ("actTok", .active(frame(), .acting(sent(.token)))),
    ("again", .active(frame(), .acting(sent(.pin, .repeated)))),
    ("refresh", .active(frame(), .refreshing(either, .wrongPIN))),
    (
      "done",
      .finished(
        FinishedFlow(frame: frame(), transaction: transaction, ending: .done(completed)))
    ),
    (
      "error",
      .finished(
        FinishedFlow(frame: frame(), transaction: transaction, ending: .error(.cancelled)))
    ),
  ]

  /// The table's rows.
  static let events: [(name: String, event: FlowEvent)] = {
    let now = FlowTag(flow: flow, step: 7)
    return [
      ("start", .start(start(id: FlowID(2)))),
      ("pin", .input(.pin(key))),
      ("biometrics", .input(.biometrics)),
      ("cancel", .cancel),
      ("deadline", .deadlinePassed(FlowTag(flow: flow, step: 6))),
      ("old deadline", .deadlinePassed(FlowTag(flow: flow, step: 5))),
      ("stale answer", .acted(FlowTag(flow: flow, step: 6), .done(completed))),
      ("other flow", .acted(FlowTag(flow: FlowID(9), step: 7), .done(completed))),
      ("nothing open", .openOperationRead(now, .none)),
      ("one open", .openOperationRead(now, .open(earlier))),
      ("vault broken", .openOperationRead(now, .vaultFailed)),
      ("found same", .operationAnswered(now, .found(completed, request: .same))),
      ("found pending", .operationAnswered(now, .found(pending, request: .same))),
      ("found failed", .operationAnswered(now, .found(failed, request: .same))),
      ("found other", .operationAnswered(now, .found(completed, request: .other))),
      ("not found", .operationAnswered(now, .notFound)),
      ("lookup network", .operationAnswered(now, .failed(.network))),
      ("linked", .optionsAnswered(now, .linked(transaction, challenge, key: .held))),
      ("linked other", .optionsAnswered(now, .linked(dearer, challenge, key: .held))),
      ("linked no key", .optionsAnswered(now, .linked(transaction, challenge, key: .missing))),
      ("mismatch", .optionsAnswered(now, .mismatch(.transactionNotAsAsked))),
      ("options session", .optionsAnswered(now, .failed(.sessionOver))),
      ("signed", .signed(now, .signed)),
      ("sign cancelled", .signed(now, .cancelled)),
      ("sign failed", .signed(now, .failed)),
      ("sign background", .signed(now, .notInForeground)),
      ("sign lockout", .signed(now, .unavailable(.biometricsLockout))),
      ("key gone", .signed(now, .keyGone)),
      ("not as shown", .signed(now, .mismatch(.challengeNotAsShown))),
      ("sign broken", .signed(now, .broken(.vaultFailed))),
      ("verified", .verified(now, .verified)),
      ("verify refused", .verified(now, .refused)),
      ("verify expired", .verified(now, .challengeExpired)),
      ("verify blocked", .verified(now, .blocked)),
      ("verify network", .verified(now, .failed(.network))),
      ("executed", .acted(now, .done(completed))),
      ("act pending", .acted(now, .done(pending))),
      ("act failed", .acted(now, .done(failed))),
      ("not remembered", .acted(now, .notRemembered)),
      ("not sent", .acted(now, .notSent)),
      ("lost", .acted(now, .lost)),
      ("throttled", .acted(now, .throttled(FlowReason(code: "attempt_in_progress")))),
      ("wrong PIN", .acted(now, .wrongPIN)),
      ("penalised", .acted(now, .penalised)),
      ("proof refused", .acted(now, .proofRefused)),
      ("act expired", .acted(now, .challengeExpired)),
      ("blocked", .acted(now, .blocked)),
      ("session over", .acted(now, .sessionOver)),
      ("refused", .acted(now, .refused(FlowReason(code: "insufficient_funds")))),
      ("not allowed", .acted(now, .notAllowed(FlowReason(code: "linking_required")))),
      ("not understood", .acted(now, .notUnderstood(.answerNotUnderstood))),
      ("account", .secondFactorAnswered(now, account())),
      ("account blocked", .secondFactorAnswered(now, account(isBlocked: true))),
      ("account unknown", .secondFactorAnswered(now, nil)),
    ]
  }()
}
