import BrowserTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("passkeys that are added and removed")
  struct SecurityTests {
    @Test("a removal whose passkey failed is offered no PIN, and takes the passkey")
    func removalWithoutPIN() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let authenticator = try await person.enrol(withPIN: true)
        try await removePasskey(person)
        try await person.seeLoaded("Confirm it is you")
        try await authenticator.setUserVerified(false)
        try await browser.press("Confirm with passkey")
        try await browser.wait(forAlert: "Biometric failed")
        try await person.read("Nothing was confirmed. Try the passkey again.")
        for name in ["Use PIN instead", "Use PIN instead?"] {
          let pin = try await browser.first(.button, name)
          try #require(pin == nil)
        }
        try await authenticator.setUserVerified(true)
        try await browser.press("Confirm with passkey")
        try await requireRemoved(person)
      }
    }

    @Test("an easily guessed PIN is told before a prompt, and each try clears the fault before it")
    func guessedPIN() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let walk = Walk(person)
        let authenticator = try await person.enrol()
        let record = try await PromptRecord(browser)
        try await browser.press("Set a PIN")
        try await person.see("Set a PIN")
        for pin in ["1234", "1111", "9876", "4848", "123123"] {
          try await enter(pin, browser)
          try await walk.requireFieldError("new-pin", "This PIN is easily guessed.")
        }
        let prompts = try await record.shown()
        try #require(prompts == [])
        // A fault of the prompt goes when another is said at a field.
        try await authenticator.setUserVerified(false)
        try await enter(Person.pin, browser)
        try await browser.wait(forAlert: "Biometric failed")
        try await enter("12", browser)
        try await walk.requireFieldError("new-pin", "A PIN has 4 to 12 digits.")
        let alert = try await browser.alert()
        try #require(alert == "")
      }
    }

    private func enter(_ pin: String, _ browser: Browser) async throws {
      try await browser.fill("New PIN", pin)
      try await browser.fill("New PIN again", pin)
      try await browser.press("Confirm with passkey and save")
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

    @Test("a PIN that would not change is told at its field, and nothing is sent")
    func unchangedPIN() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let walk = Walk(person)
        try await person.enrol(withPIN: true)
        try await browser.press("Change PIN")
        try await person.see("Change your PIN")
        let interception = try await Interception(browser)
        for name in ["Your PIN now", "New PIN", "New PIN again"] {
          try await browser.fill(name, Person.pin)
        }
        try await browser.press("Save PIN")
        try await walk.requireFieldError(
          "new-pin", "The new PIN is the same as the current one you typed. Choose another.")
        for name in ["New PIN", "New PIN again"] { try await browser.fill(name, "736158") }
        try await browser.press("Save PIN")
        try await person.seeLoaded("Security")
        let sent = try await interception.sent(to: "/second-factor/pin")
        try #require(sent.count == 1 && sent[0].contains("736158"))
      }
    }

    @Test("a removal shows which passkey it removes, and takes a proof of it right after another")
    func removalByPasskey() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol(withPIN: true)
        let record = try await PromptRecord(browser)
        let interception = try await Interception(browser)
        try await removePasskey(person)
        try await person.seeLoaded("Confirm it is you")
        try await person.read("Remove the passkey of")
        // By its name first; what a machine calls it comes last.
        let slip = try await browser.run(
          """
          return [...document.querySelectorAll("#main .slip dl:not(.identifiers) dd")]
            .map((value) => value.innerText);
          """
        ).texts
        try #require(slip.last == "Passkey 1", "\(slip)")
        let identifiers = try await browser.elements("#main .slip dl:last-child.identifiers dd")
        try #require(identifiers.count == 1)
        try await browser.press("Confirm with passkey")
        try await requireRemoved(person)
        let shown = try await record.shown()
        try #require(shown.count == 1 && shown[0].contains("Remove the passkey of"))
        let asked = try await interception.sent(to: "/actions/MANAGE_FACTORS/options")
        try #require(asked.count == 1 && asked[0].contains("\"change\":\"removePasskey\""))
      }
    }

    @Test(
      "a challenge for another change, or for another passkey, is not signed",
      arguments: [["change": "removeAllPasskeys"], ["change": "addPasskey"]] as [JSONValue])
    func otherChange(payload: JSONValue) async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let record = try await PromptRecord(browser)
        // The server makes whole documents and challenges, but of another change.
        try await browser.run(
          """
          const send = window.fetch.bind(window);
          const [payload] = arguments;
          window.fetch = (path, settings) => (path === "/actions/MANAGE_FACTORS/options"
            ? send(path, { ...settings, body: JSON.stringify({ payload }) })
            : send(path, settings));
          """, payload)
        try await removePasskey(person)
        try await browser.wait(forAlert: "The server named something else")
        let confirm = try await browser.first(.button, "Confirm with passkey")
        try #require(confirm == nil)
        let shown = try await record.shown()
        try #require(shown == [])
      }
    }

    @Test("the PIN changes nothing beside a passkey, and is not offered without one either")
    func laterSession() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol(withPIN: true)
        try await person.signOut()
        try await browser.press("Sign in with a passkey")
        try await person.seeLoaded("Home")
        try await removePasskey(person)
        try await person.seeLoaded("Confirm it is you")
        let pin = try await browser.first(.button, "Use PIN instead")
        try #require(pin == nil)
        try await browser.run("delete window.PublicKeyCredential")
        try await removePasskey(person)
        try await person.seeLoaded("Confirm it is you")
        try await browser.wait(forAlert: "Nothing that your account has can confirm this here.")
        try await browser.press("I have lost them all")
        try await person.seeLoaded("Recover your account")
        try await browser.press("Back")
        try await person.seeLoaded("Confirm it is you")
      }
    }

    @Test("a new device's passkey is added with the one that is there, and pays")
    func addition() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let first = try await person.enrol(withPIN: true)
        try await browser.press("Add a passkey")
        try await person.see("Confirm it is you")
        try await browser.press("Confirm with passkey")
        try await person.see("Approve with your device")
        try await first.remove()
        _ = try await browser.addAuthenticator()
        try await browser.press("Set up a passkey")
        try await person.seeLoaded("Security")
        let text = try await browser.text()
        try #require(text.contains("Your passkey is ready") && text.contains("Passkey 2"))
        try await person.order(500)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await person.see("Topup successful")
      }
    }

    @Test("a phone's passkey is called as the phone, and each removal says what goes with what")
    func passkeyOfPhone() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let phone = try await HeldPhone.enrolled(browser, server, for: person)
        try await person.open()
        try await browser.press("Sign in with your phone")
        try await phone.signIn()
        try await person.seeLoaded("Is that you?")
        try await browser.press("Yes, go on")
        try await person.seeLoaded("Home")
        try await person.goToSecurity()
        let text = try await browser.text()
        try #require(!text.contains("Passkey 1"), "\(text)")
        try await browser.press("Remove Passkey on Ada's phone")
        let ofPasskey = try await question("Remove this passkey?", browser)
        try #require(
          ofPasskey.hasPrefix(
            """
            “Passkey on Ada's phone” can no longer approve payments or sign you in. Its entry on \
            your device stays until you delete it there. The phone “Ada's phone” stays, with its \
            PIN.
            """), "\(ofPasskey)")
        try await browser.press("Keep")
        try await browser.press("Remove Ada's phone")
        let ofPhone = try await question("Remove this phone?", browser)
        try #require(
          ofPhone
            == """
            “Ada's phone” can no longer approve payments or sign you in, and it is signed out at \
            once. “Passkey on Ada's phone” is removed with it.
            """)
      }
    }

    @Test("removing the passkey that signed in here: the sign-out is said before, its cause after")
    func ownPasskey() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await person.signOut()
        try await browser.press("Sign in with a passkey")
        try await person.seeLoaded("Home")
        try await person.goToSecurity()
        try await browser.press("Remove Passkey 1")
        let asked = try await question("Remove this passkey?", browser)
        try #require(
          asked.hasSuffix(
            """
            You signed in here with it: if you confirm with it too, you are signed out here.
            """), "\(asked)")
        try await browser.press("Remove passkey")
        try await browser.press("Confirm with passkey")
        try await person.see("Your approval, on every payment")
        let alert = try await browser.alert()
        try #require(
          alert
            == """
            The passkey is removed. You had signed in here with it, so you are signed out. Sign in \
            again with a code by e\u{2011}mail.
            """)
      }
    }

    private func question(_ title: String, _ browser: Browser) async throws -> String {
      _ = try await browser.find(.dialog, title)
      return try await browser.run(
        "return document.querySelector(\"#question-text\").innerText"
      ).text ?? ""
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
