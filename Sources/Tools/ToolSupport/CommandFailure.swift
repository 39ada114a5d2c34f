/// The end of a command that has not done what it was asked: the cause, and what to do next.
public struct CommandFailure: Error, Hashable {
  /// The exit codes that scripts depend on.
  public enum Exit: Int32, Sendable {
    /// The server, or the command itself, refused.
    case refused = 1
    /// The command line or the configuration is wrong.
    case wrongUse = 2
    /// The machine does not let it: a port taken, a disk full, no database.
    case environment = 3
  }

  /// The exit code.
  public let exit: Exit
  /// The cause, lower case and without a full stop.
  public let cause: String
  /// The code of the reason for it, which a script reads behind the cause; nil where there is none.
  public let code: String?
  /// The next step; nil if there is none.
  public let hint: String?

  /// A failure.
  public init(_ exit: Exit, _ cause: String, code: String? = nil, hint: String? = nil) {
    self.exit = exit
    self.cause = cause
    self.code = code
    self.hint = hint
  }
}

extension String {
  /// The text in the voice of this command line: lower case at the start, no full stop.
  package var asCause: String {
    let text = hasSuffix(".") ? String(dropLast()) : self
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

extension [String] {
  /// The texts as a sentence lists them: "one", "one, and two", "one, two, and three".
  package var listed: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + ", and " + last
  }
}
