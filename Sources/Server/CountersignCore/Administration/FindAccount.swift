import WebAuthnModel
public import WireModel

extension Service {
  /// An account as its administration sees it: factors, devices and sessions, and what is blocked.
  ///
  /// - Parameters:
  ///   - request: Which account.
  ///   - host: The service key of the administration; the audit log says that it looked.
  /// - Returns: The account, or `not_found` where there is none.
  /// - Throws: ``StoreError``.
  public func findAccount(
    _ request: AdministrationRequest, host: AuthenticatedServiceKey
  ) async throws -> Decision<AccountAnswer> {
    let now = clock.now()
    return try await decision {
      let account = try await noteLook("account_shown", at: request.account, by: host, at: now)
      return try await store.read { transaction in
        let recovery = try Recovery.find(of: account.id, in: transaction)
        return AccountAnswer(
          account: account.item,
          secondFactor: try secondFactor(of: account.id, from: nil, at: now, in: transaction),
          refusals: try refusedFactors(of: account.id, at: now, in: transaction),
          devices: try Self.deviceList(of: account.id, from: nil, in: transaction),
          credentials: try Self.credentialList(of: account.id, in: transaction),
          sessions: try sessionList(of: account.id, from: nil, at: now, in: transaction),
          recovery: answer(recovery, at: now))
      }
    }
  }

  /// The factors at which attempts were refused since the last right one.
  private func refusedFactors(
    of account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> [RefusedFactor] {
    let devices = try Devices.of(account, in: transaction).map { AttemptSubject.device($0.id) }
    let subjects = [.pin(account)] + devices + [.assertions(account), .codes(account)]
    return try (subjects + [.twoFactor(account)]).compactMap { subject in
      guard let factor = subject.factor else { return nil }
      let count = try Attempts.count(of: subject, in: transaction)
      guard count.failures > 0 else { return nil }
      let isPenalised = count.penalisedUntil > now
      let isBlocked =
        factor == .pin
        ? count.failures >= policy.pin.maxAttempts && count.inFlightUntil <= now
        : count.failures >= policy.attempts.maxAttempts && isPenalised
      // A PIN that is blocked waits for no time.
      let hasEnd = isPenalised && !(isBlocked && factor == .pin)
      return RefusedFactor(
        factor: factor, deviceID: subject.deviceID?.text, failedAttempts: count.failures,
        isBlocked: isBlocked, penalisedUntil: hasEnd ? count.penalisedUntil.rfc3339 : nil)
    }
  }
}

extension AttemptSubject {
  /// The factor as its administration sees it; nil where nobody's account is concerned.
  fileprivate var factor: RefusedFactor.Factor? {
    switch self {
    case .device, .pin: .pin
    case .assertions: .credentials
    case .codes: .codes
    case .twoFactor: .authenticatorApp
    case .strangersCodes: nil
    }
  }

  fileprivate var deviceID: DeviceID? {
    guard case .device(let id) = self else { return nil }
    return id
  }
}
