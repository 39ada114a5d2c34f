import BrowserTesting
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("a payment that the person leaves")
  struct LeavingTests {
    @Test("one that was left before it was sent is not sent, whatever answers come then")
    func leftBefore() async throws {
      try await withBrowser { browser in
        let (person, interception) = try await pay(browser, holding: "/biometric/auth/verify")
        try await browser.press("Cancel")
        _ = try await browser.find(.dialog, "Leave this payment?")
        // Nothing is sent while the question stands.
        try await interception.deliverAnswer()
        try await leave(browser)
        try await person.seeLoaded("Home")
        try await person.requirePaid(0, balance: naira(5000))
        let calls = try await interception.calls(of: "/user/topup")
        try #require(calls == 0)
      }
    }

    @Test("a prompt that is open when it is left is closed, and pays nothing")
    func leftPrompt() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await person.order(500)
        let interception = try await Interception(browser)
        let prompt = try await HeldPrompt(browser, after: 0)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await prompt.wait()
        try await browser.press("Change the payment")
        _ = try await browser.find(.dialog, "Leave this payment?")
        try await leave(browser)
        try await person.seeLoaded("Buy airtime")
        try await prompt.letGo()
        try await person.requirePaid(0, balance: naira(5000))
        let calls = try await interception.calls(of: "/biometric/auth/verify")
        try #require(calls == 0)
      }
    }

    @Test("whoever leaves one that was sent is told so, and finds it under History, once")
    func leftAfter() async throws {
      try await withBrowser { browser in
        let (person, interception) = try await pay(browser, holding: "/user/topup")
        try await browser.press("Cancel")
        _ = try await browser.find(.dialog, "Leave before the answer?")
        try await leave(browser)
        try await person.seeLoaded("Home")
        // Another one is not begun before what became of this one is known.
        try await browser.press("Buy", .link)
        try await person.see("Topup successful")
        try await interception.deliverAnswer()
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    @Test("an answer that comes while it is asked whether to leave is shown; nobody is signed out")
    func answeredWhileAsked() async throws {
      try await withBrowser { browser in
        let (person, interception) = try await pay(browser, holding: "/user/topup")
        try await browser.press("Sign out")
        _ = try await browser.find(.dialog, "Leave before the answer?")
        try await interception.deliverAnswer()
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    @Test("an answer to the signature that was lost is asked for again: one prompt, paid once")
    func lostToken() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await person.order(500)
        let interception = try await Interception(browser)
        let record = try await PromptRecord(browser)
        try await interception.holdAnswer(of: "/biometric/auth/verify")
        try await browser.press("Pay \(naira(500)) with passkey")
        try await interception.waitForHeldAnswer()
        try await interception.loseAnswer()
        try await person.see("Topup successful")
        let prompts = try await record.shown()
        try #require(prompts.count == 1)
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    @Test("a challenge that was signed is not signed again: after a refusal comes a new one")
    func signedOnce() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await person.order(500)
        let interception = try await Interception(browser)
        try await interception.answer(
          "/user/topup", status: 422, ["status": 422, "reason": "amount_out_of_range"])
        try await browser.press("Pay \(naira(500)) with passkey")
        try await browser.wait(forAlert: "This amount cannot be bought.")
        try await browser.press("Pay \(naira(500)) with passkey")
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    /// Somebody who has pressed "Pay", and waits for the answer to this call.
    private func pay(
      _ browser: Browser, holding path: String
    ) async throws -> (Person, Interception) {
      let person = try Person(browser)
      try await person.enrol()
      try await person.order(500)
      let interception = try await Interception(browser)
      try await interception.holdAnswer(of: path)
      try await browser.press("Pay \(naira(500)) with passkey")
      try await interception.waitForHeldAnswer()
      return (person, interception)
    }
  }
}

/// Says in the question that stands that the person leaves.
func leave(_ browser: Browser) async throws {
  try await browser.elements("dialog[open] .danger").first?.click()
}
