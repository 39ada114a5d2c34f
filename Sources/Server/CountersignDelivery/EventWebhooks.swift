public import AsyncHTTPClient
public import CountersignCore

/// Posts events to hosts at the addresses that they were given on the command line, each signed
/// with that host's own key, as ``EventWebhook`` does.
public struct EventWebhooks: AddressedCourier {
  private let client: HTTPClient
  private let timeoutSeconds: Int64

  /// The hosts' webhooks.
  ///
  /// - Parameters:
  ///   - client: One of ``OutgoingHTTP/client()``.
  ///   - timeoutSeconds: After how long no answer is expected any more.
  public init(client: HTTPClient, timeoutSeconds: Int64 = 10) {
    self.client = client
    self.timeoutSeconds = timeoutSeconds
  }

  /// Posts an event.
  ///
  /// - Throws: `DeliveryError` if the host did not take it, or its secret signs no events.
  public func carry(_ event: OutgoingEvent, to target: HostEventTarget) async throws {
    guard let secret = EventSecret(target.secret.exposed) else {
      throw DeliveryError(reason: "the host's secret signs no event; set its address again")
    }
    try await EventWebhook(
      client: client, address: target.address, secret: secret, timeoutSeconds: timeoutSeconds
    ).carry(event)
  }
}
