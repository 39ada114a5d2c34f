/// The party that a credential is for, as it is shown to the person.
public struct RelyingPartyEntity: Sendable, Hashable {
  /// The domain.
  public let id: RelyingPartyID
  /// The name shown.
  public let name: String

  /// Makes an entity.
  public init(id: RelyingPartyID, name: String) {
    self.id = id
    self.name = name
  }

  init(_ reader: consuming JSONObjectReader) throws(JSONShapeError) {
    id = RelyingPartyID(try reader.string("id"))
    name = try reader.string("name")
  }

  var json: JSONValue { ["id": .string(id.text), "name": .string(name)] }
}
