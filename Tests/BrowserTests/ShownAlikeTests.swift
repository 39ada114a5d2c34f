import BrowserTesting
import CountersignCore
import Testing
import WebAuthnModel
import WireModel

extension BrowserApprovalTests {
  @Suite("one format for people, wherever it is shown")
  struct ShownAlikeTests {
    @Test("amounts and times are the same in lists, documents and receipts; UTC has the time here")
    func alike() async throws {
      try await withShop { browser, server, person, shop in
        try await browser.develop(
          "Emulation.setTimezoneOverride", ["timezoneId": "Asia/Kolkata"])
        let id = try await shop.askAndOpen(1500)
        let asked = try #require(
          try await slip(browser).firstMatch(
            of: /Asked\n(([-0-9]{10} [0-9:]{5}) UTC \((.+) here\))\n/))
        let time = String(asked.1)
        let here = try await local(String(asked.2), browser)
        try #require(here.hasSuffix(String(asked.3)) && !here.hasSuffix(asked.2.suffix(5)))
        try await browser.press("Approve \(naira(1500)) with passkey")
        try await person.see("Approved")
        let receipt = try await slip(browser)
        try #require(receipt.contains("Approved\n\(time)\n"), "\(receipt)")
        let list = try await person.payments()
        try #require(list[0].contains("\(time)\n\(naira(1500))"), "\(list)")
        try await browser.elements("#main .payment").first?.click()
        try await person.see("Approved")
        let past = try await slip(browser)
        try #require(past.contains("Approved\n\(time)\n"), "\(past)")
        for text in [receipt, past] {
          try #require(text.contains(naira(1500)))
          // What a machine calls it comes last.
          try #require(text.hasSuffix("Transaction\n\(id.text)"), "\(text)")
        }
        try await person.goToSecurity()
        // In a sentence no line breaks but between the two.
        let unbroken = time.replacing("-", with: "\u{2011}").replacing(" ", with: "\u{a0}")
          .replacing("UTC\u{a0}", with: "UTC ")
        try await person.read("Signed in \(unbroken)")
        let balance = try await person.balance()
        try #require(balance == naira(5000))
      }
    }

    @Test("a purchase names no cashback that is not spent, and its codes small and last")
    func purchase() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await person.order(1500)
        let text = try await slip(browser)
        try #require(!text.contains("cashback"), "\(text)")
        try #require(text.contains("To\nMTN"), "\(text)")
        try #require(text.hasSuffix("Product\nAIRTIME_MTN\nSupplier\nmtn"), "\(text)")
        let sizes = try await browser.run(
          """
          const size = (selector) => parseFloat(
            getComputedStyle(document.querySelector(selector)).fontSize);
          return String(size(".identifiers dd") < size(".rows:not(.identifiers) dd"));
          """
        ).text
        try #require(sizes == "true")
      }
    }

    @Test("in German nothing is squeezed on a phone: no word is broken, no column has one a line")
    func german() async throws {
      try await withShop { browser, server, person, shop in
        try await shop.ask(payee: "Sparkassenversicherung Baden AG", reference: "Mandatsreferenz 7")
        try await browser.speak("de-DE")
        try await person.open()
        try await person.seeLoaded("Start")
        let check = Accessibility(browser: browser)
        var problems = try await check.squeezed(on: "Start")
        try await browser.press(
          "400,00\u{a0}NGN an Sparkassenversicherung Baden AG prüfen")
        try await person.see("Diese Zahlung freigeben?")
        problems += try await check.squeezed(on: "Freigabe")
        try await browser.press("400,00\u{a0}NGN mit Passkey freigeben")
        try await person.see("Freigegeben")
        problems += try await check.squeezed(on: "Beleg")
        for title in ["Verlauf", "Sicherheit", "Start"] {
          try await browser.press(title, .link)
          try await person.seeLoaded(title)
          problems += try await check.squeezed(on: title)
        }
        try #require(problems == [])
        // The check finds each fault where it is planted.
        try await browser.run(
          """
          const planted = document.createElement("p");
          planted.innerText = "Legen Sie eine Sparkassenversicherung fest";
          planted.style = "width: 5rem; overflow-wrap: anywhere";
          const hyphens = document.createElement("p");
          hyphens.innerText = "E-Mail 2026-11-30";
          hyphens.style = "width: 1rem";
          document.querySelector("main").append(planted, hyphens);
          """)
        let found = try await check.squeezed(on: "Start")
        try #require(found.count == 4, "\(found)")
      }
    }

    /// What the document on the screen says, each name and each value on a line of its own.
    private func slip(_ browser: Browser) async throws -> String {
      try await browser.run(
        ##"return document.querySelector("#main .slip").innerText.trim().replaceAll(/\n+/g, "\n")"##
      ).text ?? ""
    }

    /// A moment in UTC by the clock of the browser.
    private func local(_ utc: String, _ browser: Browser) async throws -> String {
      try await browser.run(
        """
        const at = new Date(`${arguments[0].replace(" ", "T")}:00Z`);
        at.setMinutes(at.getMinutes() - at.getTimezoneOffset());
        return at.toISOString().slice(0, 16).replace("T", " ");
        """, .string(utc)
      ).text ?? ""
    }
  }
}
