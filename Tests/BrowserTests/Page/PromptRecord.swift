import BrowserTesting
import WebAuthnModel

/// What the page showed at the moment when it asked for the passkey.
struct PromptRecord: Sendable {
  let browser: Browser

  /// Begins to record, in the page that is open.
  init(_ browser: Browser) async throws {
    self.browser = browser
    try await browser.run(
      """
      const container = navigator.credentials;
      const get = container.get.bind(container);
      window.prompts = [];
      container.get = (options) => {
        window.prompts.push([...document.querySelectorAll("#main .slip")]
          .map((slip) => slip.innerText.replaceAll(/\\n+/g, "\\n")).join("\\n"));
        return get(options);
      };
      """)
  }

  /// The payment that each prompt so far was asked for with, as the page showed it.
  func shown() async throws -> [String] {
    try await browser.run("return window.prompts").texts
  }
}
