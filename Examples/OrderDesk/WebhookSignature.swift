import Crypto
import Foundation
import HTTPTypes

/// What stands in the head of a webhook.
struct Webhook {
  let id: String
  let timestamp: String
  let signatures: [String]

  init(_ fields: HTTPFields) {
    func text(_ name: String) -> String {
      HTTPField.Name(name).flatMap { fields[$0] } ?? ""
    }
    id = text("webhook-id")
    timestamp = text("webhook-timestamp")
    signatures = text("webhook-signature").split(separator: " ").map(String.init)
  }
}

/// Checks webhooks as Standard Webhooks says; a library of that name does the same.
struct WebhookSignature: Sendable {
  private let key: SymmetricKey

  init(secret: String) throws {
    guard secret.hasPrefix("whsec_"), let bytes = Data(base64Encoded: String(secret.dropFirst(6)))
    else { throw Problem("the secret is none of a webhook") }
    key = SymmetricKey(data: bytes)
  }

  /// Whether a body was signed with the secret, within the last five minutes.
  func isGenuine(_ body: Data, _ webhook: Webhook, now: Date) -> Bool {
    guard let seconds = TimeInterval(webhook.timestamp),
      abs(now.timeIntervalSince1970 - seconds) < 300
    else { return false }
    let signed = Data("\(webhook.id).\(webhook.timestamp).".utf8) + body
    return webhook.signatures.contains { signature in
      guard signature.hasPrefix("v1,"),
        let code = Data(base64Encoded: String(signature.dropFirst(3)))
      else { return false }
      // Compares in constant time.
      return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: signed, using: key)
    }
  }
}
