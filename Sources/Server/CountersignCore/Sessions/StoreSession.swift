import WebAuthnModel
import WireModel

/// What a new session is made of, drawn before the command so that the command can run again.
struct SessionDraft: Sendable {
  let id: SessionID
  let token: SecretText
  let tokenHash: [UInt8]
  let now: Timestamp

  init(random: any RandomBytes, now: Timestamp) {
    id = SessionID.new("ses_", random)
    token = SecretText(Base64URL.encode(random.bytes(32)))
    tokenHash = sha256(Array(token.exposed.utf8))
    self.now = now
  }
}

extension Service {
  /// Stores a new session.
  ///
  /// - Parameters:
  ///   - draft: The session.
  ///   - accountID: Whose.
  ///   - device: The device that it is a session of, where it is one's.
  ///   - methods: What was proved for it (RFC 8176).
  ///   - isProved: Whether a factor of the account was.
  ///   - transaction: Where it is stored.
  /// - Returns: What the client is told.
  /// - Throws: ``StoreError``.
  func store(
    _ draft: SessionDraft, of accountID: AccountID, from device: DeviceID?, methods: [String],
    isProved: Bool, in transaction: any WriteTransaction
  ) throws -> SessionAnswer {
    try transaction.execute(
      """
      INSERT INTO sessions (id, token_hash, account_id, methods, created_at, last_active_at,
        proved_at, device_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(draft.id.text), .blob(draft.tokenHash), .text(accountID.text),
        .text(methods.joined(separator: " ")), .integer(draft.now.milliseconds),
        .integer(draft.now.milliseconds), SQLValue(isProved ? draft.now.milliseconds : nil),
        SQLValue(device?.text),
      ])
    var details: JSONObject = [
      "session": .string(draft.id.text), "amr": .array(methods.map(JSONValue.string)),
    ]
    details["device"] = device.map { .string($0.text) }
    try audit.append(
      AuditEvent("session_opened", subject: accountID, details), at: draft.now, in: transaction)
    return SessionAnswer(
      accessToken: draft.token, expiresIn: policy.sessionInactivitySeconds,
      accountID: accountID.text)
  }
}
