@testable import FlowModel

extension Sample {
  typealias NamedEvent = (name: String, event: FlowEvent)

  static let now = FlowTag(flow: flow, step: 7)

  /// The table's rows.
  static let events: [NamedEvent] = appEvents + commonAnswers + actionAnswers + otherAnswers

  private static let appEvents: [NamedEvent] = [
    ("start top-up", .start(topUp(id: FlowID(2)))),
    ("start enrol", .start(FlowStart(id: FlowID(2), errand: .session(.enrol)))),
    ("start login", .start(FlowStart(id: FlowID(2), errand: .session(.login(.app))))),
    ("start change", .start(FlowStart(id: FlowID(2), errand: .account(.manage(.changePIN))))),
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
    ("cancel", .cancel),
    ("deadline", .deadlinePassed(FlowTag(flow: flow, step: 6))),
    ("old deadline", .deadlinePassed(FlowTag(flow: flow, step: 5))),
    ("stale answer", .acted(FlowTag(flow: flow, step: 6), .done(completed))),
    ("other flow", .acted(FlowTag(flow: FlowID(9), step: 7), .done(completed))),
    ("other account", .secondFactorChanged(FlowID(9), account())),
    ("approved elsewhere", .reviewDecided(review.id, .approved)),
    ("expired meanwhile", .reviewDecided(review.id, .expired)),
    ("other review", .reviewDecided("another", .approved)),
    ("still pending", .reviewDecided(review.id, .pending)),
  ]

  private static let commonAnswers: [NamedEvent] = [
    ("nothing open", .openOperationRead(now, .none)),
    ("one open", .openOperationRead(now, .open(earlier))),
    ("vault broken", .openOperationRead(now, .vaultFailed)),
    ("found same", .operationAnswered(now, .found(completed, request: .same))),
    ("found pending", .operationAnswered(now, .found(pending, request: .same))),
    ("found failed", .operationAnswered(now, .found(failed, request: .same))),
    ("found other", .operationAnswered(now, .found(completed, request: .other))),
    ("was done", .operationAnswered(now, .accomplished(request: .same))),
    ("other was done", .operationAnswered(now, .accomplished(request: .other))),
    ("not found", .operationAnswered(now, .notFound)),
    ("lookup network", .operationAnswered(now, .failed(.network))),
    ("linked", .optionsAnswered(now, .linked(transaction, fresh, key: .held))),
    ("linked other", .optionsAnswered(now, .linked(dearer, fresh, key: .held))),
    (
      "linked no key",
      .optionsAnswered(now, .linked(transaction, fresh, key: .missing(.none(.nothingEnrolled))))
    ),
    ("linked offer", .optionsAnswered(now, .linked(transaction, fresh, key: .missing(.unasked)))),
    ("linked again", .optionsAnswered(now, .linked(transaction, fresh, key: .missing(.welcome)))),
    (
      "linked declined",
      .optionsAnswered(now, .linked(transaction, fresh, key: .missing(.declined)))
    ),
    ("unlinked", .optionsAnswered(now, .unlinked(fresh, key: .held))),
    ("unlinked offer", .optionsAnswered(now, .unlinked(fresh, key: .missing(.unasked)))),
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
    ("disabled", .biometricsDisabled(now)),
    ("verified", .verified(now, .verified)),
    ("verify refused", .verified(now, .refused)),
    ("verify expired", .verified(now, .challengeExpired)),
    ("verify blocked", .verified(now, .blocked)),
    ("verify network", .verified(now, .failed(.network))),
    ("account", .secondFactorAnswered(now, account())),
    ("account blocked", .secondFactorAnswered(now, account(isBlocked: true))),
    ("account unknown", .secondFactorAnswered(now, nil)),
  ]

  private static let actionAnswers: [NamedEvent] = [
    ("executed", .acted(now, .done(completed))),
    ("act pending", .acted(now, .done(pending))),
    ("act failed", .acted(now, .done(failed))),
    ("accomplished", .acted(now, .accomplished)),
    ("session", .acted(now, .sessionOpened(ada))),
    ("code texted", .acted(now, .codeTexted(text))),
    ("not remembered", .acted(now, .notRemembered)),
    ("not sent", .acted(now, .notSent)),
    ("lost", .acted(now, .lost)),
    ("throttled", .acted(now, .throttled(FlowReason(code: "attempt_in_progress")))),
    ("wrong PIN", .acted(now, .wrongPIN)),
    ("penalised", .acted(now, .penalised)),
    ("wrong code", .acted(now, .wrongCode(.untold))),
    ("wrong mailed", .acted(now, .wrongCode(.mailed))),
    ("wrong second", .acted(now, .wrongCode(.second))),
    ("tries used up", .acted(now, .triesUsedUp)),
    ("bad PIN", .acted(now, .pinUnacceptable(FlowReason(code: "pin_too_simple")))),
    ("proof refused", .acted(now, .proofRefused)),
    ("act expired", .acted(now, .challengeExpired)),
    ("blocked", .acted(now, .blocked)),
    ("act denied", .acted(now, .alreadyReviewed(.denied))),
    ("act too late", .acted(now, .alreadyReviewed(.expired))),
    ("session over", .acted(now, .sessionOver)),
    ("refused", .acted(now, .refused(FlowReason(code: "insufficient_funds")))),
    ("not allowed", .acted(now, .notAllowed(FlowReason(code: "linking_required")))),
    ("not understood", .acted(now, .notUnderstood(.answerNotUnderstood))),
  ]

  private static let otherAnswers: [NamedEvent] = [
    ("denied", .denied(now, .denied)),
    ("deny approved", .denied(now, .alreadyReviewed(.approved))),
    ("deny too late", .denied(now, .alreadyReviewed(.expired))),
    ("deny not sent", .denied(now, .notSent)),
    ("deny lost", .denied(now, .lost)),
    ("deny session", .denied(now, .failed(.sessionOver))),
    ("opened enrol", .sessionOpened(now, .opened(.enrol(enrolment)))),
    ("opened login", .sessionOpened(now, .opened(.login(login())))),
    ("opened sole", .sessionOpened(now, .opened(.login(login([ada], numbers: []))))),
    ("opened empty", .sessionOpened(now, .opened(.login(login([]))))),
    ("open expired", .sessionOpened(now, .expired)),
    ("open network", .sessionOpened(now, .failed(.network))),
    ("enrol headless", .sessionConfirmed(now, .enrol(.nothing, .none))),
    ("enrol headless code", .sessionConfirmed(now, .enrol(.code, .none))),
    ("enrol headless PIN", .sessionConfirmed(now, .enrol(.pin, .none))),
    ("enrol", .sessionConfirmed(now, .enrol(.nothing, .pin(.declined)))),
    ("enrol offer", .sessionConfirmed(now, .enrol(.nothing, .pin(.unasked)))),
    ("enrol code", .sessionConfirmed(now, .enrol(.code, .pin(.welcome)))),
    ("enrol PIN", .sessionConfirmed(now, .enrol(.pin, .pin(.none(.biometricsNotAvailable))))),
    ("login", .sessionConfirmed(now, .login(.nothing))),
    ("login PIN", .sessionConfirmed(now, .login(.pin))),
    ("login biometrics", .sessionConfirmed(now, .login(.biometrics(challenge)))),
    ("login either", .sessionConfirmed(now, .login(.either(challenge)))),
    ("confirm expired", .sessionConfirmed(now, .expired)),
    (
      "wrong number", .sessionConfirmed(now, .failed(.refused(FlowReason(code: "wrong_number"))))
    ),
    ("review", .reviewRead(now, .pending(review))),
    ("review dearer", .reviewRead(now, .pending(dearerReview))),
    ("review approved", .reviewRead(now, .closed(review, .approved))),
    ("review expired", .reviewRead(now, .closed(review, .expired))),
    ("review network", .reviewRead(now, .failed(.network))),
    ("code sent", .codeSent(now, .sent(mail))),
    ("code too often", .codeSent(now, .failed(.refused(FlowReason(code: "rate_limited"))))),
    ("code network", .codeSent(now, .failed(.network))),
    ("kept", .kept(now)),
    ("factors", .factorsAnswered(now, .known(account(), .either(challenge), .unasked))),
    (
      "factors blocked",
      .factorsAnswered(now, .known(account(isBlocked: true), .either(challenge), .welcome))
    ),
    (
      "factors blocked PIN",
      .factorsAnswered(now, .known(account(isBlocked: true), .pin, .welcome))
    ),
    ("factors key", .factorsAnswered(now, .known(account(), .biometrics(challenge), .welcome))),
    (
      "factors none",
      .factorsAnswered(
        now, .known(account(hasPIN: false, hasBiometrics: false), .nothing, .unasked))
    ),
    (
      "factors code",
      .factorsAnswered(
        now, .known(account(hasPIN: false, hasBiometrics: false), .code, .declined))
    ),
    ("factors open", .factorsAnswered(now, .known(account(), .nothing, .welcome))),
    (
      "factors unable",
      .factorsAnswered(now, .known(account(), .pin, .none(.biometricsNotAvailable)))
    ),
    ("factors network", .factorsAnswered(now, .failed(.network))),
    ("remembered", .softPromptRemembered(now)),
    ("entitled", .creationAnswered(now, .entitled)),
    ("entitle wrong PIN", .creationAnswered(now, .refused(.wrongPIN))),
    ("entitle wrong code", .creationAnswered(now, .refused(.wrongCode(.mailed)))),
    ("entitle blocked", .creationAnswered(now, .refused(.blocked))),
    ("entitle network", .creationAnswered(now, .failed(.network))),
    (
      "entitle not allowed",
      .creationAnswered(now, .failed(.notAllowed(FlowReason(code: "factor_needed"))))
    ),
    ("created", .created(now, .created)),
    ("create cancelled", .created(now, .cancelled)),
    ("create failed", .created(now, .failed)),
    ("create background", .created(now, .notInForeground)),
    ("create lockout", .created(now, .unavailable(.biometricsLockout))),
    ("create broken", .created(now, .broken(.vaultFailed))),
  ]
}
