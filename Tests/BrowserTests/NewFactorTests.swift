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
        let onPhone = "Do it in the app on your phone, and confirm it there."
        let needless = """
          Only a passkey that you have already adds one here. You need none: your phone approves \
          payments and signs you in here.
          """
        for (action, next) in [
          ("Add a passkey", needless), ("Add a phone", onPhone), ("Add an app", onPhone),
        ] {
          try await person.goToSecurity()
          try await browser.press(action)
          try await person.seeLoaded("Confirm it is you")
          try await browser.wait(
            forAlert: "Nothing that your account has can confirm this here. \(next)")
          // Whoever has the phone has not lost everything.
          let lost = try await browser.first(.button, "I have lost them all")
          try #require(lost == nil)
        }
        try await browser.press("I have lost my phone")
        try await person.seeLoaded("Recover your account")
        try await person.goToSecurity()
        try await browser.press("Sign out everywhere else")
        try await person.seeLoaded("One more step")
        try await person.read("This takes a passkey: it concerns your security.")
        try await browser.wait(
          forAlert: """
            This takes a passkey that can be used here. You can do it in the app on your phone \
            instead, and confirm it there.
            """)
        let codes = try await interception.calls(of: "/codes")
        let links = try await interception.calls(of: "/sessions/links")
        try #require(codes == 0 && links == 0)
        // A payment is left to the phone, and says of no way that it could be set up here.
        _ = try await Shop(person, server).askAndOpen(2500)
        try await person.read("Passkey: You have none.")
        let text = try await browser.text()
        try #require(!text.contains("You have none yet"), "\(text)")
      }
    }

    @Test("beside a phone that still waits an app that it adds then confirms a passkey here")
    func passkeyByApp() async throws {
      let waiting = { (policy: inout ServicePolicy) in policy.firstFactor = .waits }
      try await withClockedServer(change: waiting) { browser, server in
        let person = try Person(browser, at: server)
        let phone = try await enrolPhone(of: person, browser, server)
        _ = try await browser.addAuthenticator()
        try await person.open()
        try await person.signInByMail()
        try await person.seeLoaded("One more step")
        try await browser.press("Use your phone")
        try await phone.signIn()
        try await person.seeLoaded("Home")
        try await person.goToSecurity()
        try await browser.press("Add a passkey")
        try await person.seeLoaded("Confirm it is you")
        try await browser.wait(
          forAlert: """
            Nothing that your account has can confirm this here. Your phone cannot confirm a \
            passkey for this browser, but an authenticator app can. Add one in the app on your \
            phone: its code, beside one by e\u{2011}mail, then confirms the passkey here.
            """)
        let session = try await phone.session()
        let options = try await server.service.actions.options(
          LinkedOptionsRequest(changing: .addAuthenticatorApp), session: session
        ).get()
        let proof = try phone.phone.pinProof(#require(options.pinChallenge))
        let app = try await server.harness.enrolApp(
          session, entitledBy: AuthenticatorAppRequest(proof: .pinProof(proof)))
        try await person.goToSecurity()
        try await browser.press("Add a passkey")
        try await person.seeLoaded("Confirm it is you")
        try await browser.press("Confirm with your authenticator app")
        try await person.see("Enter both codes")
        // The step of its confirmation is used up.
        server.turn(seconds: 30)
        try await browser.fill("Code from the e\u{2011}mail", person.code(for: "approve"))
        try await browser.fill(
          "Code from your authenticator app", app.code(at: server.harness.clock.now()).exposed)
        try await browser.press("Continue")
        try await person.see("Approve with your device")
        try await browser.press("Set up a passkey")
        try await person.seeLoaded("Security")
        try await person.read("Your passkey is ready")
      }
    }

    @Test("a PIN that is blocked on the phone is said to be, and nothing is left to that phone")
    func phoneBlocked() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let phone = try await enrolPhone(of: person, browser, server)
        try await person.open()
        try await person.signInByMail()
        try await person.seeLoaded("One more step")
        try await browser.press("Use your phone")
        try await phone.signIn()
        try await person.seeLoaded("Home")
        var stranger = phone.phone
        stranger.pinKey = TestPhone(stranger.authenticator).pinKey
        for _ in 1...5 {
          let options = try await server.service.signIn.options(
            SessionOptionsRequest(deviceID: stranger.id)
          ).get()
          _ = try await server.service.signIn.open(
            .pinProof(stranger.pinProof(#require(options.pinChallenge))))
          server.turn(seconds: 121)
          // The session goes on.
          try await person.goToSecurity()
        }
        let blocked = "blocked there after too many wrong attempts."
        try await person.read("On your phone, and \(blocked) To unblock it, contact support.")
        let support = """
          The PIN on your phone is blocked after too many wrong attempts. To unblock it, contact \
          support.
          """
        try await browser.press("Add a phone")
        try await person.seeLoaded("Confirm it is you")
        try await browser.wait(
          forAlert: "Nothing that your account has can confirm this here. \(support)")
        _ = try await Shop(person, server).askAndOpen()
        try await browser.wait(forAlert: "Nothing that you have here approves this. \(support)")
        try await person.read(
          "PIN: Yours is on your phone, and \(blocked) Contact support to unblock it.")
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

    @Test("once the last factor is gone a payment leads to the recovery alone")
    func afterLastFactor() async throws {
      try await withShop { browser, _, person, shop in
        _ = try await questionOfRemoval(person)
        try await browser.press("Remove passkey")
        try await person.seeLoaded("Confirm it is you")
        try await browser.press("Confirm with passkey")
        try await browser.wait(until: "document.querySelector(\"#main .notice.good\")")
        _ = try await shop.askAndOpen(4250)
        let alert = try await browser.wait(
          forAlert: """
            Nothing is left in your account that approves it. Only a recovery brings you a new \
            passkey or PIN.
            """)
        try #require(!alert.contains("another device"))
        try await browser.press("Recover your account")
        try await person.seeLoaded("Recover your account")
        try await browser.press("Back")
        try await person.see("Approve this payment?")
        // A block of codes outlives the app and the number that had them.
        let said = try await browser.run(
          """
          return import("/page/parts/unusableWays.js").then(({ unusableWays }) => unusableWays(
            [{ proof: "validateCode", canAct: false, reason: "second_factor_blocked", detail: "" }],
            { fields: [] },
            { hasBiometrics: false, hasPIN: false, hasDevicePIN: false, hasTwoFactor: false,
              hasPhone: false, needsFactor: true }).querySelector("p").textContent);
          """
        ).text
        try #require(
          said
            == """
            Codes: They take a code by e\u{2011}mail and another one, and you have neither a phone \
            number for text messages nor an authenticator app.
            """)
        // A small payment is refused to a PIN after as many as may be in a row, not for its amount.
        let tooMany = try await browser.run(
          """
          return import("/page/parts/unusableWays.js").then(({ unusableWays }) => unusableWays(
            [{ proof: "pin", canAct: false, reason: "linking_required", detail: "" }],
            { fields: [{ name: "amount", kind: "money",
              value: { minorUnits: 10_000, currency: "NGN", exponent: 2 } }] },
          ).querySelector("p").textContent);
          """
        ).text
        try #require(
          tooMany
            == """
            PIN: Not for this one: five small payments in a row were approved without a passkey or \
            your phone. After the next one that either of them approves, the PIN is enough for \
            small ones again.
            """)
      }
    }

    @Test("before the only passkey goes it is said what the PIN approves")
    func lastPasskey() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol(withPIN: true)
        let question = try await questionOfRemoval(person)
        try #require(question.contains("you can approve small payments with your PIN only"))
        try #require(
          question.contains("“Passkey 1” can no longer approve payments or sign you in."))
      }
    }

    @Test("nothing is promised of a blocked PIN, before the last passkey goes or after")
    func lastPasskeyBlocked() async throws {
      try await withShop(withPIN: true) { browser, server, person, shop in
        for _ in 1...5 {
          let request = BiometricTestRequest(proof: .pin(SecretText("9753")))
          _ = try await server.service.actions.testBiometrics(
            request, idempotencyKey: nil, session: shop.session())
          server.turn(seconds: 121)
        }
        let question = try await questionOfRemoval(person)
        try #require(
          question.contains(
            """
            It is your only passkey, and your PIN is blocked. Contact support to unblock the PIN \
            first.
            """))
        try #require(!question.contains("small payments"))
        try await browser.press("Remove passkey")
        try await person.seeLoaded("Confirm it is you")
        try await browser.press("Confirm with passkey")
        try await person.seeLoaded("Security")
        _ = try await shop.askAndOpen()
        let alert = try await browser.wait(
          forAlert: """
            Your PIN is blocked after too many wrong attempts, and you have nothing else that \
            approves. A recovery of your account brings you a new passkey or PIN
            """)
        try #require(!alert.contains("needs a passkey"))
        _ = try await browser.find(.button, "Recover your account")
        try await person.read(
          "PIN: Blocked after too many wrong attempts. Contact support to unblock it.")
        let setUp = try await browser.first(.button, "Set up a passkey")
        try #require(setUp == nil)
      }
    }

    @Test("Security says until when a passkey that a PIN added, and a new PIN, can be stopped")
    func waits() async throws {
      let waiting = { (policy: inout ServicePolicy) in policy.firstFactor = .waits }
      try await withClockedServer(change: waiting) { browser, server in
        let person = try Person(browser, at: server)
        try await addWeakKey(of: person, server)
        try await person.open()
        try await person.signInByMail()
        try await person.seeLoaded("One more step")
        try await browser.press("Use PIN instead")
        try await browser.fill("PIN", Person.pin)
        try await browser.press("Confirm with PIN")
        try await person.seeLoaded("Home")
        try await person.goToSecurity()
        try await person.read("for small payments only until")
        try await person.read("It is new: until")
        // Where all passkeys are new, what else there is comes first.
        try await browser.press("Add an app")
        try await person.seeLoaded("Confirm it is you")
        try await person.read("Your passkey is new: until")
        let offered = try await browser.run(
          """
          return [...document.querySelectorAll("#main .stack button, #main .stack input")]
            .filter((control) => control.checkVisibility())
            .map((control) => control.id || control.innerText);
          """
        ).texts
        try #require(offered == ["pin", "Confirm with PIN", "Confirm with passkey", "Back"])
        server.turn(seconds: 3 * 86_400)
        try await person.open()
        try await person.see("Your approval, on every payment")
        try await person.signInByMail()
        try await person.seeLoaded("One more step")
        try await browser.press("Use PIN instead")
        try await browser.fill("PIN", Person.pin)
        try await browser.press("Confirm with PIN")
        try await person.seeLoaded("Home")
        try await person.goToSecurity()
        let text = try await browser.text()
        try #require(text.contains("Passkey 1") && text.contains("Set. It approves"))
        try #require(!text.contains("for small payments only") && !text.contains("It is new"))
      }
    }

    /// An account with a PIN, and a passkey that the PIN added in another session.
    private func addWeakKey(of person: Person, _ server: ClockedServer) async throws {
      let harness = server.harness
      try await harness.setPIN(
        Person.pin, try await harness.signUp(person.email), to: person.email)
      server.turn(seconds: 1)
      let session = try await harness.signUp(person.email)
      let key = try TestAuthenticator(
        relyingPartyID: ServiceHarness.relyingPartyID,
        origin: try #require(Origin(server.address)))
      let options = try await harness.service.credentials.registrationOptions(
        RegistrationOptionsRequest(proof: .pin(SecretText(Person.pin))), session: session
      ).get()
      _ = try await harness.service.credentials.register(key.register(options), session: session)
        .get()
      await harness.deliverMessages()
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
