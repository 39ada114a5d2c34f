import WebAuthnModel
import WireModel

extension Service {
  /// Confirms a login: the proof is judged first, then whether the right number was picked, so that
  /// whoever only saw the code can end nothing.
  func confirmLogin(
    _ draft: ConfirmationDraft, _ deviceID: DeviceID, _ number: String, _ proof: Proof
  ) async throws -> LinkConfirmed {
    let proved = try await judge(proof, from: deviceID, confirming: draft)
    return try await command { transaction in
      // A right PIN clears its count, whatever becomes of the login.
      if let attempt = proved.pinAttempt { try clear(attempt, in: transaction) }
      let link: SessionLink
      switch try stage(draft, in: transaction) {
      case .repeated(let first): return try answerAgain(first, draft, in: transaction)
      case .open(let found): link = found
      }
      guard case .login(_, let right) = link.purpose else { throw Refusal.linkOver }
      try require(proved, linkedTo: link, number)
      if proved.kind == .deviceProof, try Self.hasLoginFactor(proved.accountID, in: transaction) {
        throw Refusal.factorRequired
      }
      let state = try requireUnspent(proved, at: draft.now, in: transaction)
      try useCredential(of: proved, state, at: draft.now, in: transaction)
      try spend(proved, at: draft.now, in: transaction)
      guard number == right else {
        try end(link, ofWrongNumberBy: proved.accountID, at: draft.now, in: transaction)
        // No factor was wrong: to say so would have the person type a right PIN again.
        throw Refusal.linkOver
      }
      try SessionLinks.markConfirmed(
        link.id,
        SessionLink.Confirmation(
          at: draft.now, accountID: proved.accountID, deviceID: deviceID.text,
          methods: proved.methods, sessionID: nil, bodyHash: draft.bodyHash), in: transaction)
      let details: JSONObject = [
        "link": link.auditID, "device": .string(deviceID.text),
        "proof": .string(proved.kind.rawValue),
        "amr": .array(proved.methods.map(JSONValue.string)),
      ]
      try audit.append(
        AuditEvent("login_confirmed", subject: proved.accountID, details), at: draft.now,
        in: transaction)
      return LinkConfirmed(
        account: try accountSummary(proved.accountID, in: transaction), session: nil)
    }.get()
  }

  /// Judges the proof of a device over a challenge of this link.
  private func judge(
    _ proof: Proof, from deviceID: DeviceID, confirming draft: ConfirmationDraft
  ) async throws -> KeyProof {
    let device = try await store.read { try Devices.find(deviceID, in: $0) }
    guard let device else { throw Refusal.deviceUnknown }
    let audience = ChallengeIssuer.Audience(account: device.accountID, link: draft.linkID)
    switch proof {
    case .assertion(let assertion):
      guard try await isRegistered(assertion.rawID, from: deviceID) else {
        throw Refusal.verificationFailed
      }
      return try await judge(
        assertion, of: device.accountID, audience: audience, scenarios: [.login])
    case .pinProof(let proof):
      guard proof.deviceID == deviceID.text else { throw Refusal.verificationFailed }
      return try await judge(proof, audience: audience, scenarios: [.login])
    case .deviceProof(let proof):
      guard proof.deviceID == deviceID.text else { throw Refusal.verificationFailed }
      return try await judge(proof, audience: audience, scenarios: [.login])
    case .verificationToken, .pin, .codes: throw Refusal.proofNotAllowed
    }
  }

  /// Whether a credential was registered from a device.
  private func isRegistered(
    _ credential: CredentialID, from device: DeviceID
  ) async throws -> Bool {
    try await store.read { transaction in
      try Credentials.descriptors(from: device, in: transaction).contains { $0.id == credential }
    }
  }

  /// Holds a proof against the login that it would confirm: link, page and number.
  private func require(
    _ proof: KeyProof, linkedTo link: SessionLink, _ number: String
  ) throws {
    let login = LoginTransaction(linkID: link.id.text, origin: link.origin, number: number)
    let binding = ChallengeIssuer.binding(
      scenario: .login, nonce: proof.nonce, canonicalTransaction: try canonicalBytes(of: login))
    guard proof.binding == binding else {
      throw Refusal(
        .transactionMismatch, "the proof is for another login; ask for options and sign again")
    }
  }

  /// Ends a link whose number was not picked right, and tells the person: somebody may be showing
  /// them the code of a screen of their own.
  private func end(
    _ link: SessionLink, ofWrongNumberBy account: AccountID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try SessionLinks.markOver(link.id, .wrongNumber, in: transaction)
    try audit.append(
      AuditEvent("login_number_wrong", subject: account, ["link": link.auditID]), at: now,
      in: transaction)
    try Outbox.put(
      notice: .loginRefused, to: account, id: Base64URL.encode(sha256(Array(link.id.text.utf8))),
      at: now, in: transaction)
  }
}
