import BrowserTesting
import Testing
import WebAuthnModel

extension Browser {
  /// Collects violations of the Content-Security-Policy from the next page on; they outlive a
  /// reload.
  func watchViolations() async throws {
    try await develop(
      "Page.addScriptToEvaluateOnNewDocument",
      [
        "source": """
        document.addEventListener("securitypolicyviolation", (event) => {
          const seen = JSON.parse(sessionStorage.getItem("violations") ?? "[]");
          seen.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`);
          sessionStorage.setItem("violations", JSON.stringify(seen));
        });
        """
      ])
  }

  /// The violations so far.
  func violations() async throws -> [String] {
    try await run("return JSON.parse(sessionStorage.getItem(\"violations\") ?? \"[]\")").texts
  }

  /// Holds that the policy was kept and that no script failed.
  ///
  /// An answer of the server that is no success is written to the console by the browser itself,
  /// and is what tests ask for.
  func requireNoViolations() async throws {
    let violations = try await violations()
    try #require(violations == [])
    let errors = try await console().filter {
      ["SEVERE", "WARNING"].contains($0.level) && $0.source != "network"
    }
    try #require(errors.map(\.description) == [])
  }
}
