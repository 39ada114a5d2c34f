import BrowserTesting
import CountersignTesting
import Foundation
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("buying with the PIN")
  struct PINTests {
    @Test("a prompt that was cancelled offers the PIN, and the PIN pays")
    func cancelThenPIN() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let authenticator = try await person.enrol(withPIN: true)
        // A browser tells a cancel and a finger that was not recognised apart to nobody.
        try await authenticator.setUserVerified(false)
        try await person.order(500)
        try await browser.press("Pay \(naira(500)) with passkey")
        let alert = try await browser.wait(forAlert: "Biometric failed")
        try #require(alert.contains("Nothing was paid."))
        try await browser.press("Use PIN instead?")
        try await person.seeLoaded("Enter your PIN")
        try await person.give(Person.pin, for: naira(500))
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    @Test("a block is told in words where the server does not say how the PIN stands")
    func blockedInWords() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol(withPIN: true)
        try await person.orderByPIN(500)
        let interception = try await Interception(browser)
        try await interception.answer(
          "/user/topup", status: 423, ["status": 423, "reason": "second_factor_blocked"])
        try await interception.lose("/second-factor")
        try await person.give(Person.pin, for: naira(500))
        let alert = try await browser.wait(forAlert: "This is blocked after too many wrong")
        try #require(!alert.contains("=>"))
      }
    }

    @Test("a PIN that the server has no room for is told so at once, and can be given again")
    func queueFull() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol(withPIN: true)
        try await person.orderByPIN(500)
        let interception = try await Interception(browser)
        try await interception.answer(
          "/user/topup", status: 503, ["status": 503, "reason": "pin_queue_full"])
        try await person.give(Person.pin, for: naira(500))
        try await browser.wait(forAlert: "The server is busy. Nothing was done")
        try await person.give(Person.pin, for: naira(500))
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    @Test("a double click sends the PIN once and pays once")
    func doubleClick() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol(withPIN: true)
        let interception = try await Interception(browser)
        try await person.orderByPIN(500)
        try await browser.fill("PIN", Person.pin)
        let pay = try await browser.find(.button, "Pay \(naira(500))")
        try await browser.click(pay, times: 3)
        try await person.see("Topup successful")
        let calls = try await interception.calls(of: "/user/topup")
        try #require(calls == 1)
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    @Test("after three prompts that gave nothing only the PIN is left")
    func threeFailures() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let authenticator = try await person.enrol(withPIN: true)
        try await authenticator.setUserVerified(false)
        try await person.order(500)
        for _ in 1...2 {
          try await browser.press("Pay \(naira(500)) with passkey")
          try await browser.wait(forAlert: "You can also try the passkey again.")
        }
        try await browser.press("Pay \(naira(500)) with passkey")
        try await browser.wait(for: "no third retry") {
          try await browser.first(.button, "Pay \(naira(500)) with passkey") == nil ? true : nil
        }
        try await browser.press("Use PIN instead?")
        try await person.seeLoaded("Enter your PIN")
        let passkey = try await browser.first(.button, "Use passkey instead")
        try #require(passkey == nil)
      }
    }

    @Test("a browser without passkeys says so and pays with the PIN")
    func unavailable() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol(withPIN: true)
        try await browser.run("delete window.PublicKeyCredential")
        try await person.order(500)
        try await browser.wait(forAlert: "Biometric unavailable")
        try await browser.press("Use PIN instead?")
        try await person.seeLoaded("Enter your PIN")
        try await person.give(Person.pin, for: naira(500))
        try await person.see("Topup successful")
      }
    }

    @Test("a wrong PIN says what is left, the second one is counted down, then the right one pays")
    func wrongPIN() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol(withPIN: true)
        try await person.orderByPIN(500)
        try await person.give("9753", for: naira(500))
        try await browser.wait(forAlert: "Wrong PIN. 4 attempts left.")
        try await person.give("9754", for: naira(500))
        try await browser.wait(forAlert: "Wrong PIN. 3 attempts left.")
        let first = try await secondsLeft(browser, below: 6)
        try await browser.wait(until: "document.querySelector(\"#main form button\").disabled")
        let second = try await secondsLeft(browser, below: first)
        try #require(first <= 5 && second < first)
        try await browser.wait(forAlert: "You can try again now.")
        try await person.give(Person.pin, for: naira(500))
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    @Test("five wrong PINs in a row block the PIN, each wait counted down; the passkey still pays")
    func blocked() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol(withPIN: true)
        let clocks = try await Clocks(browser, server)
        try await person.orderByPIN(500)
        try await giveFourWrong(person, clocks)
        try await browser.wait(forAlert: "If the next one is wrong too, the PIN is blocked.")
        try await person.give("9750", for: naira(500))
        try await requireBlocked(browser)
        // From now on it is said before a PIN is typed.
        try await browser.press("Cancel")
        try await browser.press("Leave")
        try await person.order(500)
        try await requireNoPIN(browser)
        try await person.read("PIN: Blocked after too many wrong attempts.")
        try await browser.press("Pay \(naira(500)) with passkey")
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(4500))
        try await person.goToSecurity()
        try await person.read(
          "Your passkey goes on as before, but it cannot set a new PIN while this one is blocked.")
      }
    }

    @Test("a PIN that is set in the middle of a payment leads back to it")
    func setOnTheWay() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.signUp()
        try await browser.press("Not now")
        try await person.order(500)
        try await browser.wait(forAlert: "You have no passkey yet.")
        try await requireNoPIN(browser)
        // What is offered above is not said to be missing below.
        let text = try await browser.text()
        try #require(!text.contains("Not possible here"), "\(text)")
        try await browser.press("Set a PIN")
        try await person.see("Set a PIN")
        try await browser.fill("New PIN", Person.pin)
        try await browser.fill("New PIN again", Person.pin)
        try await browser.press("Save PIN")
        try await person.see("Enter the code")
        try await browser.fill("6-digit code", person.code(for: "set_pin"))
        try await browser.press("Continue")
        try await person.seeLoaded("Enter your PIN")
        try await person.give(Person.pin, for: naira(500))
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    @Test("a payment that no PIN is enough for offers none, and says so where no passkey is")
    func aboveTheLimit() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol(withPIN: true)
        try await person.order(1500)
        try await requireNoPIN(browser)
        try await person.read("PIN: Not for this amount.")
        try await browser.press("Pay \(naira(1500)) with passkey")
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(3500))
        try await browser.run("delete window.PublicKeyCredential")
        try await person.order(2500)
        try await browser.wait(forAlert: "This amount needs a passkey.")
        try await requireNoPIN(browser)
      }
    }

    @Test("a payment that no PIN is enough for any more says so and asks for the PIN no more")
    func notEnoughAnyMore() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol(withPIN: true)
        try await person.orderByPIN(500)
        let interception = try await Interception(browser)
        try await interception.answer(
          "/user/topup", status: 403, ["status": 403, "reason": "linking_required"])
        try await person.give(Person.pin, for: naira(500))
        try await browser.wait(
          forAlert: "This one needs a passkey or your phone: five small payments in a row")
        let field = try await browser.first(.field, "PIN")
        try #require(field == nil)
        try await browser.press("Use passkey instead")
        try await browser.press("Pay \(naira(500)) with passkey")
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    @Test("after a failed passkey no PIN is set that only the passkey could set")
    func noPINWithoutPasskey() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let authenticator = try await person.enrol()
        try await authenticator.setUserVerified(false)
        try await person.order(500)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await browser.wait(forAlert: "Nothing was paid. Try the passkey again.")
        let setPIN = try await browser.first(.button, "Set a PIN")
        try #require(setPIN == nil)
      }
    }

    @Test("from the PIN a way leads back to the choice, where a phone is the other one")
    func backToPhone() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let harness = server.harness
        let session = try await harness.signUp(person.email)
        try await harness.setPIN(Person.pin, session, to: person.email)
        try await person.open()
        try await person.signInByMail()
        try await person.seeLoaded("One more step")
        try await browser.fill("PIN", Person.pin)
        try await browser.press("Confirm with PIN")
        try await person.seeLoaded("Home")
        try await person.goToSecurity()
        try await browser.press("Add a phone")
        try await person.seeLoaded("Confirm it is you")
        try await browser.fill("PIN", Person.pin)
        try await browser.press("Confirm with PIN")
        try await person.seeLoaded("Add a phone")
        let phone = try HeldPhone(browser, server)
        try await phone.enrol(by: try await phone.scan())
        try await person.see("A phone has your account now. Is it yours?")
        try await person.order(500)
        let clocks = try await Clocks(browser, server)
        try await browser.press("Approve with PIN")
        try await person.seeLoaded("Enter your PIN")
        try await browser.press("Choose another way")
        try await person.see("Approve this payment")
        _ = try await browser.find(.button, "Approve on your phone")
        try await browser.press("Approve with PIN")
        try await person.seeLoaded("Enter your PIN")
        try await giveFourWrong(person, clocks)
        try await person.give("9750", for: naira(500))
        try await browser.wait(forAlert: "Your PIN is blocked after too many wrong attempts.")
        _ = try await browser.find(.button, "Approve on your phone")
        try await browser.press("Choose another way")
        try await person.see("Approve this payment")
        _ = try await browser.find(.button, "Approve on your phone")
        let pin = try await browser.first(.button, "Approve with PIN")
        try #require(pin == nil)
      }
    }

    private func requireNoPIN(_ browser: Browser) async throws {
      for name in ["Use PIN instead", "Use PIN instead?"] {
        let button = try await browser.first(.button, name)
        try #require(button == nil, "\(name)")
      }
    }

    private func requireBlocked(_ browser: Browser) async throws {
      try await browser.wait(
        forAlert: """
          Your PIN is blocked after too many wrong attempts. Contact support to unblock it. Here a \
          passkey approves the payment.
          """)
      let field = try await browser.first(.field, "PIN")
      try #require(field == nil)
    }

    /// Gives four wrong PINs in a payment of 500, and waits out the wait after each.
    private func giveFourWrong(_ person: Person, _ clocks: Clocks) async throws {
      for (left, wait) in [(4, 0), (3, 5), (2, 30), (1, 120)] {
        try await person.give("975\(left)", for: naira(500))
        try await person.browser.wait(forAlert: "Wrong PIN. \(left) attempt")
        guard wait > 0 else { continue }
        try await person.browser.wait(forAlert: "wait \(wait) s")
        try await clocks.turn(seconds: Int64(wait))
        try await person.browser.wait(forAlert: "You can try again now.")
      }
    }

    /// Waits until the countdown shows fewer seconds than that, and gives them.
    private func secondsLeft(_ browser: Browser, below limit: Int) async throws -> Int {
      try await browser.wait(for: "a countdown below \(limit) s") {
        let alert = try await browser.alert()
        guard let match = alert.firstMatch(of: /wait (?<seconds>[0-9]+) s/),
          let seconds = Int(match.seconds), seconds < limit
        else { return nil }
        return seconds
      }
    }
  }
}
