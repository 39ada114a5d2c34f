import WebAuthnModel
public import WireModel

extension Service {
  /// How far a link has come, as events for its maker; the watch secret tells who that is.
  public func watchLink(
    _ id: SessionLinkID, secret: SecretText?
  ) async throws -> Decision<LinkFeed> {
    try await decision {
      guard let secret, try await linkStatus(id, secret) != nil else { throw Refusal.linkOver }
      return LinkFeed(service: self, id: id, secret: secret)
    }
  }

  /// How far a link has come; nil for whoever did not make it.
  func linkStatus(_ id: SessionLinkID, _ secret: SecretText) async throws -> LinkEvent? {
    let link = try await store.read { try SessionLinks.find(id, watchedBy: secret, in: $0) }
    guard let link else { return nil }
    switch link.progress(at: clock.now(), policy.links) {
    case .waiting: return LinkEvent(status: .waiting)
    case .opened: return LinkEvent(status: .opened)
    case .confirmed: return LinkEvent(status: .confirmed)
    case .over(let ending): return LinkEvent(status: .over, ending: ending)
    }
  }
}

/// The events of one link: its status when the stream opens, and each that follows.
public struct LinkFeed: EventFeed {
  private let service: Service
  private let id: SessionLinkID
  private let secret: SecretText
  private var last: LinkEvent?

  init(service: Service, id: SessionLinkID, secret: SecretText) {
    self.service = service
    self.id = id
    self.secret = secret
  }

  /// What rings when the link has come further.
  public var topic: ChangeTopic { .link(id) }

  /// The status, where it is not the one that was sent last.
  public mutating func next() async throws -> EventFeedTurn {
    // A link that was pruned meanwhile is one whose time is up.
    let event =
      try await service.linkStatus(id, secret) ?? LinkEvent(status: .over, ending: .expired)
    let isLast = event.status == .confirmed || event.status == .over
    guard event != last else { return EventFeedTurn(events: [], isLast: isLast) }
    last = event
    return EventFeedTurn(
      events: [ServerSentEvent(name: "status", data: event.json)], isLast: isLast)
  }
}

extension ChangeTopic {
  /// One link.
  static func link(_ id: SessionLinkID) -> ChangeTopic { ChangeTopic("link:\(id.text)") }
}
