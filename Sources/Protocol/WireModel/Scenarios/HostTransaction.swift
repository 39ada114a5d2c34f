public import WebAuthnModel

/// The payload of a host's own scenario, which is its transaction as well: a flat object of texts,
/// whole numbers and flags.
///
/// The server knows nothing of what it means: it shows, links and compares exactly what the
/// person's app asked for, and the host's backend redeems the proof for exactly that.
public struct HostTransaction: LinkableTransaction, JSONBody, Hashable {
  /// The value of a field.
  public enum Value: Sendable, Hashable {
    /// A text of at most 256 characters.
    case text(String)
    /// A whole number from -2^53 to 2^53.
    case integer(Int64)
    /// A flag.
    case flag(Bool)
  }

  /// The fields by their names: at most 16, each named by 1 to 64 ASCII letters, digits or
  /// underscores.
  public let fields: [String: Value]

  /// A transaction of these fields.
  ///
  /// - Throws: `JSONShapeError` for one field too many, or a name or value that none can have.
  public init(_ fields: [String: Value]) throws(JSONShapeError) {
    guard fields.count <= Self.mostFields else {
      throw JSONShapeError(path: "", problem: "must hold at most \(Self.mostFields) fields")
    }
    for (name, value) in fields {
      guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(Self.isNameByte) else {
        throw JSONShapeError(
          path: "", problem: "must have names of 1 to 64 ASCII letters, digits or underscores")
      }
      guard Self.isBounded(value) else {
        throw JSONShapeError(
          path: name,
          problem: "must be a text of at most 256 characters or a number from -2^53 to 2^53")
      }
    }
    self.fields = fields
  }

  /// Reads the payload, or the `transaction` of its linked options.
  public init(json: JSONValue) throws(JSONShapeError) {
    guard case .object(let members) = json else {
      throw JSONShapeError(path: "", problem: "must be an object")
    }
    var fields: [String: Value] = [:]
    for name in members.names {
      switch members[name] {
      case .string(let text): fields[name] = .text(text)
      case .integer(let integer): fields[name] = .integer(integer)
      case .bool(let flag): fields[name] = .flag(flag)
      case .null, .number, .array, .object, nil:
        throw JSONShapeError(path: name, problem: "must be a text, a whole number, true or false")
      }
    }
    try self.init(fields)
  }

  /// The fields, in the order of the canonical form.
  public var json: JSONValue {
    .object(
      JSONObject(
        sorted.map { name, value in
          switch value {
          case .text(let text): (name, JSONValue.string(text))
          case .integer(let integer): (name, .integer(integer))
          case .flag(let flag): (name, .bool(flag))
          }
        }))
  }

  /// Reads the payload as a member of another body.
  public init(from decoder: any Decoder) throws {
    try self.init(json: JSONValue(from: decoder))
  }

  /// Writes the fields as a member of another body.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  /// Appends how many fields there are, and each with its name and its kind, in the order of the
  /// names' bytes.
  public func write(to form: inout CanonicalForm) throws(CanonicalFormError) {
    form.append(Int64(fields.count))
    for (name, value) in sorted {
      form.append(utf8: name)
      switch value {
      case .text(let text):
        form.append(utf8: "text")
        try form.append(text, field: name)
      case .integer(let integer):
        form.append(utf8: "integer")
        form.append(integer)
      case .flag(let flag):
        form.append(utf8: "flag")
        form.append(flag)
      }
    }
  }

  private var sorted: [(key: String, value: Value)] {
    fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x5f: true
    default: false
    }
  }

  private static func isBounded(_ value: Value) -> Bool {
    switch value {
    case .text(let text): text.count <= 256 && text.utf8.count <= 1024
    case .integer(let integer): integer.magnitude <= 1 << 53
    case .flag: true
    }
  }

  private static let mostFields = 16
}
