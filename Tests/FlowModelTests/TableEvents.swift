@testable import FlowModel

extension Sample {
  typealias NamedEvent = (name: String, event: FlowEvent)

  static let now = FlowTag(flow: flow, step: 7)

  /// The table's rows.
  static let events: [NamedEvent] =
    appEvents + (answers + failures).map { ($0.name, .answer(now, $0.answer)) }

  private static let appEvents: [NamedEvent] = [
    ("start top-up", topUp(id: FlowID(2))),
    ("start enrol", start(.enrol(link), id: FlowID(2))),
    ("start login", start(.login, id: FlowID(2))),
    ("start link", start(.linkLogin(link), id: FlowID(2))),
    ("start change", start(.changePIN, id: FlowID(2))),
    ("yes", .input(.confirmSession(account: nil, number: nil))),
    ("yes Ada", .input(.confirmSession(account: ada, number: nil))),
    ("yes Ada 42", .input(.confirmSession(account: ada, number: "42"))),
    ("yes Ada 43", .input(.confirmSession(account: ada, number: "43"))),
    (
      "yes stranger",
      .input(
        .confirmSession(account: SessionAccount(id: "x", displayName: "Eve"), number: "42"))
    ),
    ("authorize", .input(.confirmTransaction)),
    ("pin", .input(.pin(key))),
    ("biometrics", .input(.biometrics(key))),
    ("both", .input(.pinAndBiometrics(key))),
    ("code", .input(.code(key))),
    ("request code", .input(.requestCode)),
    ("accept", .input(.softPrompt(.accept, key))),
    ("decline", .input(.softPrompt(.decline, key))),
    ("deny", .input(.deny)),
    ("cancel", .cancellation),
    ("deadline", .deadline(FlowTag(flow: flow, step: 6))),
    ("old deadline", .deadline(FlowTag(flow: flow, step: 5))),
    ("stale answer", .answer(FlowTag(flow: flow, step: 6), .result(completed))),
    ("other flow", .answer(FlowTag(flow: FlowID(9), step: 7), .result(completed))),
    ("other account", .secondFactorChange(FlowID(9), account())),
    ("approved elsewhere", .decision(review.id, .approved)),
    ("expired meanwhile", .decision(review.id, .expired)),
    ("other review", .decision("another", .approved)),
    ("still pending", .decision(review.id, .pending)),
  ]

  private static let answers: [(name: String, answer: Answer)] = [
    ("done", .done),
    ("nothing open", .openOperation(nil)),
    ("one open", .openOperation(earlier)),
    ("found same", .sameOperation(completed)),
    ("found pending", .sameOperation(pending)),
    ("found failed", .sameOperation(failed)),
    ("found other", .otherOperation(completed)),
    ("was done", .sameOperation(nil)),
    ("other was done", .otherOperation(nil)),
    ("not found", .unknownOperation),
    ("opened enrol", enrolment),
    ("opened login", login()),
    ("opened sole", login([ada], numbers: [])),
    ("opened empty", login([])),
    ("demand nothing", .demand(.nothing)),
    ("demand code", .demand(.code)),
    ("demand PIN", .demand(.pin)),
    ("demand biometrics", .demand(.biometrics(challenge))),
    ("demand either", .demand(.either(challenge))),
    ("enrol", .factorDemand(.nothing, .declined)),
    ("enrol offer", .factorDemand(.nothing, .unasked)),
    ("enrol code", .factorDemand(.code, .welcome)),
    ("enrol PIN", .factorDemand(.pin, .none(.biometricsNotAvailable))),
    ("enrol biometrics", .factorDemand(.biometrics(challenge), .welcome)),
    ("review", .review(review)),
    ("review dearer", .review(dearerReview)),
    ("review approved", .review(reviewed(.approved))),
    ("review expired", .review(reviewed(.expired))),
    ("denied", .decision(.denied)),
    ("approved before", .decision(.approved)),
    ("too late", .decision(.expired)),
    ("undecided", .decision(.pending)),
    ("linked", .challenge(fresh, transaction)),
    ("linked other", .challenge(fresh, dearer)),
    ("linked no key", .missingKey(.none(.nothingEnrolled), transaction)),
    ("linked offer", .missingKey(.unasked, transaction)),
    ("linked again", .missingKey(.welcome, transaction)),
    ("linked declined", .missingKey(.declined, transaction)),
    ("linked PIN", .missingKey(.unasked, transaction, onlyPINWays)),
    ("linked elsewhere", .missingKey(.none(.nothingEnrolled), transaction, otherDeviceWays)),
    ("unlinked", .challenge(fresh, nil)),
    ("unlinked offer", .missingKey(.unasked, nil)),
    ("code sent", .codeDelivery(mail)),
    ("account", .secondFactor(account())),
    ("account blocked", .secondFactor(account(isBlocked: true))),
    ("factors", .factors(account(), .either(challenge), .unasked)),
    ("factors blocked", .factors(account(isBlocked: true), .either(challenge), .welcome)),
    ("factors blocked PIN", .factors(account(isBlocked: true), .pin, .welcome)),
    ("factors key", .factors(account(), .biometrics(challenge), .welcome)),
    (
      "factors none",
      .factors(account(hasPIN: false, hasBiometrics: false), .nothing, .unasked)
    ),
    ("factors code", .factors(account(hasPIN: false, hasBiometrics: false), .code, .declined)),
    ("factors open", .factors(account(), .nothing, .welcome)),
    ("factors unable", .factors(account(), .pin, .none(.biometricsNotAvailable))),
    ("prompt dismissed", .dismissedPrompt),
    ("check failed", .failedCheck),
    ("in background", .notInForeground),
    ("lockout", .unavailableBiometrics(.biometricsLockout)),
    ("key gone", .goneKey),
    ("executed", .result(completed)),
    ("executed pending", .result(pending)),
    ("executed failed", .result(failed)),
    ("session", .openedSession(ada)),
  ]

  private static let failures: [(name: String, answer: Answer)] = [
    ("not sent", .failure(.notSent)),
    ("lost", .failure(.lost)),
    ("session over", .failure(.sessionOver)),
    ("link over", .failure(.linkOver)),
    ("refused", .failure(.refused(FlowReason(code: "insufficient_funds")))),
    ("not allowed", .failure(.notAllowed(FlowReason(code: "linking_required")))),
    ("not understood", .failure(.notUnderstood(.answerNotUnderstood))),
    ("vault failed", .failure(.deviceFailed(.vaultFailed))),
    ("throttled", .failure(.throttled(FlowReason(code: "attempt_in_progress")))),
    ("wrong PIN", .failure(.wrongPIN)),
    ("penalised", .failure(.penalised)),
    ("bad PIN", .failure(.unacceptablePIN(FlowReason(code: "pin_too_simple")))),
    ("wrong code", .failure(.wrongCode)),
    ("wrong mailed", .failure(.wrongMailedCode)),
    ("wrong second", .failure(.wrongSecondCode)),
    ("tries used up", .failure(.triesUsedUp)),
    ("proof refused", .failure(.proofRefused)),
    ("expired", .failure(.challengeExpired)),
    ("blocked", .failure(.blocked)),
  ]

  static func reviewed(_ status: ReviewStatus) -> Review {
    var review = review
    review.status = status
    return review
  }
}
