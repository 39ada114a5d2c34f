import WireModel

/// A proof that verified and that an action may be executed on.
enum ActionProof: Sendable {
  /// A registered key: an assertion, or the token of one.
  case key(KeyProof)
  /// The PIN in the seed's form.
  case pin(Attempt)
  /// Codes, to be judged in the action's own transaction.
  case codes(GivenCodes)

  var kind: Proof.Kind {
    switch self {
    case .key(let proof): proof.kind
    case .pin: .pin
    case .codes: .validateCode
    }
  }

  /// The attempt at a PIN that it ends, whatever becomes of the action; nil where it holds none.
  var pinAttempt: Attempt? {
    switch self {
    case .key(let proof): proof.pinAttempt
    case .pin(let attempt): attempt
    case .codes: nil
    }
  }

  /// The id of the challenge that it answers; a PIN and codes answer none.
  var challengeID: [UInt8]? {
    if case .key(let proof) = self { proof.challengeID } else { nil }
  }

  /// What came beside a mailed code, as the audit log says it; nil where nothing did.
  var secondCode: String? {
    guard case .codes(let codes) = self else { return nil }
    return switch codes.second {
    case .missing: nil
    case .texted: "otp"
    case .app: "two_factor"
    }
  }

  /// Whether it is linked to one transaction.
  var isLinked: Bool {
    if case .key(let proof) = self { proof.isLinked } else { false }
  }
}

extension Service {
  /// Judges the proof of an action of a scenario, as far as that is possible outside the action's
  /// transaction.
  func judge(
    _ proof: Proof, for scenario: ScenarioName, session: AuthenticatedSession
  ) async throws -> ActionProof {
    try await noting("proof_refused", proof.kind, of: session) {
      try requireAllowed(proof.kind, for: scenario)
    }
    switch proof {
    case .verificationToken(let token):
      return .key(try await judge(token, session: session, scenarios: [scenario]))
    case .assertion(let assertion):
      return .key(try await judge(assertion, session: session, scenarios: [scenario]))
    case .pin(let pin): return .pin(try await judge(pin, of: session))
    case .pinProof(let proof):
      return .key(try await judge(proof, session: session, scenarios: [scenario]))
    case .codes(let mailed, let otp, let twoFactorCode):
      return .codes(try GivenCodes(mailed: mailed, otp: otp, twoFactorCode: twoFactorCode))
    case .deviceProof: throw Refusal.proofNotAllowed
    }
  }

  /// Judges codes in the transaction of the action that they are for; nothing is to be judged any
  /// more of any other proof.
  ///
  /// - Returns: The codes, to be used up with the action; nil for another proof.
  func judgeCodes(
    of proof: ActionProof, for action: LinkedAction, session: AuthenticatedSession,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> CodesVerdict? {
    guard case .codes(let codes) = proof else { return nil }
    return try judge(codes, for: action, session: session, at: now, in: transaction)
  }
}
