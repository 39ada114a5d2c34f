import WireModel

/// Finds which kinds of proof could act on a document now, and what would bring the others.
final class ActionWays: Sendable {
  private let levels: FactorLevels
  private let rules: ActionRules
  private let attempts: AttemptLimits
  private let secondFactors: SecondFactors
  private let others: ApprovingDevices

  init(
    levels: FactorLevels, rules: ActionRules,
    attempts: AttemptLimits, secondFactors: SecondFactors, others: ApprovingDevices
  ) {
    self.levels = levels
    self.rules = rules
    self.attempts = attempts
    self.secondFactors = secondFactors
    self.others = others
  }

  /// The kinds that an action takes, each checked by the steps that check a proof of it, and the
  /// state of the second factor by which the PIN's was.
  ///
  /// Codes need to know how the person is reached; what refuses that refuses them alone.
  func ways(
    of requirements: ProofRequirements, to document: ActionDocument,
    _ session: AuthenticatedSession, _ reach: Decision<Reach>, in context: ReadingContext
  ) throws -> (ways: [ActionWay], secondFactor: SecondFactorAnswer) {
    let secondFactor = try secondFactors.state(
      for: session, at: context.now, in: context.transaction)
    let keys = try keys(for: document, session, in: context)
    let ways = try Proof.Kind.allCases.filter(requirements.kinds.contains).map { kind in
      let isByKey = kind == .assertion || kind == .verificationToken
      let hasDeviceKeysOnly = isByKey && keys.areOfDevicesOnly ? true : nil
      func offerOtherDevice(in way: inout ActionWay) throws {
        guard
          try others.canApprove(
            by: kind, document, requirements, besides: session.deviceID, in: context)
        else { return }
        // What is under review waits there already.
        if document.scenario == .authorizeTransaction {
          way.canDecideElsewhere = true
        } else {
          way.canHandOver = true
        }
      }
      do {
        let claim = ProofClaim(ofOptionsFor: kind)
        let worth = try worth(of: kind, keys.usable, for: document, session, in: context)
        let facts = try rules.facts(for: claim, of: worth, requirements, on: document, in: context)
        _ = try rules.decide(claim, on: document, requirements, for: context.caller, facts)
        try requireFactor(
          for: kind, requirements, document, session, (reach, secondFactor), in: context)
        var way = ActionWay(proof: kind)
        way.hasDeviceKeysOnly = hasDeviceKeysOnly
        // A device that can give it itself asks no other.
        if session.deviceID == nil { try offerOtherDevice(in: &way) }
        return way
      } catch let refusal as Refusal {
        var way = ActionWay(
          proof: kind, reason: refusal.reason.code, detail: refusal.detail,
          until: refusal.until?.rfc3339)
        way.hasDeviceKeysOnly = hasDeviceKeysOnly
        try offerOtherDevice(in: &way)
        if way.canHandOver == true {
          way.detail = "approve on your phone: hand it over with POST /actions/{scenario}/handover"
        }
        return way
      }
    }
    return (ways, secondFactor)
  }

  /// The worth of the best factor that a proof of a kind can come from; where there is none, that
  /// of its kind.
  private func worth(
    of kind: Proof.Kind, _ keys: [CredentialID], for document: ActionDocument,
    _ session: AuthenticatedSession, in context: ReadingContext
  ) throws -> FactorWorth {
    func worth(_ factor: AccountFactor) throws -> FactorWorth {
      try levels.worth(of: factor, for: document, in: context)
    }
    switch kind {
    case .assertion, .verificationToken:
      return try keys.map { try worth(.passkey($0, isBackedUp: nil)) }
        .max { $0.level < $1.level } ?? .strong
    case .pinProof:
      let own = try session.deviceID.map { try worth(.devicePIN($0)) } ?? .unproved
      return own == .unproved ? .strong : own
    case .pin:
      let own = try worth(.pin)
      return own == .unproved ? .weak : own
    case .validateCode: return try worth(.codes)
    case .deviceProof: return .unproved
    }
  }

  /// The keys that may approve a document in a session.
  ///
  /// On a screen that is no device those of devices count only where there are no others: no
  /// browser has them.
  private func keys(
    for document: ActionDocument, _ session: AuthenticatedSession, in context: ReadingContext
  ) throws -> (usable: [CredentialID], areOfDevicesOnly: Bool) {
    let all = try Credentials.descriptors(for: document, in: session.id, context).map(\.id)
    guard session.deviceID == nil, !all.isEmpty else { return (all, false) }
    let areDeviceKeys = try Credentials.areDeviceKeys(
      of: context.account, in: context.transaction)
    let others = all.filter { areDeviceKeys[$0] != true }
    return others.isEmpty ? (all, true) : (others, false)
  }

  /// Refuses a kind of proof for which the account has no factor now, or only a blocked one.
  private func requireFactor(
    for kind: Proof.Kind, _ requirements: ProofRequirements, _ document: ActionDocument,
    _ session: AuthenticatedSession,
    _ person: (reach: Decision<Reach>, secondFactor: SecondFactorAnswer),
    in context: ReadingContext
  ) throws {
    let account = context.account
    switch kind {
    case .assertion, .verificationToken:
      guard try !Credentials.descriptors(for: document, in: session.id, context).isEmpty else {
        throw Refusal(.credentialMissing, "register a passkey first")
      }
      try attempts.requireUnblocked(
        .assertions(account), at: context.now, in: context.transaction)
    case .pin:
      try PINVerifier.requireNoDevicePIN(
        of: account, at: context.now, in: context.transaction)
      // Of a session on a device the state is that of the device's own PIN.
      try requirePIN(
        session.deviceID == nil
          ? person.secondFactor
          : secondFactors.state(
            of: account, from: nil, at: context.now, in: context.transaction))
    case .pinProof:
      let device = try session.deviceID.flatMap { try Devices.find($0, in: context.transaction) }
      guard device != nil else {
        throw Refusal(.pinMissing, "give the PIN on a device that is registered with one")
      }
      try requirePIN(person.secondFactor)
    case .validateCode: try requireCodes(requirements, try person.reach.get(), in: context)
    case .deviceProof: return
    }
  }

  private func requirePIN(_ state: SecondFactorAnswer) throws {
    guard state.hasPIN else { throw Refusal.pinMissing }
    guard !state.isBlocked else {
      throw Refusal(.secondFactorBlocked, "the PIN is blocked; use a passkey, or ask for help")
    }
  }

  private func requireCodes(
    _ requirements: ProofRequirements, _ reach: Reach, in context: ReadingContext
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
    switch (second, requirements.codes) {
    case (.twoFactorCode?, _): return
    case (.otp?, .mailedAndSecond): return
    case (nil, _): _ = try reach.require(.second)
    case (.otp?, .mailedAndApp): throw Refusal.phoneMissing
    }
  }
}
