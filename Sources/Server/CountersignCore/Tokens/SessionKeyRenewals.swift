import WebAuthnModel
public import WireModel

/// Binds stored sessions to new keys: an app keeps the key in memory alone, so that a session which
/// it has stored gets another one when the app starts again.
public final class SessionKeyRenewals: Sendable {
  private let commands: Commands
  private let sessions: Sessions
  private let devices: DeviceVerifier
  private let audit: AuditTrail
  private let texts: DocumentTexts

  init(
    commands: Commands, sessions: Sessions, devices: DeviceVerifier, audit: AuditTrail,
    texts: DocumentTexts
  ) {
    self.commands = commands
    self.sessions = sessions
    self.devices = devices
    self.audit = audit
    self.texts = texts
  }

  /// Binds a session to the key of the request's proof of possession.
  ///
  /// The session's own device has signed a document with that key. It is no activity, and no
  /// session lasts longer for it; the same request again changes nothing.
  ///
  /// - Parameters:
  ///   - request: The session, and its device's signature.
  ///   - key: The key.
  ///   - requester: From where.
  /// - Returns: Nothing; or `session_required` for a session that is over, that is no device's, or
  ///   whose token is bound to no key.
  /// - Throws: ``StoreError``.
  public func renew(
    _ request: SessionKeyRequest, boundTo key: ProvedKey?, from requester: Requester = .local
  ) async throws -> Decision<Void> {
    try await decision {
      guard let key else {
        throw Refusal.invalidPossessionProof("DPoP: is missing; send a proof by the new key")
      }
      guard let session = try await sessions.find(request.accessToken), session.key != nil,
        session.deviceID == DeviceID(request.deviceProof.deviceID)
      else { throw Refusal.noSession }
      let proof = try await devices.verifySignIn(request.deviceProof, from: requester)
      guard proof.isTimely(at: commands.now()) else { throw proof.lateness }
      try texts.requireSignIn(proof, boundTo: key)
      let now = commands.now()
      try await commands.run { [self] transaction in
        let renewed = try transaction.execute(
          """
          UPDATE sessions SET key_thumbprint = ?
          WHERE id = ? AND account_id = ? AND ended_at IS NULL
          """,
          [
            .text(key.thumbprint.text), .text(session.id.text), .text(proof.account.text),
          ])
        guard renewed == 1 else { throw Refusal.noSession }
        try audit.append(
          AuditEvent(
            "session_key_renewed", subject: proof.account,
            ["session": .string(session.id.text), "key": .string(key.thumbprint.text)]),
          at: now, in: transaction)
      }.get()
    }
  }
}
