import BrowserTesting
import CountersignCore
import Testing
import WebAuthnModel
import WireModel

extension BrowserApprovalTests {
  @Suite("answers to a screen that is shown no more")
  struct LateAnswerTests {
    @Test("of the payments that wait one is opened at a time")
    func oneAtATime() async throws {
      try await withShop { browser, server, person, shop in
        try await shop.ask(4250)
        let (_, interception) = try await review(shop)
        let isHeld = try await browser.run(
          """
          const rows = [...document.querySelectorAll(".waiting-row button")];
          return rows.length === 2 && rows.every(({ disabled }) => disabled);
          """)
        try #require(isHeld == true)
        try await interception.deliverAnswer()
        try await person.see("Approve this payment?")
        let amount = try await browser.run(
          "return document.querySelector(\".slip-amount\").innerText")
        try #require(amount.text == naira(400))
      }
    }

    @Test("a payment that comes late does not take the place of the screen gone to meanwhile")
    func reviewThenBuy() async throws {
      try await withShop { browser, server, person, shop in
        let (id, interception) = try await review(shop)
        try await browser.press("Buy", .link)
        try await person.seeLoaded("Buy airtime")
        try await interception.deliverAnswer()
        let path = "/actions/AUTHORIZE_TRANSACTION/options"
        try await browser.wait(for: "the challenge to be asked for") {
          try await interception.calls(of: path) == 1 ? true : nil
        }
        try await interception.waitUntilTaken("POST \(path)")
        try await person.see("Buy airtime")
        try await shop.require(id, .pending)
      }
    }

    @Test(
      "a mailed code that comes late brings nobody back who has denied or left",
      arguments: [("Decline", "Declined"), ("Decide later", "Home")])
    func mailedLate(_ way: String, _ title: String) async throws {
      try await withShop { browser, server, person, shop in
        try await shop.givePhone()
        _ = try await shop.askAndOpen()
        let interception = try await Interception(browser)
        try await interception.holdAnswer(of: "/codes")
        try await browser.press("Use codes instead")
        try await interception.waitForHeldAnswer()
        try await browser.press(way)
        if way == "Decline" { try await shop.confirmDenial() }
        try await person.seeLoaded(title)
        try await interception.deliverAnswer()
        try await interception.waitUntilTaken("POST /codes")
        try await person.see(title)
      }
    }

    /// Chooses the payment of 400 on Home, up to the first answer about it.
    private func review(_ shop: Shop) async throws -> (ReviewID, Interception) {
      let browser = shop.person.browser
      let id = try await shop.ask()
      try await shop.goHome()
      let count = "document.querySelectorAll(\".waiting-row\").length"
      try await browser.wait(until: "\(count) > 0")
      let interception = try await Interception(browser)
      try await interception.holdAnswer(of: "/transactions/\(id.text)")
      try await browser.press("Review \(naira(400)) to Ikeja Books")
      try await interception.waitForHeldAnswer()
      return (id, interception)
    }
  }
}
