import Foundation
import WebAuthnModel
package import WireModel

/// The mailbox file of a demo, one message a line.
package struct Mailbox: Sendable {
  package let path: String
  /// Whose messages; nil for everybody's, as a phone that has no account yet knows no address.
  package var recipient: String?
  /// The purpose of the codes; nil for anything.
  package var purpose: CodePurpose?

  /// The messages in a file.
  package init(path: String, recipient: String? = nil, purpose: CodePurpose? = nil) {
    self.path = path
    self.recipient = recipient
    self.purpose = purpose
  }

  /// The codes so far, oldest first.
  package func codes() -> [SecretText] { messages().map(\.code) }

  /// The messages with a code so far, oldest first.
  private func messages() -> [(recipient: String, code: SecretText)] {
    guard let text = FileManager.default.contents(atPath: path) else { return [] }
    return text.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let json = try? JSONValue(parsing: Array(line)),
        var reader = try? JSONObjectReader(json),
        let to = try? reader.string("to"), isWanted(to, recipient),
        let use = try? reader.string("purpose"), isWanted(use, purpose?.rawValue),
        let code = try? reader.optionalString("code")
      else { return nil }
      return (to, SecretText(code))
    }
  }

  /// True if an address is the one that is shown with some of it hidden.
  private static func isShown(_ address: String, as destination: String?) -> Bool {
    guard let destination, let first = destination.firstIndex(of: "•"),
      let last = destination.lastIndex(of: "•")
    else { return true }
    return address.hasPrefix(destination[..<first])
      && address.hasSuffix(destination[destination.index(after: last)...])
  }

  private func isWanted(_ text: String, _ wanted: String?) -> Bool {
    wanted.map { $0.lowercased() == text.lowercased() } ?? true
  }

  /// Waits for a code that was not there before.
  ///
  /// - Parameters:
  ///   - count: The number of codes that were there before.
  ///   - destination: Where it went, as the server shows it, with • for what it hides; nil for
  ///     whoever is this mailbox's recipient.
  ///   - seconds: How long to wait.
  ///   - words: The words for a code that does not come.
  /// - Returns: The newest such code.
  /// - Throws: `CommandFailure` where none came.
  package func newCode(
    after count: Int, sentTo destination: String? = nil, seconds: Int,
    in words: UsageWords = .english
  ) async throws -> SecretText {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: .seconds(seconds))
    while clock.now < deadline {
      let new = messages().dropFirst(count)
      if let newest = new.last(where: { Self.isShown($0.recipient, as: destination) }) {
        return newest.code
      }
      try await clock.sleep(for: .milliseconds(100))
    }
    throw CommandFailure(
      .environment,
      words.of(
        "no code for \(recipient ?? "this phone") came to \(path)",
        "kein Code für \(recipient ?? "dieses Telefon") kam in \(path) an"),
      hint: words.of(
        "is it the mailbox of this server? a demo keeps it as mailbox.jsonl in its --data",
        "ist es das Postfach dieses Servers? eine Demo hat es als mailbox.jsonl in ihrem --data"))
  }
}
