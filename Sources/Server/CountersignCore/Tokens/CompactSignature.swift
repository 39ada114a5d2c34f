package import Crypto
import WebAuthnModel

/// Signs and checks JSON Web Signatures in compact form (RFC 7515, section 7.1) under one key, one
/// algorithm (HS256) and one exact header.
///
/// Only this server reads its tokens, so nothing in a token chooses the way of its verification. A
/// header with one other byte is refused before anything is computed. The payload is read only
/// after its code was found right. Each part is taken in the one spelling that signing gives it, so
/// that two texts are never one token.
package struct CompactSignature: Sendable {
  /// The header as it is written, with the dot behind it.
  private let start: [UInt8]
  private let hash: KeyedHash

  /// A form of token.
  ///
  /// - Parameters:
  ///   - header: The header's bytes; they name the algorithm HS256.
  ///   - key: The key, used for this form alone.
  package init(header: [UInt8], key: SymmetricKey) {
    start = Array(Base64URL.encode(header).utf8) + [Self.dot]
    hash = KeyedHash(key)
  }

  /// The token of a payload.
  package func sign(_ payload: [UInt8]) -> String {
    var token: [UInt8] = []
    // Room for all three parts at once: growing by steps would copy each.
    token.reserveCapacity(start.count + (payload.count + 32) * 4 / 3 + 4)
    token.append(contentsOf: start)
    token.append(contentsOf: Base64URL.encode(payload).utf8)
    let code = hash.code(for: token).withUnsafeBytes(Array.init)
    token.append(Self.dot)
    token.append(contentsOf: Base64URL.encode(code).utf8)
    return String(decoding: token, as: UTF8.self)
  }

  /// The payload of a token that was signed under this key and header; nil for anything else.
  package func payload(of token: String) -> [UInt8]? {
    let token = Array(token.utf8)
    guard token.count <= Self.longestToken, token.starts(with: start),
      let end = token.lastIndex(of: Self.dot), end >= start.count,
      let code = Self.canonicalBytes(token[(end + 1)...]),
      hash.isValid(code, for: Array(token[..<end]))
    else { return nil }
    return Self.canonicalBytes(token[start.count..<end])
  }

  /// The bytes of base64url text in the one form that signing writes: its own alphabet, and no
  /// padding.
  private static func canonicalBytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let isCanonical = text.allSatisfy {
      $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/")
    }
    return isCanonical ? Base64URL.decode(text) : nil
  }

  private static let dot = UInt8(ascii: ".")
  private static let longestToken = 4096
}
