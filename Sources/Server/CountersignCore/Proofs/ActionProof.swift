import WireModel

/// A proof that verified and that an action, or a change of factors, may be executed on.
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

  /// The methods that it proves (RFC 8176).
  var methods: [String] {
    switch self {
    case .key(let proof): proof.methods
    case .pin: ["pin"]
    case .codes: ["otp"]
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
    return try await verify(proof, for: scenario, session: session)
  }

  /// Judges the proof that comes with a change of factors; nil where none was given.
  func proveFactor(
    _ proof: Proof?, session: AuthenticatedSession
  ) async throws -> ActionProof? {
    switch proof {
    case nil: return nil
    // A number that codes are texted to is no factor; an authenticator app is.
    case .codes(_, .some, _), .codes(_, nil, nil): throw Refusal.proofNotAllowed
    case .some(let proof):
      return try await verify(proof, for: .manageFactors, session: session)
    }
  }

  /// Judges a proof of a kind that may be given.
  private func verify(
    _ proof: Proof, for scenario: ScenarioName, session: AuthenticatedSession
  ) async throws -> ActionProof {
    switch proof {
    case .verificationToken(let token):
      .key(try await judge(token, session: session, scenarios: [scenario]))
    case .assertion(let assertion):
      .key(try await judge(assertion, session: session, scenarios: [scenario]))
    case .pin(let pin): .pin(try await judge(pin, of: session))
    case .pinProof(let proof):
      .key(try await judge(proof, session: session, scenarios: [scenario]))
    case .codes(let mailed, let otp, let twoFactorCode):
      .codes(try GivenCodes(mailed: mailed, otp: otp, twoFactorCode: twoFactorCode))
    case .deviceProof: throw Refusal.proofNotAllowed
    }
  }
}
