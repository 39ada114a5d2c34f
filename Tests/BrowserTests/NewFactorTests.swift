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
        try await enrolPhone(of: person, browser, server)
        try await signInByMail(person)
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
          try await browser.wait(forAlert: "Without either, contact support.")
        }
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
        try await browser.wait(until: "document.querySelector(\"#main .notice.good\")")
        try await person.seeLoaded("Security")
        let interception = try await Interception(browser)
        try await browser.press("Set a PIN")
        try await browser.wait(forAlert: "Without either, contact support.")
        let field = try await browser.first(.field, "New PIN")
        try #require(field == nil)
        let codes = try await interception.calls(of: "/codes")
        try #require(codes == 0)
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
    ) async throws {
      let session = try await server.harness.signUp(person.email)
      let code = try await server.harness.code(.register, session, to: person.email)
      let device = try HeldPhone(browser, server).phone.device(for: session.accountID.text)
      _ = try await server.service.devices.register(
        DeviceRequest(device: device, validateCode: code), session: session
      ).get()
    }

    private func signInByMail(_ person: Person) async throws {
      try await person.open()
      try await person.browser.fill("E-mail address", person.email)
      try await person.browser.press("E-mail me a code")
      try await person.see("Enter the code")
      try await person.browser.fill("6-digit code", person.code(for: "sign_in"))
      try await person.browser.press("Continue")
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
