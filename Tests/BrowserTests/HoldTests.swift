import BrowserTesting
import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension BrowserTests {
  @Suite("an account that somebody else made")
  struct HoldTests {
    @Test("its owner is told of the hold, and sees what was there once her own passkey counts")
    func hold() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await enrol(person, at: server)
        _ = try await browser.addAuthenticator()
        try await person.open()
        try await person.signInByMail()
        try await person.seeLoaded("One more step")
        try await person.read("Your account is on hold")
        try await person.read("It counts after three days")
        try await browser.press("Set up a passkey")
        try await person.see("Approve with your device")
        try await person.askForPasskey()
        try await browser.fill("6-digit code", person.code(for: "register"))
        try await browser.press("Continue")
        try await person.seeLoaded("One more step")
        try await person.read("Your new passkey or PIN counts")
        try #require(try await !browser.text().contains("Ada's phone"))
        await server.harness.deliverMessages()
        server.turn(seconds: 3 * 86_400)
        try await person.open()
        try await person.see("Your approval, on every payment")
        try await browser.press("Sign in with a passkey")
        try await person.seeLoaded("Home")
        try await person.goToSecurity()
        try await person.read("From before you")
        try await person.read("set up by the company that made this account")
        try await person.read("Ada's phone")
      }
    }

    /// Has a host make the person's account, and enrol a phone of its own there.
    private func enrol(_ person: Person, at server: ClockedServer) async throws {
      let harness = server.harness
      let phone = TestPhone(try harness.newAuthenticator())
      let link = try await harness.service.linkIssuer.make(
        SessionLinkRequest(type: .enrol, userName: person.email, displayName: "Ada"),
        from: .local, mandate: .firstFactor
      ).get()
      _ = try await harness.service.linkConfirmations.confirm(
        SessionLinkID(link.id),
        .enrol(try phone.device(for: link.id), registration: nil, .nothing)
      ).get()
    }
  }
}
