public import CountersignClient
import Crypto
import Foundation
import WireModel

/// The keys that access tokens are bound to: P-256, in this process's memory alone.
public struct MemorySessionKeys: SessionKeySource {
  /// A source of keys.
  public init() {}

  /// Makes a key.
  public func makeKey() throws(SessionKeyError) -> any SessionKey {
    let privateKey = P256.Signing.PrivateKey()
    let point = Array(privateKey.publicKey.x963Representation)
    guard let publicKey = PossessionKey(x963Representation: point) else { throw SessionKeyError() }
    return MemorySessionKey(privateKey: privateKey, publicKey: publicKey)
  }

  /// The SHA-256 of bytes.
  public func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

  /// The time by this device's clock, in seconds since 1970.
  public var unixSeconds: Int64 { Int64(Date().timeIntervalSince1970) }
}

/// A key in memory; printing it shows nothing of it.
private struct MemorySessionKey: SessionKey, Unprinted {
  let privateKey: P256.Signing.PrivateKey
  let publicKey: PossessionKey

  func signature(over bytes: [UInt8]) throws(SessionKeyError) -> [UInt8] {
    guard let signature = try? privateKey.signature(for: bytes) else { throw SessionKeyError() }
    return Array(signature.rawRepresentation)
  }
}
