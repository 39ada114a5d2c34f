import BrowserTesting
import Foundation
import FoundationNetworking
import ProgramTesting

extension DemoServer: PageServer {
  package func code(to recipient: String, for purpose: String) throws -> String? {
    try Mailbox(server: self).code(to: recipient, for: purpose)
  }
}

extension URLSession {
  /// One that keeps no cookie and sends none but what a request brings.
  ///
  /// The shared one sends what any server at 127.0.0.1 had it keep, in place of the request's own.
  static let withoutCookies = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    return URLSession(configuration: configuration)
  }()
}
