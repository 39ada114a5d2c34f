import WebAuthnModel
public import WireModel

/// Registers a device; the session that asks becomes the device's.
///
/// A mailed code entitles to it on an account that never had a factor, else a proof by one. A key
/// that comes along is registered with the device, or neither is.
struct RegisterDevice: ProtectedAction {
  let name = "registerDevice"
  let scenario = ScenarioName.manageFactors
  let devices: DeviceRegistrations
  let keys: KeyRegistrations
  let recoveries: Recoveries

  /// A device, and the key that comes along, both checked.
  struct Request: Sendable {
    let asked: DeviceRequest
    let device: VerifiedDevice
    let credential: CheckedRegistration?
    var isByCode: Bool { asked.proof == nil && asked.validateCode != nil }
  }

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    .ofFactors(or: .codeForFirstFactorOrRecovery)
  }

  func bodyHash(of request: Request) -> [UInt8] {
    let device = request.asked.device
    return BodyHash.of(
      name,
      [.text(device.id), .text(device.name), .blob(device.key), SQLValue(device.pinKey)]
        + SQLValue.asked(request.asked.registration))
  }

  /// A device or key that there is no room for is refused here: it costs no attempt at a PIN.
  func facts(of request: Request, for caller: Caller, at now: Timestamp) -> FactsQuery<NoFacts> {
    FactsQuery { transaction in
      try devices.requireRoom(
        forDeviceOf: caller.account, byCode: request.isByCode, at: now, in: transaction)
      try Devices.requireNew(request.device.id, in: transaction)
      try keys.requireRoom(
        forKey: request.credential, of: caller.account, at: now, in: transaction)
    }
  }

  func document(
    for request: Request, _ facts: NoFacts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    try words.document(changing: .addDevice(named: request.device.name))
  }

  func execute(
    _ request: Request, _ prepared: Void, _ facts: NoFacts, in context: ActionContext
  ) throws -> Execution {
    let (now, transaction) = (context.now, context.transaction)
    guard let session = context.caller.session else { throw Refusal.noSession }
    // What recovers an account is a factor: without one it would stay without.
    if context.code != nil, request.device.pinKey == nil,
      try Accounts.hadFactor(context.account, in: transaction)
    {
      throw Refusal(.unacceptableValue, "pinKey: is missing; a device is recovered with one")
    }
    let enrolment = try context.enrolment()
    try recoveries.settle(context.code, session: session, at: now, in: transaction)
    try devices.store(
      request.device, as: enrolment, sessionOf: session, at: now, in: transaction)
    try keys.store(
      key: request.credential, of: enrolment, from: request.device.id, at: now, in: transaction)
    let id = request.device.id.text
    return Execution(
      "device_registered", answer: RegisteredDevice(deviceID: id).json,
      details: ["device": .string(id)])
  }

  func result(of operation: StoredOperation) throws -> RegisteredDevice {
    try RegisteredDevice(json: operation.requireAnswer())
  }
}

extension Devices {
  /// Registers a device; the session that asks becomes the device's.
  public func register(
    _ request: DeviceRequest, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<RegisteredDevice>> {
    let caller = Caller.session(session)
    let proof = UnverifiedProof(request.proof, or: request.validateCode, for: .factor)
    return try await pipeline.change(registration, for: caller, proof: proof.name) {
      let verified = RegisterDevice.Request(
        asked: request,
        device: try verifier.verify(request.device, context: session.accountID.text),
        credential: try keys.verify(besidePIN: request.registration, session: session))
      return ActionCall(
        caller: caller, request: verified, proof: proof, idempotencyKey: idempotencyKey)
    }
  }
}
