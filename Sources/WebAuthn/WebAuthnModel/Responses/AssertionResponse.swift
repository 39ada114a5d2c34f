/// A browser's assertion as `PublicKeyCredential.toJSON` writes it; nothing in it is verified.
///
/// Members beyond these are tolerated, since clients add some. It is read by hand, since every
/// approval holds one (docs/decisions/016-plain-bodies.md).
public struct AssertionResponse: JSONBody, ExtensibleJSON, Hashable {
  /// The credential that the client says has signed, from `id`.
  public let id: CredentialID
  /// The same, from `rawId`; whether both agree is for the relying party to judge.
  public let rawID: CredentialID
  /// The client data, as the very bytes that were signed.
  public let clientDataJSON: [UInt8]
  /// The authenticator data, as the very bytes that were signed.
  public let authenticatorData: [UInt8]
  /// The signature.
  public let signature: [UInt8]
  /// The account, where the authenticator knows it.
  public let userHandle: UserHandle?

  /// Makes a response.
  public init(
    id: CredentialID, rawID: CredentialID, clientDataJSON: [UInt8], authenticatorData: [UInt8],
    signature: [UInt8], userHandle: UserHandle?
  ) {
    self.id = id
    self.rawID = rawID
    self.clientDataJSON = clientDataJSON
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.userHandle = userHandle
  }

  /// Makes a response of a credential whose `id` and `rawId` agree.
  public init(
    credentialID: CredentialID, clientDataJSON: [UInt8], authenticatorData: [UInt8],
    signature: [UInt8], userHandle: UserHandle? = nil
  ) {
    self.init(
      id: credentialID, rawID: credentialID, clientDataJSON: clientDataJSON,
      authenticatorData: authenticatorData, signature: signature, userHandle: userHandle)
  }
}

extension AssertionResponse {
  /// Reads the JSON of a browser.
  ///
  /// `{id, rawId, type, response{clientDataJSON, authenticatorData, signature, userHandle?}}`
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    id = CredentialID(try reader.bytes("id", count: 1...CredentialID.maximumLength))
    rawID = CredentialID(try reader.bytes("rawId", count: 1...CredentialID.maximumLength))
    var response = try reader.object("response")
    clientDataJSON = try response.bytes("clientDataJSON")
    authenticatorData = try response.bytes("authenticatorData")
    signature = try response.bytes("signature")
    userHandle =
      response.optionalValue("userHandle") == nil
      ? nil
      : UserHandle(try response.bytes("userHandle", count: 1...UserHandle.maximumLength))
    guard try reader.string("type") == CredentialType.publicKey.rawValue else {
      throw reader.failure("type", "must be \(CredentialType.publicKey.rawValue)")
    }
    _ = try reader.optionalObject("clientExtensionResults")
  }

  /// The response as a browser would send it.
  public var json: JSONValue {
    var response: JSONObject = [
      "clientDataJSON": .string(Base64URL.encode(clientDataJSON)),
      "authenticatorData": .string(Base64URL.encode(authenticatorData)),
      "signature": .string(Base64URL.encode(signature)),
    ]
    if let userHandle { response["userHandle"] = .string(userHandle.base64URL) }
    return [
      "id": .string(id.base64URL),
      "rawId": .string(rawID.base64URL),
      "response": .object(response),
      "type": .string(CredentialType.publicKey.rawValue),
      "clientExtensionResults": [:],
    ]
  }

  /// Reads the JSON of a browser as a member of another body.
  public init(from decoder: any Decoder) throws {
    try self.init(json: JSONValue(from: decoder))
  }

  /// Writes the response as a member of another body.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
