import BrowserTesting
import CountersignCore
import Testing
import WebAuthnModel
import WireModel

extension BrowserApprovalTests {
  @Suite("payments that were decided elsewhere")
  struct ApprovalElsewhereTests {
    @Test(
      "a screen closes itself when another has decided, and says what",
      arguments: [TransactionStatus.approved, .denied])
    func decidedElsewhere(_ status: TransactionStatus) async throws {
      try await withShop(withPIN: true) { browser, server, person, shop in
        let id = try await shop.askAndOpen()
        // Even with a question open, and whatever has the focus.
        try await browser.press("Decline")
        _ = try await browser.find(.dialog, "Decline this payment?")
        try await shop.decideElsewhere(id, status)
        try await person.see(status == .approved ? "Already approved" : "Already declined")
        let dialogs = try await browser.elements("dialog")
        try #require(dialogs.isEmpty)
        try await shop.require(id, status, by: status == .approved ? "pin" : "none")
      }
    }

    @Test("a prompt that is open when another screen decides approves nothing any more")
    func promptOpen() async throws {
      try await withShop { browser, server, person, shop in
        let interception = try await Interception(browser)
        let prompt = try await HeldPrompt(browser, after: 0)
        let id = try await shop.askAndOpen()
        try await browser.press("Approve \(naira(400)) with passkey")
        try await prompt.wait()
        try await shop.decideElsewhere(id, .denied)
        try await person.see("Already declined")
        try await prompt.letGo()
        try await shop.goHome()
        let calls = try await interception.calls(of: "/transactions/\(id.text)/approve")
        try #require(calls == 0)
        try await shop.require(id, .denied, by: "none")
      }
    }

    @Test("a screen whose time is over closes itself and says so, and the list forgets it")
    func expired() async throws {
      try await withShop { browser, server, person, shop in
        let id = try await shop.askAndOpen(seconds: 60)
        let listed = try await shop.ask(500, seconds: 60)
        server.turn(seconds: 61)
        try await person.see("Expired")
        try await shop.require(id, .expired)
        try await shop.require(listed, .expired)
        try await browser.wait(until: "!document.querySelector(\"#navigation .badge\")")
      }
    }

    @Test(
      "what the server says of a decision that comes too late is told apart",
      arguments: [
        ("approve", "already_approved", "Already approved"),
        ("approve", "already_denied", "Already reviewed"),
        ("approve", "transaction_expired", "Expired"),
        ("deny", "already_approved", "Already reviewed"),
        ("deny", "transaction_expired", "Expired"),
      ])
    func tooLate(_ action: String, _ reason: String, _ title: String) async throws {
      try await withShop { browser, server, person, shop in
        let interception = try await Interception(browser)
        let id = try await shop.askAndOpen()
        try await interception.answer(
          "/transactions/\(id.text)/\(action)", status: 409,
          ["status": 409, "reason": .string(reason)])
        if action == "deny" {
          try await shop.deny()
        } else {
          try await browser.press("Approve \(naira(400)) with passkey")
        }
        try await person.see(title)
      }
    }

    @Test("of two tabs one decides, and the other says so")
    func twoTabs() async throws {
      try await withShop(withPIN: true) { browser, server, person, shop in
        let id = try await shop.askAndOpen()
        let first = try await browser.send("GET", "window")
        let second = try await browser.send("POST", "window/new", ["type": "tab"])
        try await browser.send("POST", "window", ["handle": second["handle"] ?? .null])
        try await person.open()
        try await person.seeLoaded("Home")
        try await shop.open()
        try await browser.press("Use PIN instead")
        try await person.see("Enter your PIN")
        try await browser.fill("PIN", Person.pin)
        try await browser.press("Approve \(naira(400))")
        try await person.see("Approved")
        try await browser.send("POST", "window", ["handle": first])
        try await person.see("Already approved")
        try await shop.require(id, .approved, by: "pin")
      }
    }

    @Test("a page that comes back into view asks anew, and follows again")
    func backInView() async throws {
      try await withShop { browser, server, person, shop in
        let id = try await shop.askAndOpen()
        try await browser.press("Decide later")
        try await browser.wait(until: "document.querySelector(\".waiting-row\")")
        let interception = try await Interception(browser)
        try await see(browser, "hidden")
        try await shop.decideElsewhere(id, .denied)
        try await shop.ask(4250)
        try await see(browser, "visible")
        _ = try await browser.find(.button, "Review \(naira(4250)) to Ikeja Books")
        try await browser.wait(until: "document.querySelectorAll(\".waiting-row\").length === 1")
        let streams = try await interception.calls(of: "/transactions/events")
        try #require(streams == 1)
        try await shop.ask(500)
        _ = try await browser.find(.button, "Review \(naira(500)) to Ikeja Books")
      }
    }

    /// Has the page seen, or not.
    private func see(_ browser: Browser, _ state: String) async throws {
      try await browser.run(
        """
        Object.defineProperty(
          document, "visibilityState", { value: arguments[0], configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
        """, .string(state))
    }
  }
}
