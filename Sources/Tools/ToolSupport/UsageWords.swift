/// The words for a command line that is not understood, and for what its options name, in the
/// languages of the terminal phone.
package enum UsageWords: Sendable, CaseIterable {
  case english
  case german

  /// The label before the next step.
  package var hint: String { of("hint: ", "Hinweis: ") }

  /// The message of a command line's parser, which has it in English alone.
  ///
  /// - Parameter message: The parser's message; its errors themselves are not public.
  /// - Returns: The same in these words; a message of another form as it is.
  package func cause(_ message: String) -> String {
    guard case .german = self else { return message }
    if let match = message.wholeMatch(of: #/Unknown option '(.+?)'\. Did you mean '(.+?)'\?/#) {
      return "unbekannte Option '\(match.1)'; meinten Sie '\(match.2)'?"
    }
    if let match = message.wholeMatch(of: #/Unknown option '(.+?)'/#) {
      return "unbekannte Option '\(match.1)'"
    }
    if let match = message.wholeMatch(of: #/Missing value for '(.+?)'/#) {
      return "es fehlt der Wert von '\(match.1)'"
    }
    if let match = message.wholeMatch(of: #/Missing expected argument '(.+?)'/#) {
      return "es fehlt '\(match.1)'"
    }
    if let match = message.wholeMatch(of: #/Unexpected argument '(.*?)'/#) {
      return "'\(match.1)' ist zu viel"
    }
    if let match = message.wholeMatch(of: #/\d+ unexpected arguments: ('.*')/#) {
      return "das ist zu viel: \(match.1)"
    }
    return value(message)
  }

  /// The message on a value that an option does not take.
  private func value(_ message: String) -> String {
    let choices = #/The value '(.*?)' is invalid for '(.+?)'\. Please provide one of (.+)\./#
    if let match = message.wholeMatch(of: choices) {
      let listed = match.3.replacing(" and ", with: " oder ").replacing(" or ", with: " oder ")
      return "'\(match.1)' ist kein Wert von '\(match.2)'; möglich ist \(listed)"
    }
    if let match = message.wholeMatch(of: #/The value '(.*?)' is invalid for '(.+?)'/#) {
      return "'\(match.1)' ist kein Wert von '\(match.2)'"
    }
    let flag = #/The option '(.+?)' does not take any value, but '(.*?)' was specified\./#
    if let match = message.wholeMatch(of: flag) {
      return "'\(match.1)' hat keinen Wert, also auch nicht '\(match.2)'"
    }
    let twice = #/Value to be set with flag '(.+?)' had already been set with flag '(.+?)'/#
    if let match = message.wholeMatch(of: twice) {
      return "'\(match.1)' geht nicht neben '\(match.2)'"
    }
    return message
  }

  /// The next step after a command line that is not understood.
  func example(of help: String) -> String {
    of("\(help) shows an example", "\(help) zeigt ein Beispiel")
  }

  /// The cause where a word names no command.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - group: The names of the group in which it was looked for; none for the program itself.
  /// - Returns: The cause.
  func noCommand(_ word: String, in group: [String]) -> String {
    guard !group.isEmpty else {
      return of("there is no command \(word)", "es gibt keinen Befehl \(word)")
    }
    let group = group.joined(separator: " ")
    return of("\(group) has no command \(word)", "\(group) hat keinen Befehl \(word)")
  }

  /// The next step where a word is nearly the name of a command.
  func meant(_ command: String, allBy help: String) -> String {
    of(
      "did you mean \(command)? \(help) shows all", "meinten Sie \(command)? \(help) zeigt alle")
  }

  func of(_ english: String, _ german: String) -> String {
    switch self {
    case .english: english
    case .german: german
    }
  }
}
