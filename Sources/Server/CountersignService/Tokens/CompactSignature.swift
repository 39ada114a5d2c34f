package import Crypto
import WebAuthnModel

/// Signs and checks JSON Web Signatures in compact form (RFC 7515, section 7.1) under one key, one
/// algorithm (HS256) and one exact header.
///
/// Only this server reads what it signs, so nothing in a token chooses how it is checked: a header
/// that differs in one byte is refused before anything is computed, and the payload is not looked
/// at before its code was found right. Each part is taken in the one spelling that signing gives
/// it, so that two texts are never one token.
package struct CompactSignature: Sendable {
  private let header: String
  private let hash: KeyedHash

  /// A form of token.
  ///
  /// - Parameters:
  ///   - header: The header's bytes; they name the algorithm HS256.
  ///   - key: The key, used for this form alone.
  package init(header: [UInt8], key: SymmetricKey) {
    self.header = Base64URL.encode(header)
    hash = KeyedHash(key)
  }

  /// The token of a payload.
  package func sign(_ payload: [UInt8]) -> String {
    let signed = header + "." + Base64URL.encode(payload)
    return signed + "." + Base64URL.encode(Array(hash.code(for: Array(signed.utf8))))
  }

  /// The payload of a token that was signed under this key and header; nil for anything else.
  package func payload(of token: String) -> [UInt8]? {
    guard token.utf8.count <= Self.longestToken else { return nil }
    let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map(Substring.init)
    guard parts.count == 3, parts[0].utf8.elementsEqual(header.utf8),
      let code = Self.canonicalBytes(parts[2]),
      hash.isValid(code, for: Array(token.utf8.dropLast(parts[2].utf8.count + 1)))
    else { return nil }
    return Self.canonicalBytes(parts[1])
  }

  /// The bytes of base64url text in the one form that signing writes: without padding.
  private static func canonicalBytes(_ text: Substring) -> [UInt8]? {
    guard let bytes = Base64URL.decode(String(text)),
      Base64URL.encode(bytes).utf8.elementsEqual(text.utf8)
    else { return nil }
    return bytes
  }

  private static let longestToken = 4096
}
