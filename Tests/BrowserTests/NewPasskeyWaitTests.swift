import BrowserTesting
import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension BrowserApprovalTests {
  @Suite("a purchase whose only way would be new")
  struct NewPasskeyWaitTests {
    @Test("that a new passkey waits is said before it is set up, and then from when it pays")
    func saidBefore() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await signInByPIN(person, server)
        for amount in [101, 102, 103, 104, 105] {
          try await person.orderByPIN(amount)
          try await person.give(Person.pin, for: naira(amount))
          try await person.see("Topup successful")
        }
        _ = try await browser.addAuthenticator()
        try await person.order(106)
        let alert = try await browser.wait(
          forAlert: "A passkey that you set up now is new at first")
        try #require(alert.contains("it cannot approve this payment."), "\(alert)")
        try #require(alert.firstMatch(of: /until about [-\u{2011}0-9]{10} it/) != nil, "\(alert)")
        try #require(alert.contains("five small payments in a row"), "\(alert)")
        try await browser.press("Set up a passkey for later")
        try await person.seeLoaded("Confirm it is you")
        try await browser.fill("PIN", Person.pin)
        try await browser.press("Confirm with PIN")
        try await person.see("Approve with your device")
        try await person.read("A new one may approve small payments only at first: until about")
        try await browser.press("Set up a passkey")
        try await person.see("Approve this payment")
        try await browser.wait(forAlert: "This payment is not possible before")
        let pay = try await browser.first(.button, "Pay \(naira(106)) with passkey")
        try #require(pay == nil)
      }
    }

    @Test("a blocked PIN without a passkey leads to the recovery, and to no set-up")
    func blockedPIN() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let session = try await signInByPIN(person, server)
        try await person.orderByPIN(500)
        // After the second wrong one each has to be waited for.
        for wait: Int64 in [1, 1, 6, 31, 121] {
          server.turn(seconds: wait)
          let request = BiometricTestRequest(proof: .pin(SecretText("9753")))
          _ = try await server.service.actions.testBiometrics(
            request, idempotencyKey: nil, session: session)
        }
        try await person.give(Person.pin, for: naira(500))
        try await requireRecovery(person)
        try await browser.press("Back")
        try await person.see("Approve this payment")
        try await requireRecovery(person)
        try await person.goToSecurity()
        try await browser.press("Recover your account")
        try await person.seeLoaded("Recover your account")
      }
    }

    @Test("what a payment leaves is shown beside the PIN and with cashback, too")
    func balanceAfter() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol(withPIN: true)
        try await person.orderByPIN(500)
        try await person.read("Balance after\n\(naira(4500))")
        try await browser.press("Cancel")
        try await browser.press("Leave")
        try await person.seeLoaded("Home")
        let interception = try await Interception(browser)
        let wallet: JSONValue = ["balance": 5000, "cashback": 200, "currency": "NGN"]
        try await interception.answer("/user/wallet", status: 200, wallet, times: 2)
        try await browser.press("Buy", .link)
        try await person.seeLoaded("Buy airtime")
        try await browser.press("MTN", .radio)
        try await browser.fill("Phone number", Person.phone)
        try await browser.fill("Amount", "500")
        try await browser.elements("#cashback").first?.click()
        try await browser.press("Continue")
        try await person.see("Approve this payment")
        try await person.read("From cashback\n\(naira(200))")
        try await person.read("From your balance\n\(naira(300))")
        try await person.read("Balance after\n\(naira(4700))")
      }
    }

    /// Signs in a person whose only factor is a PIN, in a session that has not set it.
    @discardableResult
    private func signInByPIN(
      _ person: Person, _ server: ClockedServer
    ) async throws -> AuthenticatedSession {
      let harness = server.harness
      let session = try await harness.signUp(person.email)
      try await harness.setPIN(Person.pin, session, to: person.email)
      try await person.open()
      try await person.signInByMail()
      try await person.seeLoaded("One more step")
      try await person.browser.fill("PIN", Person.pin)
      try await person.browser.press("Confirm with PIN")
      try await person.seeLoaded("Home")
      return session
    }

    private func requireRecovery(_ person: Person) async throws {
      let browser = person.browser
      try await browser.wait(
        forAlert: """
          Your PIN is blocked after too many wrong attempts, and you have nothing else that \
          approves. A recovery of your account brings you a new passkey or PIN
          """)
      let setUp = try await browser.first(.button, "Set up a passkey")
      try #require(setUp == nil)
      try await browser.press("Recover your account")
      try await person.seeLoaded("Recover your account")
    }
  }
}
