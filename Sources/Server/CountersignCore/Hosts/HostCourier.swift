/// An event as it goes to a host: the same bytes under the same id with every try.
public struct OutgoingEvent: Sendable, Hashable {
  /// By which the host knows a repetition.
  public let id: String
  /// The body, JSON.
  public let body: [UInt8]

  /// An event to carry.
  public init(id: String, body: [UInt8]) {
    self.id = id
    self.body = body
  }
}

/// Carries events to a host.
public protocol HostCourier: Sendable {
  /// Hands an event over.
  ///
  /// - Throws: Where the host did not take it; it is tried again later.
  func carry(_ event: OutgoingEvent) async throws
}
