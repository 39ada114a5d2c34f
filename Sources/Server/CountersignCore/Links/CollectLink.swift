import WebAuthnModel
public import WireModel

extension Service {
  /// Opens the session of a login that a device confirmed: one, for the link's maker alone.
  ///
  /// A maker whose answer was lost collects again: while the link lasts and nobody has used the
  /// session, it gets a new token in place of the one that may never have arrived.
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
      case .confirmed(let confirmation):
        return try collect(link, confirmation, draft, in: transaction)
      case .over(.collected):
        return try collectAgain(link, draft, in: transaction)
      case .over: throw Refusal.linkOver
      }
    }
  }

  private func collect(
    _ link: SessionLink, _ confirmation: SessionLink.Confirmation, _ draft: SessionDraft,
    in transaction: any WriteTransaction
  ) throws -> SessionAnswer {
    try SessionLinks.markCollected(link.id, as: draft.id, in: transaction)
    let answer = try store(
      draft, of: confirmation.accountID, from: nil, methods: confirmation.methods,
      isProved: false, in: transaction)
    try Self.markUnused(draft, in: transaction)
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

  private func collectAgain(
    _ link: SessionLink, _ draft: SessionDraft, in transaction: any WriteTransaction
  ) throws -> SessionAnswer {
    guard draft.now < link.end(policy.links),
      let (session, account) = try SessionLinks.collected(link.id, in: transaction)
    else { throw Refusal.linkOver }
    let answer = try renewToken(
      of: session, of: account, from: draft, while: .unused, in: transaction)
    try audit.append(
      AuditEvent(
        "link_collected_again", subject: account,
        ["link": link.auditID, "session": .string(session.text)]), at: draft.now,
      in: transaction)
    return answer
  }
}
