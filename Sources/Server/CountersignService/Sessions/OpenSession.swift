public import WebAuthnModel
public import WireModel

extension Service {
  /// Opens a session by a mailed code, or by an assertion of a registered key.
  public func openSession(_ request: SessionRequest) async throws -> Decision<SessionAnswer> {
    switch request {
    case .code(let codeRequest, let validateCode):
      try await openSession(CodeRequestID(codeRequest), validateCode)
    case .assertion(let assertion): try await openSession(assertion)
    case .pinProof, .deviceProof: .failure(.verificationFailed)
    }
  }

  /// Challenge of a sign-in: for a discoverable credential, so that no account need be named and
  /// none is given away.
  public func sessionOptions() -> CredentialRequestOptions {
    requestOptions(
      challenges.issue(
        .get, scenario: .signIn, audience: .anybody, canonicalTransaction: nil, now: clock.now(),
        nonce: random.bytes(16)), allowing: [])
  }

  private func openSession(
    _ request: CodeRequestID, _ code: SecretText
  ) async throws -> Decision<SessionAnswer> {
    let draft = SessionDraft(random: random, now: clock.now())
    let newAccountID = AccountID.new("acc_", random)
    return try await command { transaction in
      let judged = try judgeCode(
        code, request: request, purpose: .signIn, at: draft.now, in: transaction)
      let existing = try transaction.row(
        "SELECT id FROM accounts WHERE user_name = ?", [.text(judged.userName)])
      let accountID: AccountID
      if let existing {
        accountID = AccountID(try existing.text(0))
      } else if let displayName = judged.displayName {
        accountID = newAccountID
        try createAccount(
          accountID, userName: judged.userName, displayName: displayName, at: draft.now,
          in: transaction)
      } else {
        throw Refusal.verificationFailed
      }
      try closeCode(judged.id, at: draft.now, in: transaction)
      return try store(draft, accountID, methods: [], in: transaction)
    }
  }

  private func openSession(_ assertion: AssertionResponse) async throws -> Decision<SessionAnswer> {
    try await decision {
      let draft = SessionDraft(random: random, now: clock.now())
      let proof = try await judgeSignIn(assertion)
      return try await command { transaction in
        let state = try requireUnspent(proof, at: draft.now, in: transaction)
        try useCredential(of: proof, state, at: draft.now, in: transaction)
        try spend(proof, at: draft.now, in: transaction)
        let answer = try store(
          draft, proof.accountID, methods: Self.assertionMethods, in: transaction)
        try Self.noteProof(in: draft.id, at: draft.now, in: transaction)
        return answer
      }.get()
    }
  }

  private func store(
    _ draft: SessionDraft, _ accountID: AccountID, methods: [String],
    in transaction: any WriteTransaction
  ) throws -> SessionAnswer {
    try transaction.execute(
      """
      INSERT INTO sessions (id, token_hash, account_id, methods, created_at, last_active_at)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .text(draft.id.text), .blob(draft.tokenHash), .text(accountID.text),
        .text(methods.joined(separator: " ")), .integer(draft.now.milliseconds),
        .integer(draft.now.milliseconds),
      ])
    let details: JSONObject = [
      "session": .string(draft.id.text), "amr": .array(methods.map(JSONValue.string)),
    ]
    try audit.append(
      AuditEvent("session_opened", subject: accountID, details), at: draft.now, in: transaction)
    return SessionAnswer(
      accessToken: draft.token, expiresIn: policy.sessionInactivitySeconds,
      accountID: accountID.text)
  }
}

/// What a new session is made of, drawn before the command so that the command can run again.
private struct SessionDraft: Sendable {
  let id: SessionID
  let token: SecretText
  let tokenHash: [UInt8]
  let now: Timestamp

  init(random: any RandomSource, now: Timestamp) {
    id = SessionID.new("ses_", random)
    token = SecretText(Base64URL.encode(random.bytes(32)))
    tokenHash = sha256(Array(token.exposed.utf8))
    self.now = now
  }
}
