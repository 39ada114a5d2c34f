import BrowserTesting
import Foundation
import FoundationNetworking
import ProgramTesting
import Testing
import WebAuthnModel
import WireModel

extension BrowserTests {
  @Suite("the page's session")
  struct SessionTests {
    @Test("a passkey signs in, without a name or a code")
    func passkeySignIn() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let authenticator = try await person.enrol()
        try await person.signOut()
        try await browser.press("Sign in with a passkey")
        try await person.seeLoaded("Home")
        let balance = try await person.balance()
        try #require(balance == naira(5000))
        try await person.signOut()
        try await authenticator.setUserVerified(false)
        try await browser.press("Sign in with a passkey")
        try await browser.wait(forAlert: "The passkey was not used.")
      }
    }

    @Test("a sign-in whose prompt stood open too long is asked for anew, once, and signs in")
    func expiredSignIn() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        try await person.signOut()
        let interception = try await Interception(browser)
        try await interception.holdAnswer(of: "/sessions/options")
        try await browser.press("Sign in with a passkey")
        try await interception.waitForHeldAnswer()
        server.turn(seconds: 91)
        try await interception.deliverAnswer()
        try await person.seeLoaded("Home")
        let challenges = try await interception.calls(of: "/sessions/options")
        try #require(challenges == 2)
      }
    }

    @Test(
      "of a passkey it is said that it is not known only where it is not",
      arguments: [
        ("challenge_expired", "The time to sign in ran out. Try again."),
        ("challenge_unknown", "The time to sign in ran out. Try again."),
        ("verification_failed", "This passkey is not known here."),
      ])
    func refusedSignIn(reason: String, text: String) async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await person.signOut()
        let interception = try await Interception(browser)
        try await interception.answer(
          "/sessions", status: 401, ["status": 401, "reason": .string(reason)], times: 2)
        try await browser.press("Sign in with a passkey")
        try await browser.wait(forAlert: text)
      }
    }

    @Test("an authenticator without the account's passkey signs nobody in")
    func otherAuthenticator() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let authenticator = try await person.enrol()
        try await person.signOut()
        try await authenticator.remove()
        _ = try await browser.addAuthenticator()
        try await browser.press("Sign in with a passkey")
        try await browser.wait(forAlert: "The passkey was not used.")
      }
    }

    // Holds: RTS-4.3d
    @Test("a minute before it ends a button keeps it; an open review alone keeps it no longer")
    func ending() async throws {
      try await withShop { browser, server, person, shop in
        let id = try await shop.askAndOpen(400, seconds: 900)
        let clocks = try await Clocks(browser, server)
        let isShown = "document.querySelector(\"dialog[open]\")"
        try await clocks.turn(seconds: 230)
        let early = try await browser.run("return \(isShown) !== null").isTruthy
        try #require(!early)
        try await clocks.turn(seconds: 20)
        _ = try await browser.find(.dialog, "Are you still there?")
        let check = Accessibility(browser: browser)
        let problems = try await check.problems(on: "ending") + check.overflow(on: "ending")
        try #require(problems == [])
        try await browser.press("Stay signed in")
        try await browser.wait(until: "!\(isShown)")
        // Kept for five more minutes, and the review stands where it stood.
        try await clocks.turn(seconds: 200)
        try await person.see("Approve this payment?")
        try await clocks.turn(seconds: 50)
        _ = try await browser.find(.dialog, "Are you still there?")
        try await clocks.turn(seconds: 60)
        try await person.see("Your approval, on every payment")
        try await browser.wait(forAlert: "What waits for your approval still waits.")
        try await shop.require(id, .pending)
        try await browser.press("Sign in with a passkey")
        // And the person comes back to it.
        try await person.see("Approve this payment?")
        try await browser.press("Decide later")
        try await person.seeLoaded("Home")
        try await shop.open()
      }
    }

    @Test("a session that is over is said with its reason in each window")
    func overInEachWindow() async throws {
      try await withShop { browser, server, person, shop in
        let first = try await browser.send("GET", "window")
        let second = try await browser.send("POST", "window/new", ["type": "tab"])
        try await browser.send("POST", "window", ["handle": second["handle"] ?? .null])
        try await person.open()
        try await person.seeLoaded("Home")
        server.turn(seconds: 301)
        try await browser.press("Security", .link)
        let why = "You were signed out to keep your money safe. Sign in again."
        try await person.see("Your approval, on every payment")
        try await browser.wait(forAlert: why)
        try await browser.send("POST", "window", ["handle": first])
        try await person.see("Your approval, on every payment")
        try await browser.wait(forAlert: why)
      }
    }

    @Test("what the person does in another window keeps the session here, without a word")
    func keptElsewhere() async throws {
      try await withShop { browser, server, person, shop in
        _ = try await Clocks(browser, server)
        let interception = try await Interception(browser)
        server.turn(seconds: 200)
        // By its cookie, as another window of the browser.
        _ = try await shop.session()
        server.turn(seconds: 50)
        try await browser.run("window.ahead += 250_000")
        try await browser.wait(for: "the question whether it has ended") {
          try await interception.calls(of: "/second-factor") > 0 ? true : nil
        }
        try await browser.wait(until: "!document.querySelector(\"dialog[open]\")")
        try await person.see("Home")
      }
    }

    @Test("the session is a cookie that scripts cannot read and other sites do not send")
    func cookie() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let cookies = try await browser.send("GET", "cookie").elements
        try #require(cookies.count == 1)
        try #require(cookies[0]["httpOnly"] == true)
        try #require(cookies[0]["sameSite"] == "Strict")
        try #require(cookies[0]["path"] == "/")
        let token = try #require(cookies[0]["value"]?.text)
        let readable = try await browser.run(
          """
          return document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage);
          """
        ).text
        try #require(readable?.contains(token) == false)
        try #require(readable?.contains("countersign=") == false)
      }
    }

    @Test("a write with the cookie is taken from the page's own origin only")
    func foreignOrigin() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let token = try #require(
          try await browser.send("GET", "cookie/countersign")["value"]?.text)
        let write = Write(person.address, token: token)
        for origin in ["https://evil.example", "null", person.address + ".evil.example", nil] {
          let (status, reason) = try await write.send(from: origin)
          try #require(status == 403, "\(origin ?? "no origin")")
          try #require(reason == "origin_not_allowed")
        }
        // The same write from the page itself is taken.
        let (status, _) = try await write.send(from: person.address)
        try #require(status == 200)
      }
    }

    /// Ends the account's other sessions.
    private struct Write {
      let url: URL?
      let token: String

      init(_ address: String, token: String) {
        url = URL(string: address + "/sessions?which=others")
        self.token = token
      }

      func send(from origin: String?) async throws -> (status: Int, reason: String?) {
        var request = URLRequest(url: try #require(url))
        request.httpMethod = "DELETE"
        request.setValue("countersign=\(token)", forHTTPHeaderField: "Cookie")
        if let origin { request.setValue(origin, forHTTPHeaderField: "Origin") }
        let (data, response) = try await URLSession.withoutCookies.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return (status, try JSONValue(parsing: [UInt8](data))["reason"]?.text)
      }
    }
  }
}
