/// Names one credential to a client, with the ways to reach its authenticator.
public struct CredentialDescriptor: JSONBody, ExtensibleJSON, Hashable {
  /// The credential.
  public let id: CredentialID
  /// The transports that the authenticator reported, such as `internal`.
  public let transports: [String]

  /// Makes a descriptor.
  public init(id: CredentialID, transports: [String]) {
    self.id = id
    self.transports = transports
  }
}

extension CredentialDescriptor {
  private enum CodingKeys: String, CodingKey {
    case id
    case type
    case transports
  }

  /// Reads `{id, type, transports?}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(CredentialID.self, forKey: .id)
    _ = try container.decode(CredentialType.self, forKey: .type)
    transports = try container.decodeIfPresent([String].self, forKey: .transports) ?? []
  }

  /// Writes `{id, type, transports}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(CredentialType.publicKey, forKey: .type)
    try container.encode(transports, forKey: .transports)
  }
}

/// The only type of credential that there is (section 5.8.2).
enum CredentialType: String, Codable, CaseIterable {
  case publicKey = "public-key"
}
