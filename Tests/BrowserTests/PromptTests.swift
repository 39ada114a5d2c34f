import BrowserTesting
import Testing
import WebAuthnModel

extension BrowserApprovalTests {
  @Suite("prompts end with their screens")
  struct PromptTests {
    @Test("whoever leaves while signing in with a passkey is signed in by it no more")
    func signIn() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await person.signOut()
        let interception = try await Interception(browser)
        let prompt = try await HeldPrompt(browser, after: 0)
        try await browser.press("Sign in with a passkey")
        try await prompt.wait()
        try await browser.press("Create an account")
        try await person.see("Create an account")
        try await prompt.requireClosed()
        try await prompt.letGo()
        try #require(try await interception.calls(of: "/sessions") == 0)
      }
    }

    @Test("a factor that is proved for a change is asked for no more")
    func proof() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await browser.press("Set a PIN")
        try await person.see("Set a PIN")
        let prompt = try await HeldPrompt(browser, after: 0)
        try await browser.fill("New PIN", Person.pin)
        try await browser.fill("New PIN again", Person.pin)
        try await browser.press("Confirm with passkey and save")
        try await prompt.wait()
        try await browser.press("Back")
        try await person.seeLoaded("Security")
        try await prompt.requireClosed()
      }
    }

    @Test("a passkey that was to be set up is made no more")
    func registration() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        _ = try await browser.addAuthenticator()
        try await person.signUp()
        try await person.askForPasskey()
        let prompt = try await HeldPrompt(browser, after: 0, for: .making)
        try await browser.fill("6-digit code", person.code(for: "register"))
        try await browser.press("Continue")
        try await prompt.wait()
        try await browser.press("Not now")
        try await person.seeLoaded("Home")
        try await prompt.requireClosed()
      }
    }
  }
}
