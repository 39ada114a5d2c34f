import Foundation
import WebAuthnModel
import WireModel

/// The mailbox file of a demo, one message a line.
struct Mailbox {
  let path: String
  /// Whose messages; nil for everybody's, as a phone that has no account yet knows no address.
  var recipient: String?
  /// What the codes are for; nil for anything.
  var purpose: CodePurpose?

  /// The codes so far, oldest first.
  func codes() -> [SecretText] {
    guard let text = FileManager.default.contents(atPath: path) else { return [] }
    return text.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let json = try? JSONValue(parsing: Array(line)),
        var reader = try? JSONObjectReader(json),
        let to = try? reader.string("to"), isWanted(to, recipient),
        let use = try? reader.string("purpose"), isWanted(use, purpose?.rawValue),
        let code = try? reader.optionalString("code")
      else { return nil }
      return SecretText(code)
    }
  }

  private func isWanted(_ text: String, _ wanted: String?) -> Bool {
    wanted.map { $0.lowercased() == text.lowercased() } ?? true
  }

  /// Waits for a code that was not there before.
  func newCode(after count: Int, seconds: Int) async throws -> SecretText {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: .seconds(seconds))
    while clock.now < deadline {
      let codes = codes()
      if codes.count > count, let newest = codes.last { return newest }
      try await clock.sleep(for: .milliseconds(100))
    }
    throw CommandFailure(
      .environment, "no code for \(recipient ?? "this phone") came to \(path)",
      hint: "is it the mailbox of this server? a demo keeps it as mailbox.jsonl in its --data")
  }
}

/// Obtains a code that a call has mailed, from a mailbox file or from the person.
func obtainCode(
  _ options: CodeOptions, to recipient: String?, for purpose: CodePurpose,
  after request: () async throws -> Void
) async throws -> SecretText {
  guard let path = options.codeFrom else {
    try await request()
    guard let code = Terminal.ask("the code mailed to \(recipient ?? "you"):"), !code.isEmpty else {
      throw CommandFailure(.refused, "no code was given")
    }
    return SecretText(code)
  }
  let mailbox = Mailbox(path: path, recipient: recipient, purpose: purpose)
  let count = mailbox.codes().count
  try await request()
  return try await mailbox.newCode(after: count, seconds: options.codeSeconds)
}
