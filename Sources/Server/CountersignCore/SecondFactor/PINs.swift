import WebAuthnModel
public import WireModel

/// The PINs that the server verifies.
public final class PINs: Sendable {
  private let keys: KeyRegistrations
  let change: SetPIN
  private let pipeline: ActionPipeline

  init(keys: KeyRegistrations, change: SetPIN, pipeline: ActionPipeline) {
    self.keys = keys
    self.change = change
    self.pipeline = pipeline
  }

  /// Sets or changes the PIN that the server verifies.
  public func set(
    _ request: SetPINRequest, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<Void>> {
    let caller = Caller.session(session)
    let proof: UnverifiedProof =
      switch request.entitlement {
      case .validateCode(let code): .code(code, .pin)
      case .oldPIN(let old): UnverifiedProof(.pin(old))
      case .proof(let proof): UnverifiedProof(proof)
      }
    return try await pipeline.change(change, for: caller, proof: proof.name) {
      let verified = SetPIN.Request(
        asked: request,
        pin: try NewPIN(request.pin, inPlaceOf: request.entitlement.oldPIN),
        credential: try keys.verify(besidePIN: request.registration, session: session))
      return ActionCall(
        caller: caller, request: verified, proof: proof, idempotencyKey: idempotencyKey)
    }
  }
}

/// Sets or changes the PIN that the server verifies.
///
/// The old PIN replaces itself; without one, a proof by another factor, or, on an account that
/// never had a factor, a mailed code (ASVS 6.2.3).
struct SetPIN: ProtectedAction {
  let name = "setPIN"
  let scenario = ScenarioName.manageFactors
  let hashing: PINHashing
  let keys: KeyRegistrations
  let factors: FactorStore
  let recoveries: Recoveries

  /// The PIN, what entitles to it, and the key that comes along.
  struct Request: Sendable {
    let asked: SetPINRequest
    let pin: NewPIN
    let credential: CheckedRegistration?
  }

  /// The place of the account's PIN.
  struct Facts: Sendable, Equatable {
    let recovers: Bool
    let hasPIN: Bool
  }

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    var requirements = ProofRequirements.ofFactors(or: .codeForFirstFactorOrRecovery)
    requirements.replacesPIN = .inBody
    return requirements
  }

  /// Never over the PIN, which a hash would give away.
  func bodyHash(of request: Request) -> [UInt8] {
    BodyHash.of(name, SQLValue.asked(request.asked.registration))
  }

  func prepare(
    _ request: Request, for caller: Caller, at now: Timestamp, _ random: any RandomBytes
  ) async throws -> PINHashing.Stored {
    guard let session = caller.session else { throw Refusal.noSession }
    let ticket = try hashing.admit(session)
    return try await hashing.hash(request.pin.text, salt: random.bytes(16), ticket)
  }

  func facts(of request: Request, for caller: Caller, at now: Timestamp) -> FactsQuery<Facts> {
    let account = caller.account
    let isByCode = if case .validateCode = request.asked.entitlement { true } else { false }
    return FactsQuery([PINVerifier.waitQuery(of: account)]) { rows, transaction in
      let recovers = try isByCode && recoveries.isRecoverable(account, at: now, in: transaction)
      if !recovers {
        try PINVerifier.requireNoDevicePIN(of: account, at: now, in: transaction)
      }
      try keys.requireRoom(forKey: request.credential, of: account, at: now, in: transaction)
      return Facts(recovers: recovers, hasPIN: !rows[0].isEmpty)
    }
  }

  func document(
    for request: Request, _ facts: Facts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    guard !facts.hasPIN || facts.recovers || request.asked.entitlement.oldPIN != nil else {
      throw Refusal(
        .insufficientUserAuthentication, "the PIN is replaced with the old PIN; send oldPin")
    }
    return try words.document(changing: .setPIN)
  }

  func execute(
    _ request: Request, _ pin: PINHashing.Stored, _ facts: Facts, in context: ActionContext
  ) throws -> Execution {
    let (account, now, transaction) = (context.account, context.now, context.transaction)
    guard let session = context.caller.session else { throw Refusal.noSession }
    try recoveries.settle(context.code, session: session, at: now, in: transaction)
    let enrolment = try context.enrolment()
    let wait = try factors.store(.pin(pin), enrolment, at: now, transaction)
    try Attempts.clear(.pin(account), in: transaction)
    try keys.store(
      key: request.credential, of: enrolment, from: session.deviceID, at: now, in: transaction)
    try Outbox.put(
      notice: .pinChanged, to: account, id: Base64URL.encode(pin.salt),
      stop: wait.map { enrolment.stop($0.text) }, at: now, in: transaction)
    return Execution(facts.hasPIN ? "pin_changed" : "pin_set")
  }

  func result(of operation: StoredOperation) {}
}

extension SetPINRequest.Entitlement {
  /// The PIN that entitles to its own change, as the old PIN or as a proof; nil for anything else.
  ///
  /// Secret.
  fileprivate var oldPIN: SecretText? {
    switch self {
    case .oldPIN(let pin), .proof(.pin(let pin)): pin
    case .proof, .validateCode: nil
    }
  }
}

/// A PIN that may be set: 4 to 12 ASCII digits, not easily guessed.
///
/// Secret.
struct NewPIN: Sendable {
  let text: SecretText

  /// Takes a PIN as a person typed it.
  ///
  /// - Parameters:
  ///   - typed: The PIN.
  ///   - old: The PIN that was given as the old one; nil where none was. Whether it is right is
  ///     not known yet, and not told.
  /// - Throws: ``Refusal``.
  init(_ typed: SecretText, inPlaceOf old: SecretText?) throws(Refusal) {
    guard typed != old else {
      throw Refusal(.pinUnchanged, "pin is the same as the old PIN; choose another")
    }
    switch PINRule.fault(of: typed) {
    case nil: text = typed
    case .malformed: throw Refusal.pinMalformed
    case .tooSimple:
      throw Refusal(
        .pinTooSimple, "choose a PIN that is no row of digits (1111, 1234, 1212)")
    }
  }
}

extension Refusal {
  /// The refusal of a text that is no PIN by its form.
  static let pinMalformed = Refusal(.unacceptableValue, "pin must be 4 to 12 digits")
}
