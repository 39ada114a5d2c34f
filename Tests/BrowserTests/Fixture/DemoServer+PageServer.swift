import BrowserTesting
import ProgramTesting

extension DemoServer: PageServer {
  package func code(to recipient: String, for purpose: String) throws -> String? {
    try Mailbox(server: self).code(to: recipient, for: purpose)
  }
}
