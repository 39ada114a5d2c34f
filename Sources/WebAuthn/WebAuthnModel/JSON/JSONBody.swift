/// A value that travels as JSON.
public protocol JSONBody: Sendable {
  /// Reads the value and refuses a wrong shape, naming the member.
  init(json: JSONValue) throws(JSONShapeError)
  /// The value as JSON.
  var json: JSONValue { get }
}
