/// The account that a credential is for, as it is shown to the person.
public struct UserEntity: Sendable, Hashable {
  /// The opaque handle.
  public let id: UserHandle
  /// The name by which accounts are told apart.
  public let name: String
  /// The name for people.
  public let displayName: String

  /// Makes an entity.
  public init(id: UserHandle, name: String, displayName: String) {
    self.id = id
    self.name = name
    self.displayName = displayName
  }

  init(_ reader: consuming JSONObjectReader) throws(JSONShapeError) {
    guard let id = try UserHandle(readingOptional: "id", of: &reader) else {
      throw reader.failure("id", "is missing")
    }
    self.id = id
    name = try reader.string("name")
    displayName = try reader.string("displayName")
  }

  var json: JSONValue {
    ["id": .string(id.base64URL), "name": .string(name), "displayName": .string(displayName)]
  }
}
