import BrowserTesting
import CountersignPage
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("the theme of a deployment")
  struct ThemeTests {
    @Test("the page shows the name and the colours of the theme, on light and on dark screens")
    func theme() async throws {
      let theme = try PageTheme(
        name: "Ikeja Bank", light: [.accent: PageColour("#0a4f8c")],
        dark: [.accent: PageColour("#8cc4ff"), .onAccent: PageColour("#06233f")])
      try await withClockedServer(theme: theme) { browser, server in
        let person = try Person(browser, at: server)
        let walk = Walk(person)
        try await person.open()
        try await person.see("Your approval, on every payment")
        let said = try await browser.run(
          "return [document.title, document.querySelector(\".brand span\").innerText]"
        ).texts
        try #require(said == ["Your approval, on every payment – Ikeja Bank", "Ikeja Bank"])
        for (scheme, accent) in [("light", "rgb(10, 79, 140)"), ("dark", "rgb(140, 196, 255)")] {
          try await browser.develop(
            "Emulation.setEmulatedMedia",
            [
              "features": [
                ["name": "prefers-color-scheme", "value": .string(scheme)],
                ["name": "prefers-reduced-motion", "value": "reduce"],
              ]
            ])
          let shown = try await browser.run(
            """
            return getComputedStyle(document.querySelector("button.primary")).backgroundColor;
            """
          ).text
          try #require(shown == accent)
        }
        try await walk.look("themed")
        try #require(walk.problems == [])
      }
    }
  }
}
