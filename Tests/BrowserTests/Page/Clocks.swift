import BrowserTesting
import WebAuthnModel

/// The clocks of a server and of the page that is open, which a test turns together.
///
/// The page's stands still meanwhile, so that a countdown shows what the server said.
struct Clocks {
  let browser: Browser
  let server: ClockedServer

  init(_ browser: Browser, _ server: ClockedServer) async throws {
    self.browser = browser
    self.server = server
    try await browser.run(
      """
      const stopped = performance.now();
      window.ahead = 0;
      performance.now = () => stopped + window.ahead;
      """)
  }

  /// Turns both on.
  func turn(seconds: Int64) async throws {
    server.turn(seconds: seconds)
    try await browser.run("window.ahead += arguments[0] * 1000", .integer(seconds))
  }
}
