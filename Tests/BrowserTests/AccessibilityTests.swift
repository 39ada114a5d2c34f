import BrowserTesting
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("for everybody")
  struct AccessibilityTests {
    @Test("screens before the sign-in: names, roles, contrast, focus, errors that are announced")
    func enteringScreens() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let walk = Walk(person)
        let authenticator = try await browser.addAuthenticator()
        try await person.open()
        try await person.see("Your approval, on every payment")
        try await walk.look("welcome")
        try await browser.press("Sign in with a passkey")
        try await browser.wait(forAlert: "The passkey was not used.")
        try await walk.look("welcome, passkey not used")
        try await browser.press("Create an account")
        try await walk.look("sign up", title: "Create an account")
        try await browser.fill("Your name", "Ada Obi")
        try await browser.fill("E\u{2011}mail address", person.email)
        try await browser.press("E\u{2011}mail me a code")
        try await walk.look("code", title: "Enter the code")
        let code = try await person.code(for: "sign_in")
        try await browser.fill("6-digit code", code == "000000" ? "111111" : "000000")
        try await browser.press("Continue")
        try await walk.requireFieldError("code", "That is not the code")
        try await walk.requireSaid("That is not the code")
        try await walk.look("code, wrong")
        try await browser.fill("6-digit code", code)
        try await browser.press("Continue")
        try await walk.look("offer of a passkey", title: "Approve with your device")
        try await authenticator.setUserVerified(false)
        try await browser.press("Set up a passkey")
        try await walk.look("code for a passkey", title: "Set up a passkey")
        try await browser.fill("6-digit code", person.code(for: "register"))
        try await browser.press("Continue")
        try await browser.wait(forAlert: "No passkey was made.")
        try await walk.look("no passkey made", title: "Set up a passkey")
        try await authenticator.setUserVerified(true)
        try await browser.press("Try again")
        try await walk.look("home", title: "Home")
        try await walk.requireSaid("Your passkey is ready")
        try #require(walk.problems == [])
        try #require(walk.screens.count == 9)
      }
    }

    @Test("screens of the account: names, roles, contrast, focus, errors that are announced")
    func accountScreens() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let walk = Walk(person)
        let authenticator = try await person.enrol()
        try await browser.press("Set a PIN")
        try await walk.look("set a PIN", title: "Set a PIN")
        try await browser.fill("New PIN", "12")
        try await browser.press("Confirm with passkey and save")
        try await walk.requireFieldError("new-pin", "A PIN has 4 to 12 digits.")
        try await browser.fill("New PIN", "1234")
        try await browser.fill("New PIN again", "1234")
        try await browser.press("Confirm with passkey and save")
        try await walk.requireFieldError("new-pin", "This PIN is easily guessed.")
        try await walk.look("set a PIN, refused")
        try await browser.fill("New PIN", Person.pin)
        try await browser.fill("New PIN again", Person.pin)
        try await browser.press("Confirm with passkey and save")
        try await walk.look("security", title: "Security")
        try await walk.requireSaid("Your PIN is set.")
        try await browser.press("Remove Passkey 1")
        _ = try await browser.find(.dialog, "Remove this passkey?")
        try await walk.look("removal of a passkey")
        let safe = try await browser.focused()
        try #require(safe.text == "Keep")
        try await browser.press("Keep")
        try await browser.press("Add a passkey")
        try await walk.look("confirmation", title: "Confirm it is you")
        try await authenticator.setUserVerified(false)
        try await browser.press("Confirm with passkey")
        try await browser.wait(forAlert: "Biometric failed")
        try await walk.look("confirmation, passkey failed")
        // A PIN adds no key beside a strong one.
        for name in ["Use PIN instead", "Use PIN instead?"] {
          let second = try await browser.first(.button, name)
          try #require(second == nil)
        }
        try await authenticator.setUserVerified(true)
        try await browser.press("Confirm with passkey")
        try await walk.look("one more passkey", title: "Approve with your device")
        try await browser.press("Set up a passkey")
        try await browser.wait(forAlert: "This device has a passkey")
        try await walk.look("one more passkey, refused")
        try await browser.press("Security", .link)
        try await person.seeLoaded("Security")
        try await browser.press("Change PIN")
        try await walk.look("change of the PIN", title: "Change your PIN")
        try await browser.press("Sign out")
        try await walk.look("signed out", title: "Your approval, on every payment")
        try #require(walk.problems == [])
        try #require(walk.screens.count == 10)
      }
    }

    @Test("screens of a payment: names, roles, contrast, focus, errors that are announced")
    func paymentScreens() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let walk = Walk(person)
        let authenticator = try await person.enrol(withPIN: true)
        try await browser.press("Buy", .link)
        try await walk.look("buy", title: "Buy airtime")
        try await browser.press("Continue")
        try await browser.wait(until: "document.activeElement.name === \"product\"")
        try await walk.look("buy, nothing entered")
        try await person.order(500)
        try await walk.look("review", title: "Approve this payment")
        try await authenticator.setUserVerified(false)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await browser.wait(forAlert: "Biometric failed")
        try await walk.look("review, passkey failed")
        try await browser.press("Cancel")
        _ = try await browser.find(.dialog, "Leave this payment?")
        try await walk.look("leaving")
        try await browser.press("Stay")
        try await browser.press("Use PIN instead?")
        try await walk.look("PIN", title: "Enter your PIN")
        try await person.give("9753", for: naira(500))
        try await browser.wait(forAlert: "Wrong PIN. 4 attempts left.")
        try await person.give("9754", for: naira(500))
        try await browser.wait(forAlert: "For your safety, wait")
        try await walk.look("PIN, wrong and counted down")
        try await walk.requireSaid("You can try again now.")
        try await person.give(Person.pin, for: naira(500))
        try await person.see("Topup successful")
        try await walk.look("outcome", title: "Topup successful")
        try await walk.requireSaid("Topup successful")
        try await browser.press("History", .link)
        try await walk.look("history", title: "History")
        try #require(walk.problems == [])
        try #require(walk.screens.count == 9)
      }
    }

    @Test("screens of a payment that went another way: names, roles, contrast, focus")
    func otherOutcomes() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let walk = Walk(person)
        try await person.enrol()
        let interception = try await Interception(browser)
        for (status, title) in [
          ("pending", "Payment is being processed"), ("failed", "The topup failed"),
        ] {
          try await person.order(500)
          try await interception.answer("/user/topup", status: 200, Self.outcome(status))
          try await browser.press("Pay \(naira(500)) with passkey")
          try await walk.look("outcome, \(status)", title: title)
          try await walk.requireSaid(title)
        }
        try await interception.answer("/user/topups", status: 200, Self.history)
        try await browser.press("History", .link)
        try await person.seeLoaded("History")
        try await walk.look("history of every outcome", title: "History")
        try await interception.lose("/")
        try await browser.press("History", .link)
        try await browser.wait(forAlert: "The server does not answer.")
        try await walk.look("history, not loaded")
        try await interception.restore()
        try await person.order(500)
        try await interception.lose("/user/topup", "/operations")
        try await browser.press("Pay \(naira(500)) with passkey")
        try await browser.wait(forAlert: "The server does not answer.")
        try await walk.look("checking", title: "Checking your payment")
        try await interception.restore()
        // The server has never seen it.
        try await browser.wait(forAlert: "The server has not seen it so far.")
        try await person.askLater()
        try await walk.look("nothing paid", title: "Nothing was paid")
        try #require(walk.problems == [])
        try #require(walk.screens.count == 6)
      }
    }

    @Test("screens of an approval that does not go well: names, roles, contrast, focus")
    func approvals() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let walk = Walk(person)
        let authenticator = try await person.enrol(withPIN: true)
        let interception = try await Interception(browser)
        let prompt = try await HeldPrompt(browser, after: 1)
        try await person.order(500)
        try await interception.answer(
          "/biometric/auth/verify", status: 401, Interception.expiredChallenge)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await prompt.wait()
        try await browser.wait(forAlert: "The time to approve ran out.")
        try await walk.look("review, challenge fetched anew")
        try await authenticator.setUserVerified(false)
        try await prompt.letGo()
        try await browser.wait(forAlert: "Biometric failed")
        try await interception.answer("/second-factor", status: 200, Interception.blockedFactor)
        try await browser.press("Use PIN instead?")
        try await browser.wait(forAlert: "Your PIN is blocked")
        try await walk.look("PIN, blocked", title: "Enter your PIN")
        try await interception.answer("/second-factor", status: 200, Interception.blockedFactor)
        try await browser.press("Security", .link)
        try await browser.press("Leave")
        try await walk.look("security, PIN blocked", title: "Security")
        // As after too many small payments in a row.
        try await person.orderByPIN(500)
        try await interception.answer(
          "/user/topup", status: 403, ["status": 403, "reason": "linking_required"])
        try await person.give(Person.pin, for: naira(500))
        try await browser.wait(
          forAlert: "This one needs a passkey or your phone: five small payments in a row")
        try await walk.look("PIN, not enough")
        try #require(walk.problems == [])
        try #require(walk.screens.count == 4)
      }
    }

    @Test("screens without a passkey: names, roles, contrast, focus, errors that are announced")
    func withoutPasskey() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let walk = Walk(person)
        try await person.signUp()
        try await browser.run("delete window.PublicKeyCredential")
        try await browser.press("Not now")
        try await walk.look("home, no factor", title: "Home")
        try await person.order(500)
        try await browser.wait(forAlert: "Biometric unavailable")
        try await walk.look("review, no passkey", title: "Approve this payment")
        try await browser.press("Set a PIN")
        try await walk.look("first PIN", title: "Set a PIN")
        try await browser.fill("New PIN", Person.pin)
        try await browser.fill("New PIN again", Person.pin)
        try await browser.press("Save PIN")
        try await walk.look("code for a PIN", title: "Enter the code")
        let code = try await person.code(for: "set_pin")
        try await browser.fill("6-digit code", code == "000000" ? "111111" : "000000")
        try await browser.press("Continue")
        try await walk.requireFieldError("code", "That is not the code")
        try await walk.look("code for a PIN, wrong")
        try await browser.fill("6-digit code", code)
        try await browser.press("Continue")
        try await walk.look("PIN, just set", title: "Enter your PIN")
        try await browser.press("Security", .link)
        try await browser.press("Leave")
        try await walk.look("security, no passkeys here", title: "Security")
        try #require(walk.problems == [])
        try #require(walk.screens.count == 7)
      }
    }

    @Test("the check finds what is planted")
    func findsPlanted() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.open()
        try await person.see("Your approval, on every payment")
        try await browser.run(
          """
          const plant = (tag, settings) => {
            const element = Object.assign(document.createElement(tag), settings);
            document.querySelector("main").append(element);
            return element;
          };
          plant("p", { innerText: "faint" }).style.color = "rgb(150, 150, 150)";
          plant("button", {});
          plant("div", { tabIndex: 0, innerText: "no role" });
          plant("p", { id: "main" });
          plant("h1", { innerText: "another title" });
          plant("div", {}).style.width = "2000px";
          plant("label", { htmlFor: "nowhere" });
          """)
        let check = Accessibility(browser: browser)
        let problems = try await check.problems(on: "planted") + check.overflow(on: "planted")
        for part in [
          "light: contrast 2.", "a button without a name", "the role generic", "two main",
          "2 titles", "wider than", "for leads nowhere: nowhere",
        ] {
          try #require(problems.contains { $0.contains(part) }, "\(part) in \(problems)")
        }
      }
    }

    /// Payments of each outcome, as the server lists them.
    private static let history: JSONValue = [
      "topups": .array(
        ["pending", "completed", "failed"].map { status in
          [
            "transactionId": .string("tx_\(status)"), "status": .string(status),
            "timestamp": "2026-01-01T00:00:00Z",
            "transaction": [
              "amount": 50_000, "currency": "NGN", "payee": "9mobile",
              "recipientPhone": .string(Person.phone),
            ],
          ]
        })
    ]

    /// What the server answers to a payment of 500.
    private static func outcome(_ status: String) -> JSONValue {
      [
        "success": true, "message": "Topup",
        "data": [
          "transactionId": "tx_planted", "status": .string(status), "amount": 500,
          "balance": 4500, "timestamp": "2026-01-01T00:00:00Z",
        ],
      ]
    }
  }
}
