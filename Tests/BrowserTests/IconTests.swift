import BrowserTesting
import Foundation
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("icons")
  struct IconTests {
    @Test("a warning that is drawn for the first time when the server is gone has its icon")
    func offline() async throws {
      try await withMortalServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        server.end(by: SIGKILL)
        try await browser.press("History", .link)
        try await browser.wait(forAlert: "The server does not answer.")
        let isDrawn = try await browser.run(
          """
          const drawn = document.querySelector("#main .notice .icon path");
          return drawn !== null && drawn.getBoundingClientRect().width > 0;
          """)
        try #require(isDrawn == true)
      }
    }

    @Test(
      "in forced colours icons have the colour of the text, and the current place is outlined",
      arguments: ["light", "dark"])
    func forcedColors(_ scheme: String) async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await browser.develop(
          "Emulation.setEmulatedMedia",
          [
            "features": [
              ["name": "forced-colors", "value": "active"],
              ["name": "prefers-color-scheme", "value": .string(scheme)],
            ]
          ])
        let found = try await browser.run(
          """
          const shown = [...document.querySelectorAll(".icon")].filter((icon) =>
            icon.checkVisibility());
          const invisible = shown.filter((icon) => {
            const { stroke } = getComputedStyle(icon);
            return stroke === "none" || stroke !== getComputedStyle(icon.parentElement).color
              || stroke === getComputedStyle(document.body).backgroundColor;
          }).map((icon) => icon.getAttribute("class"));
          const outlined = [...document.querySelectorAll("#navigation a")]
            .filter((link) => getComputedStyle(link).outlineStyle !== "none")
            .map((link) => link.hash);
          return [String(matchMedia("(forced-colors: active)").matches),
            String(shown.length > 4), ...outlined, ...invisible];
          """
        ).texts
        try #require(found == ["true", "true", "#home"])
      }
    }
  }
}
