import BrowserTesting
import Testing
import WebAuthnModel

/// Prompts of the browser that stay open until the test lets them go.
struct HeldPrompt: Sendable {
  let browser: Browser

  /// Holds each prompt of the page that is open, but for the first ones.
  init(_ browser: Browser, after count: Int64, for kind: Kind = .signing) async throws {
    self.browser = browser
    try await browser.run(
      """
      const container = navigator.credentials;
      const [count, kind] = arguments;
      const ask = container[kind].bind(container);
      let left = count;
      container[kind] = (options) => {
        left -= 1;
        if (left >= 0) return ask(options);
        return new Promise((resolve, reject) => {
          window.heldFor = options.signal;
          // A person can sign at the very moment when the page closes the prompt.
          const unheeding = { ...options, signal: undefined };
          window.letGo = () => ask(unheeding).then(resolve, reject);
        });
      };
      """, .integer(count), .string(kind.rawValue))
  }

  /// What a prompt is for, by the browser's name of it.
  enum Kind: String {
    case signing = "get"
    case making = "create"
  }

  /// Waits until one is open.
  func wait() async throws { try await browser.wait(until: "window.letGo !== undefined") }

  /// Holds that the page has closed the one that is open.
  func requireClosed() async throws {
    let isClosed = try await browser.run("return window.heldFor?.aborted ?? false")
    try #require(isClosed == true)
  }

  /// Has the person answer it, and the page go on.
  func letGo() async throws { try await browser.run("return window.letGo()") }
}
