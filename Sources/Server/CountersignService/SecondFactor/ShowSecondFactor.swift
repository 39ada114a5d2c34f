public import WireModel

extension Service {
  /// The second-factor account as it stands.
  public func secondFactor(_ session: AuthenticatedSession) async throws -> SecondFactorAnswer {
    let now = clock.now()
    return try await store.read { transaction in
      let pin = try transaction.row(
        "SELECT failed_attempts, penalised_until, in_flight_until FROM pins WHERE account_id = ?",
        [.text(session.accountID.text)])
      let hasKey = try !Credentials.all(of: session.accountID, in: transaction).isEmpty
      let failures = try pin?.integer(0) ?? 0
      let inFlight = try pin.map { try $0.integer(2) > now.milliseconds } ?? false
      let penalisedUntil = Timestamp(milliseconds: try pin?.integer(1) ?? 0)
      let penalty = penalisedUntil.milliseconds(since: now)
      let isBlocked = failures >= policy.pin.maxAttempts && !inFlight
      return SecondFactorAnswer(
        isBlocked: isBlocked, failedAttempts: failures, maxAttempts: policy.pin.maxAttempts,
        penalisedFor: penalty > 0 && !isBlocked ? (penalty + 999) / 1000 : 0,
        penalisedUntil: penalty > 0 && !isBlocked ? penalisedUntil.rfc3339 : nil,
        hasPIN: pin != nil, hasBiometrics: hasKey, hasTwoFactor: false)
    }
  }
}
