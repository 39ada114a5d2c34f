/// A value that travels as a JSON object.
///
/// A plain `Codable` struct is one. Its coding keys are the names on the wire, in the order in
/// which they are written; an optional that is nil is left out. `[UInt8]` travels as base64url.
///
/// ```swift
/// struct ShipOrder: JSONBody {
///   var orderID: String
/// }
/// ```
public protocol JSONBody: Codable, Sendable {
  /// Reads the value and refuses a wrong shape, naming the member.
  init(json: JSONValue) throws(JSONShapeError)
  /// The value as JSON.
  var json: JSONValue { get }
  /// The key types of ``Flattened`` members.
  ///
  /// An error tells an unknown member by them from one that was not read yet.
  static var flattenedKeys: [any CodingKey.Type] { get }
  /// Refuses members that are right one by one and contradict each other.
  ///
  /// Called when all of them are read. The path of the error begins at this body.
  func checkMembers() throws(JSONShapeError)
}

extension JSONBody {
  /// Reads the value and refuses a wrong shape, naming the member.
  public init(json: JSONValue) throws(JSONShapeError) {
    self = try StrictJSONDecoder.decode(Self.self, from: json)
  }

  /// The value as JSON.
  ///
  /// - Precondition: Every member has a JSON form: no floating-point number has one.
  public var json: JSONValue { StrictJSONEncoder.encode(self) }

  /// No key types, as for a body without ``Flattened`` members.
  public static var flattenedKeys: [any CodingKey.Type] { [] }

  /// Accepts all members.
  public func checkMembers() throws(JSONShapeError) {}
}

/// A type that ignores members it does not know, since a later version may add some.
///
/// Every other type refuses them.
public protocol ExtensibleJSON {}

/// A member whose own members stand beside those of its body.
///
/// Its coding key is no name on the wire. A body that refuses unknown members lists the member's
/// key type in ``JSONBody/flattenedKeys``.
@propertyWrapper
public struct Flattened<Value> {
  /// The member itself.
  public var wrappedValue: Value

  /// Wraps a member.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Flattened: Sendable where Value: Sendable {}
extension Flattened: Equatable where Value: Equatable {}
extension Flattened: Hashable where Value: Hashable {}

extension Flattened: Codable where Value: Codable {
  /// Reads the member from the object that holds it.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Value(from: decoder)
    try (wrappedValue as? any JSONBody)?.checkMembers()
  }

  /// Writes the member's own members.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension KeyedDecodingContainer {
  /// Reads a member whose own members stand in this object.
  public func decode<Value: Codable>(
    _ type: Flattened<Value>.Type, forKey key: Key
  ) throws -> Flattened<Value> {
    try Flattened(from: superDecoder(forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Writes a member's own members into this object.
  public mutating func encode<Value: Codable>(
    _ value: Flattened<Value>, forKey key: Key
  ) throws {
    try value.encode(to: superEncoder(forKey: key))
  }
}

/// An optional member that is written as `null` where it is nil, and not left out.
@propertyWrapper
public struct Nullable<Value> {
  /// The member itself.
  public var wrappedValue: Value?

  /// Wraps a member.
  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension Nullable: Sendable where Value: Sendable {}
extension Nullable: Equatable where Value: Equatable {}
extension Nullable: Hashable where Value: Hashable {}

extension Nullable: Codable where Value: Codable {
  /// Reads the member.
  public init(from decoder: any Decoder) throws { wrappedValue = try Value?(from: decoder) }

  /// Writes the member or `null`.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension KeyedDecodingContainer {
  /// Reads a member that may be absent or null.
  public func decode<Value: Codable>(
    _ type: Nullable<Value>.Type, forKey key: Key
  ) throws -> Nullable<Value> {
    guard contains(key), try !decodeNil(forKey: key) else { return Nullable(wrappedValue: nil) }
    return Nullable(wrappedValue: try decode(Value.self, forKey: key))
  }
}

/// A fault of a JSON value that does not have the expected shape.
public struct JSONShapeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The member, its parents before it with dots between; empty for the value itself.
  public let path: String
  /// The problem, such as "must be an integer"; it never quotes the value.
  public let problem: String

  /// Makes an error.
  public init(path: String, problem: String) {
    self.path = path
    self.problem = problem
  }

  /// Path and problem, such as "amount: must be an integer".
  public var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}

extension JSONShapeError {
  /// The error of a type's own initialiser: as it is, or in our words where the standard library
  /// made it, whose own words quote values.
  init<Value>(_ error: any Error, reading type: Value.Type) {
    switch error {
    case let error as JSONShapeError: self = error
    case is DecodingError:
      let words = (type as? any CaseIterable.Type).flatMap { Self.words(of: $0) }
      self.init(
        path: "",
        problem: words.map { "must be one of \($0.joined(separator: ", "))" }
          ?? "has a value that is not known")
    default: self.init(path: "", problem: "\(error)")
    }
  }

  /// True if a member is missing.
  var tellsOfMissing: Bool { problem == Self.missing }

  /// True if a member is not known.
  var tellsOfUnknown: Bool { problem.hasPrefix("unknown field ") }

  static let missing = "is missing"
  static let null = "must not be null: leave it out"

  private static func words<Choice: CaseIterable>(of type: Choice.Type) -> [String]? {
    let words = type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
    return words.isEmpty ? nil : words
  }

  /// The same error, seen from the value's parent.
  func inside(_ place: String) -> JSONShapeError {
    JSONShapeError(path: Self.path(place, path), problem: problem)
  }

  /// A path of two parts, of which either may be empty and the second may be an index.
  static func path(_ parent: String, _ place: String) -> String {
    if parent.isEmpty || place.isEmpty { return parent + place }
    return place.first == "[" ? parent + place : "\(parent).\(place)"
  }
}
