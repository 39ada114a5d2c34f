import CountersignCore
import Crypto
import Foundation

/// The key with which events are signed for a host, as Standard Webhooks writes it: `whsec_` and 24
/// to 64 bytes in base64.
///
/// Printing it shows nothing of it.
struct EventSecret: Sendable, CustomStringConvertible, CustomReflectable {
  private let key: SymmetricKey

  /// Reads the key's file, which only its owner may be able to read.
  init(readingFrom file: String) throws {
    let text = String(decoding: try PrivateFile.read(file) ?? [], as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard let secret = EventSecret(text) else {
      throw CommandFailure(
        .environment, "\(file) holds no key of an event's signature",
        hint: "echo whsec_$(head -c 32 /dev/urandom | base64) > \(file) && chmod 600 \(file)")
    }
    self = secret
  }

  /// Reads a key; nil for anything but one of 24 to 64 bytes.
  init?(_ text: String) {
    guard text.hasPrefix(Self.prefix),
      let bytes = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
      (24...64).contains(bytes.count)
    else { return nil }
    key = SymmetricKey(data: bytes)
  }

  /// The text of a new key.
  static func generated(_ random: any RandomSource = SystemRandomSource()) -> String {
    prefix + Data(random.bytes(32)).base64EncodedString()
  }

  var description: String { "(secret)" }
  var customMirror: Mirror { Mirror(self, children: []) }

  /// `v1,BASE64`: HMAC-SHA256 over the event's id, the time of the post and the body, with full
  /// stops between.
  func signature(of event: OutgoingEvent, atSeconds seconds: Int64) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("\(event.id).\(seconds).".utf8) + event.body, using: key)
    return "v1," + Data(code).base64EncodedString()
  }

  private static let prefix = "whsec_"
}
