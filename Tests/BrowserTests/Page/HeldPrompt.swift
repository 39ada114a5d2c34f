import BrowserTesting
import WebAuthnModel

/// Prompts of the browser that stay open until the test lets them go.
struct HeldPrompt: Sendable {
  let browser: Browser

  /// Holds each prompt of the page that is open, but for the first ones.
  init(_ browser: Browser, after count: Int64) async throws {
    self.browser = browser
    try await browser.run(
      """
      const container = navigator.credentials;
      const get = container.get.bind(container);
      let left = arguments[0];
      container.get = (options) => {
        left -= 1;
        if (left >= 0) return get(options);
        return new Promise((resolve, reject) => {
          window.letGo = () => void get(options).then(resolve, reject);
        });
      };
      """, .integer(count))
  }

  /// Waits until one is open.
  func wait() async throws { try await browser.wait(until: "window.letGo !== undefined") }

  /// Has the person answer it.
  func letGo() async throws { try await browser.run("window.letGo()") }
}
