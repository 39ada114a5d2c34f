public import CountersignCore
import Crypto
import Foundation
public import WireModel

/// Posts events to a host, signed as Standard Webhooks does.
public struct EventWebhook: HostCourier {
  private let client: OutgoingHTTP
  private let address: ProtectedAddress
  private let secret: EventSecret
  private let timeoutSeconds: Int64

  /// A host's webhook.
  ///
  /// - Parameters:
  ///   - client: The client, as `OutgoingHTTP.client()` of `CountersignTLS`.
  ///   - address: Where the host takes events.
  ///   - secret: The key with which they are signed.
  ///   - timeoutSeconds: After how long no answer is expected any more.
  public init(
    client: OutgoingHTTP, address: ProtectedAddress, secret: EventSecret, timeoutSeconds: Int64 = 10
  ) {
    self.client = client
    self.address = address
    self.secret = secret
    self.timeoutSeconds = timeoutSeconds
  }

  /// Posts an event.
  ///
  /// - Throws: `DeliveryError` if the host did not take it.
  public func carry(_ event: OutgoingEvent) async throws {
    let seconds = SystemClock().now().milliseconds / 1000
    let request = OutgoingHTTP.Request(
      address, event.body,
      fields: [
        ("webhook-id", event.id), ("webhook-timestamp", String(seconds)),
        ("webhook-signature", secret.signature(of: event, atSeconds: seconds)),
      ])
    // Standard Webhooks: who answers 410 wants no more events.
    try await client.post(request, timeoutSeconds: timeoutSeconds, whenGone: .refused)
  }
}

/// The key with which events are signed for a host, as Standard Webhooks writes it: `whsec_` and 24
/// to 64 bytes in base64.
///
/// Printing it shows nothing of it.
public struct EventSecret: Sendable, CustomStringConvertible, CustomReflectable {
  private let key: SymmetricKey

  /// Reads a key; nil for anything but one of 24 to 64 bytes.
  public init?(_ text: String) {
    guard text.hasPrefix(Self.prefix),
      let bytes = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
      (24...64).contains(bytes.count)
    else { return nil }
    key = SymmetricKey(data: bytes)
  }

  /// The text of a new key.
  public static func generated(_ random: any RandomBytes = SystemRandomBytes()) -> String {
    prefix + Data(random.bytes(32)).base64EncodedString()
  }

  /// Never the key.
  public var description: String { "(secret)" }
  /// Nothing: `dump` finds no children.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// `v1,BASE64`: HMAC-SHA256 over the event's id, the time of the post and the body, with full
  /// stops between.
  public func signature(of event: OutgoingEvent, atSeconds seconds: Int64) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("\(event.id).\(seconds).".utf8) + event.body, using: key)
    return "v1," + Data(code).base64EncodedString()
  }

  private static let prefix = "whsec_"
}

/// Posts events to hosts at the addresses that they were given on the command line, each signed
/// with that host's own key, as ``EventWebhook`` does.
public struct EventWebhooks: AddressedCourier {
  private let client: OutgoingHTTP
  private let timeoutSeconds: Int64

  /// The hosts' webhooks.
  ///
  /// - Parameters:
  ///   - client: The client, as `OutgoingHTTP.client()` of `CountersignTLS`.
  ///   - timeoutSeconds: After how long no answer is expected any more.
  public init(client: OutgoingHTTP, timeoutSeconds: Int64 = 10) {
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
