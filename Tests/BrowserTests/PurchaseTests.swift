import BrowserTesting
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("buying with a passkey")
  struct PurchaseTests {
    @Test("sign up, register a passkey and buy: what will be paid is shown before the prompt")
    func buys() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let authenticator = try await person.enrol()
        let credentials = try await authenticator.credentials()
        try #require(credentials.count == 1)
        try #require(credentials.first?["isResidentCredential"] == true)
        let record = try await PromptRecord(browser)
        try await person.order(500)
        let before = try await record.shown()
        try #require(before == [])
        try await browser.press("Pay ₦500 with passkey")
        try await person.see("Topup successful")
        let shown = try await record.shown()
        try #require(shown.count == 1)
        for part in ["You pay\n₦500", "MTN airtime", Person.phone, "Balance after\n₦4,500"] {
          try #require(shown[0].contains(part), "\(shown[0])")
        }
        try await person.requirePaid(1, balance: "₦4,500")
      }
    }

    @Test("a wallet that does not hold the amount is said, and nothing is paid")
    func insufficientFunds() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await person.order(40_000)
        try await browser.press("Pay ₦40,000 with passkey")
        try await browser.wait(forAlert: "Your balance does not cover this.")
        try await browser.press("Home", .link)
        try await browser.press("Leave")
        try await person.requirePaid(0, balance: "₦5,000")
      }
    }

    @Test("a challenge that the server finds expired is fetched anew once, without a question")
    func expiredChallenge() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await person.order(500)
        // As while a prompt stands open: the page cannot know that the time is over.
        server.turn(seconds: 91)
        try await browser.press("Pay ₦500 with passkey")
        try await person.see("Topup successful")
        let challenges = try await interception.calls(of: "/biometric/auth/options")
        try #require(challenges == 2)
        let verifications = try await interception.calls(of: "/biometric/auth/verify")
        try #require(verifications == 2)
        try await person.requirePaid(1, balance: "₦4,500")
      }
    }

    @Test("a challenge that expires twice is asked for no third time, and the PIN is offered")
    func expiredTwice() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await person.order(500)
        try await interception.answer(
          "/biometric/auth/verify", status: 401, Interception.expiredChallenge, times: 2)
        try await browser.press("Pay ₦500 with passkey")
        try await browser.wait(forAlert: "Verification failed. Try again or use PIN")
        _ = try await browser.find(.button, "Use PIN instead")
        let challenges = try await interception.calls(of: "/biometric/auth/options")
        try #require(challenges == 2)
      }
    }

    @Test("a challenge whose time is nearly over is fetched anew before the prompt")
    func nearlyExpired() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await person.order(500)
        // The page's clock goes on by 55 of the challenge's 60 seconds.
        try await browser.run(
          """
          const now = performance.now.bind(performance);
          performance.now = () => now() + 55_000;
          """)
        try await browser.press("Pay ₦500 with passkey")
        try await person.see("Topup successful")
        let challenges = try await interception.calls(of: "/biometric/auth/options")
        try #require(challenges == 2)
      }
    }

    @Test("a double click asks for the passkey once and pays once")
    func doubleClick() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await person.order(500)
        let record = try await PromptRecord(browser)
        let pay = try await browser.find(.button, "Pay ₦500 with passkey")
        try await browser.click(pay, times: 3)
        try await person.see("Topup successful")
        let prompts = try await record.shown()
        try #require(prompts.count == 1)
        let calls = try await interception.calls(of: "/user/topup")
        try #require(calls == 1)
        try await person.requirePaid(1, balance: "₦4,500")
      }
    }

    @Test(
      "a request sent again is answered as before and pays nothing; its proof pays nothing else")
    func replay() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await person.order(500)
        try await browser.press("Pay ₦500 with passkey")
        try await person.see("Topup successful")
        let first = try await interception.repeatCall(of: "/user/topup")
        let key: JSONValue = ["Idempotency-Key": "another-purchase-0001"]
        let second = try await interception.repeatCall(of: "/user/topup", headers: key)
        for (status, body) in [first, second] {
          try #require(status == 200)
          try #require(body["data"]?["balance"] == 4500)
        }
        try #require(first.body["data"]?["transactionId"] == second.body["data"]?["transactionId"])
        let other = try await interception.repeatCall(
          of: "/user/topup", headers: key, body: ["amount": 600])
        try #require(other.status == 409, "\(other)")
        try await person.requirePaid(1, balance: "₦4,500")
      }
    }
  }
}
