public import WebAuthnModel

/// The name of an account to an administration: by the person's name, or by an id that a host was
/// told.
public enum AccountReference: Sendable, Hashable {
  /// The account's name.
  case userName(String)
  /// The account's id.
  case id(String)
}

extension AccountReference: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case userName
    case id = "accountID"
  }

  /// Reads which account a body names; it must be one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let userName = try container.decodeIfPresent(String.self, forKey: .userName)
    let id = try container.decodeIfPresent(String.self, forKey: .id)
    switch (userName, id) {
    case (let userName?, nil): self = .userName(userName)
    case (nil, let id?): self = .id(id)
    default:
      throw JSONShapeError(path: "", problem: "must hold exactly one of userName and accountID")
    }
  }

  /// Writes which account.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .userName(let userName): try container.encode(userName, forKey: .userName)
    case .id(let id): try container.encode(id, forKey: .id)
    }
  }
}

/// Body of `POST /service/accounts/find` and `POST /service/accounts/unblock`: whose account.
public struct AdministrationRequest: JSONBody, Hashable {
  /// The account, by one of its names.
  @Flattened public var account: AccountReference

  /// A request to send.
  public init(_ account: AccountReference) { self.account = account }

  /// The key types of flattened members.
  public static var flattenedKeys: [any CodingKey.Type] { [AccountReference.CodingKeys.self] }
}

/// Body of `POST /service/accounts/revoke`: the account, and its part to revoke.
public struct AccountRevocationRequest: JSONBody, Hashable {
  /// The thing that is revoked.
  public enum Matter: Sendable, Hashable {
    /// A device, with its PIN, its credentials and its sessions.
    case device(String)
    /// A credential, by its id.
    case credential([UInt8])
    /// All of a kind.
    case all(Kind)
  }

  /// The things that are revoked as a whole.
  public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// Every session: the person signs in again.
    case sessions
    /// Every device, credential, PIN, authenticator app and telephone number, and every session:
    /// the person comes back by an administrator's link, or by a recovery.
    case factors
  }

  /// The account, by one of its names.
  @Flattened public var account: AccountReference
  /// The part of it.
  @Flattened public var matter: Matter

  /// A request to send.
  public init(_ account: AccountReference, _ matter: Matter) {
    self.account = account
    self.matter = matter
  }

  /// The key types of flattened members.
  public static var flattenedKeys: [any CodingKey.Type] {
    [AccountReference.CodingKeys.self, Matter.CodingKeys.self]
  }
}

extension AccountRevocationRequest.Matter: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case device = "deviceId"
    case credential = "credentialId"
    case all
  }

  /// Reads what a body revokes; it must be one thing, or all of one kind.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let device = try container.decodeIfPresent(String.self, forKey: .device)
    let credential = try container.decodeIfPresent([UInt8].self, forKey: .credential)
    let kind = try container.decodeIfPresent(
      AccountRevocationRequest.Kind.self, forKey: .all)
    switch (device, credential, kind) {
    case (let device?, nil, nil): self = .device(device)
    case (nil, let credential?, nil): self = .credential(credential)
    case (nil, nil, let kind?): self = .all(kind)
    default:
      throw JSONShapeError(
        path: "", problem: "must hold exactly one of deviceId, credentialId and all")
    }
  }

  /// Writes what is revoked.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .device(let id): try container.encode(id, forKey: .device)
    case .credential(let id): try container.encode(id, forKey: .credential)
    case .all(let kind): try container.encode(kind, forKey: .all)
    }
  }
}
