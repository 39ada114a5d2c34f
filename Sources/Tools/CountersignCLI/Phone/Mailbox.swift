import Foundation
import WebAuthnModel
import WireModel

/// The mailbox file of a demo, one message a line.
struct Mailbox {
  let path: String
  let recipient: String
  let purpose: CodePurpose

  /// The codes of this purpose so far, oldest first.
  func codes() -> [SecretText] {
    guard let text = FileManager.default.contents(atPath: path) else { return [] }
    return text.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let json = try? JSONValue(parsing: Array(line)),
        var reader = try? JSONObjectReader(json),
        (try? reader.string("to"))?.lowercased() == recipient.lowercased(),
        (try? reader.string("purpose")) == purpose.rawValue,
        let code = try? reader.optionalString("code")
      else { return nil }
      return SecretText(code)
    }
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
      .environment, "no code for \(recipient) came to \(path)",
      hint: "is it the mailbox of this server? a demo keeps it as mailbox.jsonl in its --data")
  }
}

/// Obtains a code that a call has mailed, from a mailbox file or from the person.
func obtainCode(
  _ options: CodeOptions, to recipient: String, for purpose: CodePurpose,
  after request: () async throws -> Void
) async throws -> SecretText {
  guard let path = options.codeFrom else {
    try await request()
    guard let code = Terminal.ask("the code mailed to \(recipient):"), !code.isEmpty else {
      throw CommandFailure(.refused, "no code was given")
    }
    return SecretText(code)
  }
  let mailbox = Mailbox(path: path, recipient: recipient, purpose: purpose)
  let count = mailbox.codes().count
  try await request()
  return try await mailbox.newCode(after: count, seconds: options.codeSeconds)
}
