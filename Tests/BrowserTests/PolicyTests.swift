import BrowserTesting
import Foundation
import FoundationNetworking
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("what the page may do")
  struct PolicyTests {
    /// The policy, directive by directive.
    static let policy = [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
      "img-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
      "require-trusted-types-for 'script'", "trusted-types 'none'",
    ]

    @Test("every file of the page comes with exactly the Content-Security-Policy")
    func everyFile() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.open()
        try await person.see("Your approval, on every payment")
        let loaded = try await browser.run(
          """
          return performance.getEntriesByType("resource").map(({ name }) => name)
            .filter((name) => !name.endsWith(".json")).concat(location.href);
          """
        ).texts
        try #require(loaded.count > 20)
        for address in loaded {
          let (_, response) = try await URLSession.withoutCookies.data(
            for: URLRequest(url: #require(URL(string: address))))
          let answer = try #require(response as? HTTPURLResponse)
          try #require(answer.statusCode == 200, "\(address)")
          let sent = answer.value(forHTTPHeaderField: "Content-Security-Policy")
          try #require(sent == Self.policy.joined(separator: "; "), "\(address)")
          let type = answer.value(forHTTPHeaderField: "X-Content-Type-Options")
          try #require(type == "nosniff", "\(address)")
        }
      }
    }

    @Test("the document holds no inline script, style or handler")
    func noInlineCode() async throws {
      let url = try #require(URL(string: Stage.present().server.address + "/"))
      let (data, _) = try await URLSession.withoutCookies.data(for: URLRequest(url: url))
      let text = String(decoding: data, as: UTF8.self)
      try #require(text.contains("<script type=\"module\" src=\"page/main.js\"></script>"))
      #expect(text.matches(of: /<script(?![^>]*\ssrc=)[^>]*>/).isEmpty)
      #expect(text.matches(of: /<style|\sstyle=|\son[a-z]+=|javascript:/).isEmpty)
      #expect(text.matches(of: /(?:src|href)="(?!page\/|#)/).isEmpty, "a file of another server")
    }

    @Test("the browser stops inline code, markup made of text and other servers, and reports them")
    func isEnforced() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.open()
        try await person.see("Your approval, on every payment")
        let stopped = try await browser.run(
          """
          const script = document.createElement("script");
          const attempts = [
            () => { script.text = "window.ran = true"; document.body.append(script); },
            () => { document.body.insertAdjacentHTML("beforeend", "<b>markup</b>"); },
            () => { setTimeout("window.ran = true"); },
          ];
          const names = attempts.map((attempt) => {
            try { attempt(); return "ran"; } catch (error) { return error.name; }
          });
          return fetch("http://127.0.0.1:9/").then(() => "reached", ({ name }) => name)
            .then((name) => [...names, name, String(window.ran)]);
          """
        ).texts
        try #require(
          stopped == ["TypeError", "TypeError", "TypeError", "TypeError", "undefined"])
        let reported = try await browser.wait(for: "the reports") {
          let violations = try await browser.violations()
          return violations.count >= 4 ? violations : nil
        }
        try #require(reported.contains { $0.hasPrefix("connect-src http://127.0.0.1:9") })
        try #require(reported.contains { $0.hasPrefix("require-trusted-types-for") })
        // These were asked for.
        try await browser.run("sessionStorage.removeItem(\"violations\")")
        _ = try await browser.console()
      }
    }
  }
}
