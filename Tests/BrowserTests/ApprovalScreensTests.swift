import BrowserTesting
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension BrowserTests {
  @Suite("screens of an approval for everybody")
  struct ApprovalScreensTests {
    @Test("with the passkey and the PIN: names, roles, contrast, focus, errors that are announced")
    func passkey() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let walk = Walk(person)
        let authenticator = try await person.enrol(withPIN: true)
        let shop = Shop(person, server)
        try await shop.goHome()
        try await shop.ask(card: "4242", seconds: 280)
        try await walk.requireSaid("New payment to approve: \(naira(400)) to Ikeja Books")
        try await shop.ask(4250)
        try await browser.wait(until: "document.querySelectorAll(\".waiting-row\").length === 2")
        try await walk.look("home, two waiting")
        try await shop.open()
        try await walk.look("review", title: "Approve this payment?")
        try await authenticator.setUserVerified(false)
        try await browser.press("Approve \(naira(400)) with passkey")
        try await browser.wait(forAlert: "Biometric failed")
        try await walk.look("review, passkey failed")
        try await browser.press("Use a code instead")
        try await browser.wait(forAlert: "neither a phone number")
        try await walk.look("review, no second code")
        try await browser.press("Use PIN instead")
        try await walk.look("PIN", title: "Enter your PIN")
        try await browser.fill("PIN", "9753")
        try await browser.press("Approve \(naira(400))")
        try await browser.wait(forAlert: "Wrong PIN. 4 attempts left.")
        try await walk.look("PIN, wrong")
        try await browser.press("Deny")
        _ = try await browser.find(.dialog, "Deny this payment?")
        try await walk.look("denial")
        let safe = try await browser.focused()
        try #require(safe.text == "Go back")
        try await shop.confirmDenial()
        try await walk.look("denied", title: "Denied")
        try await walk.requireSaid("Denied. The payment is denied.")
        try await browser.press("1 more payment waits")
        try await person.seeLoaded("Home")
        try await shop.open(naira(4250))
        try await authenticator.setUserVerified(true)
        try await browser.press("Approve \(naira(4250)) with passkey")
        try await walk.look("approved", title: "Approved")
        try await walk.requireSaid("Approved.")
        try #require(walk.problems == [])
        try #require(walk.screens.count == 9)
      }
    }

    @Test("with codes, and where it ends otherwise: names, roles, contrast, focus")
    func codes() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let walk = Walk(person)
        try await person.signUp()
        try await browser.press("Not now")
        try await person.seeLoaded("Home")
        let shop = Shop(person, server)
        try await shop.givePhone()
        _ = try await shop.askAndOpen(seconds: 120)
        try await walk.look("review, no passkey", title: "Approve this payment?")
        try await browser.press("Use a code instead")
        try await walk.look("mailed code", title: "Enter the code")
        let code = try await person.code(for: "approve")
        try await browser.fill("Code from the e-mail", code == "000000" ? "111111" : "000000")
        try await browser.press("Continue")
        try await walk.requireFieldError("code", "That is not the code")
        try await walk.requireSaid("That is not the code")
        try await walk.look("mailed code, wrong")
        try await browser.fill("Code from the e-mail", code)
        try await browser.press("Continue")
        try await walk.look("texted code", title: "Enter the texted code")
        server.turn(seconds: 121)
        try await walk.look("expired", title: "Expired")
        try await walk.requireSaid("Expired.")
        _ = try await server.harness.enrolApp(shop.session(), to: person.email)
        let id = try await shop.askAndOpen()
        try await browser.press("Use a code instead")
        try await walk.look("both codes", title: "Enter both codes")
        try await browser.press("Approve \(naira(400))")
        try await walk.requireFieldError("code", "The code has 6 digits.")
        try await walk.look("both codes, none entered")
        try await shop.decideElsewhere(id, .denied)
        try await walk.look("decided elsewhere", title: "Already denied")
        try #require(walk.problems == [])
        try #require(walk.screens.count == 8)
      }
    }
  }
}
