import WebAuthnModel
public import WireModel

extension Service {
  /// Opens the session of a login that a device confirmed: once, for the link's maker alone.
  public func collectLink(
    _ id: SessionLinkID, secret: SecretText?
  ) async throws -> Decision<SessionAnswer> {
    let draft = SessionDraft(random: random, now: clock.now())
    return try await command { transaction in
      guard let secret,
        let link = try SessionLinks.find(id, watchedBy: secret, in: transaction),
        link.type == .login
      else { throw Refusal.linkOver }
      switch link.progress(at: draft.now, policy.links) {
      case .waiting, .opened:
        throw Refusal(.linkNotConfirmed, "the link is not confirmed yet; watch its events")
      case .over: throw Refusal.linkOver
      case .confirmed(let confirmation):
        try SessionLinks.markOver(id, .collected, in: transaction)
        let answer = try store(
          draft, of: confirmation.accountID, from: nil, methods: confirmation.methods,
          isProved: false, in: transaction)
        // The proof is as old as the confirmation, not as the session.
        if confirmation.provedFactor {
          try Self.noteProof(
            by: confirmation.methods, in: draft.id, at: confirmation.at, in: transaction)
        }
        try audit.append(
          AuditEvent(
            "link_collected", subject: confirmation.accountID,
            ["link": link.auditID, "session": .string(draft.id.text)]), at: draft.now,
          in: transaction)
        return answer
      }
    }
  }
}
