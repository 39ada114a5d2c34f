import CountersignCore
import HTTPTypes
import Hummingbird
import WireModel

/// Reads and verifies the proof of possession in a request's head (RFC 9449, section 4.1).
struct PossessionField {
  let verifier: PossessionVerifier
  let route: Route
  /// The path in front of the routes, as browsers and apps see it; nil for the one in the request.
  let prefix: PathPrefix?

  /// The key that made the request's proof; nil where it has none.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - token: Its access token; nil where it has none.
  /// - Returns: The key.
  /// - Throws: A ``Refusal`` for a proof that is none for this request, and for two.
  func key(of request: Request, with token: SecretText?) throws(Refusal) -> ProvedKey? {
    let sent = request.headers[values: .dpop]
    guard let proof = sent.first else { return nil }
    guard sent.count == 1 else {
      throw .invalidPossessionProof("DPoP: must stand once in a request")
    }
    return try verifier.verify(
      proof,
      for: ProvedRequest(
        method: request.method.rawValue, path: path(of: request), accessToken: token,
        // What it answers is good for nothing without the key, and a new process has no nonce yet.
        needsNonce: route != .sessionOptions))
  }

  /// The path as whoever sent the request sees it: a proxy may have taken a prefix away, or put one
  /// in front.
  private func path(of request: Request) -> String {
    let path = request.uri.path
    guard let prefix else { return path }
    return "\(prefix)" + path.dropFirst("\(PathPrefix(of: path, before: route))".count)
  }
}

extension HTTPField.Name {
  /// A proof of possession of the access token's key.
  static let dpop = unchecked("DPoP")
  /// The nonce for the next proofs of possession.
  static let dpopNonce = unchecked("DPoP-Nonce")
}
