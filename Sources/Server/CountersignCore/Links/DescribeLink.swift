import WebAuthnModel
public import WireModel

extension Service {
  /// What a link is for: what a device shows before it confirms.
  ///
  /// Its maker is told that it was opened.
  public func describeLink(_ id: SessionLinkID) async throws -> Decision<SessionLinkDescription> {
    try await decision {
      let now = clock.now()
      let (link, description) = try await store.read { transaction in
        let link = try openLink(id, at: now, in: transaction)
        return (link, try describe(link, at: now, in: transaction))
      }
      if case .waiting = link.progress {
        try await store.write { try SessionLinks.markOpened(id, in: $0) }
        changeBell.ring(.link(id))
      }
      return description
    }
  }

  /// A link that can still be confirmed.
  ///
  /// - Throws: ``Refusal/linkOver`` for any other.
  func openLink(
    _ id: SessionLinkID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> SessionLink {
    guard let link = try SessionLinks.find(id, in: transaction) else { throw Refusal.linkOver }
    switch link.progress(at: now, policy.links) {
    case .waiting, .opened: return link
    case .confirmed, .over: throw Refusal.linkOver
    }
  }

  private func describe(
    _ link: SessionLink, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> SessionLinkDescription {
    var (numbers, demand): ([String], SecondFactorDemand) = ([], .required)
    var account: SessionLinkDescription.AccountSummary?
    switch link.purpose {
    case .login(let shown, _): numbers = shown
    case .enrol(let accountID, let secondFactor, _):
      demand = secondFactor
      account = try accountSummary(accountID, in: transaction)
    }
    let announced = try link.announcement.map {
      try Announcement(json: JSONValue(parsing: Array($0.utf8)))
    }
    return SessionLinkDescription(
      type: link.type, origin: link.origin, announceInfo: announced, account: account,
      numbers: numbers, secondFactor: demand, expiresIn: link.secondsLeft(at: now, policy.links))
  }

  /// An account as a person knows it.
  func accountSummary(
    _ id: AccountID, in transaction: any ReadTransaction
  ) throws -> SessionLinkDescription.AccountSummary {
    let row = try transaction.row(
      "SELECT display_name FROM accounts WHERE id = ?", [.text(id.text)])
    guard let row else { throw Refusal.linkOver }
    return SessionLinkDescription.AccountSummary(id: id.text, displayName: try row.text(0))
  }
}
