import DocumentModel

@testable import FlowModel

/// What the surroundings could answer to each effect; what keeps a flow going stands more often.
enum WalkAnswers {
  static let reason = FlowReason(code: "some_reason")
  static let failures: [Answer] = [
    .failure(.notSent), .failure(.lost), .failure(.sessionOver), .failure(.refused(reason)),
    .failure(.notAllowed(reason)), .failure(.notUnderstood(reason)),
  ]
  static let openOperations: [Answer] = [
    .openOperation(nil), .openOperation(nil), .openOperation(nil), .openOperation(nil),
    .openOperation(nil), .openOperation(nil), .openOperation(Sample.earlier),
    .failure(.deviceFailed(reason)),
  ]
  static let lookups: [Answer] =
    [
      .sameOperation(Sample.completed), .sameOperation(Sample.failed),
      .otherOperation(Sample.pending), .sameOperation(nil), .otherOperation(nil),
      .unknownOperation, .unknownOperation,
    ] + failures
  static let offers: [BiometricsOffer] = [
    .none(reason), .unasked, .unasked, .welcome, .welcome, .declined,
  ]
  static let signings: [Answer] = [
    .done, .done, .done, .done, .done, .done, .dismissedPrompt, .failedCheck, .failedCheck,
    .notInForeground, .unavailableBiometrics(reason), .goneKey, .failure(.notAllowed(reason)),
    .failure(.deviceFailed(reason)),
  ]
  static let verifications: [Answer] = [
    .done, .done, .failure(.proofRefused), .failure(.proofRefused), .failure(.proofRefused),
    .failure(.proofRefused), .failure(.challengeExpired), .failure(.blocked), .failure(.lost),
  ]
  static let actions: [Answer] = [
    .result(Sample.completed), .result(Sample.completed), .result(Sample.failed), .done,
    .done, .done, .done, .openedSession(Sample.ada), .openedSession(Sample.ada),
    .codeDelivery(Sample.text), .codeDelivery(Sample.text), .failure(.deviceFailed(reason)),
    .failure(.notSent), .failure(.lost), .failure(.lost), .failure(.lost),
    .failure(.throttled(reason)), .failure(.wrongPIN), .failure(.wrongPIN),
    .failure(.penalised), .failure(.wrongCode), .failure(.wrongMailedCode),
    .failure(.wrongSecondCode), .failure(.wrongSecondCode), .failure(.triesUsedUp),
    .failure(.unacceptablePIN(reason)), .failure(.proofRefused), .failure(.proofRefused),
    .failure(.challengeExpired), .failure(.challengeExpired), .failure(.blocked),
    .decision(.denied), .decision(.expired), .failure(.sessionOver), .failure(.refused(reason)),
    .failure(.notAllowed(reason)), .failure(.notUnderstood(reason)),
  ]
  static let accounts: [Answer] = [
    .secondFactor(Sample.account()), .secondFactor(Sample.untried),
    .secondFactor(Sample.account(isBlocked: true)), .failure(.lost),
  ]
  static let denials: [Answer] = [
    .decision(.denied), .decision(.approved), .decision(.expired), .failure(.notSent),
    .failure(.lost), .failure(.refused(reason)),
  ]
  static let openings: [Answer] = [
    Sample.enrolment, Sample.headlessEnrolment, Sample.login(), Sample.headlessLogin,
    Sample.login(numbers: []), Sample.login([Sample.ada], numbers: []), Sample.login([]),
    .failure(.sessionOver), .failure(.notSent),
  ]
  static let demands: [Demand] = [
    .nothing, .nothing, .code, .code, .pin, .pin, .biometrics(Sample.challenge),
    .either(Sample.challenge), .either(Sample.challenge),
  ]
  static let confirmations: [Answer] =
    demands.map(Answer.demand) + [.failure(.sessionOver), .failure(.lost)]
    + offers.flatMap { offer in
      [.nothing, .code, .pin].map { .factorDemand($0, offer) }
    }
  static let reviews: [Answer] = [
    .review(Sample.review), .review(Sample.review), .review(Sample.dearerReview),
    .review(Sample.reviewed(.approved)), .review(Sample.reviewed(.expired)), .failure(.lost),
  ]
  static let codes: [Answer] = [
    .codeDelivery(Sample.mail), .codeDelivery(Sample.mail), .codeDelivery(Sample.mail),
    .failure(.refused(reason)), .failure(.notSent),
  ]
  static let factors: [Answer] =
    [.failure(.lost)]
    + demands.flatMap { demand in
      offers.flatMap { offer in
        [
          .factors(Sample.account(), demand, offer),
          .factors(Sample.account(hasPIN: false, hasBiometrics: false), demand, offer),
          .factors(Sample.account(isBlocked: true), demand, offer),
        ]
      }
    }
  static let checks: [Answer] = [
    .done, .done, .done, .done, .failure(.wrongPIN), .failure(.penalised), .failure(.blocked),
    .failure(.throttled(reason)), .failure(.notAllowed(reason)), .failure(.lost),
    .failure(.wrongCode), .failure(.triesUsedUp),
  ]
  static let ways: [SigningWays?] = [
    nil, nil, nil, SigningWays(possible: [.biometrics, .pin, .validateCode]),
    SigningWays(
      possible: [.pin, .validateCode], missing: [SigningWays.Missing(.biometrics, reason)]),
    Sample.onlyPINWays, Sample.otherDeviceWays,
  ]
  static let creationOptions: [Answer] = [
    .done, .done, .done, .done, .failure(.wrongPIN), .failure(.penalised),
    .failure(.wrongMailedCode), .failure(.wrongCode), .failure(.triesUsedUp),
    .failure(.blocked), .failure(.throttled(reason)), .failure(.proofRefused),
    .failure(.challengeExpired), .failure(.lost),
  ]
  static let creations: [Answer] = [
    .done, .done, .done, .done, .dismissedPrompt, .failedCheck, .failedCheck, .notInForeground,
    .unavailableBiometrics(reason), .failure(.deviceFailed(reason)),
  ]
}

extension Array {
  /// One of them, by a number that chance gave.
  func pick(_ choice: UInt64) -> Element { self[Int(choice % UInt64(count))] }
}

extension FlowEffect {
  /// An answer to this effect, of all that there are; nil where none is waited for.
  func answer(_ choice: UInt64, _ fresh: OperationID, topUpOnly: Bool) -> FlowEvent? {
    guard let tag, let answers = answers(choice, fresh, topUpOnly) else { return nil }
    return .answer(tag, answers.pick(choice))
  }

  private func answers(
    _ choice: UInt64, _ fresh: OperationID, _ topUpOnly: Bool
  ) -> [Answer]? {
    switch self {
    case .readOpenOperation: WalkAnswers.openOperations
    case .lookUpOperation: WalkAnswers.lookups
    case .askChallenge: [Self.challenge(choice, fresh, topUpOnly: topUpOnly)]
    case .sign: WalkAnswers.signings
    case .verify: WalkAnswers.verifications
    case .act, .actAgain: WalkAnswers.actions
    case .askSecondFactor: WalkAnswers.accounts
    case .deny: WalkAnswers.denials
    case .openSession: WalkAnswers.openings
    case .confirmEnrolment, .confirmLogin: WalkAnswers.confirmations
    case .readReview: WalkAnswers.reviews
    case .mailCode, .textCode: WalkAnswers.codes
    case .consultFactors: WalkAnswers.factors
    case .disableBiometrics, .keepInput, .rememberSoftPrompt: [.done]
    case .checkProof: WalkAnswers.checks
    case .askCreation: WalkAnswers.creationOptions
    case .createKey: WalkAnswers.creations
    case .armDeadline, .forget, .release, .denyAfterRefusal, .awaitDecision: nil
    }
  }

  private static func challenge(
    _ choice: UInt64, _ fresh: OperationID, topUpOnly: Bool
  ) -> Answer {
    let rest = choice / 16
    let offers: [BiometricsOffer?] =
      [nil, nil, nil, nil, nil, BiometricsOffer.none(WalkAnswers.reason)]
      + (topUpOnly ? [] : WalkAnswers.offers)
    let offer = offers.pick(rest)
    let ways = topUpOnly ? nil : WalkAnswers.ways.pick(rest / 16)
    func answer(_ document: Document?) -> Answer {
      offer.map { .missingKey($0, document, ways) } ?? .challenge(fresh, document, ways)
    }
    return switch choice % 16 {
    case 0: .failure(.notAllowed(WalkAnswers.reason))
    case 1: WalkAnswers.failures.pick(rest)
    case 2: answer(Sample.dearer)
    case 3...6: answer(nil)
    default: answer(Sample.transaction)
    }
  }
}
