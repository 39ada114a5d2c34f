import Crypto
import Synchronization
import WebAuthnModel
public import WireModel

/// Verifies that whoever sends a request holds the key of its access token (RFC 9449, DPoP).
///
/// A proof's nonce alone tells its age. It follows from the time and a key of this server, so any
/// node can verify any proof, and a device's clock may be wrong. The ids of proofs are not kept. A
/// proof that is sent again within its nonce's time is good for the same request of the same
/// session; each action has a row of its own that keeps it from acting twice.
public final class PossessionVerifier: Sendable {
  private let keyring: Keyring
  private let clock: any ServiceClock
  private let origins: [String]
  private let nonces: Mutex<NonceWindow>

  init(keyring: Keyring, clock: any ServiceClock, origins: Set<Origin>) {
    self.keyring = keyring
    self.clock = clock
    self.origins = origins.filter { $0.kind == .web }.map(\.text).sorted()
    nonces = Mutex(NonceWindow(number: Self.windowNumber(clock.now()), keyring))
  }

  /// The nonce that proofs are to have from now on (RFC 9449, section 8).
  public var nonce: String { window.nonce }

  /// Verifies a proof.
  ///
  /// - Parameters:
  ///   - text: The proof as the request has it.
  ///   - request: What it has to be a proof for.
  /// - Returns: The key that made it.
  /// - Throws: `use_dpop_nonce` for a sound proof whose nonce is missing or too old;
  ///   `invalid_dpop_proof` for anything else that is no proof of this very request.
  public func verify(
    _ text: String, for request: ProvedRequest
  ) throws(Refusal) -> ProvedKey {
    // RFC 9449, section 4.3, checks 2 to 6: the form, type, algorithm and key.
    let proof: PossessionProof
    do throws(PossessionProofError) {
      proof = try PossessionProof(parsing: text)
    } catch {
      throw .invalidPossessionProof("the DPoP proof \(error)")
    }
    // 7: the signature, by a key that is a point of the curve.
    guard
      let key = try? P256.Signing.PublicKey(x963Representation: proof.key.x963Representation),
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: proof.signature),
      key.isValidSignature(signature, for: proof.signedBytes)
    else { throw .invalidPossessionProof("the DPoP proof is not signed by its key") }
    try require(proof.claims, toFit: request)
    guard let thumbprint = KeyThumbprint(sha256: sha256(proof.key.thumbprintInput)) else {
      throw .invalidPossessionProof("the DPoP proof has no key")
    }
    return ProvedKey(thumbprint: thumbprint)
  }

  private func require(
    _ claims: PossessionProof.Claims, toFit request: ProvedRequest
  ) throws(Refusal) {
    // 8 and 9: the request.
    guard claims.method == request.method else {
      throw .invalidPossessionProof("htm: is not this request's method")
    }
    // An origin is in its normal form already.
    guard let address = PossessionProof.normalAddress(claims.address),
      let path = PossessionProof.normalPath(request.path),
      origins.contains(where: { address == $0 + path })
    else {
      throw .invalidPossessionProof(
        "htu: must be this request's path at one of the server's origins, "
          + origins.joined(separator: " or "))
    }
    // 12: the access token. A proof for a request with a token is none for one without.
    let hash = request.accessToken.map { Base64URL.encode(sha256(Array($0.exposed.utf8))) }
    guard claims.accessTokenHash == hash else {
      throw .invalidPossessionProof("ath: is not the SHA-256 of this request's access token")
    }
    // 10: the nonce, last: whoever is told to take another has a proof that is good but for that.
    guard request.needsNonce else { return }
    guard let nonce = claims.nonce, window.takes(nonce) else {
      throw Refusal(
        .possessionNonceRequired, "make the proof again with the nonce of this answer's DPoP-Nonce")
    }
  }

  private var window: NonceWindow {
    let number = Self.windowNumber(clock.now())
    return nonces.withLock { window in
      if window.number != number { window = NonceWindow(number: number, keyring) }
      return window
    }
  }

  private static func windowNumber(_ now: Timestamp) -> Int64 {
    now.milliseconds / windowMilliseconds
  }

  private static let windowMilliseconds: Int64 = 120_000
}

/// The nonces that are good in a window of time: its own, and that of the window before, under each
/// key.
private struct NonceWindow {
  let number: Int64
  let nonce: String
  private let all: [String]

  init(number: Int64, _ keyring: Keyring) {
    self.number = number
    let own = Self.nonces(number, keyring)
    nonce = own[0]
    all = own + Self.nonces(number - 1, keyring)
  }

  func takes(_ nonce: String) -> Bool { all.contains(nonce) }

  /// Challenges like any other, with a domain string of their own: so they take the keys of those.
  private static func nonces(_ number: Int64, _ keyring: Keyring) -> [String] {
    var form = CanonicalForm()
    form.append(utf8: "countersign/dpop-nonce/v1")
    form.append(number)
    return keyring.authenticationCodes(.challenge, form.bytes).map {
      Base64URL.encode($0.prefix(16))
    }
  }
}

/// The request that a proof of possession has to fit.
public struct ProvedRequest: Sendable {
  /// The method.
  public let method: String
  /// The path as whoever sends the request sees it, without the query.
  public let path: String
  /// The access token; nil where the request has none.
  public let accessToken: SecretText?
  /// False for a request that opens and changes nothing: an old proof of it is good for nothing.
  public let needsNonce: Bool

  /// A request as it came.
  public init(
    method: String, path: String, accessToken: SecretText?, needsNonce: Bool = true
  ) {
    self.method = method
    self.path = path
    self.accessToken = accessToken
    self.needsNonce = needsNonce
  }
}

/// A key whose holder has sent this request.
///
/// Only ``PossessionVerifier/verify(_:for:)`` makes one.
public struct ProvedKey: Sendable, Hashable {
  /// The key's thumbprint.
  public let thumbprint: KeyThumbprint

  fileprivate init(thumbprint: KeyThumbprint) { self.thumbprint = thumbprint }
}

extension Refusal {
  /// The refusal of a proof without possession of the access token's key.
  public static func invalidPossessionProof(_ detail: String) -> Refusal {
    Refusal(.invalidPossessionProof, detail)
  }

  /// An access token that is bound to a key came without a proof by that key.
  static let tokenIsBound = invalidPossessionProof(
    "this access token is bound to a key: send it as DPoP, with a proof by that key (RFC 9449)")
}
