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
  public init(line: String) throws {
    let fields = line.utf8.split(
      separator: Self.separator, maxSplits: 3, omittingEmptySubsequences: false)
    guard fields.count == 4 else { throw NoEntry(fields: fields.count) }
    let (watch, label) = (String(fields[0]), String(fields[1]))
    let (name, text) = (String(fields[2]), String(fields[3]))
    guard let watch, let label, let name, let text else { throw NoEntry(fields: 4) }
    (self.watch, self.label) = (watch, label)
    content = Source(rawValue: name).map { .written($0, text) } ?? .secret(kind: name, value: text)
  }

  /// As it is written: four fields with a tab between them, in one line.
  ///
  /// A space stands for each control character of a text, which a test's bad input may hold.
  var line: [UInt8] {
    let (name, text) =
      switch content {
      case .secret(let kind, let value): (kind, value)
      case .written(let source, let line): (source.rawValue, line)
      }
    let tab = Self.separator
    return Array(watch.utf8) + [tab] + Array(label.utf8) + [tab] + Array(name.utf8) + [tab]
      + text.utf8.map { $0 < 0x20 ? 0x20 : $0 } + [UInt8(ascii: "\n")]
  }

  private static let separator = UInt8(ascii: "\t")

  /// A line that is no entry.
  struct NoEntry: Error {
    let fields: Int
  }
}
