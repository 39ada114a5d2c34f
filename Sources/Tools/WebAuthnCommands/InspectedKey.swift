import WebAuthnModel

/// A COSE key as facts.
enum InspectedKey {
  static func facts(of bytes: [UInt8]) -> JSONObject {
    var facts: JSONObject = ["cose": .string(Base64URL.encode(bytes))]
    let key: COSEPublicKey
    do throws(COSEKeyError) {
      key = try COSEPublicKey(cbor: bytes)
    } catch {
      facts["unusable"] = .string(error.rawValue)
      return facts
    }
    facts["algorithm"] = .string(name(of: key.algorithm))
    switch key {
    case .es256(let x, let y):
      facts["curve"] = "P-256"
      facts["x"] = .string(Base64URL.encode(x))
      facts["y"] = .string(Base64URL.encode(y))
    case .ed25519(let point):
      facts["curve"] = "Ed25519"
      facts["x"] = .string(Base64URL.encode(point))
    case .rs256(let modulus, let exponent):
      facts["modulus"] = .string(Base64URL.encode(modulus))
      facts["exponent"] = .string(Base64URL.encode(exponent))
    }
    return facts
  }

  /// The algorithm by its name in the COSE registry.
  static func name(of algorithm: COSEAlgorithm) -> String {
    switch algorithm {
    case .es256: "ES256"
    case .edDSA: "EdDSA"
    case .rs256: "RS256"
    }
  }
}
