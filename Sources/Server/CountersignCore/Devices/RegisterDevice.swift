import WebAuthnModel
public import WireModel

extension Service {
  /// Registers a device; the session that asks becomes the device's.
  ///
  /// A mailed code entitles to it on an account that never had a factor, else a proof by one. A key
  /// that comes along is registered with the device, or neither is.
  public func registerDevice(
    _ request: DeviceRequest, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<FactorChange<RegisteredDevice>> {
    let operation = factorOperation(
      "registerDevice",
      [
        .text(request.device.id), .text(request.device.name), .blob(request.device.key),
        SQLValue(request.device.pinKey),
      ] + SQLValue.asked(request.registration), idempotencyKey, session)
    return try await decision {
      if let first = try await store.read({ try earlierAnswer(to: operation, in: $0) }) {
        return try FactorChange.again(first)
      }
      let device = try await noting("registration_refused", nil, of: session) {
        try verify(request.device, context: session.accountID.text)
      }
      // A device that there is no room for costs no attempt at the PIN; storing looks again.
      let (asked, isByCode) = (clock.now(), request.validateCode != nil)
      try await store.read { transaction in
        try requireRoom(
          forDeviceOf: session.accountID, byCode: isByCode, at: asked, in: transaction)
        try Devices.requireNew(device.id, in: transaction)
      }
      let credential = try await judgeKey(besidePIN: request.registration, session: session)
      let proved = try await proveFactor(request.proof, session: session)
      let now = clock.now()
      let change: FactorChange<RegisteredDevice> = try await factorCommand(session, proved) {
        transaction in
        if let first = try earlierAnswer(to: operation, proved, in: transaction) {
          return try FactorChange.again(first)
        }
        // What refuses comes before what is used up.
        try requireRoom(
          forDeviceOf: session.accountID, byCode: isByCode, at: now, in: transaction)
        try Devices.requireNew(device.id, in: transaction)
        try requireRoom(forKey: credential, of: session.accountID, at: now, in: transaction)
        let code = try entitle(
          proved, code: request.validateCode, purpose: .register, session: session, on: operation,
          at: now, in: transaction)
        if code != nil, device.pinKey == nil {
          // What recovers an account is a factor: without one it would stay without.
          guard try !Self.hadFactor(session.accountID, in: transaction) else {
            throw Refusal(.unacceptableValue, "pinKey: is missing; a device is recovered with one")
          }
        }
        try settle(code, session: session, at: now, in: transaction)
        try store(device, of: session, at: now, in: transaction)
        try store(
          key: credential, of: session.accountID, from: device.id, at: now, in: transaction)
        let answer = RegisteredDevice(deviceID: device.id.text)
        try insert(operation, proved, answer: answer.json, at: now, in: transaction)
        return .made(answer)
      }.get()
      outboxBell.ring()
      return change
    }
  }

  private func store(
    _ device: VerifiedDevice, of session: AuthenticatedSession, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try store(device, of: session.accountID, at: now, in: transaction)
    try transaction.execute(
      "UPDATE sessions SET device_id = ? WHERE id = ?",
      [.text(device.id.text), .text(session.id.text)])
    guard device.pinKey != nil else { return }
    try Self.noteProof(
      by: KeyProof.pinMethods, in: session.id, at: now, in: transaction)
  }

  /// Stores a new device, and tells of it.
  func store(
    _ device: VerifiedDevice, of accountID: AccountID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try Devices.insert(device, of: accountID, at: now, in: transaction)
    // A device without a PIN is no factor: it only logs itself in.
    if device.pinKey != nil { try noteFactor(accountID, at: now, in: transaction) }
    let details: JSONObject = [
      "device": .string(device.id.text), "pin": .bool(device.pinKey != nil),
    ]
    try audit.append(
      AuditEvent("device_added", subject: accountID, details), at: now, in: transaction)
    try Outbox.put(
      notice: .deviceAdded, to: accountID, id: device.id.text, at: now, in: transaction)
  }

  /// Refuses a further device where the account has as many as it may have.
  func requireRoom(
    forDeviceOf account: AccountID, byCode isByCode: Bool, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws {
    if try makesRoom(byCode: isByCode, for: account, at: now, in: transaction) { return }
    let limit = policy.devicesPerAccount
    guard try Devices.of(account, in: transaction).count < limit else {
      throw Refusal(
        .unacceptableValue,
        "the account has \(limit) devices, the most it may have; revoke one first")
    }
  }
}
