public import WireModel

extension Service {
  /// Confirms a link: logs its maker in, or enrols the device.
  ///
  /// All of it commits together. The same confirmation again, while the link lasts, is answered
  /// again and does nothing more: a phone whose answer was lost tries once more.
  public func confirmLink(
    _ id: SessionLinkID, _ confirmation: LinkConfirmation
  ) async throws -> Decision<LinkConfirmed> {
    let confirmed = try await decision {
      let draft = ConfirmationDraft(self, id, bodyHash: confirmation.bodyHash)
      if let first = try await repeated(draft) { return first }
      switch confirmation {
      case .login(let deviceID, let number, let proof):
        return try await confirmLogin(draft, DeviceID(deviceID), number, proof)
      case .enrol(let device, let registration, let entitlement):
        return try await confirmEnrolment(draft, device, registration, entitlement)
      }
    }
    changeBell.ring(.link(id))
    return confirmed
  }

  /// The operation that this very confirmation led to; nil where it is new.
  func confirmation(
    by draft: ConfirmationDraft, in transaction: any ReadTransaction
  ) throws -> StoredOperation? {
    guard
      case .confirmed(let first)? = try SessionLinks.find(draft.linkID, in: transaction)?
        .progress(at: draft.now, policy.links), first.bodyHash == draft.bodyHash
    else { return nil }
    let row = try transaction.row(
      "SELECT id FROM operations WHERE transaction_id = ?", [.text(draft.linkID.text)])
    return try row.map { try Operations.stored(StoredOperationID($0.text(0)), in: transaction) }
  }

  /// What this very confirmation came to when it was given first; nil where it is new.
  ///
  /// - Throws: ``Refusal/linkOver`` for a link that is over, or confirmed by something else.
  private func first(
    _ draft: ConfirmationDraft, in transaction: any ReadTransaction
  ) throws -> SessionLink.Confirmation? {
    guard let link = try SessionLinks.find(draft.linkID, in: transaction) else {
      throw Refusal.linkOver
    }
    switch link.progress(at: draft.now, policy.links) {
    case .waiting, .opened: return nil
    case .confirmed(let first) where first.bodyHash == draft.bodyHash: return first
    case .confirmed, .over: throw Refusal.linkOver
    }
  }

  /// Answers a confirmation again; the device's session gets a new token in place of the one that
  /// may never have arrived.
  private func answerAgain(
    _ first: SessionLink.Confirmation, _ draft: ConfirmationDraft,
    in transaction: any WriteTransaction
  ) throws -> LinkConfirmed {
    let account = try accountSummary(first.accountID, in: transaction)
    guard let sessionID = first.sessionID else {
      return LinkConfirmed(account: account, session: nil)
    }
    return LinkConfirmed(
      account: account,
      session: try renewToken(
        of: sessionID, of: first.accountID, from: draft.session, while: .open, in: transaction))
  }

  /// The first answer where this confirmation has been given before, so that nothing of it is
  /// judged twice; nil where it has not.
  func repeated(_ draft: ConfirmationDraft) async throws -> LinkConfirmed? {
    guard try await store.read({ try first(draft, in: $0) }) != nil else { return nil }
    return try await command { transaction in
      guard let first = try first(draft, in: transaction) else { throw Refusal.linkOver }
      return try answerAgain(first, draft, in: transaction)
    }.get()
  }
}

/// What a confirmation is made of, drawn before the command so that the command can run again.
struct ConfirmationDraft: Sendable {
  let linkID: SessionLinkID
  let bodyHash: [UInt8]
  /// The session of a device that is enrolled.
  let session: SessionDraft
  var now: Timestamp { session.now }

  init(_ service: Service, _ linkID: SessionLinkID, bodyHash: [UInt8]) {
    self.linkID = linkID
    self.bodyHash = bodyHash
    session = SessionDraft(random: service.random, now: service.clock.now())
  }
}
