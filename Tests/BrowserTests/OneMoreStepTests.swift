import BrowserTesting
import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel

extension BrowserApprovalTests {
  @Suite("one more step after a mailed code")
  struct OneMoreStepTests {
    @Test("a mailed code shows the kinds of factors, and a passkey leads to where the person was")
    func byPasskey() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol(withPIN: true)
        try await person.signOut()
        try await person.signInByMail()
        try await person.seeLoaded("One more step")
        for kind in ["A passkey", "A PIN"] { try await person.read(kind) }
        try await browser.wait(until: "document.querySelector(\"#navigation\").hidden")
        // Opened anew at another place, nothing of the account is shown there either.
        try await browser.open(person.address + "/?again#security")
        try await person.seeLoaded("One more step")
        try await browser.press("Use a passkey on another device")
        try await person.seeLoaded("Security")
        try await person.read("Passkey 1")
        try await person.open()
        try await person.seeLoaded("Home")
      }
    }

    @Test("a PIN raises a session as far as a PIN goes; what takes more asks for the passkey alone")
    func byPIN() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol(withPIN: true)
        try await forgetSession(person)
        try await person.signInByMail()
        try await person.seeLoaded("One more step")
        try await browser.press("Use PIN instead")
        try await browser.fill("PIN", "9753")
        try await browser.press("Confirm with PIN")
        try await browser.wait(forAlert: "Wrong PIN. 4 attempts left.")
        try await browser.fill("PIN", Person.pin)
        try await browser.press("Confirm with PIN")
        try await person.seeLoaded("Home")
        try await person.goToSecurity()
        try await browser.press("Sign out everywhere else")
        try await person.seeLoaded("One more step")
        let pin = try await browser.first(.button, "Use PIN instead")
        try #require(pin == nil)
        try await browser.press("Use your passkey")
        try await person.seeLoaded("Security")
        try await browser.press("Sign out everywhere else")
        try await person.read("Signed out everywhere else.")
      }
    }

    @Test("an authenticator app's code beside a mailed one is enough")
    func byApp() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.signUp()
        try await browser.press("Not now")
        try await person.seeLoaded("Home")
        let app = try await server.harness.enrolApp(
          Shop(person, server).session(), to: person.email)
        // The code that confirmed the app is good no more.
        server.turn(seconds: 60)
        try await person.signOut()
        try await person.signInByMail()
        try await person.seeLoaded("One more step")
        try await person.read("An authenticator app")
        try await browser.press("Use your authenticator app")
        try await person.see("Enter both codes")
        try await browser.fill("Code from the e\u{2011}mail", person.code(for: "approve"))
        try await browser.fill(
          "Code from your authenticator app", app.code(at: server.harness.clock.now()).exposed)
        try await browser.press("Continue")
        try await person.seeLoaded("Home")
      }
    }

    @Test("where nothing of the account can be used here there is a way on, and one out")
    func nothingHere() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        try await person.signOut()
        try await browser.run("delete window.PublicKeyCredential")
        try await person.signInByMail()
        try await person.seeLoaded("One more step")
        let alert = try await browser.wait(forAlert: "Biometric unavailable")
        try #require(alert.contains("Use a device that has your passkey, or begin a recovery."))
        let passkey = try await browser.first(.button, "Use your passkey")
        try #require(passkey == nil)
        try await browser.press("I have lost them all")
        try await person.seeLoaded("Recover your account")
        try await browser.press("Back")
        try await person.seeLoaded("One more step")
        try await person.signOut()
      }
    }

    @Test("the screens of one more step: names, roles, contrast, focus, errors that are announced")
    func screens() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let walk = Walk(person)
        let authenticator = try await person.enrol(withPIN: true)
        try await forgetSession(person)
        try await person.signInByMail()
        try await walk.look("one more step", title: "One more step")
        try await authenticator.setUserVerified(false)
        try await browser.press("Use your passkey")
        try await browser.wait(forAlert: "Biometric failed")
        try await person.read(
          "Nothing was confirmed. Try the passkey again, or choose another way.")
        try await walk.look("one more step, passkey failed")
        try await browser.press("Use PIN instead?")
        try await browser.wait(until: "document.activeElement.id === \"pin\"")
        try await browser.fill("PIN", "9753")
        try await browser.press("Confirm with PIN")
        try await browser.wait(forAlert: "Wrong PIN. 4 attempts left.")
        try await walk.look("one more step, wrong PIN")
        try await browser.fill("PIN", Person.pin)
        try await browser.press("Confirm with PIN")
        try await person.seeLoaded("Home")
        try await person.goToSecurity()
        try await browser.press("Sign out everywhere else")
        try await walk.look("one more step, passkey alone", title: "One more step")
        try #require(walk.problems == [])
        try #require(walk.screens.count == 4)
      }
    }

    /// Leaves the session open, as on another screen, and opens the page as somebody new.
    private func forgetSession(_ person: Person) async throws {
      try await person.browser.send("DELETE", "cookie")
      try await person.browser.run("localStorage.clear()")
      try await person.open()
      try await person.see("Your approval, on every payment")
    }
  }
}
