public import CountersignCore
import Crypto
import Foundation
import WebAuthnModel
public import WireModel

/// Posts messages as signed JSON to a host's own service, which mails and texts.
///
/// A message whose answer was lost is posted again with the same `id`: the service sends it once.
public struct WebhookMessenger: Messenger {
  private let client: OutgoingHTTP
  private let address: ProtectedAddress
  private let key: WebhookKey
  private let timeoutSeconds: Int64

  /// A host's webhook.
  ///
  /// - Parameters:
  ///   - client: The client, as `OutgoingHTTP.client()` of `CountersignTLS`.
  ///   - address: Where the host takes messages.
  ///   - key: The key with which they are signed.
  ///   - timeoutSeconds: After how long no answer is expected any more.
  public init(
    client: OutgoingHTTP, address: ProtectedAddress, key: WebhookKey, timeoutSeconds: Int64 = 10
  ) {
    self.client = client
    self.address = address
    self.key = key
    self.timeoutSeconds = timeoutSeconds
  }

  /// Posts a message.
  ///
  /// - Throws: `DeliveryError` if it was not taken over.
  public func deliver(_ message: Message) async throws {
    let now = SystemClock().now()
    var fields = message.fields(at: now)
    fields["id"] = .string(message.id)
    let body = JSONValue.object(fields).serialized()
    let signature = key.signature(over: body, atSeconds: now.milliseconds / 1000)
    try await client.post(
      OutgoingHTTP.Request(address, body, fields: [("Countersign-Signature", signature)]),
      timeoutSeconds: timeoutSeconds)
  }
}

/// The key with which webhooks are signed; printing it shows nothing of it.
public struct WebhookKey: Sendable, CustomStringConvertible, CustomReflectable {
  private let key: SymmetricKey

  /// Takes a key; nil for fewer than 32 bytes.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= 32 else { return nil }
    key = SymmetricKey(data: bytes)
  }

  /// Never the key.
  public var description: String { "(secret)" }
  /// Nothing: `dump` finds no children.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// `t=SECONDS,v1=HEX`: HMAC-SHA256 over the time, a full stop and the body, so that a receiver
  /// can refuse one that is old.
  public func signature(over body: [UInt8], atSeconds seconds: Int64) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("\(seconds).".utf8) + body, using: key)
    let digits = Array("0123456789abcdef")
    let text = code.reduce(into: "") { text, byte in
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return "t=\(seconds),v1=\(text)"
  }
}
