import WireModel

/// Finds which kinds of proof could act on a document now, and what would bring the others.
final class ActionWays: Sendable {
  private let levels: FactorLevels
  private let strength: ActionStrength
  private let limits: ActionLimits
  private let attempts: AttemptLimits
  private let secondFactors: SecondFactors
  private let others: ApprovingDevices

  init(
    levels: FactorLevels, strength: ActionStrength, limits: ActionLimits,
    attempts: AttemptLimits, secondFactors: SecondFactors, others: ApprovingDevices
  ) {
    self.levels = levels
    self.strength = strength
    self.limits = limits
    self.attempts = attempts
    self.secondFactors = secondFactors
    self.others = others
  }

  /// The kinds that an action takes, each checked by the steps that check a proof of it.
  ///
  /// Codes need to know how the person is reached; what refuses that refuses them alone.
  func ways(
    of terms: ActionTerms, to document: ActionDocument, _ session: AuthenticatedSession,
    _ reach: Decision<Reach>, in context: ReadingContext
  ) throws -> [ActionWay] {
    try Proof.Kind.allCases.filter(terms.kinds.contains).map { kind in
      func canHandOver() throws -> Bool {
        try others.canApprove(
          by: kind, document, terms, besides: session.deviceID, in: context)
      }
      do {
        let proof = ProofStrength(ofOptionsFor: kind)
        let worth = try worth(of: kind, session, in: context)
        try strength.require(
          proof, of: worth.level, terms, document, context.caller, in: context)
        try limits.require(proof, worth, document, in: context)
        try requireFactor(for: kind, terms, session, reach, in: context)
        var way = ActionWay(proof: kind)
        // A device that can give it itself asks no other.
        if session.deviceID == nil, try canHandOver() { way.canHandOver = true }
        return way
      } catch let refusal as Refusal {
        var way = ActionWay(
          proof: kind, reason: refusal.reason.code, detail: refusal.detail,
          until: refusal.until?.rfc3339)
        if try canHandOver() {
          way.canHandOver = true
          way.detail = "approve on your phone: hand it over with POST /actions/{scenario}/handover"
        }
        return way
      }
    }
  }

  /// The worth of the best factor that a proof of a kind can come from; where there is none, that
  /// of its kind.
  private func worth(
    of kind: Proof.Kind, _ session: AuthenticatedSession, in context: ReadingContext
  ) throws -> FactorWorth {
    func worth(_ factor: ProvingFactor) throws -> FactorWorth {
      try levels.worth(
        of: factor, of: context.account, at: context.now, in: context.transaction)
    }
    switch kind {
    case .assertion, .verificationToken:
      return try Credentials.descriptors(of: context.account, in: context.transaction)
        .map { try worth(.passkey($0.id)) }.max { $0.level < $1.level } ?? .strong
    case .pinProof:
      let own = try session.deviceID.map { try worth(.devicePIN($0)) } ?? .unproved
      return own.level == .unproved ? .strong : own
    case .pin, .validateCode: return .weak
    case .deviceProof: return .unproved
    }
  }

  /// Refuses a kind of proof for which the account has no factor now, or only a blocked one.
  private func requireFactor(
    for kind: Proof.Kind, _ terms: ActionTerms, _ session: AuthenticatedSession,
    _ reach: Decision<Reach>, in context: ReadingContext
  ) throws {
    let account = context.account
    switch kind {
    case .assertion, .verificationToken:
      guard try !Credentials.descriptors(of: account, in: context.transaction).isEmpty else {
        throw Refusal(.credentialMissing, "register a passkey first")
      }
      try attempts.requireUnblocked(
        .assertions(account), at: context.now, in: context.transaction)
    case .pin:
      try PINVerifier.requireNoDevicePIN(
        of: account, at: context.now, in: context.transaction)
      try requirePIN(of: nil, in: context)
    case .pinProof:
      let device = try session.deviceID.flatMap { try Devices.find($0, in: context.transaction) }
      guard let device else {
        throw Refusal(.pinMissing, "give the PIN on a device that is registered with one")
      }
      try requirePIN(of: device, in: context)
    case .validateCode: try requireCodes(terms, try reach.get(), in: context)
    case .deviceProof: return
    }
  }

  private func requirePIN(of device: DeviceRecord?, in context: ReadingContext) throws {
    let state = try secondFactors.state(
      of: context.account, from: device, at: context.now, in: context.transaction)
    guard state.hasPIN else { throw Refusal.pinMissing }
    guard !state.isBlocked else {
      throw Refusal(.secondFactorBlocked, "the PIN is blocked; use a passkey, or ask for help")
    }
  }

  private func requireCodes(
    _ terms: ActionTerms, _ reach: Reach, in context: ReadingContext
  ) throws {
    let account = context.account
    try attempts.requireUnblocked(.codes(account), at: context.now, in: context.transaction)
    try attempts.requireEnabled(CodePath(.first, of: account), in: context.transaction)
    _ = try reach.require(.first)
    let second = try Codes.second(of: context.account, reach, in: context.transaction)
    if let second {
      let kind: CodePath.Kind = second == .twoFactorCode ? .app : .second
      try attempts.requireEnabled(CodePath(kind, of: account), in: context.transaction)
    }
    switch (second, terms.codes) {
    case (.twoFactorCode?, _): return
    case (.otp?, .mailedAndSecond): return
    case (nil, _): _ = try reach.require(.second)
    case (.otp?, .mailedAndApp): throw Refusal.phoneMissing
    }
  }
}

extension ProofStrength {
  /// The strength of a proof that answers what options give: a challenge that is linked wherever
  /// there is one.
  fileprivate init(ofOptionsFor kind: Proof.Kind) {
    switch kind {
    case .pin: self = .pin(.inBody)
    case .validateCode: self = .codes
    case .verificationToken, .assertion, .pinProof, .deviceProof: self = .key(kind, isLinked: true)
    }
  }
}
