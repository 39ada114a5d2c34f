/// A browser's new credential as `PublicKeyCredential.toJSON` writes it; nothing in it is verified.
///
/// Members beyond these are tolerated: browsers add copies of the attestation object's values,
/// which nobody here believes.
public struct RegistrationResponse: JSONBody, ExtensibleJSON, Hashable {
  /// The new credential, from `id`.
  public let id: CredentialID
  /// The same, from `rawId`; whether both agree is for the relying party to check.
  public let rawID: CredentialID
  /// The client data, as the very bytes that were hashed.
  public let clientDataJSON: [UInt8]
  /// The attestation object.
  public let attestationObject: [UInt8]
  /// The transports of the authenticator; empty if it did not say.
  ///
  /// From JSON come the first 16 that are words, each once; others are left out.
  public let transports: [String]

  /// Makes a response.
  public init(
    id: CredentialID, rawID: CredentialID, clientDataJSON: [UInt8], attestationObject: [UInt8],
    transports: [String]
  ) {
    self.id = id
    self.rawID = rawID
    self.clientDataJSON = clientDataJSON
    self.attestationObject = attestationObject
    self.transports = transports
  }

  /// Makes a response of a credential whose `id` and `rawId` agree.
  public init(
    credentialID: CredentialID, clientDataJSON: [UInt8], attestationObject: [UInt8],
    transports: [String] = []
  ) {
    self.init(
      id: credentialID, rawID: credentialID, clientDataJSON: clientDataJSON,
      attestationObject: attestationObject, transports: transports)
  }
}

extension RegistrationResponse {
  private enum CodingKeys: String, CodingKey {
    case id
    case rawID = "rawId"
    case response
    case type
    case clientExtensionResults
  }

  private struct Response: Codable, ExtensibleJSON {
    let clientDataJSON: Base64URLBytes
    let attestationObject: Base64URLBytes
    let transports: [String]?
  }

  /// Reads `{id, rawId, type, response{clientDataJSON, attestationObject, transports?}}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(CredentialID.self, forKey: .id)
    rawID = try container.decode(CredentialID.self, forKey: .rawID)
    let response = try container.decode(Response.self, forKey: .response)
    clientDataJSON = response.clientDataJSON.bytes
    attestationObject = response.attestationObject.bytes
    transports = Self.kept(response.transports ?? [])
    _ = try container.decode(CredentialType.self, forKey: .type)
    _ = try container.decodeIfPresent(NoMembers.self, forKey: .clientExtensionResults)
  }

  /// The transports to store: unknown ones too (section 5.2.1), as far as they are words.
  ///
  /// They are hints, so a blank or overlong one is left out instead of costing the passkey.
  private static func kept(_ transports: [String]) -> [String] {
    var kept: [String] = []
    for word in transports where !kept.contains(word) {
      let isWord = 1...32 ~= word.utf8.count && word.utf8.allSatisfy { 0x21...0x7e ~= $0 }
      if isWord, kept.count < 16 { kept.append(word) }
    }
    return kept
  }

  /// Writes the response as a browser would send it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(rawID, forKey: .rawID)
    try container.encode(
      Response(
        clientDataJSON: Base64URLBytes(clientDataJSON),
        attestationObject: Base64URLBytes(attestationObject), transports: transports),
      forKey: .response)
    try container.encode(CredentialType.publicKey, forKey: .type)
    try container.encode(NoMembers(), forKey: .clientExtensionResults)
  }
}

/// An object of which no member is read.
struct NoMembers: Codable, ExtensibleJSON {
  private enum CodingKeys: CodingKey {}

  init() {}

  init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: CodingKeys.self)
  }
}
