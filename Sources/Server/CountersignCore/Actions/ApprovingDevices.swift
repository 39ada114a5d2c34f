import WireModel

/// Finds the devices of an account that could approve a document which another session asks for.
final class ApprovingDevices: Sendable {
  private let levels: FactorLevels
  private let strength: ActionStrength
  private let limits: ActionLimits
  private let secondFactors: SecondFactors

  init(
    levels: FactorLevels, strength: ActionStrength, limits: ActionLimits,
    secondFactors: SecondFactors
  ) {
    self.levels = levels
    self.strength = strength
    self.limits = limits
    self.secondFactors = secondFactors
  }

  /// Refuses an action that no other device of the account could approve by its PIN now.
  ///
  /// - Throws: ``Refusal``: that of the last device that was looked at, `pin_missing` where none
  ///   has a PIN.
  func require(
    for document: ActionDocument, _ terms: ActionTerms, besides own: DeviceID?,
    in context: ReadingContext
  ) throws {
    var reason = Refusal(.pinMissing, "add a phone with a PIN first; then it can approve this")
    for device in try Devices.of(context.account, in: context.transaction) where device.id != own {
      do {
        return try require(device, for: document, terms, in: context)
      } catch let refusal as Refusal {
        reason = refusal
      }
    }
    throw reason
  }

  private func require(
    _ device: DeviceRecord, for document: ActionDocument, _ terms: ActionTerms,
    in context: ReadingContext
  ) throws {
    let state = try secondFactors.state(
      of: context.account, from: device, at: context.now, in: context.transaction)
    guard state.hasPIN else {
      throw Refusal(.pinMissing, "the phone has no PIN; set one there first")
    }
    guard !state.isBlocked else {
      throw Refusal(.secondFactorBlocked, "the phone's PIN is blocked; use a passkey instead")
    }
    let proof = ProofStrength.key(.pinProof, isLinked: true)
    let worth = try levels.worth(
      of: .devicePIN(device.id), of: context.account, at: context.now, in: context.transaction)
    try strength.require(proof, of: worth.level, terms, document, context.caller, in: context)
    try limits.require(proof, worth, document, in: context)
  }

  /// Tells if another device could approve it.
  func canApprove(
    _ document: ActionDocument, _ terms: ActionTerms, besides own: DeviceID?,
    in context: ReadingContext
  ) throws -> Bool {
    guard (try? HandedAction.kinds(of: terms, document.scenario)) != nil else { return false }
    do {
      try require(for: document, terms, besides: own, in: context)
      return true
    } catch is Refusal {
      return false
    }
  }
}
