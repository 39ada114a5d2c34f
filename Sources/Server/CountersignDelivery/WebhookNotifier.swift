import AsyncHTTPClient
import CountersignCore
import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import WebAuthnModel

/// Posts messages as signed JSON to a host's own service, which mails and texts.
///
/// A message whose answer was lost is posted again with the same `id`: the service sends it once.
struct WebhookNotifier: Notifier {
  let client: HTTPClient
  let address: String
  let key: WebhookKey
  var timeoutSeconds: Int64 = 10

  func deliver(_ message: Message) async throws {
    let now = SystemClock().now()
    var fields = message.fields(at: now)
    fields["id"] = .string(message.id)
    let body = JSONValue.object(fields).serialized()
    var request = HTTPClientRequest(url: address)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.headers.add(
      name: "Countersign-Signature",
      value: key.signature(over: body, atSeconds: now.milliseconds / 1000))
    request.body = .bytes(body)
    try await OutgoingHTTP.post(request, with: client, timeoutSeconds: timeoutSeconds)
  }
}

/// The key with which webhooks are signed; printing it shows nothing of it.
struct WebhookKey: Sendable, CustomStringConvertible, CustomReflectable {
  private let key: SymmetricKey

  /// Reads the key's file, which only its owner may be able to read.
  init(readingFrom file: String) throws {
    guard let bytes = try PrivateFile.read(file), bytes.count >= 32 else {
      throw CommandFailure(
        .environment, "\(file) holds no key of at least 32 bytes",
        hint: "head -c 32 /dev/urandom > \(file) && chmod 600 \(file)")
    }
    key = SymmetricKey(data: bytes)
  }

  var description: String { "(secret)" }
  var customMirror: Mirror { Mirror(self, children: []) }

  /// `t=SECONDS,v1=HEX`: HMAC-SHA256 over the time, a full stop and the body, so that a receiver
  /// can refuse one that is old.
  func signature(over body: [UInt8], atSeconds seconds: Int64) -> String {
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
