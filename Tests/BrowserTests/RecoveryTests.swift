import BrowserTesting
import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension BrowserTests {
  @Suite("recovering an account, and stopping that")
  struct RecoveryTests {
    @Test("whoever lost everything waits, sets up a new passkey, and is told what it is good for")
    func recovers() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let lost = try await begin(browser, server, person)
        try await person.read("The wait begins when our notice of it is delivered.")
        await server.harness.deliverMessages()
        try await browser.press("Back")
        try await person.seeLoaded("One more step")
        try await browser.press("See your recovery")
        try await person.read("you can set up a new passkey or PIN here")
        server.turn(seconds: Self.wait)
        try await person.open()
        try await person.see("Your approval, on every payment")
        try await person.signInByMail()
        try await person.seeLoaded("One more step")
        try await browser.press("See your recovery")
        try await person.read("The wait is over.")
        try await lost.remove()
        _ = try await browser.addAuthenticator()
        try await browser.press("Set up a new passkey")
        try await person.see("Approve with your device")
        try await person.registerPasskey()
        try await person.read("small payments only")
        try await person.order(1500)
        try await browser.wait(forAlert: "Your account was recovered a short while ago.")
      }
    }

    @Test("a passkey that was there before stops a recovery, and the page goes on from there")
    func stoppedByPasskey() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await begin(browser, server, person)
        let walk = Walk(person)
        try await browser.press("Stop it with your passkey")
        try await walk.look("recovery, stopped", title: "The recovery is stopped")
        try #require(walk.problems == [])
        try await browser.press("Continue")
        try await person.seeLoaded("One more step")
        _ = try await browser.find(.button, "I have lost them all")
        try await browser.press("Use your passkey")
        try await person.seeLoaded("Home")
      }
    }

    @Test("Security says that a recovery is under way, and leads to what stops it")
    func said() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await begin(browser, server, person)
        try await browser.press("Back")
        try await person.seeLoaded("One more step")
        try await browser.press("Use your passkey")
        try await person.seeLoaded("Home")
        try await person.goToSecurity()
        try await browser.wait(forAlert: "A recovery of your account is under way.")
        try await browser.press("See your recovery")
        try await person.seeLoaded("Recover your account")
        try await browser.press("Stop it with your passkey")
        try await person.see("The recovery is stopped")
        try await browser.press("Continue")
        try await person.seeLoaded("Security")
        let warning = try await browser.first(.button, "See your recovery")
        try #require(warning == nil)
      }
    }

    @Test("the link of a notice stops nothing before a press, and leaves the address bar at once")
    func stoppedByLink() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await begin(browser, server, person)
        let link = try await stopLink(of: person, server)
        let secret = try #require(link.split(separator: ".").last.map(String.init))
        try await browser.open(link)
        try await person.see("Stop this?")
        let address = try await browser.run("return location.href").text
        try #require(address == server.address + "/stop")
        let interception = try await Interception(browser)
        let asked = try await browser.run(
          "return performance.getEntriesByType(\"resource\").map(({ name }) => name)"
        ).texts
        try #require(!asked.contains { $0.hasSuffix("/stops") || $0.contains(secret) })
        try await browser.press("Stop it")
        try await person.see("The recovery is stopped")
        let calls = try await interception.calls(of: "/stops")
        let stored = try await browser.run(
          "return JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + location.href"
        ).text
        try #require(calls == 1 && stored?.contains(secret) == false)
        try await browser.open(link)
        try await person.see("Stop this?")
        try await browser.press("Stop it")
        try await person.see("There is nothing to stop")
        try await browser.open(server.address + "/stop")
        try await browser.press("Go to the start", .link)
        try await person.seeLoaded("One more step")
        _ = try await browser.find(.button, "I have lost them all")
      }
    }

    @Test("a phone that the link in its notice has removed is not said to be added")
    func phoneRemovedMeanwhile() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        try await person.goToSecurity()
        try await browser.press("Add a phone")
        try await person.seeLoaded("Confirm it is you")
        try await browser.press("Confirm with passkey")
        try await person.seeLoaded("Add a phone")
        let phone = try HeldPhone(browser, server)
        try await phone.enrol(by: try await phone.scan())
        try await person.seeLoaded("A phone has your account now. Is it yours?")
        let link = try await stopLink(of: person, server)
        let first = try await browser.send("GET", "window")
        let second = try await browser.send("POST", "window/new", ["type": "tab"])
        try await browser.send("POST", "window", ["handle": second["handle"] ?? .null])
        try await browser.open(link)
        try await browser.press("Stop it")
        try await person.see("It is removed")
        try await browser.send("POST", "window", ["handle": first])
        try await browser.press("Yes, it is mine")
        try await person.seeLoaded("Security")
        try await person.read("That phone was removed in the meantime, so it is not added.")
        try await person.read("No phone yet.")
      }
    }

    @Test("a link without its secret says so, and a wrong one stops nothing")
    func notComplete() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await begin(browser, server, person)
        let link = try await stopLink(of: person, server)
        try await browser.open(server.address + "/stop")
        try await person.see("This link is not complete")
        let secret = try #require(link.split(separator: ".").last)
        try await browser.open(String(link.dropLast(secret.count)) + String(secret.reversed()))
        try await person.see("Stop this?")
        try await browser.press("Stop it")
        try await person.see("There is nothing to stop")
      }
    }

    @Test("the screens of a recovery and of its stop: names, roles, contrast, focus")
    func screens() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let walk = Walk(person)
        try await askForRecovery(browser, server, person)
        try await walk.look("recovery", title: "Recover your account")
        try await browser.press("E\u{2011}mail me a code")
        try await walk.look("code for a recovery", title: "Enter the code")
        try await browser.fill("6-digit code", person.code(for: "recover"))
        try await browser.press("Continue")
        try await walk.look("recovery, waiting", title: "Recover your account")
        let link = try await stopLink(of: person, server)
        server.turn(seconds: Self.wait)
        try await person.open()
        try await person.see("Your approval, on every payment")
        try await person.signInByMail()
        try await person.seeLoaded("One more step")
        try await browser.press("See your recovery")
        try await walk.look("recovery, ready", title: "Recover your account")
        try await browser.open(server.address + "/stop#ses_none.none")
        try await person.see("Sign out that screen?")
        try await walk.look("end of a sign-in")
        try await browser.open(link)
        try await person.see("Stop this?")
        try await walk.look("stop")
        try await browser.press("Stop it")
        try await walk.look("stop, done", title: "The recovery is stopped")
        try await browser.open(link)
        try await browser.press("Stop it")
        try await walk.look("stop, over", title: "There is nothing to stop")
        try #require(walk.problems == [])
        try #require(walk.screens.count == 8)
      }
    }

    /// Longer than a recovery waits, whoever is told of it.
    private static let wait: Int64 = 72 * 3600 + 1

    /// Somebody with a passkey signs in by mail and says that it is lost.
    @discardableResult
    private func askForRecovery(
      _ browser: Browser, _ server: ClockedServer, _ person: Person
    ) async throws -> VirtualAuthenticator {
      let authenticator = try await person.enrol()
      // The passkey is older than the recovery.
      server.turn(seconds: 60)
      try await person.signOut()
      try await person.signInByMail()
      try await person.seeLoaded("One more step")
      try await browser.press("I have lost them all")
      try await person.seeLoaded("Recover your account")
      return authenticator
    }

    /// The same, up to the screen that says that the recovery has begun.
    @discardableResult
    private func begin(
      _ browser: Browser, _ server: ClockedServer, _ person: Person
    ) async throws -> VirtualAuthenticator {
      let authenticator = try await askForRecovery(browser, server, person)
      try await browser.press("E\u{2011}mail me a code")
      try await person.see("Enter the code")
      try await browser.fill("6-digit code", person.code(for: "recover"))
      try await browser.press("Continue")
      try await person.seeLoaded("Recover your account")
      try await person.read("Your recovery has begun.")
      return authenticator
    }
  }
}

/// The link in the newest notice to a person that has one.
func stopLink(of person: Person, _ server: ClockedServer) async throws -> String {
  await server.harness.deliverMessages()
  let message = server.harness.messenger.messages.last {
    $0.recipient == person.email && $0.stop != nil
  }
  return try #require(message?.stop?.exposed)
}
