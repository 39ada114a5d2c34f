import BrowserTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("passkeys that are added and removed")
  struct SecurityTests {
    @Test("a passkey whose device is lost is removed with the PIN")
    func removalByPIN() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let authenticator = try await person.enrol(withPIN: true)
        // What was proved for the PIN is fresh no more, while the session lives.
        server.turn(seconds: 200)
        _ = try await person.balance()
        server.turn(seconds: 150)
        try await removePasskey(person)
        try await person.see("Confirm it is you")
        try await authenticator.setUserVerified(false)
        try await browser.press("Confirm with passkey")
        try await browser.wait(forAlert: "Biometric failed")
        try await browser.press("Use PIN instead?")
        try await browser.fill("PIN", "9753")
        try await browser.press("Confirm with PIN")
        try await browser.wait(forAlert: "Wrong PIN. 4 attempts left.")
        try await browser.fill("PIN", Person.pin)
        try await browser.press("Confirm with PIN")
        try await requireRemoved(person)
      }
    }

    @Test("a change of the PIN whose answer was lost is made once when it is sent again")
    func lostChange() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol(withPIN: true)
        try await browser.press("Change PIN")
        try await person.see("Change your PIN")
        try await browser.fill("Your PIN now", Person.pin)
        try await browser.fill("New PIN", "736158")
        try await browser.fill("New PIN again", "736158")
        let interception = try await Interception(browser)
        try await interception.holdAnswer(of: "/second-factor/pin")
        try await browser.press("Save PIN")
        try await interception.waitForHeldAnswer()
        try await interception.loseAnswer()
        try await browser.wait(forAlert: "The server does not answer.")
        try await browser.press("Save PIN")
        try await person.seeLoaded("Security")
        let sent = try await interception.sent(to: "/second-factor/pin")
        try #require(sent.count == 2 && sent[0] == sent[1])
      }
    }

    @Test("a passkey is removed at once where a factor was proved a moment ago")
    func removalAtOnce() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await removePasskey(person)
        try await requireRemoved(person)
      }
    }

    @Test("where the browser has no passkeys the PIN alone is asked for")
    func removalWithoutPasskeys() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol(withPIN: true)
        server.turn(seconds: 200)
        _ = try await person.balance()
        server.turn(seconds: 150)
        try await browser.run("delete window.PublicKeyCredential")
        try await removePasskey(person)
        try await person.see("Confirm it is you")
        try await browser.fill("PIN", Person.pin)
        let passkey = try await browser.first(.button, "Confirm with passkey")
        try #require(passkey == nil)
        try await browser.press("Confirm with PIN")
        try await requireRemoved(person)
        let add = try await browser.first(.button, "Add a passkey")
        try #require(add == nil)
      }
    }

    @Test("a new device's passkey is added with the PIN, and pays")
    func additionByPIN() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let lost = try await person.enrol(withPIN: true)
        try await lost.remove()
        _ = try await browser.addAuthenticator()
        try await browser.press("Add a passkey")
        try await person.see("Confirm it is you")
        try await browser.press("Use PIN instead")
        try await browser.fill("PIN", Person.pin)
        try await browser.press("Confirm with PIN")
        try await person.see("Approve with your device")
        try await browser.press("Set up a passkey")
        try await person.seeLoaded("Security")
        let text = try await browser.text()
        try #require(text.contains("Your passkey is ready") && text.contains("Passkey 2"))
        try await person.order(500)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await person.see("Topup successful")
      }
    }

    private func removePasskey(_ person: Person) async throws {
      try await person.browser.press("Security", .link)
      try await person.seeLoaded("Security")
      try await person.browser.press("Remove Passkey 1")
      try await person.browser.press("Remove passkey")
    }

    private func requireRemoved(_ person: Person) async throws {
      try await person.browser.wait(until: "document.querySelector(\"#main .notice.good\")")
      try await person.seeLoaded("Security")
      let text = try await person.browser.text()
      try #require(text.contains("The passkey is removed."))
      try #require(text.contains("No passkey yet."))
    }
  }
}
