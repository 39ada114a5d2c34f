import CountersignCore
import Crypto
import WebAuthnModel
public import WireModel

/// A key that access tokens are bound to, and proofs by it: honest unless a test changes them.
public struct TestSessionKey: Sendable {
  private let privateKey = P256.Signing.PrivateKey()
  /// The public half.
  public let publicKey: PossessionKey
  /// Its thumbprint.
  public let thumbprint: KeyThumbprint

  /// Makes a key.
  public init() throws {
    guard
      let key = PossessionKey(x963Representation: Array(privateKey.publicKey.x963Representation)),
      let thumbprint = KeyThumbprint(sha256: Self.sha256(key.thumbprintInput))
    else { throw HarnessError.noChallenge }
    (publicKey, self.thumbprint) = (key, thumbprint)
  }

  /// A proof for a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - nonce: The server's nonce.
  ///   - server: The server's address.
  ///   - change: What the test has it say otherwise.
  /// - Returns: The proof as it is sent.
  /// - Throws: Where the key does not sign.
  public func proof(
    for request: WireRequest, nonce: String?, at server: String = ServiceHarness.originText,
    change: (inout PossessionProof.Claims) -> Void = { _ in }
  ) throws -> String {
    var claims = PossessionProof.Claims(
      id: "proof", method: request.route.methodName,
      address: server + (request.route.path(request.parameters) ?? ""), issuedAtSeconds: 0,
      accessTokenHash: request.accessToken.map { Base64URL.encode(Self.sha256(Array($0.utf8))) },
      nonce: nonce)
    change(&claims)
    return try PossessionProof.text(of: claims, by: publicKey) { bytes in
      Array(try privateKey.signature(for: bytes).rawRepresentation)
    }
  }

  /// A request with such a proof.
  public func proved(
    _ request: WireRequest, nonce: String?, at server: String = ServiceHarness.originText,
    change: (inout PossessionProof.Claims) -> Void = { _ in }
  ) throws -> WireRequest {
    var proved = request
    proved.possessionProof = try proof(for: request, nonce: nonce, at: server, change: change)
    return proved
  }

  /// Signs bytes as a JWT is signed (ES256).
  public func signature(over bytes: [UInt8]) throws -> [UInt8] {
    Array(try privateKey.signature(for: bytes).rawRepresentation)
  }

  private static func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
