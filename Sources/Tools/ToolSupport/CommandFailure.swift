/// Why a command ends without having done what it was asked: the cause, and what to do next.
package struct CommandFailure: Error, Hashable {
  /// The exit codes that scripts depend on.
  package enum Exit: Int32 {
    /// What was asked for was refused.
    case refused = 1
    /// The command line or the configuration is wrong.
    case wrongUse = 2
    /// The machine does not let it: a port taken, a disk full, no database.
    case environment = 3
  }

  package let exit: Exit
  /// The cause, lower case and without a full stop.
  package let cause: String
  /// What to do next; nil where there is nothing to say.
  package let hint: String?

  package init(_ exit: Exit, _ cause: String, hint: String? = nil) {
    self.exit = exit
    self.cause = cause
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
