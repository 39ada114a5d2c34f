import BrowserTesting
import CountersignCore
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("long words without a place to break at")
  struct LongWordTests {
    @Test("on a phone of 360 pixels no address and no name is wider than the screen")
    func broken() async throws {
      try await withClockedServer { browser, server in
        var person = try Person(browser, at: server)
        person.email = "\(Self.word("a", 60))@\(Self.word("mail", 60)).example.com"
        try await browser.develop(
          "Emulation.setDeviceMetricsOverride",
          ["width": 360, "height": 780, "deviceScaleFactor": 1, "mobile": false])
        _ = try await browser.addAuthenticator()
        try await person.askForCode(name: Self.name)
        try await requireFit(browser, "the code's screen")
        try await browser.fill("6-digit code", person.code(for: "sign_in"))
        try await browser.press("Continue")
        try await person.see("Approve with your device")
        try await person.registerPasskey()
        try await requireFit(browser, "Home")
        try await person.goToSecurity()
        try await browser.press("Rename Passkey 1")
        try await browser.fill("Name", Self.name)
        try await browser.press("Save")
        try await person.seeLoaded("Security")
        try await person.read(Self.name)
        try await requireFit(browser, "Security")
        try await browser.press("Rename \(Self.name)")
        try await person.see("Rename \(Self.name)")
        try await requireFit(browser, "the new name's screen")
        try await browser.press("Back")
        try await person.seeLoaded("Security")
        try await browser.press("Remove \(Self.name)")
        _ = try await browser.find(.dialog, "Remove this passkey?")
        try await requireFit(browser, "the question of a removal")
        try await browser.press("Remove passkey")
        try await person.seeLoaded("Confirm it is you")
        try await requireFit(browser, "the removal's screen")
        let shop = Shop(person, server)
        try await shop.ask(payee: Self.name, reference: Self.word("Reference", 60))
        try await shop.goHome()
        try await browser.wait(until: "document.querySelector(\".waiting-row\")")
        try await requireFit(browser, "what waits")
        try await shop.open(payee: Self.name)
        try await requireFit(browser, "the review")
        // At the end of the page, where the navigation covers no button.
        try await browser.run("window.scrollTo(0, document.documentElement.scrollHeight)")
        try await browser.press("Approve \(naira(400)) with passkey")
        try await person.see("Approved")
        try await requireFit(browser, "the receipt")
        try await browser.press("History", .link)
        try await person.seeLoaded("History")
        try await requireFit(browser, "History")
        try await requireFound(browser)
      }
    }

    private static let name = word("Laptop", 64)

    /// One word of so many letters.
    private static func word(_ start: String, _ length: Int) -> String {
      start + String(repeating: "w", count: length - start.count)
    }

    /// Holds that nothing has to be scrolled sideways, and that nothing stands beyond the edge.
    private func requireFit(_ browser: Browser, _ screen: String) async throws {
      let wide = try await wide(browser)
      try #require(wide == [], "\(screen)")
    }

    /// Holds that the check finds a word that is planted.
    private func requireFound(_ browser: Browser) async throws {
      try await browser.run(
        """
        const planted = document.createElement("p");
        planted.textContent = "w".repeat(90);
        planted.style.overflowWrap = "normal";
        document.querySelector("main .screen").append(planted);
        """)
      let wide = try await wide(browser)
      try #require(!wide.isEmpty)
    }

    private func wide(_ browser: Browser) async throws -> [String] {
      try await browser.run(
        """
        const parts = [document.documentElement, ...document.querySelectorAll("main, dialog")];
        return parts.filter((part) => part.scrollWidth > part.clientWidth)
          .map((part) => `${part.tagName} ${part.scrollWidth} > ${part.clientWidth}`);
        """
      ).texts
    }
  }
}
