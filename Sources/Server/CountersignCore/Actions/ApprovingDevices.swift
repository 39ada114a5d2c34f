import WireModel

/// Finds the devices of an account that could approve a document which another session asks for.
final class ApprovingDevices: Sendable {
  private let levels: FactorLevels
  private let rules: ActionRules
  private let secondFactors: SecondFactors

  init(
    levels: FactorLevels, rules: ActionRules, secondFactors: SecondFactors
  ) {
    self.levels = levels
    self.rules = rules
    self.secondFactors = secondFactors
  }

  /// Refuses an action that no other device of the account could approve now.
  ///
  /// - Parameters:
  ///   - document: The action's document.
  ///   - requirements: The proofs that it takes.
  ///   - kinds: Those that count: a device's PIN, and the key that it registered.
  ///   - own: The device that asks; nil for a screen that is none.
  ///   - context: The snapshot.
  /// - Throws: ``Refusal``: that of the last device that was looked at; `pin_missing` where none is
  ///   there.
  func require(
    for document: ActionDocument, _ requirements: ProofRequirements, by kinds: Set<Proof.Kind>,
    besides own: DeviceID?, in context: ReadingContext
  ) throws {
    var reason = Refusal(.pinMissing, "add a phone with a PIN first; then it can approve this")
    for device in try Devices.of(context.account, in: context.transaction) where device.id != own {
      // The PIN last: where neither would do, its refusal is told.
      for kind in kinds.sorted(by: { $0.rawValue < $1.rawValue }) {
        do {
          return try require(kind, of: device, for: document, requirements, in: context)
        } catch let refusal as Refusal {
          reason = refusal
        }
      }
    }
    throw reason
  }

  private func require(
    _ kind: Proof.Kind, of device: DeviceRecord, for document: ActionDocument,
    _ requirements: ProofRequirements, in context: ReadingContext
  ) throws {
    let claim = ProofClaim(ofOptionsFor: kind)
    let worth = try worth(of: kind, device, in: context)
    let facts = try rules.facts(for: claim, of: worth, requirements, on: document, in: context)
    _ = try rules.decide(claim, on: document, requirements, for: context.caller, facts)
  }

  private func worth(
    of kind: Proof.Kind, _ device: DeviceRecord, in context: ReadingContext
  ) throws -> FactorWorth {
    func worth(_ factor: AccountFactor) throws -> FactorWorth {
      try levels.worth(of: factor, of: context.account, at: context.now, in: context.transaction)
    }
    guard kind == .pinProof else {
      let keys = try Credentials.descriptors(from: device.id, in: context.transaction)
      let best = try keys.map { try worth(.passkey($0.id, isBackedUp: nil)) }
        .max { $0.level < $1.level }
      guard let best else {
        throw Refusal(.credentialMissing, "the phone has no key; add biometrics there first")
      }
      return best
    }
    let state = try secondFactors.state(
      of: context.account, from: device, at: context.now, in: context.transaction)
    guard state.hasPIN else {
      throw Refusal(.pinMissing, "the phone has no PIN; set one there first")
    }
    guard !state.isBlocked else {
      throw Refusal(.secondFactorBlocked, "the phone's PIN is blocked; use a passkey instead")
    }
    return try worth(.devicePIN(device.id))
  }

  /// Tells if another device could give a kind of proof for it: for what is under review any that
  /// is a device's own, for another action one that it can be handed over for.
  func canApprove(
    by kind: Proof.Kind, _ document: ActionDocument, _ requirements: ProofRequirements,
    besides own: DeviceID?, in context: ReadingContext
  ) throws -> Bool {
    let kinds: Set<Proof.Kind>? =
      document.scenario == .authorizeTransaction
      ? requirements.kinds.intersection([.assertion, .pinProof])
      : try? HandedAction.kinds(of: requirements, document.scenario)
    guard kinds?.contains(kind) == true else { return false }
    do {
      try require(for: document, requirements, by: [kind], besides: own, in: context)
      return true
    } catch is Refusal {
      return false
    }
  }
}
