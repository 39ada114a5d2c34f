import RelyingParty
import WebAuthnModel
public import WireModel

/// The PINs of devices, each known by the key that it opens.
public final class DevicePINs: Sendable {
  private let commands: Commands
  private let verifier: DeviceVerifier
  private let keys: KeyRegistrations
  private let change: SetPINKey
  private let pipeline: ActionPipeline

  init(
    commands: Commands, verifier: DeviceVerifier, keys: KeyRegistrations, change: SetPINKey,
    pipeline: ActionPipeline
  ) {
    self.commands = commands
    self.verifier = verifier
    self.keys = keys
    self.change = change
    self.pipeline = pipeline
  }

  /// Sets the PIN of the device whose session asks, or changes it.
  public func set(
    of deviceID: DeviceID, _ request: PINKeyRequest, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<Void>> {
    // The device may have logged in again since: its challenge was another session's.
    let bodyHash = SetPINKey.bodyHash(of: request, for: deviceID)
    let isRepeated = try await commands.read { transaction in
      do {
        guard try Sessions.isOpen(session, in: transaction) else { return false }
        return try Operations.earlier(
          idempotencyKey, for: session, bodyHash: bodyHash, in: transaction) != nil
      } catch is Refusal {
        // The pipeline refuses it, and notes that.
        return false
      }
    }
    if isRepeated { return .success(ActionResponse(answer: (), isReplayed: true)) }
    let caller = Caller.session(session)
    return try await pipeline.change(
      change, for: caller, proof: request.entitlement.proofName
    ) {
      guard session.deviceID == deviceID else { throw Refusal.deviceUnknown }
      let statement = DeviceStatement.pinKey(request, deviceID: deviceID.text)
      let device = try await verifier.identify(
        DeviceClaim(
          deviceID: deviceID, challenge: request.challenge, statement: statement,
          signature: request.deviceSignature),
        audience: ChallengeIssuer.Audience(session), scenarios: [.manageFactors],
        from: .session(session))
      let key = try verifier.newPINKey(request.pinKey, beside: device.record.publicKey)
      guard key.verifies(request.pinSignature.exposed, over: statement) else {
        throw Refusal.verificationFailed
      }
      let verified = SetPINKey.Request(
        asked: request, device: device.record, key: key,
        credential: try keys.verify(besidePIN: request.registration, session: session),
        signer: verifier.proof(of: device, withPIN: false),
        challengeID: device.issued.layout.id)
      return ActionCall(
        caller: caller, request: verified, proof: given(request, over: statement, of: device),
        idempotencyKey: idempotencyKey,
        earlier: { [change] in try change.earlier(verified, of: caller.account, in: $0) })
    }
  }

  private func given(
    _ request: PINKeyRequest, over statement: [UInt8], of device: IdentifiedDevice
  ) -> UnverifiedProof {
    switch request.entitlement {
    case .oldPIN(let signature):
      .oldDevicePIN(DevicePINClaim(signature: signature, statement: statement, device: device))
    case .validateCode(let code): .code(code, .pin)
    case .proof(let proof): UnverifiedProof(proof)
    }
  }
}

/// Sets the PIN of the device whose session asks, or changes it: one request, with the old key and
/// the new one over the new key (ASVS 6.2.3).
///
/// The same request again, because its answer was lost, changes nothing more. A key that comes
/// along is registered with the PIN, or neither is.
struct SetPINKey: ProtectedAction {
  let name = "setPINKey"
  let scenario = ScenarioName.manageFactors
  let uses: KeyUses
  let keys: KeyRegistrations
  let factors: FactorStore

  /// A change that the device signed, its new key checked.
  struct Request: Sendable {
    let asked: PINKeyRequest
    let device: DeviceRecord
    let key: DeviceKey
    let credential: CheckedRegistration?
    /// The device's own signature over the change.
    let signer: VerifiedProof
    /// The id of the challenge that the device signed.
    let challengeID: [UInt8]
  }

  /// Only a device without a PIN takes another proof than the old PIN.
  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    var requirements = ProofRequirements.ofFactors(or: .codeForFirstFactor)
    requirements.replacesPIN = .ofDevice
    return requirements
  }

  func bodyHash(of request: Request) -> [UInt8] {
    Self.bodyHash(of: request.asked, for: request.device.id)
  }

  static func bodyHash(of asked: PINKeyRequest, for device: DeviceID) -> [UInt8] {
    BodyHash.of(
      "setPINKey",
      [.text(device.text), .integer(asked.generation), .blob(asked.pinKey)]
        + SQLValue.asked(asked.registration))
  }

  /// The use of the device's own signature so far.
  func facts(
    of request: Request, for caller: Caller, at now: Timestamp
  ) -> FactsQuery<SpentState> {
    FactsQuery { _, transaction in
      let signer = try SpentProofs.requireUnspent(request.signer, at: now, in: transaction)
      try Self.requireNext(request)
      try keys.requireRoom(
        forKey: request.credential, of: caller.account, at: now, in: transaction)
      return signer
    }
  }

  func document(
    for request: Request, _ signer: SpentState, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    let document = try words.document(changing: .setPIN)
    try request.signer.requireLinked(to: document)
    return document
  }

  /// Refuses what does not follow on the PIN that the device has: another generation than the next,
  /// the old key again, and anything but the old PIN in its place.
  private static func requireNext(_ request: Request) throws {
    let (asked, device) = (request.asked, request.device)
    guard asked.generation == device.pinGeneration + 1 else { throw Refusal.generationMismatch }
    guard request.key.encoded != device.pinKey else {
      throw Refusal(.unacceptableValue, "pinKey: is the old one; each generation has its own")
    }
    switch (asked.entitlement, device.pinKey) {
    case (.oldPIN, .some), (.validateCode, nil), (.proof, nil): return
    case (.oldPIN, nil): throw Refusal.pinMissing
    case (.validateCode, .some), (.proof, .some):
      throw Refusal(
        .insufficientUserAuthentication, "the PIN is replaced with the old PIN; sign with its key")
    }
  }

  func execute(
    _ request: Request, _ prepared: Void, _ signer: SpentState, in context: ActionContext
  ) throws -> Execution {
    let (device, now, transaction) = (request.device, context.now, context.transaction)
    try uses.use(
      request.signer, signer,
      for: .action(context.document, in: context.caller.provingSession),
      at: now, in: transaction)
    try SpentProofs.spend(
      request.signer, on: (context.operation, context.storedBodyHash), by: context.seal, at: now,
      in: transaction)
    if let code = context.code { try Codes.close(code, at: now, in: transaction) }
    let enrolment = try context.enrolment()
    let wait = try factors.store(
      .devicePIN(
        request.key, generation: request.asked.generation, keyID: request.challengeID,
        of: device.id), enrolment, at: now, transaction)
    try Attempts.clear(.device(device.id), in: transaction)
    try Devices.endPINInBody(
      of: device.accountID, for: device.id, sparing: enrolment.session, at: now, in: transaction)
    try keys.store(
      key: request.credential, of: enrolment, from: device.id, at: now, in: transaction)
    try Outbox.put(
      notice: .pinChanged, to: device.accountID,
      id: "\(device.id.text):\(request.asked.generation)",
      stop: wait.map { enrolment.stop($0.text) }, at: now, in: transaction)
    var execution = Execution(
      device.pinKey == nil ? "pin_set" : "pin_changed",
      details: [
        "device": .string(device.id.text), "generation": .integer(request.asked.generation),
      ])
    execution.challengeID = request.challengeID
    return execution
  }

  func result(of operation: StoredOperation) {}

  /// The change that this very signature of the device led to.
  ///
  /// - Throws: ``Refusal/alreadyUsed`` where it led to another: what the device signed does not
  ///   name a key that comes along.
  func earlier(
    _ request: Request, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> StoredOperation? {
    let row = try transaction.row(
      "SELECT assertion_hash, body_hash, operation_id FROM spent WHERE challenge_id = ?",
      [.blob(request.challengeID)])
    guard let row else { return nil }
    guard try row.blob(0) == request.signer.hash,
      try row.optionalBlob(1)
        == transaction.seal(of: account).hash(bodyHash(of: request)),
      let operation = try row.optionalText(2)
    else { throw Refusal.alreadyUsed }
    return try Operations.stored(StoredOperationID(operation), in: transaction)
  }
}

extension PINKeyRequest.Entitlement {
  /// As an audit row names it.
  fileprivate var proofName: String {
    switch self {
    case .oldPIN: Proof.Kind.pinProof.rawValue
    case .validateCode: "code"
    case .proof(let proof): proof.kind.rawValue
    }
  }
}
