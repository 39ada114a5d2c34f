import WebAuthnModel

/// Authenticator data as facts.
enum InspectedAuthenticatorData {
  static func facts(of data: AuthenticatorData) -> JSONObject {
    var facts: JSONObject = [
      "rpIdHash": .string(hexadecimal(data.relyingPartyIDHash)),
      "flags": .object(flags(data.flags)),
      "signCount": .integer(Int64(data.signCount)),
    ]
    if let credential = data.attestedCredentialData {
      facts["credential"] = [
        "aaguid": .string(text(ofAAGUID: credential.aaguid)),
        "id": .string(credential.credentialID.base64URL),
        "publicKey": .object(InspectedKey.facts(of: credential.publicKey)),
      ]
    }
    facts["extensions"] = data.extensions.map { InspectedCBOR.json(.map($0)) }
    return facts
  }

  /// The make of an authenticator as lists of them write it, such as
  /// `00000000-0000-0000-0000-000000000000`.
  static func text(ofAAGUID bytes: [UInt8]) -> String {
    var text = ""
    for (position, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(position) { text += "-" }
      text += hexadecimal([byte])
    }
    return text
  }

  private static func flags(_ flags: AuthenticatorFlags) -> JSONObject {
    [
      "byte": .string("0x" + hexadecimal([flags.rawValue])),
      "userPresent": .bool(flags.contains(.userPresent)),
      "userVerified": .bool(flags.contains(.userVerified)),
      "backupEligible": .bool(flags.contains(.backupEligible)),
      "backedUp": .bool(flags.contains(.backedUp)),
    ]
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return bytes.reduce(into: "") { text, byte in
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
  }
}

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

/// CBOR as JSON to look at: bytes become base64url, numbers as keys become text.
enum InspectedCBOR {
  static func json(_ value: CBORValue) -> JSONValue {
    switch value {
    case .unsigned, .negative: value.integer.map(JSONValue.integer) ?? "a number past 64 bits"
    case .bytes(let bytes): .string(Base64URL.encode(bytes))
    case .text(let text): .string(text)
    case .array(let elements): .array(elements.map(json))
    case .map(let map): .object(JSONObject(map.entries.map { (name(of: $0.key), json($0.value)) }))
    case .bool(let flag): .bool(flag)
    case .null, .undefined: .null
    }
  }

  private static func name(of key: CBORValue) -> String {
    switch key {
    case .text(let text): text
    case .bytes(let bytes): Base64URL.encode(bytes)
    default: key.integer.map { String($0) } ?? "another key"
    }
  }
}
