@testable import FlowModel

/// What the surroundings could answer to each effect; what keeps a flow going stands more often.
enum WalkAnswers {
  static let reason = FlowReason(code: "some_reason")
  static let failures: [CallFailure] = [
    .network, .sessionOver, .refused(reason), .notAllowed(reason), .notUnderstood(reason),
  ]
  static let openOperations: [OpenOperationAnswer] = [
    .none, .none, .none, .none, .none, .none, .open(Sample.earlier), .vaultFailed,
  ]
  static let lookups: [OperationLookup] =
    [
      .found(Sample.completed, request: .same), .found(Sample.failed, request: .same),
      .found(Sample.pending, request: .other), .accomplished(request: .same),
      .accomplished(request: .other), .notFound, .notFound,
    ] + failures.map(OperationLookup.failed)
  static let topUpKeys: [OptionsAnswer.LocalKey] = [
    .held, .held, .held, .held, .held, .missing(.none(reason)),
  ]
  static let offers: [BiometricsOffer] = [
    .none(reason), .unasked, .unasked, .welcome, .welcome, .declined,
  ]
  static let keys = topUpKeys + offers.map(OptionsAnswer.LocalKey.missing)
  static let signings: [SigningAnswer] = [
    .signed, .signed, .signed, .signed, .signed, .signed, .cancelled, .failed, .failed,
    .notInForeground, .unavailable(reason), .keyGone, .mismatch(reason), .broken(reason),
  ]
  static let verifications: [VerifyAnswer] = [
    .verified, .verified, .refused, .refused, .refused, .refused, .challengeExpired, .blocked,
    .failed(.network),
  ]
  static let actions: [ActionAnswer] = [
    .done(Sample.completed), .done(Sample.completed), .done(Sample.failed), .accomplished,
    .accomplished, .accomplished, .accomplished, .sessionOpened(Sample.ada),
    .sessionOpened(Sample.ada), .codeTexted(Sample.text), .codeTexted(Sample.text), .notRemembered,
    .notSent, .lost, .lost, .lost, .throttled(reason), .wrongPIN, .wrongPIN, .penalised,
    .wrongCode(.untold), .wrongCode(.mailed), .wrongCode(.second), .wrongCode(.second),
    .triesUsedUp, .pinUnacceptable(reason), .proofRefused, .proofRefused, .challengeExpired,
    .challengeExpired, .blocked, .alreadyReviewed(.denied), .alreadyReviewed(.expired),
    .sessionOver, .refused(reason), .notAllowed(reason), .notUnderstood(reason),
  ]
  static let accounts: [SecondFactorAccount?] = [
    Sample.account(), Sample.account(), Sample.account(isBlocked: true), nil,
  ]
  static let denials: [DenialAnswer] = [
    .denied, .alreadyReviewed(.approved), .alreadyReviewed(.expired), .notSent, .lost,
    .failed(.network),
  ]
  static let openings: [SessionOpening] = [
    .opened(.enrol(Sample.enrolment)), .opened(.enrol(Sample.enrolment)),
    .opened(.login(Sample.login())), .opened(.login(Sample.login(numbers: []))),
    .opened(.login(Sample.login([Sample.ada], numbers: []))), .opened(.login(Sample.login([]))),
    .expired, .failed(.network),
  ]
  static let confirmations: [SessionConfirmation] =
    [
      .enrol(.nothing, .none), .enrol(.code, .none), .enrol(.pin, .none),
      .login(.nothing), .login(.pin), .login(.biometrics(Sample.challenge)),
      .login(.either(Sample.challenge)), .login(.either(Sample.challenge)), .expired,
      .failed(.network),
    ]
    + offers.flatMap { offer in
      SessionConfirmation.Proof.allCases.map { .enrol($0, .pin(offer)) }
    }
  static let reviews: [ReviewAnswer] = [
    .pending(Sample.review), .pending(Sample.review), .pending(Sample.dearerReview),
    .closed(Sample.review, .approved), .closed(Sample.review, .expired), .failed(.network),
  ]
  static let codes: [CodeAnswer] = [
    .sent(Sample.mail), .sent(Sample.mail), .sent(Sample.mail), .failed(.refused(reason)),
    .failed(.network),
  ]
  static let demands: [FactorsAnswer.Demand] = [
    .nothing, .nothing, .code, .code, .pin, .pin, .biometrics(Sample.challenge),
    .either(Sample.challenge), .either(Sample.challenge),
  ]
  static let factors: [FactorsAnswer] =
    [.failed(.network)]
    + demands.flatMap { demand in
      offers.flatMap { offer in
        [
          .known(Sample.account(), demand, offer),
          .known(Sample.account(hasPIN: false, hasBiometrics: false), demand, offer),
          .known(Sample.account(isBlocked: true), demand, offer),
        ]
      }
    }
  static let creationOptions: [CreationOptionsAnswer] = [
    .entitled, .entitled, .entitled, .entitled, .refused(.wrongPIN), .refused(.penalised),
    .refused(.wrongCode(.mailed)), .refused(.wrongCode(.untold)), .refused(.triesUsedUp),
    .refused(.blocked), .refused(.throttled(reason)), .refused(.notVerified),
    .refused(.challengeExpired), .failed(.network),
  ]
  static let creations: [CreationAnswer] = [
    .created, .created, .created, .created, .cancelled, .failed, .failed, .notInForeground,
    .unavailable(reason), .broken(reason),
  ]
}

extension Array {
  /// One of them, by a number that chance gave.
  func pick(_ choice: UInt64) -> Element { self[Int(choice % UInt64(count))] }
}

extension FlowEffect {
  /// An answer to this effect, of all that there are; nil where none is waited for.
  func answer(_ choice: UInt64, _ fresh: OperationID, topUpOnly: Bool) -> FlowEvent? {
    switch self {
    case .readOpenOperation(let tag):
      .openOperationRead(tag, WalkAnswers.openOperations.pick(choice))
    case .askOperation(let tag, _): .operationAnswered(tag, WalkAnswers.lookups.pick(choice))
    case .askOptions(let tag):
      .optionsAnswered(tag, Self.options(choice, fresh, topUpOnly: topUpOnly))
    case .sign(let tag): .signed(tag, WalkAnswers.signings.pick(choice))
    case .verify(let tag): .verified(tag, WalkAnswers.verifications.pick(choice))
    case .act(let tag, _, _), .actAgain(let tag):
      .acted(tag, WalkAnswers.actions.pick(choice))
    case .askSecondFactorAccount(let tag):
      .secondFactorAnswered(tag, WalkAnswers.accounts.pick(choice))
    case .disableBiometrics(let tag): .biometricsDisabled(tag)
    case .deny(let tag): .denied(tag, WalkAnswers.denials.pick(choice))
    case .session(.open(let tag)): .sessionOpened(tag, WalkAnswers.openings.pick(choice))
    case .session(.confirm(let tag, _, _)):
      .sessionConfirmed(tag, WalkAnswers.confirmations.pick(choice))
    case .review(.read(let tag)): .reviewRead(tag, WalkAnswers.reviews.pick(choice))
    case .code(.send(let tag, _)): .codeSent(tag, WalkAnswers.codes.pick(choice))
    case .code(.keep(let tag)): .kept(tag)
    case .factors(.consult(let tag)): .factorsAnswered(tag, WalkAnswers.factors.pick(choice))
    case .factors(.remember(let tag, _)): .softPromptRemembered(tag)
    case .factors(.askCreation(let tag)):
      .creationAnswered(tag, WalkAnswers.creationOptions.pick(choice))
    case .factors(.create(let tag)): .created(tag, WalkAnswers.creations.pick(choice))
    case .armDeadline, .forget, .release, .review(.denyAfterRefusal): nil
    }
  }

  private static func options(
    _ choice: UInt64, _ fresh: OperationID, topUpOnly: Bool
  ) -> OptionsAnswer {
    let key = (topUpOnly ? WalkAnswers.topUpKeys : WalkAnswers.keys).pick(choice / 16)
    return switch choice % 16 {
    case 0: .mismatch(WalkAnswers.reason)
    case 1: .failed(WalkAnswers.failures.pick(choice / 16))
    case 2: .linked(Sample.dearer, fresh, key: key)
    case 3...6: .unlinked(fresh, key: key)
    default: .linked(Sample.transaction, fresh, key: key)
    }
  }
}
