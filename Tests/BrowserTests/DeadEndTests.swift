import BrowserTesting
import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension BrowserApprovalTests {
  @Suite("no dead end on the way to an approval")
  struct DeadEndTests {
    @Test(
      "three prompts that gave nothing hold the only way back for a while, and then it approves")
    func threeFailures() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let authenticator = try await person.enrol()
        let shop = Shop(person, server)
        let id = try await shop.askAndOpen(4250)
        let clocks = try await Clocks(browser, server)
        try await authenticator.setUserVerified(false)
        for said in ["Try the passkey again.", "Try the passkey again.", "again in a moment."] {
          try await browser.press("Approve \(naira(4250)) with passkey")
          try await browser.wait(forAlert: said)
        }
        let held = try await browser.find(.button, "Passkey again in 0:30")
        try await browser.wait(until: "document.querySelector(\".main-part button\").disabled")
        try await person.read("Decide later")
        try await authenticator.setUserVerified(true)
        try await clocks.turn(seconds: 30)
        try await browser.wait(until: "!document.querySelector(\".main-part button\").disabled")
        let label = try await browser.run("return arguments[0].innerText", held.reference).text
        try #require(label == "Approve \(naira(4250)) with passkey")
        try await held.click()
        try await person.see("Approved")
        try await shop.require(id, .approved, by: "assertion+evidence")
      }
    }

    @Test("an account without a factor sets up a passkey on the way, and comes back to the payment")
    func firstPasskey() async throws {
      try await withoutFactor { browser, person, shop in
        let id = try await shop.askAndOpen(4250)
        try await browser.wait(forAlert: "Your account has nothing yet that approves this.")
        // A PIN would not be enough for the amount.
        let pin = try await browser.first(.button, "Set a PIN")
        try #require(pin == nil)
        try await browser.press("Set up a passkey")
        try await person.see("Approve with your device")
        try await browser.press("Not now")
        try await person.see("Approve this payment?")
        try await browser.press("Set up a passkey")
        try await person.see("Approve with your device")
        try await person.askForPasskey()
        try await browser.fill("6-digit code", person.code(for: "register"))
        try await browser.press("Continue")
        try await person.see("Approve this payment?")
        try await browser.wait(forAlert: "Your passkey is ready")
        try await browser.press("Approve \(naira(4250)) with passkey")
        try await person.see("Approved")
        try await shop.require(id, .approved, by: "assertion+evidence")
      }
    }

    @Test("for a small payment a PIN can be set on the way instead, and then approves it")
    func firstPIN() async throws {
      try await withoutFactor { browser, person, shop in
        let id = try await shop.askAndOpen()
        try await browser.press("Set a PIN")
        try await person.see("Set a PIN")
        // There is no passkey that it could stand beside.
        let lead = try await browser.run("return document.querySelector(\".lead\").innerText").text
        try #require(lead?.contains("passkey") == false, "\(lead ?? "")")
        try await browser.fill("New PIN", Person.pin)
        try await browser.fill("New PIN again", Person.pin)
        try await browser.press("Save PIN")
        try await person.see("Enter the code")
        try await browser.fill("6-digit code", person.code(for: "set_pin"))
        try await browser.press("Continue")
        try await person.see("Approve this payment?")
        try await browser.wait(forAlert: "Your PIN is set.")
        try await browser.press("Approve with PIN")
        try await person.see("Enter your PIN")
        try await browser.fill("PIN", Person.pin)
        try await browser.press("Approve \(naira(400))")
        try await person.see("Approved")
        try await shop.require(id, .approved, by: "pin")
        // Above the limit a passkey is added, proved by that PIN.
        let large = try await shop.askAndOpen(4250)
        let alert = try await browser.wait(
          forAlert: "This amount needs a passkey, and you have none yet.")
        // One that this session adds to its PIN does not wait.
        try #require(!alert.contains("small payments"), "\(alert)")
        try await browser.press("Set up a passkey")
        try await person.seeLoaded("Confirm it is you")
        try await browser.fill("PIN", Person.pin)
        try await browser.press("Confirm with PIN")
        try await person.see("Approve with your device")
        try await browser.press("Set up a passkey")
        try await person.see("Approve this payment?")
        try await browser.wait(forAlert: "Your passkey is ready")
        try await browser.press("Approve \(naira(4250)) with passkey")
        try await person.see("Approved")
        try await shop.require(large, .approved, by: "assertion+evidence")
      }
    }

    @Test("a purchase of an account without a passkey sets one up, and comes back to it")
    func purchase() async throws {
      try await withoutFactor { browser, person, _ in
        try await person.order(1500)
        try await browser.wait(forAlert: "You have no passkey yet.")
        let alert = try await browser.alert()
        try #require(!alert.contains("Biometric unavailable"), "\(alert)")
        try await browser.press("Set up a passkey")
        try await person.see("Approve with your device")
        try await person.askForPasskey()
        try await browser.fill("6-digit code", person.code(for: "register"))
        try await browser.press("Continue")
        try await person.see("Approve this payment")
        try await browser.press("Pay \(naira(1500)) with passkey")
        try await person.see("Topup successful")
      }
    }

    @Test("a reload of an approval opens it again; of one that is decided, Home")
    func reload() async throws {
      try await withShop { browser, server, person, shop in
        let id = try await shop.askAndOpen()
        try await person.reload()
        try await person.see("Approve this payment?")
        try await browser.press("Approve \(naira(400)) with passkey")
        try await person.see("Approved")
        try await shop.require(id, .approved, by: "assertion+evidence")
        try await person.reload()
        try await person.seeLoaded("Home")
        // Its address, kept from before, says what has become of it; so does that of none.
        for (address, title) in [
          (id.text, "Already approved"), ("trn_none", "No longer there"),
        ] {
          try await browser.run("location.hash = arguments[0]", .string("approve/\(address)"))
          try await person.see(title)
        }
        // The way back does the same as a reload.
        let other = try await shop.askAndOpen(300)
        try await browser.run("history.back()")
        _ = try await browser.find(.dialog, "Leave this payment?")
        // The main answer is the one that decides nothing.
        try await browser.elements("dialog[open] .primary").first?.click()
        try await person.seeLoaded("Home")
        try await browser.run("history.forward()")
        try await person.see("Approve this payment?")
        try await shop.require(other, .pending)
      }
    }

    @Test("the way back and forward again leaves no question, and the way back twice asks one")
    func backAndForward() async throws {
      try await withShop { browser, _, person, shop in
        try await browser.press("History", .link)
        try await person.seeLoaded("History")
        let id = try await shop.askAndOpen()
        try await browser.run("history.back()")
        _ = try await browser.find(.dialog, "Leave this payment?")
        try await browser.run("history.forward()")
        try await browser.wait(until: "!document.querySelector(\"dialog\")")
        try await person.see("Approve this payment?")
        try await browser.run("history.back()")
        _ = try await browser.find(.dialog, "Leave this payment?")
        try await browser.run("history.back()")
        try await browser.wait(until: "location.hash === \"#history\"")
        let questions = try await browser.elements("dialog[open]")
        try #require(questions.count == 1)
        try await browser.elements("dialog[open] .primary").first?.click()
        try await person.seeLoaded("History")
        try await shop.require(id, .pending)
      }
    }

    @Test("two payments of one payee are told apart by their references, in each list")
    func references() async throws {
      try await withShop { browser, server, person, shop in
        try await shop.ask(reference: "Order 17")
        server.turn(seconds: 1)
        try await shop.ask(reference: "Order 18")
        try await shop.goHome()
        let rows = try await browser.run(
          "return [...document.querySelectorAll(\".waiting-row\")].map((row) => row.innerText)"
        ).texts
        try #require(
          rows.count == 2 && rows[0].contains("Order 17") && rows[1].contains("Order 18"))
        try await browser.press("Review \(naira(400)) to Ikeja Books")
        try await person.see("Approve this payment?")
        try await shop.deny()
        try await person.see("Declined")
        let history = try await person.payments()
        try #require(history.count == 1 && history[0].contains("Order 17"), "\(history)")
        // One without a space is broken where the window ends, in each list.
        let long = String(repeating: "W", count: 35)
        try await shop.ask(300, reference: long)
        try await shop.goHome()
        try await person.read(long)
        let check = Accessibility(browser: browser)
        var wide = try await check.overflow(on: "Home")
        try await shop.open(naira(300))
        try await shop.deny()
        try await person.see("Declined")
        try await browser.press("History", .link)
        try await person.seeLoaded("History")
        try await person.read(long)
        wide += try await check.overflow(on: "History")
        try #require(wide == [])
      }
    }

    @Test("codes are named as what they are: of an app only where the account has one")
    func namedCodes() async throws {
      let (texted, app) = (
        "Confirm with codes by e\u{2011}mail and text message",
        "Confirm with your authenticator app"
      )
      try await withShop { browser, _, person, shop in
        try await shop.givePhone()
        try await requireNamed(texted, not: app, browser, person)
      }
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.signUp()
        try await browser.press("Not now")
        try await person.seeLoaded("Home")
        _ = try await server.harness.enrolApp(Shop(person, server).session(), to: person.email)
        try await requireNamed(app, not: texted, browser, person)
      }
    }

    private func requireNamed(
      _ name: String, not other: String, _ browser: Browser, _ person: Person
    ) async throws {
      try await person.goToSecurity()
      try await browser.press("Try how you approve")
      try await person.seeLoaded("Try how you approve")
      _ = try await browser.find(.button, name)
      let absent = try await browser.first(.button, other)
      try #require(absent == nil, "\(other)")
    }

    /// Somebody who has an account and nothing that approves, with a browser that can make a
    /// passkey.
    private func withoutFactor(
      _ name: String = #function, _ test: (Browser, Person, Shop) async throws -> Void
    ) async throws {
      try await withClockedServer(name) { browser, server in
        let person = try Person(browser, at: server)
        _ = try await browser.addAuthenticator()
        try await person.signUp()
        try await browser.press("Not now")
        try await person.seeLoaded("Home")
        try await test(browser, person, Shop(person, server))
      }
    }
  }
}
