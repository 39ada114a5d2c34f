import BrowserTesting
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("a passkey whose registration has no answer")
  struct RegistrationTests {
    @Test("one more passkey is made once and listed once, and the registration is sent again")
    func sentAgain() async throws {
      try await withBrowser { browser in
        let (person, interception) = try await makeSecond(browser)
        try await interception.loseAnswer()
        try await requireOneMore(person, interception)
      }
    }

    @Test("after the page gave up, the next press sends the same registration, and makes no other")
    func pressedAgain() async throws {
      try await withBrowser { browser in
        let (person, interception) = try await makeSecond(browser)
        try await interception.lose(Self.path)
        try await interception.loseAnswer()
        try await browser.wait(forAlert: "No answer came. Asking again")
        // The page's clock goes on by as long as it asks by itself.
        try await browser.run(
          """
          const now = performance.now.bind(performance);
          performance.now = () => now() + 21_000;
          """)
        try await browser.wait(forAlert: "The server does not answer.")
        try await interception.restore()
        try await browser.press("Set up a passkey")
        try await requireOneMore(person, interception)
      }
    }

    @Test("the first passkey, by a mailed code, is registered once however its answer is lost")
    func first() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        _ = try await browser.addAuthenticator()
        try await person.signUp()
        try await person.askForPasskey()
        let interception = try await Interception(browser)
        try await interception.holdAnswer(of: Self.path)
        try await browser.fill("6-digit code", person.code(for: "register"))
        try await browser.press("Continue")
        try await interception.waitForHeldAnswer()
        try await interception.loseAnswer()
        try await person.seeLoaded("Home")
        let text = try await browser.text()
        try #require(text.contains("Your passkey is ready"))
        try await requireSame(interception)
      }
    }

    @Test("a passkey has the name that was given at its registration")
    func named() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        _ = try await browser.addAuthenticator()
        try await person.signUp()
        try await browser.fill("Name of this passkey (optional)", " Ada's laptop ")
        try await person.registerPasskey()
        try await person.read("Your passkey is ready")
        try await person.goToSecurity()
        try await person.read("Ada's laptop")
        try #require(try await !browser.text().contains("Passkey 1"))
      }
    }

    private static let path = "/biometric/register/verify"

    /// Has a second device make a passkey, up to the registration's answer, which is held back.
    private func makeSecond(_ browser: Browser) async throws -> (Person, Interception) {
      let person = try Person(browser)
      let first = try await person.enrol(withPIN: true)
      try await browser.press("Add a passkey")
      try await person.see("Confirm it is you")
      try await browser.press("Confirm with passkey")
      try await person.see("Approve with your device")
      try await first.remove()
      _ = try await browser.addAuthenticator()
      let interception = try await Interception(browser)
      try await interception.holdAnswer(of: Self.path)
      try await browser.press("Set up a passkey")
      try await interception.waitForHeldAnswer()
      return (person, interception)
    }

    private func requireOneMore(_ person: Person, _ interception: Interception) async throws {
      try await person.seeLoaded("Security")
      let text = try await person.browser.text()
      try #require(text.contains("Your passkey is ready"))
      try #require(text.contains("Passkey 2") && !text.contains("Passkey 3"))
      try await requireSame(interception)
    }

    /// Holds that what was sent was sent more than once, and was the same.
    private func requireSame(_ interception: Interception) async throws {
      let sent = try await interception.sent(to: Self.path)
      try #require(sent.count > 1 && Set(sent).count == 1)
    }
  }
}
