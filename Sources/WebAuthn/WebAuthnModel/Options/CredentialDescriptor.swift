/// Names one credential to a client, with the ways to reach its authenticator.
public struct CredentialDescriptor: JSONBody, Hashable {
  /// The credential.
  public let id: CredentialID
  /// The transports that the authenticator reported, such as `internal`.
  public let transports: [String]

  /// Makes a descriptor.
  public init(id: CredentialID, transports: [String]) {
    self.id = id
    self.transports = transports
  }

  /// Reads `{id, type, transports?}`.
  public init(json: JSONValue) throws(JSONShapeError) {
    try self.init(json: json, path: "")
  }

  init(json: JSONValue, path: String) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json, path: path)
    id = try CredentialID(reading: "id", of: &reader)
    try reader.requirePublicKeyType()
    transports = try reader.optionalStrings("transports") ?? []
  }

  /// The descriptor as `{id, type, transports}`.
  public var json: JSONValue {
    [
      "id": .string(id.base64URL), "type": "public-key",
      "transports": .array(transports.map(JSONValue.string)),
    ]
  }
}

extension JSONObjectReader {
  mutating func requirePublicKeyType() throws(JSONShapeError) {
    guard try string("type") == "public-key" else {
      throw failure("type", "must be public-key")
    }
  }

  /// An array of strings that may be absent or null.
  mutating func optionalStrings(_ name: String) throws(JSONShapeError) -> [String]? {
    guard let elements = try optionalArray(name) else { return nil }
    var strings: [String] = []
    strings.reserveCapacity(elements.count)
    for element in elements {
      guard case .string(let text) = element else {
        throw failure(name, "must be an array of strings")
      }
      strings.append(text)
    }
    return strings
  }

  /// Credential descriptors; an absent array is an empty one.
  mutating func descriptors(_ name: String) throws(JSONShapeError) -> [CredentialDescriptor] {
    var descriptors: [CredentialDescriptor] = []
    for (index, element) in (try optionalArray(name) ?? []).enumerated() {
      let place = failure("\(name)[\(index)]", "").path
      descriptors.append(try CredentialDescriptor(json: element, path: place))
    }
    return descriptors
  }

  /// A time-out in milliseconds, which WebAuthn holds in 32 bits.
  mutating func optionalMilliseconds(_ name: String) throws(JSONShapeError) -> Int? {
    guard let number = try optionalInteger(name) else { return nil }
    guard let value = UInt32(exactly: number) else {
      throw failure(name, "must be a time in milliseconds")
    }
    return Int(value)
  }
}
