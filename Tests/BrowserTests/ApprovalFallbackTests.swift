import BrowserTesting
import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension BrowserApprovalTests {
  @Suite("approving without the passkey")
  struct ApprovalFallbackTests {
    @Test("a prompt that was cancelled, then a mailed and a texted code: approved, once")
    func codes() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let authenticator = try await person.enrol()
        let shop = Shop(person, server)
        try await shop.givePhone()
        let id = try await shop.askAndOpen()
        try await authenticator.setUserVerified(false)
        try await browser.press("Approve \(naira(400)) with passkey")
        try await browser.wait(forAlert: "Biometric failed")
        try await browser.press("Use codes instead")
        try await person.see("Enter the code")
        try await browser.fill("Code from the e\u{2011}mail", person.code(for: "approve"))
        try await browser.press("Continue")
        try await person.see("Enter the texted code")
        try await browser.fill("Code from the text message", shop.textedCode())
        let approve = try await browser.find(.button, "Approve \(naira(400))")
        try await browser.click(approve, times: 3)
        try await person.see("Approved")
        try await shop.require(id, .approved, by: "validateCode")
      }
    }

    @Test("a mailed code and that of an authenticator app go together, in one call")
    func authenticatorApp() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.signUp()
        try await browser.press("Not now")
        try await person.seeLoaded("Home")
        let shop = Shop(person, server)
        let app = try await server.harness.enrolApp(shop.session(), to: person.email)
        let interception = try await Interception(browser)
        let id = try await shop.askAndOpen()
        try await browser.press("Approve with codes")
        try await person.see("Enter both codes")
        // The step of its confirmation is used up.
        server.turn(seconds: 30)
        try await browser.fill("Code from the e\u{2011}mail", person.code(for: "approve"))
        try await browser.fill(
          "Code from your authenticator app", app.code(at: server.harness.clock.now()).exposed)
        try await browser.press("Approve \(naira(400))")
        try await person.see("Approved")
        let calls = try await interception.calls(of: "/transactions/\(id.text)/approve")
        try #require(calls == 1)
        try await shop.require(id, .approved, by: "validateCode")
      }
    }

    @Test("a wrong code keeps the screen, mails no other, and the right one goes on")
    func wrongCode() async throws {
      try await withShop { browser, server, person, shop in
        try await shop.givePhone()
        let interception = try await Interception(browser)
        let id = try await shop.askAndOpen()
        try await browser.press("Use codes instead")
        try await person.see("Enter the code")
        try await give("12345", browser)
        try await requireFieldError(browser, "The code has 6 digits.")
        let unsent = try await interception.calls(of: "/transactions/\(id.text)/approve")
        try #require(unsent == 0)
        let right = try await person.code(for: "approve")
        try await give(wrong(right), browser)
        try await requireFieldError(browser, "That is not the code")
        try await shop.require(id, .pending)
        // The way back takes the error along, and the way on asks for the same code.
        try await browser.press("Back")
        try await person.see("Approve this payment?")
        let alert = try await browser.alert()
        try #require(alert == "")
        try await browser.press("Use codes instead")
        try await person.see("Enter the code")
        let errors = try await browser.elements(".field-error:not(:empty)")
        try #require(errors.isEmpty)
        try await give(right, browser)
        try await person.see("Enter the texted code")
        try await browser.fill("Code from the text message", wrong(shop.textedCode()))
        try await browser.press("Approve \(naira(400))")
        try await requireFieldError(browser, "That did not match")
        let requests = try await interception.calls(of: "/codes")
        try #require(requests == 1)
        try await browser.fill("Code from the text message", shop.textedCode())
        try await browser.press("Approve \(naira(400))")
        try await person.see("Approved")
      }
    }

    @Test("the fifth wrong code ends it: denied, so that nobody goes on trying elsewhere")
    func triesUsedUp() async throws {
      try await withShop { browser, server, person, shop in
        try await shop.givePhone()
        let id = try await shop.askAndOpen()
        try await browser.press("Use codes instead")
        try await person.see("Enter the code")
        let right = try await person.code(for: "approve")
        for _ in 1...2 {
          try await give(wrong(right), browser)
          try await requireFieldError(browser, "That is not the code")
        }
        // Whoever opens it again has no more tries, nor has who is asked for the texted one.
        try await browser.press("Back")
        try await person.see("Approve this payment?")
        try await browser.press("Decide later")
        try await person.seeLoaded("Home")
        try await shop.open()
        try await browser.press("Use codes instead")
        try await person.see("Enter the code")
        try await give(person.code(for: "approve"), browser)
        try await person.see("Enter the texted code")
        func giveText() async throws {
          try await browser.fill("Code from the text message", wrong(shop.textedCode()))
          try await browser.press("Approve \(naira(400))")
        }
        try await giveText()
        try await requireFieldError(browser, "That did not match")
        let early = try await browser.text()
        try #require(!early.contains("the payment is declined."), "\(early)")
        try await giveText()
        try await requireFieldError(
          browser, "If the next one is wrong too, the payment is declined.")
        try await shop.require(id, .pending)
        try await giveText()
        try await person.see("Too many tries")
        try await shop.require(id, .denied, by: "refused")
      }
    }

    @Test("another code is sent after a countdown, and only the newest one holds")
    func resend() async throws {
      try await withShop { browser, server, person, shop in
        try await shop.givePhone()
        _ = try await shop.askAndOpen()
        let clocks = try await Clocks(browser, server)
        try await browser.press("Use codes instead")
        try await person.see("Enter the code")
        let first = try await person.code(for: "approve")
        let again = try await browser.find(.button, "Send a new code in 60 s")
        let isHeld = try await browser.run("return arguments[0].disabled", again.reference)
        try #require(isHeld == true)
        try await clocks.turn(seconds: 60)
        try await browser.press("Send a new code")
        try await browser.wait(forAlert: "Only the newest one works.")
        let second = try await browser.wait(for: "another code") {
          let newest = try await person.code(for: "approve")
          return newest == first ? nil : newest
        }
        try await give(first, browser)
        try await requireFieldError(browser, "That is not the code")
        try await give(second, browser)
        try await person.see("Enter the texted code")
      }
    }

    @Test("a PIN whose answer was lost is not sent again: what became of it is asked for")
    func lostPIN() async throws {
      try await withShop(withPIN: true) { browser, server, person, shop in
        let interception = try await Interception(browser)
        for (pin, title) in [("9753", "Enter your PIN"), (Person.pin, "Approved")] {
          let id = try await shop.askAndOpen()
          try await browser.press("Use PIN instead")
          try await person.see("Enter your PIN")
          try await browser.fill("PIN", pin)
          let path = "/transactions/\(id.text)/approve"
          try await interception.holdAnswer(of: path)
          try await browser.press("Approve \(naira(400))")
          try await interception.waitForHeldAnswer()
          let ahead = "const now = performance.now.bind(performance); performance.now = () => now()"
          try await browser.run(ahead + " + 31_000;")
          try await interception.loseAnswer()
          if pin == Person.pin {
            try await person.see(title)
            try await shop.require(id, .approved, by: "pin")
          } else {
            try await browser.wait(forAlert: "No answer came, and it still waits.")
            try await shop.deny()
            try await person.see("Declined")
          }
          let calls = try await interception.calls(of: path)
          try #require(calls == 1)
          server.turn(seconds: 60)
        }
      }
    }

    @Test("an authenticator app that comes meanwhile is asked for; nothing is denied for it")
    func appAddedMeanwhile() async throws {
      try await withShop { browser, server, person, shop in
        try await shop.givePhone()
        let id = try await shop.askAndOpen()
        try await browser.press("Use codes instead")
        try await person.see("Enter the code")
        let code = try await person.code(for: "approve")
        _ = try await refuse(id, telling: Interception.factorWithApp, browser)
        try await browser.fill("Code from the e\u{2011}mail", code)
        try await browser.press("Continue")
        try await person.see("Approve this payment?")
        try await browser.wait(forAlert: "Your account has an authenticator app now")
        try await shop.require(id, .pending)
      }
    }

    @Test("an authenticator app that is removed meanwhile is asked for no more; nothing is denied")
    func appRemovedMeanwhile() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.signUp()
        try await browser.press("Not now")
        try await person.seeLoaded("Home")
        let shop = Shop(person, server)
        _ = try await server.harness.enrolApp(shop.session(), to: person.email)
        let id = try await shop.askAndOpen()
        try await browser.press("Approve with codes")
        try await person.see("Enter both codes")
        let code = try await person.code(for: "approve")
        let interception = try await refuse(id, telling: Interception.factorWithoutApp, browser)
        try await browser.fill("Code from the e\u{2011}mail", code)
        try await browser.fill("Code from your authenticator app", "123456")
        try await browser.press("Approve \(naira(400))")
        try await person.see("Approve this payment?")
        try await browser.wait(forAlert: "Your account has no authenticator app any more.")
        try await shop.require(id, .pending)
        // The code that was mailed beside the app's is asked for no more.
        try await browser.press("Approve with codes")
        try await person.see("Enter both codes")
        let requests = try await interception.calls(of: "/codes")
        try #require(requests == 1)
      }
    }

    @Test("where the mailed code holds no more, another texted one leads back to a mailed one")
    func mailedOver() async throws {
      try await withShop { browser, server, person, shop in
        try await shop.givePhone()
        let id = try await shop.askAndOpen()
        let clocks = try await Clocks(browser, server)
        try await browser.press("Use codes instead")
        try await person.see("Enter the code")
        try await give(person.code(for: "approve"), browser)
        try await person.see("Enter the texted code")
        try await clocks.turn(seconds: 60)
        let interception = try await Interception(browser)
        try await interception.answer(
          "/codes", status: 403, ["status": 403, "reason": "proof_not_allowed"])
        try await browser.press("Send a new code")
        try await person.see("Enter the code")
        try await browser.wait(forAlert: "The code from the e\u{2011}mail holds no more.")
        let requests = try await interception.calls(of: "/codes")
        try #require(requests == 2)
        try await shop.require(id, .pending)
      }
    }

    /// Has the server refuse the codes that are given next, and say what the account has by then.
    private func refuse(
      _ id: ReviewID, telling factors: JSONValue, _ browser: Browser
    ) async throws -> Interception {
      let interception = try await Interception(browser)
      try await interception.answer("/second-factor", status: 200, factors)
      try await interception.answer(
        "/transactions/\(id.text)/approve", status: 403,
        ["status": 403, "reason": "proof_not_allowed"])
      return interception
    }

    @Test("the wait after a wrong PIN goes on when its screen is opened again, and begins not anew")
    func waitGoesOn() async throws {
      try await withShop(withPIN: true) { browser, server, person, shop in
        let id = try await shop.askAndOpen()
        let clocks = try await Clocks(browser, server)
        try await browser.press("Use PIN instead")
        try await person.see("Enter your PIN")
        for (pin, said) in [("9753", "Wrong PIN. 4 attempts left."), ("9754", "wait 5 s")] {
          try await browser.fill("PIN", pin)
          try await browser.press("Approve \(naira(400))")
          try await browser.wait(forAlert: said)
        }
        try await browser.press("Back")
        try await person.see("Approve this payment?")
        try await clocks.turn(seconds: 3)
        try await browser.press("Use PIN instead")
        try await person.see("Enter your PIN")
        try await browser.wait(forAlert: "wait 2 s")
        try await clocks.turn(seconds: 2)
        try await browser.wait(forAlert: "You can try again now.")
        try await browser.fill("PIN", Person.pin)
        try await browser.press("Approve \(naira(400))")
        try await person.see("Approved")
        try await shop.require(id, .approved, by: "pin")
      }
    }

    @Test("the PIN approves a small payment; a wrong one keeps the screen and denies nothing")
    func pin() async throws {
      try await withShop(withPIN: true) { browser, server, person, shop in
        let id = try await shop.askAndOpen()
        try await browser.press("Use PIN instead")
        try await person.see("Enter your PIN")
        try await browser.fill("PIN", "9753")
        try await browser.press("Approve \(naira(400))")
        try await browser.wait(forAlert: "Wrong PIN. 4 attempts left.")
        try await shop.require(id, .pending)
        try await browser.fill("PIN", Person.pin)
        try await browser.press("Approve \(naira(400))")
        try await person.see("Approved")
        try await shop.require(id, .approved, by: "pin")
      }
    }

    @Test(
      "a final refusal closes the screen with its reason, and declines",
      arguments: [
        (423, "second_factor_blocked", "Blocked"), (403, "proof_not_allowed", "Not approved"),
      ])
    func finalRefusal(_ status: Int, _ reason: String, _ title: String) async throws {
      try await withShop { browser, server, person, shop in
        let interception = try await Interception(browser)
        let id = try await shop.askAndOpen()
        try await interception.answer(
          "/transactions/\(id.text)/approve", status: status,
          ["status": .integer(Int64(status)), "reason": .string(reason)])
        try await browser.press("Approve \(naira(400)) with passkey")
        try await person.see(title)
        try await shop.require(id, .denied, by: "refused")
      }
    }

    @Test(
      "a limit, and a block that another way mends, decline nothing: what is left is offered",
      arguments: [(423, "second_factor_blocked"), (403, "recovered_limit"), (403, "factor_waits")])
    func mended(_ status: Int, _ reason: String) async throws {
      try await withShop(withPIN: true) { browser, server, person, shop in
        let interception = try await Interception(browser)
        let id = try await shop.askAndOpen()
        try await interception.answer(
          "/transactions/\(id.text)/approve", status: status,
          ["status": .integer(Int64(status)), "reason": .string(reason)])
        try await browser.press("Approve \(naira(400)) with passkey")
        try await browser.wait(forAlert: "Choose another way.")
        let passkey = try await browser.first(.button, "Approve \(naira(400)) with passkey")
        try #require(passkey == nil)
        try await shop.require(id, .pending)
        try await browser.press("Approve with PIN")
        try await person.see("Enter your PIN")
        try await browser.fill("PIN", Person.pin)
        try await browser.press("Approve \(naira(400))")
        try await person.see("Approved")
        try await shop.require(id, .approved, by: "pin")
      }
    }

    @Test("a limit of the only way leaves a payment waiting")
    func limited() async throws {
      try await withShop { browser, server, person, shop in
        let interception = try await Interception(browser)
        let id = try await shop.askAndOpen()
        try await interception.answer(
          "/transactions/\(id.text)/approve", status: 403,
          ["status": 403, "reason": "recovered_limit"])
        try await browser.press("Approve \(naira(400)) with passkey")
        try await browser.wait(forAlert: "Your account was recovered a short while ago.")
        try await browser.press("Decide later")
        try await person.seeLoaded("Home")
        try await shop.require(id, .pending)
      }
    }

    @Test("a way that cannot act is no button: why not, and what would bring it, stand below")
    func unusable() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.signUp()
        try await browser.press("Not now")
        try await person.seeLoaded("Home")
        let shop = Shop(person, server)
        let id = try await shop.askAndOpen()
        try await browser.wait(forAlert: "Your account has nothing yet that approves this.")
        for name in [
          "Approve \(naira(400)) with passkey", "Use PIN instead", "Approve with PIN",
          "Use codes instead", "Approve with codes",
        ] {
          let way = try await browser.first(.button, name)
          try #require(way == nil, "\(name)")
        }
        // What can be set up here is not said to be missing.
        let missing = try await browser.elements(".unusable")
        try #require(missing.isEmpty)
        try await browser.press("Decide later")
        try await person.seeLoaded("Home")
        try await shop.require(id, .pending)
        // Above the limit neither of the two would do.
        try await shop.ask(4250)
        try await shop.open(naira(4250))
        for said in ["PIN: Not for this amount.", "Codes: Not for this amount."] {
          try await person.read(said)
        }
      }
    }

    @Test("three signatures that do not verify end it; the first two only say so")
    func refusedSignatures() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let authenticator = try await person.enrol()
        let shop = Shop(person, server)
        let id = try await shop.askAndOpen()
        try await authenticator.setResponseOverrideBits(.signature)
        for text in ["Verification failed. Try again.", "One more try: if it fails too"] {
          try await browser.press("Approve \(naira(400)) with passkey")
          let alert = try await browser.wait(forAlert: text)
          try #require(!alert.contains("PIN"))
          try await shop.require(id, .pending)
        }
        try await browser.press("Approve \(naira(400)) with passkey")
        try await person.see("Too many tries")
        try await shop.require(id, .denied, by: "refused")
      }
    }

    @Test("without a second code none is mailed, and what to do is said")
    func noSecondCode() async throws {
      try await withShop { browser, server, person, shop in
        let interception = try await Interception(browser)
        let id = try await shop.askAndOpen()
        let said = "neither a phone number for text messages nor an authenticator app. Set one up"
        try await person.read(said)
        let codes = try await browser.first(.button, "Use codes instead")
        try #require(codes == nil)
        let requests = try await interception.calls(of: "/codes")
        try #require(requests == 0)
        // The number may go away meanwhile: then the server says it, and the passkey is left.
        try await browser.press("Decide later")
        try await person.seeLoaded("Home")
        try await shop.givePhone()
        try await shop.open()
        try await browser.press("Use codes instead")
        try await person.see("Enter the code")
        try await interception.answer(
          "/transactions/\(id.text)/approve", status: 403,
          ["status": 403, "reason": "channel_missing"])
        try await give(person.code(for: "approve"), browser)
        try await browser.wait(forAlert: said)
        try await browser.press("Approve \(naira(400)) with passkey")
        try await person.see("Approved")
        try await shop.require(id, .approved, by: "assertion+evidence")
      }
    }

    private func give(_ code: String, _ browser: Browser) async throws {
      try await browser.fill("Code from the e\u{2011}mail", code)
      try await browser.press("Continue")
    }

    private func wrong(_ code: String) -> String { code == "000000" ? "111111" : "000000" }

    private func requireFieldError(_ browser: Browser, _ text: String) async throws {
      try await browser.wait(for: "the code's error: \(text)") {
        let state = try await browser.run(
          """
          return [document.querySelector("#code-error").innerText,
            String(document.querySelector("#main form [type=submit]").disabled)];
          """
        ).texts
        return state.first?.contains(text) == true && state.last == "false" ? true : nil
      }
    }
  }
}
