import WebAuthnModel

/// A DPoP proof: a JWT by which whoever sends a request shows that they hold the key of its access
/// token (RFC 9449, section 4.2).
///
/// Reading one verifies its form alone: the signature, and the request that it has to fit, are
/// verified by whoever has the request.
public struct PossessionProof: Sendable, Hashable {
  /// The claims of a proof.
  public struct Claims: Sendable, Hashable {
    /// The proof's own id (`jti`).
    public var id: String
    /// The request's method (`htm`).
    public var method: String
    /// The request's address, without query and fragment (`htu`).
    public var address: String
    /// The time at which the proof was made, in whole seconds since 1970 (`iat`).
    ///
    /// No server of this package checks it: a device's clock may be wrong, and the nonce says
    /// better how old a proof is.
    public var issuedAtSeconds: Int64
    /// The SHA-256 of the access token in base64url (`ath`); nil where there is no token yet.
    public var accessTokenHash: String?
    /// The newest nonce that the server gave (`nonce`); nil before it gave one.
    public var nonce: String?

    /// The claims of a proof that is made.
    public init(
      id: String, method: String, address: String, issuedAtSeconds: Int64,
      accessTokenHash: String? = nil, nonce: String? = nil
    ) {
      self.id = id
      self.method = method
      self.address = address
      self.issuedAtSeconds = issuedAtSeconds
      self.accessTokenHash = accessTokenHash
      self.nonce = nonce
    }
  }

  /// The key that the proof names.
  public let key: PossessionKey
  /// The claims that the key signed.
  public let claims: Claims
  /// The bytes that the signature is over: header and claims as they were sent.
  public let signedBytes: [UInt8]
  /// The signature: `r ‖ s`, 64 bytes (RFC 7518, section 3.4).
  public let signature: [UInt8]

  /// The largest proof that is read, in bytes.
  public static let longest = 2048

  /// Reads a proof as it stands in a request.
  ///
  /// - Throws: ``PossessionProofError`` for everything that is no proof of a key of P-256: another
  ///   type or algorithm, a critical extension, a private key, a part in another spelling.
  public init(parsing text: String) throws(PossessionProofError) {
    guard text.utf8.count <= Self.longest else {
      throw PossessionProofError(problem: "is longer than \(Self.longest) bytes")
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw PossessionProofError(problem: "must be a JWT of three parts")
    }
    let bytes = parts.compactMap { Base64URL.canonicalBytes($0) }
    guard bytes.count == 3 else {
      throw PossessionProofError(problem: "must be base64url without padding")
    }
    key = try Self.read(Header.self, bytes[0], "header").jwk
    claims = try Self.read(WrittenClaims.self, bytes[1], "claims").claims
    guard bytes[2].count == 64 else {
      throw PossessionProofError(problem: "must have a signature of 64 bytes")
    }
    signature = bytes[2]
    signedBytes = Array("\(parts[0]).\(parts[1])".utf8)
  }

  /// Makes a proof.
  ///
  /// - Parameters:
  ///   - claims: What it says.
  ///   - key: The key that signs it.
  ///   - sign: Signs bytes with that key (ES256): `r ‖ s`, 64 bytes.
  /// - Returns: The proof as it is sent.
  /// - Throws: What `sign` throws.
  public static func text<Failure>(
    of claims: Claims, by key: PossessionKey,
    signing sign: (_ bytes: [UInt8]) throws(Failure) -> [UInt8]
  ) throws(Failure) -> String {
    let signed = [Header(jwk: key).json, WrittenClaims(claims).json]
      .map { Base64URL.encode($0.serialized()) }.joined(separator: ".")
    return signed + "." + Base64URL.encode(try sign(Array(signed.utf8)))
  }

  private static func read<Part: JSONBody>(
    _: Part.Type, _ bytes: [UInt8], _ name: String
  ) throws(PossessionProofError) -> Part {
    do {
      return try Part(json: JSONValue(parsing: bytes))
    } catch let error as JSONShapeError {
      throw PossessionProofError(problem: "its \(name): \(error)")
    } catch {
      throw PossessionProofError(problem: "its \(name) must be JSON")
    }
  }
}

/// A text that is no DPoP proof.
public struct PossessionProofError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The fault.
  public let problem: String

  /// The problem as a sentence's end.
  public var description: String { problem }
}

/// The header of a proof: type, algorithm and key; others may stand beside them, but none that must
/// be understood (RFC 7515, sections 4 and 4.1.11).
private struct Header: JSONBody, ExtensibleJSON {
  let jwk: PossessionKey

  init(jwk: PossessionKey) { self.jwk = jwk }

  private enum CodingKeys: CodingKey {
    case typ
    case alg
    case jwk
    case crit
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard !container.contains(.crit) else {
      throw JSONShapeError(path: "crit", problem: "names an extension that is not known here")
    }
    guard try container.decode(String.self, forKey: .typ) == Self.type else {
      throw JSONShapeError(path: "typ", problem: "must be \(Self.type)")
    }
    guard try container.decode(String.self, forKey: .alg) == Self.algorithm else {
      throw JSONShapeError(path: "alg", problem: "must be \(Self.algorithm)")
    }
    jwk = try container.decode(PossessionKey.self, forKey: .jwk)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.type, forKey: .typ)
    try container.encode(Self.algorithm, forKey: .alg)
    try container.encode(jwk, forKey: .jwk)
  }

  private static let type = "dpop+jwt"
  private static let algorithm = "ES256"
}

/// The claims as a proof writes them; others may stand beside them.
private struct WrittenClaims: JSONBody, ExtensibleJSON {
  let jti: String
  let htm: String
  let htu: String
  let iat: NumericDate
  let ath: String?
  let nonce: String?

  init(_ claims: PossessionProof.Claims) {
    jti = claims.id
    htm = claims.method
    htu = claims.address
    iat = NumericDate(seconds: claims.issuedAtSeconds)
    ath = claims.accessTokenHash
    nonce = claims.nonce
  }

  var claims: PossessionProof.Claims {
    PossessionProof.Claims(
      id: jti, method: htm, address: htu, issuedAtSeconds: iat.seconds, accessTokenHash: ath,
      nonce: nonce)
  }
}

/// Seconds since 1970, of which a fraction is left out (RFC 7519, section 2).
private struct NumericDate: Codable {
  let seconds: Int64

  init(seconds: Int64) { self.seconds = seconds }

  init(from decoder: any Decoder) throws {
    switch try JSONValue(from: decoder) {
    case .integer(let whole): seconds = whole
    case .number(let text):
      guard let whole = Double(text).flatMap({ Int64(exactly: $0.rounded(.down)) }) else {
        throw JSONShapeError(path: "", problem: "must be seconds since 1970")
      }
      seconds = whole
    default: throw JSONShapeError(path: "", problem: "must be a number of seconds")
    }
  }

  func encode(to encoder: any Encoder) throws { try JSONValue.integer(seconds).encode(to: encoder) }
}
