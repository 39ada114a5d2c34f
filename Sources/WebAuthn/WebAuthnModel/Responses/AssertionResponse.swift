/// A browser's assertion as `PublicKeyCredential.toJSON` writes it; nothing in it is verified.
///
/// Members beyond these are tolerated, since clients add some. It is read by hand, since every
/// approval holds one (docs/decisions/build.md).
public struct AssertionResponse: JSONBody, ExtensibleJSON, Hashable {
  /// The credential that the client says has signed, from `id`.
  public let id: CredentialID
  /// The same, from `rawId`; whether both agree is for the relying party to check.
  public let rawID: CredentialID
  /// The client data, as the very bytes that were signed.
  public let clientDataJSON: [UInt8]
  /// The authenticator data, as the very bytes that were signed.
  public let authenticatorData: [UInt8]
  /// The signature.
  public let signature: [UInt8]
  /// The account, where the authenticator knows it; an empty handle in JSON is none.
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
      : UserHandle(
        stated: try response.bytes("userHandle", count: 0...UserHandle.maximumLength))
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

  /// Reads the JSON of a browser as a member of another body, or by a coder of another kind.
  public init(from decoder: any Decoder) throws {
    if let node = decoder as? JSONDecodingNode {
      try self.init(json: node.value)
    } else {
      let form = try Form(from: decoder)
      guard form.members.userHandle?.bytes.count ?? 0 <= UserHandle.maximumLength else {
        throw JSONShapeError(
          path: "response.userHandle",
          problem: "must be at most \(UserHandle.maximumLength) bytes")
      }
      self = form.response
    }
  }

  /// Writes the response as a member of another body, or by a coder of another kind.
  public func encode(to encoder: any Encoder) throws {
    if encoder is JSONEncodingNode {
      try json.encode(to: encoder)
    } else {
      try Form(self).encode(to: encoder)
    }
  }

  /// The same members, for coders that do not read and write ``JSONValue``.
  private struct Form: Codable {
    struct Members: Codable {
      let clientDataJSON: Base64URLBytes
      let authenticatorData: Base64URLBytes
      let signature: Base64URLBytes
      let userHandle: Base64URLBytes?
    }

    let id: CredentialID
    let rawID: CredentialID
    let members: Members
    let type: CredentialType
    let clientExtensionResults: NoMembers?

    enum CodingKeys: String, CodingKey {
      case id
      case rawID = "rawId"
      case members = "response"
      case type
      case clientExtensionResults
    }

    init(_ response: AssertionResponse) {
      id = response.id
      rawID = response.rawID
      members = Members(
        clientDataJSON: Base64URLBytes(response.clientDataJSON),
        authenticatorData: Base64URLBytes(response.authenticatorData),
        signature: Base64URLBytes(response.signature),
        userHandle: (response.userHandle?.bytes).map(Base64URLBytes.init))
      type = .publicKey
      clientExtensionResults = NoMembers()
    }

    var response: AssertionResponse {
      AssertionResponse(
        id: id, rawID: rawID, clientDataJSON: members.clientDataJSON.bytes,
        authenticatorData: members.authenticatorData.bytes, signature: members.signature.bytes,
        userHandle: members.userHandle.flatMap { UserHandle(stated: $0.bytes) })
    }
  }
}

extension UserHandle {
  /// The handle as a client states it; nil for an empty one.
  ///
  /// Safari gives an empty handle for a security key without one.
  fileprivate init?(stated bytes: [UInt8]) {
    guard !bytes.isEmpty else { return nil }
    self.init(bytes)
  }
}
