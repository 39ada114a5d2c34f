public import WebAuthnModel

/// One line of a journal.
public struct JournalEntry: Sendable, Hashable {
  /// The content of an entry.
  public enum Content: Sendable, Hashable {
    /// A secret passed.
    case secret(kind: String, value: String)
    /// Something was written that must hold no secret.
    case written(Source, String)
  }

  /// The place at which something was written.
  public enum Source: String, Sendable, Hashable {
    /// The log.
    case log
    /// The body of an answer that refuses.
    case refusal
    /// The audit log.
    case audit
    /// Standard error.
    case errors
  }

  /// The server or program that it is of.
  public let watch: String
  /// The place in the tests at which that one was started.
  public let label: String
  /// The content of an entry.
  public let content: Content

  /// An entry.
  public init(watch: String, label: String, _ content: Content) {
    self.watch = watch
    self.label = label
    self.content = content
  }

  /// An entry as it was written.
  ///
  /// - Throws: Where it is none.
  public init(json: JSONValue) throws {
    var reader = try JSONObjectReader(json)
    watch = try reader.string("watch")
    label = try reader.string("label")
    let text = try reader.string("text")
    if let kind = try reader.optionalString("secret") {
      content = .secret(kind: kind, value: text)
    } else {
      let name = try reader.string("written")
      guard let source = Source(rawValue: name) else { throw UnknownSource(name: name) }
      content = .written(source, text)
    }
  }

  /// As it is written.
  ///
  /// The parser reads no U+0000, which secrets and logs of a test's bad input may hold: a space
  /// stands for it.
  public var json: JSONValue {
    var members: JSONObject = ["watch": .string(watch), "label": .string(label)]
    let text: String
    switch content {
    case .secret(let kind, let value):
      members["secret"] = .string(kind)
      text = value
    case .written(let source, let line):
      members["written"] = .string(source.rawValue)
      text = line
    }
    members["text"] = .string(String(text.map { $0 == "\0" ? " " : $0 }))
    return .object(members)
  }

  /// A source of another name.
  struct UnknownSource: Error {
    let name: String
  }
}
