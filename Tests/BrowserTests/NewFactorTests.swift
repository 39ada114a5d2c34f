import BrowserTesting
import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension BrowserTests {
  @Suite("what a new factor takes")
  struct NewFactorTests {
    @Test("where the only PIN is on a phone no code is mailed for a factor that it cannot add")
    func pinOnPhone() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let phone = try await enrolPhone(of: person, browser, server)
        try await person.open()
        try await person.signInByMail()
        try await person.seeLoaded("One more step")
        try await person.read("A phone with its PIN")
        try await browser.press("Use your phone")
        try await phone.signIn()
        // No passkey is offered that could not be added.
        try await person.seeLoaded("Home")
        let suggestion = try await browser.elements("#main .suggestion")
        try #require(suggestion.isEmpty)
        let interception = try await Interception(browser)
        for action in ["Add a passkey", "Add a phone"] {
          try await browser.press("Security", .link)
          try await person.seeLoaded("Security")
          try await browser.press(action)
          try await person.see("Confirm it is you")
          try await browser.wait(forAlert: "Nothing that your account has can confirm this here.")
        }
        _ = try await browser.find(.button, "I have lost them all")
        let codes = try await interception.calls(of: "/codes")
        let links = try await interception.calls(of: "/sessions/links")
        try #require(codes == 0 && links == 0)
      }
    }

    @Test("without a PIN it is said what goes with the only passkey, and no code is mailed then")
    func lastFactor() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let question = try await questionOfRemoval(person)
        try #require(question.contains("you have no PIN") && !question.contains("PIN only"))
        try await browser.press("Remove passkey")
        try await person.seeLoaded("Confirm it is you")
        try await browser.press("Confirm with passkey")
        try await browser.wait(until: "document.querySelector(\"#main .notice.good\")")
        try await person.seeLoaded("Security")
        let interception = try await Interception(browser)
        try await browser.press("Set a PIN")
        try await browser.wait(forAlert: "Nothing that your account has can confirm this here.")
        let field = try await browser.first(.field, "New PIN")
        try #require(field == nil)
        let codes = try await interception.calls(of: "/codes")
        try #require(codes == 0)
        try await browser.press("I have lost them all")
        try await person.seeLoaded("Recover your account")
      }
    }

    @Test("before the only passkey goes it is said what the PIN approves")
    func lastPasskey() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol(withPIN: true)
        let question = try await questionOfRemoval(person)
        try #require(question.contains("you can approve small payments with your PIN only"))
      }
    }

    /// A new account's phone, which has a PIN of its own and no key.
    private func enrolPhone(
      of person: Person, _ browser: Browser, _ server: ClockedServer
    ) async throws -> HeldPhone {
      let session = try await server.harness.signUp(person.email)
      let code = try await server.harness.code(.register, session, to: person.email)
      let held = try HeldPhone(browser, server)
      let device = try held.phone.device(for: session.accountID.text)
      _ = try await server.service.devices.register(
        DeviceRequest(device: device, validateCode: code), session: session
      ).get()
      return held
    }

    /// What is asked before the only passkey is removed.
    private func questionOfRemoval(_ person: Person) async throws -> String {
      try await person.browser.press("Security", .link)
      try await person.seeLoaded("Security")
      try await person.browser.press("Remove Passkey 1")
      _ = try await person.browser.find(.dialog, "Remove this passkey?")
      return try await person.browser.run(
        "return document.querySelector(\"dialog[open]\").innerText"
      ).text ?? ""
    }
  }
}
