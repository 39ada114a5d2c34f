public import WireModel

extension Service {
  /// Ends a link, for its maker alone; what was confirmed before cannot be collected any more.
  ///
  /// To end one that is over changes nothing.
  public func endLink(_ id: SessionLinkID, secret: SecretText?) async throws -> Decision<Void> {
    let now = clock.now()
    let decision: Decision<Void> = try await command { transaction in
      guard let secret,
        let link = try SessionLinks.find(id, watchedBy: secret, in: transaction)
      else { throw Refusal.linkOver }
      if case .over = link.progress(at: now, policy.links) { return }
      try SessionLinks.markOver(id, .ended, in: transaction)
    }
    changeBell.ring(.link(id))
    return decision
  }
}
