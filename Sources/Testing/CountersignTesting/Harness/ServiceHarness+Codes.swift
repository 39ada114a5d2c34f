public import CountersignCore
import CountersignSQLite
import WireModel

extension ServiceHarness {
  /// Gives the account a telephone number: by a mailed code where it has no factor, else as though
  /// it had been confirmed.
  public func confirmPhone(
    _ number: String, _ session: AuthenticatedSession, to recipient: String = "ada@example.com"
  ) async throws {
    guard try await hadFactor(session) else {
      let code = try await code(.register, session, to: recipient)
      _ = try await service.phones.set(
        PhoneRequest(phone: number, validateCode: code), session: session
      ).get()
      let otp = try await newestCode(to: number)
      _ = try await service.phones.confirm(PhoneConfirmation(otp: otp), session: session).get()
      return
    }
    try await storePhone(number, session)
  }

  /// Gives the account a telephone number, as though it had been confirmed.
  public func storePhone(_ number: String, _ session: AuthenticatedSession) async throws {
    let (now, account) = (clock.now(), session.accountID)
    try await store.write { transaction in
      let sealed = try transaction.seal(of: account).seal(
        number, at: SealedPlace("phones.number", of: account.text))
      _ = try transaction.execute(
        """
        INSERT INTO phones (account_id, number, confirmed_at) VALUES (?, ?, ?)
        ON CONFLICT (account_id) DO UPDATE SET number = excluded.number
        """, [.text(account.text), sealed, .integer(now.milliseconds)])
    }
  }

  /// What the link in the newest notice of a kind holds.
  ///
  /// - Parameters:
  ///   - notice: The kind.
  ///   - recipient: To whom it went.
  /// - Returns: What stops what the notice tells of.
  /// - Throws: Where there is none.
  public func stopRequest(
    of notice: Message.Notice, to recipient: String = "ada@example.com"
  ) async throws -> StopRequest {
    await deliverMessages()
    let message = messenger.messages.last {
      $0.recipient == recipient && $0.content == .notice(notice)
    }
    let parts = message?.stop?.exposed.split(separator: "#").last?
      .split(separator: ".", maxSplits: 1).map(String.init)
    guard let parts, parts.count == 2 else { throw HarnessError.noStop }
    return StopRequest(id: parts[0], secret: SecretText(parts[1]))
  }

  private func hadFactor(_ session: AuthenticatedSession) async throws -> Bool {
    try await store.read { transaction in
      try transaction.rows(
        "SELECT first_factor_at FROM accounts WHERE id = ?", [.text(session.accountID.text)]
      ).first?
      .optionalInteger(0) != nil
    }
  }
}
