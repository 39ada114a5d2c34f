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

    @Test("what this screen cannot do is said in German, with where it can be done")
    func germanWays() async throws {
      try await withBrowser(languages: "de") { browser in
        let person = try Person(browser)
        try await person.open()
        try await person.see("Ihre Freigabe für jede Zahlung")
        for (name, text) in Self.germanTexts {
          let said = try await browser.run(
            """
            return import("/page/texts/de.js").then(({ texts }) =>
              arguments[0].split(".").reduce((part, key) => part[key], texts))
              .then((said) => (typeof said === "function" ? said("Ada") : said));
            """, .string(name)
          ).text
          try #require(said == text, "\(name)")
        }
      }
    }

    private static let germanTexts = [
      (
        "security.onPhone", "Tun Sie es in der App auf Ihrem Telefon, und bestätigen Sie es dort."
      ),
      (
        "security.passkeyNeedless",
        """
        Nur ein Passkey, den Sie schon haben, fügt hier einen hinzu. Sie brauchen keinen: Ihr \
        Telefon gibt Zahlungen frei und meldet Sie hier an.
        """
      ),
      (
        "addPhone.whoseText",
        """
        „Ada“ hat Ihren Code verwendet und gehört nun zu Ihrem Konto. Jemand, der den Code gesehen \
        hat, könnte schneller gewesen sein. Bis Sie antworten, gibt es nur kleine Zahlungen frei.
        """
      ),
      (
        "addPhone.howToTell",
        """
        Es ist Ihres, wenn die App auf Ihrem Telefon sagt, dass es hinzugefügt ist. Sagt sie \
        nichts oder dass der Code nicht mehr gilt, gehört es jemand anderem.
        """
      ),
      (
        "link.status.opened",
        "Ihr Telefon hat den Code. Wählen Sie dort Ada und bestätigen Sie."
      ),
      (
        "approve.onlyRecovery",
        """
        Ihr Konto hat nichts mehr, womit sich das freigeben lässt. Nur eine Wiederherstellung \
        bringt Ihnen einen neuen Passkey oder eine neue PIN.
        """
      ),
      (
        "pin.blocked",
        """
        Ihre PIN ist nach zu vielen falschen Versuchen gesperrt. Der Kundendienst entsperrt sie.
        """
      ),
      ("security.passkeyOf", "Passkey auf Ada"),
      ("security.phoneStays", "Das Telefon „Ada“ bleibt, mit seiner PIN."),
      ("security.passkeyGoesToo", "„Ada“ wird mit ihm entfernt."),
      ("recovery.lostPhone", "Ich habe mein Telefon verloren"),
      ("stop.signIn.title", "Den anderen Bildschirm abmelden?"),
      ("stop.outcomes.signIn.text", "Der andere Bildschirm sieht Ihr Konto nicht mehr."),
      (
        "security.passkeyByApp",
        """
        Ihr Telefon kann keinen Passkey für diesen Browser bestätigen, eine Authenticator-App \
        schon. Fügen Sie in der App auf Ihrem Telefon eine hinzu: Deren Code, neben einem per \
        E\u{2011}Mail, bestätigt den Passkey dann hier.
        """
      ),
      (
        "oneMoreStep.onPhone",
        "Sie können es stattdessen in der App auf Ihrem Telefon tun und dort bestätigen."
      ),
      ("tryFactor.doneOnPhone", "Es geht: Sie können auf Ihrem Telefon freigeben."),
      ("ways.assertion.none", "Sie haben keinen."),
      (
        "security.removePhoneText",
        """
        „Ada“ kann dann keine Zahlungen mehr freigeben und Sie nicht mehr anmelden und wird sofort \
        abgemeldet.
        """
      ),
      (
        "problems.pin_unchanged",
        """
        Die neue PIN ist dieselbe wie die jetzige, die Sie eingegeben haben. Wählen Sie eine andere.
        """
      ),
      (
        "security.removeLastBlocked",
        """
        Es ist Ihr einziger Passkey, und Ihre PIN ist gesperrt. Lassen Sie erst die PIN vom \
        Kundendienst entsperren.
        """
      ),
      (
        "ways.pin.pin_on_device",
        """
        Ihre ist auf Ihrem Telefon, das dies jetzt nicht freigeben kann. Sehen Sie unter \
        Sicherheit nach.
        """
      ),
      (
        "ways.pin.blockedOnPhone",
        """
        Ihre ist auf Ihrem Telefon und dort nach zu vielen falschen Versuchen gesperrt. Der \
        Kundendienst entsperrt sie.
        """
      ),
      (
        "approve.phoneBlocked",
        """
        Die PIN auf Ihrem Telefon ist nach zu vielen falschen Versuchen gesperrt. Um sie zu \
        entsperren, wenden Sie sich an den Kundendienst.
        """
      ),
      (
        "security.pinBlockedOnPhone",
        """
        Auf Ihrem Telefon, und dort nach zu vielen falschen Versuchen gesperrt. Um sie zu \
        entsperren, wenden Sie sich an den Kundendienst.
        """
      ),
    ]

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
