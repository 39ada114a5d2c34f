import RelyingParty
import WebAuthnModel
public import WireModel

extension Service {
  /// Opens a session by a mailed code, by an assertion of a registered key, by a device's PIN or,
  /// for an account without a second factor, by the device alone.
  public func openSession(_ request: SessionRequest) async throws -> Decision<SessionAnswer> {
    switch request {
    case .code(let codeRequest, let validateCode):
      try await openSession(CodeRequestID(codeRequest), validateCode)
    case .assertion(let assertion):
      try await decision { try await openSession(try await judgeSignIn(assertion)) }
    case .pinProof(let proof):
      try await decision {
        try await openSession(judgeSignIn(proof))
      }
    case .deviceProof(let proof):
      try await decision {
        let judged = try await noting("sign_in_refused", .deviceProof, of: nil) {
          try await judge(proof, audience: .anybody, scenarios: [.signIn])
        }
        return try await openSession(judged)
      }
    }
  }

  /// Judges the PIN proof of a sign-in.
  ///
  /// Where the device's own key signed what is refused, the device is noted, though nobody is
  /// signed in.
  private func judgeSignIn(_ proof: PINProof) async throws -> KeyProof {
    do {
      return try await judge(proof, audience: .anybody, scenarios: [.signIn])
    } catch let refusal as Refusal {
      let device = try await store.read { transaction in
        try refusal.secondFactor == nil
          ? nil : Devices.find(DeviceID(proof.deviceID), in: transaction)
      }
      var details: JSONObject = [:]
      details["device"] = device.map { .string($0.id.text) }
      try await note(
        "sign_in_refused", .pinProof, refusal, subject: device?.accountID.text ?? "anybody",
        details)
      throw refusal
    }
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
      return try store(
        draft, of: accountID, from: nil, methods: [], isProved: false, in: transaction)
    }
  }

  private func openSession(_ proof: KeyProof) async throws -> SessionAnswer {
    let draft = SessionDraft(random: random, now: clock.now())
    return try await command { transaction in
      let state = try requireUnspent(proof, at: draft.now, in: transaction)
      if proof.kind == .deviceProof {
        // Where there is a factor, that factor is asked for.
        guard try !Self.hasLoginFactor(proof.accountID, in: transaction) else {
          throw Refusal.factorRequired
        }
      }
      try useCredential(of: proof, state, at: draft.now, in: transaction)
      try spend(proof, at: draft.now, in: transaction)
      return try store(
        draft, of: proof.accountID, from: try device(of: proof, in: transaction),
        methods: proof.methods, isProved: proof.kind != .deviceProof, in: transaction)
    }.get()
  }

  /// The device that a proof comes from: the one that signed, or from which its key was registered.
  private func device(
    of proof: KeyProof, in transaction: any ReadTransaction
  ) throws -> DeviceID? {
    guard case .assertion(let judged) = proof.form else { return proof.device?.id }
    return try Credentials.device(of: judged.verified.credentialID, in: transaction)
  }
}
