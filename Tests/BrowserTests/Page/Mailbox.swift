import BrowserTesting
import Foundation
import ProgramTesting
import WebAuthnModel

/// What the demo mailed.
struct Mailbox: Sendable {
  let server: DemoServer

  /// The newest code for a person and a purpose; nil while there is none.
  func code(to recipient: String, for purpose: String) throws -> String? {
    guard let data = FileManager.default.contents(atPath: server.mailbox) else { return nil }
    let lines = try data.split(separator: 10).map { try JSONValue(parsing: [UInt8]($0)) }
    return lines.last {
      $0["to"]?.text == recipient && $0["purpose"]?.text == purpose && $0["code"]?.text != nil
    }?["code"]?.text
  }
}
