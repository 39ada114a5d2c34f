/// A browser's new credential as `PublicKeyCredential.toJSON` writes it; nothing in it is verified.
///
/// Members beyond these are tolerated: browsers add copies of what the attestation object holds,
/// which nobody here believes.
public struct RegistrationResponse: JSONBody, Hashable {
  /// The new credential, from `id`.
  public let id: CredentialID
  /// The same, from `rawId`; whether both agree is for the relying party to judge.
  public let rawID: CredentialID
  /// The client data, as the very bytes that were hashed.
  public let clientDataJSON: [UInt8]
  /// The attestation object.
  public let attestationObject: [UInt8]
  /// How the authenticator can be reached; empty when it did not say.
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

  /// Reads `{id, rawId, type, response{clientDataJSON, attestationObject, transports?}}`.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    id = try CredentialID(reading: "id", of: &reader)
    rawID = try CredentialID(reading: "rawId", of: &reader)
    var response = try reader.object("response")
    clientDataJSON = try response.bytes("clientDataJSON")
    attestationObject = try response.bytes("attestationObject")
    transports = try response.optionalStrings("transports") ?? []
    guard transports.count <= 16, transports.allSatisfy({ 1...32 ~= $0.utf8.count }) else {
      throw response.failure("transports", "must be at most 16 short words")
    }
    try reader.requirePublicKeyType()
    _ = try reader.optionalObject("clientExtensionResults")
  }

  /// The response as a browser would send it.
  public var json: JSONValue {
    [
      "id": .string(id.base64URL),
      "rawId": .string(rawID.base64URL),
      "response": [
        "clientDataJSON": .string(Base64URL.encode(clientDataJSON)),
        "attestationObject": .string(Base64URL.encode(attestationObject)),
        "transports": .array(transports.map(JSONValue.string)),
      ],
      "type": "public-key",
      "clientExtensionResults": [:],
    ]
  }
}
