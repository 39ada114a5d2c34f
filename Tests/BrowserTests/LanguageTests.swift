import BrowserTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("the languages of the page")
  struct LanguageTests {
    @Test(
      "the browser's wishes choose the language, which the document names",
      arguments: [
        ("de-AT,en", "de", "Ihre Freigabe für jede Zahlung"),
        ("fr,de,en", "de", "Ihre Freigabe für jede Zahlung"),
        ("en-US,de", "en", "Your approval, on every payment"),
        ("fr", "en", "Your approval, on every payment"),
      ])
    func choice(_ languages: String, _ language: String, _ title: String) async throws {
      try await withBrowser(languages: languages) { browser in
        let person = try Person(browser)
        try await person.open()
        try await person.see(title)
        let said = try await browser.run(
          """
          return [document.documentElement.lang, document.querySelector(".skip").textContent,
            document.getElementById("navigation").getAttribute("aria-label")];
          """
        ).texts
        try #require(
          said
            == (language == "de"
              ? ["de", "Zum Inhalt springen", "Hauptnavigation"]
              : ["en", "Skip to the content", "Main"]))
      }
    }

    @Test("somebody who reads German signs up, adds factors and pays in German, at any width")
    func german() async throws {
      try await withBrowser(languages: "de-DE") { browser in
        let person = try Person(browser)
        let walk = Walk(person)
        _ = try await browser.addAuthenticator()
        try await signUp(walk)
        try await browser.press("PIN festlegen")
        try await walk.look("PIN", title: "PIN festlegen")
        try await browser.fill("Neue PIN", Person.pin)
        try await browser.fill("Neue PIN noch einmal", Person.pin)
        try await browser.press("Mit Passkey bestätigen und speichern")
        try await walk.look("Sicherheit", title: "Sicherheit")
        try await browser.press("Kaufen", .link)
        try await walk.look("Kaufen", title: "Sprechguthaben kaufen")
        try await browser.press("MTN", .radio)
        try await browser.fill("Telefonnummer", Person.phone)
        try await browser.fill("Betrag", "1.500")
        try await browser.press("Weiter")
        try await walk.look("Zahlung", title: "Diese Zahlung freigeben")
        try await requireNoEnglish(browser)
        try await person.read("1\u{202f}500,00\u{a0}NGN")
        try await person.read("3\u{202f}500,00\u{a0}NGN")
        try await browser.press("1\u{202f}500,00\u{a0}NGN mit Passkey bezahlen")
        try await walk.look("Ergebnis", title: "Aufladung erfolgreich")
        try await requireNoEnglish(browser)
        try await browser.press("Verlauf", .link)
        try await walk.look("Verlauf", title: "Verlauf")
        try await requireNoEnglish(browser)
        try await browser.press("Abmelden")
        try await walk.look("abgemeldet", title: "Ihre Freigabe für jede Zahlung")
        try #require(walk.problems == [])
      }
    }

    /// Holds that neither the page nor what is bought is called in English.
    private func requireNoEnglish(_ browser: Browser) async throws {
      let text = try await browser.text()
      for word in ["airtime", "Airtime", "Order", "Top-up", "Topup"] {
        try #require(!text.contains(word), "\(word): \(text)")
      }
    }

    private func signUp(_ walk: Walk) async throws {
      let person = walk.person
      let browser = person.browser
      try await person.open()
      try await browser.press("Konto anlegen")
      try await walk.look("Konto", title: "Konto anlegen")
      try await browser.fill("Ihr Name", "Ada Obi")
      try await browser.fill("E\u{2011}Mail-Adresse", person.email)
      try await browser.press("Code per E\u{2011}Mail senden")
      try await walk.look("Code", title: "Code eingeben")
      try await browser.fill("6-stelliger Code", person.code(for: "sign_in"))
      try await browser.press("Weiter")
      try await walk.look("Passkey", title: "Mit Ihrem Gerät freigeben")
      try await browser.press("Passkey einrichten")
      try await person.see("Passkey einrichten")
      try await browser.fill("6-stelliger Code", person.code(for: "register"))
      try await browser.press("Weiter")
      try await walk.look("Start", title: "Start")
    }
  }
}
