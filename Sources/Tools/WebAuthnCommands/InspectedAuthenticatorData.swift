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
