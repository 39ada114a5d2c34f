import BrowserTesting
import CountersignCore
import Testing
import WebAuthnModel
import WireModel

extension BrowserApprovalTests {
  @Suite("a decision that is under way")
  struct ApprovalUnderWayTests {
    @Test(
      "its answer shows nothing where the payment was left, and nothing to who signed out",
      arguments: ["approve", "deny"], ["Security", "Sign out"])
    func left(_ action: String, _ way: String) async throws {
      try await withShop { browser, server, person, shop in
        let (id, interception) = try await decide(action, shop)
        try await browser.press(way, way == "Security" ? .link : .button)
        _ = try await browser.find(.dialog, "Leave before the answer?")
        try await leave(browser)
        let title = way == "Security" ? way : "Your approval, on every payment"
        try await person.seeLoaded(title)
        try await interception.deliverAnswer()
        try await interception.waitUntilTaken("POST /transactions/{id}/\(action)")
        try await person.see(title)
        try await browser.wait(until: "!document.querySelector(\"#navigation .badge\")")
        if action == "approve" {
          try await shop.require(id, .approved, by: "assertion+evidence")
        } else {
          try await shop.require(id, .denied, by: "none")
        }
      }
    }

    @Test(
      "meanwhile there is no other way to decide, and it is left after a question only",
      arguments: [("approve", "Approved"), ("deny", "Declined")])
    func held(_ action: String, _ title: String) async throws {
      try await withShop(withPIN: true) { browser, server, person, shop in
        try await shop.givePhone()
        let (id, interception) = try await decide(action, shop)
        try await requireUsable(["Decide later"], browser)
        try await browser.press("Decide later")
        _ = try await browser.find(.dialog, "Leave before the answer?")
        try await browser.press("Stay")
        try await interception.deliverAnswer()
        try await person.see(title)
        let approvals = try await interception.calls(of: "/transactions/\(id.text)/approve")
        try #require(approvals == (action == "approve" ? 1 : 0))
      }
    }

    @Test("while a PIN is checked there is no way back to another proof")
    func heldPIN() async throws {
      try await withShop(withPIN: true) { browser, server, person, shop in
        let id = try await shop.askAndOpen()
        try await browser.press("Use PIN instead")
        try await person.see("Enter your PIN")
        try await browser.fill("PIN", Person.pin)
        let interception = try await Interception(browser)
        try await interception.holdAnswer(of: "/transactions/\(id.text)/approve")
        try await browser.press("Approve \(naira(400))")
        try await interception.waitForHeldAnswer()
        try await requireUsable([], browser)
        try await interception.deliverAnswer()
        try await person.see("Approved")
        try await shop.require(id, .approved, by: "pin")
      }
    }

    @Test("a prompt that a denial has closed frees no way while the denial is under way")
    func deniedPrompt() async throws {
      try await withShop(withPIN: true) { browser, server, person, shop in
        let id = try await shop.askAndOpen()
        let interception = try await Interception(browser)
        let prompt = try await HeldPrompt(browser, after: 0)
        try await browser.press("Approve \(naira(400)) with passkey")
        try await prompt.wait()
        try await interception.holdAnswer(of: "/transactions/\(id.text)/deny")
        try await shop.deny()
        try await interception.waitForHeldAnswer()
        try await prompt.letGo()
        try await browser.wait(until: "!document.querySelector(\"#main [aria-busy]\")")
        try await requireUsable(["Decide later"], browser)
        try await interception.deliverAnswer()
        try await person.see("Declined")
        try await shop.require(id, .denied, by: "none")
      }
    }

    /// Opens a payment and decides on it, up to the answer.
    private func decide(
      _ action: String, _ shop: Shop
    ) async throws -> (ReviewID, Interception) {
      let browser = shop.person.browser
      let id = try await shop.askAndOpen()
      let interception = try await Interception(browser)
      try await interception.holdAnswer(of: "/transactions/\(id.text)/\(action)")
      if action == "deny" {
        try await shop.deny()
      } else {
        try await browser.press("Approve \(naira(400)) with passkey")
      }
      try await interception.waitForHeldAnswer()
      return (id, interception)
    }

    /// Holds that these buttons of the screen can be pressed, and no other.
    private func requireUsable(_ names: [String], _ browser: Browser) async throws {
      let usable = try await browser.run(
        """
        return [...document.querySelectorAll("#main button:not(:disabled)")]
          .filter((button) => button.checkVisibility()).map(({ innerText }) => innerText.trim());
        """
      ).texts
      try #require(usable == names)
    }
  }
}
