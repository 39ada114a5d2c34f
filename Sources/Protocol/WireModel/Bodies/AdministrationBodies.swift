public import WebAuthnModel

/// How an administration names an account: by what the person is called, or by what a host was told
/// of them.
public enum AccountReference: Sendable, Hashable {
  /// The account's name.
  case userName(String)
  /// The account's id.
  case id(String)

  /// Reads which account a body names; it must be one.
  init(reading reader: inout JSONObjectReader) throws(JSONShapeError) {
    switch (try reader.optionalString("userName"), try reader.optionalString("accountID")) {
    case (let userName?, nil): self = .userName(userName)
    case (nil, let id?): self = .id(id)
    default:
      throw JSONShapeError(path: "", problem: "must hold exactly one of userName and accountID")
    }
  }

  var members: JSONObject {
    switch self {
    case .userName(let userName): ["userName": .string(userName)]
    case .id(let id): ["accountID": .string(id)]
    }
  }
}

/// Body of `POST /service/accounts/find` and `POST /service/accounts/unblock`: whose account.
public struct AdministrationRequest: JSONBody, Hashable {
  /// Which account.
  public var account: AccountReference

  /// A request to send.
  public init(_ account: AccountReference) { self.account = account }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    account = try AccountReference(reading: &reader)
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue { .object(account.members) }
}

/// Body of `POST /service/accounts/revoke`: whose account, and what of it.
public struct AccountRevocationRequest: JSONBody, Hashable {
  /// What is revoked.
  public enum Matter: Sendable, Hashable {
    /// A device, with its PIN, its credentials and its sessions.
    case device(String)
    /// A credential.
    case credential([UInt8])
    /// All of a kind.
    case all(Kind)
  }

  /// What is revoked as a whole.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Every session: the person signs in again.
    case sessions
    /// Every device, credential, PIN, authenticator app and telephone number, and every session:
    /// the person comes back by an administrator's link, or by a recovery.
    case factors
  }

  /// Which account.
  public var account: AccountReference
  /// What of it.
  public var matter: Matter

  /// A request to send.
  public init(_ account: AccountReference, _ matter: Matter) {
    self.account = account
    self.matter = matter
  }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    account = try AccountReference(reading: &reader)
    var found: [Matter] = []
    if let device = try reader.optionalString("deviceId") { found.append(.device(device)) }
    if let credential = try reader.optionalBytes("credentialId") {
      found.append(.credential(credential))
    }
    if let kind: Kind = try reader.optionalChoice("all") { found.append(.all(kind)) }
    try reader.finish()
    guard found.count == 1 else {
      throw JSONShapeError(
        path: "", problem: "must hold exactly one of deviceId, credentialId and all")
    }
    matter = found[0]
  }

  /// The body's fields.
  public var json: JSONValue {
    var members = account.members
    switch matter {
    case .device(let id): members["deviceId"] = .string(id)
    case .credential(let id): members["credentialId"] = .string(Base64URL.encode(id))
    case .all(let kind): members["all"] = .string(kind.rawValue)
    }
    return .object(members)
  }
}
