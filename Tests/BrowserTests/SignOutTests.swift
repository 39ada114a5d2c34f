import BrowserTesting
import Foundation
import FoundationNetworking
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("signing out, and in again")
  struct SignOutTests {
    @Test("a server that could not be told of a sign-out is told when the page is opened next")
    func unreachable() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let token = try #require(
          try await browser.send("GET", "cookie/countersign")["value"]?.text)
        let interception = try await Interception(browser)
        try await interception.lose("/sessions/current")
        try await browser.press("Sign out")
        try await browser.wait(forAlert: "the server could not be told")
        try await requireSession(token, at: person, status: 200)
        try await person.open()
        try await person.see("Your approval, on every payment")
        try await requireSession(token, at: person, status: 401)
      }
    }

    @Test("whoever signs out is off the page at once, and is told later that the server was not")
    func stalledSignOut() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await signOutUnanswered(person)
        let alert = try await browser.wait(forAlert: "You are signed out.")
        try #require(!alert.contains("could not be told"))
        try await browser.wait(until: "document.querySelector(\"#navigation\").hidden")
        try await interception.loseAnswer()
        try await browser.wait(forAlert: "the server could not be told")
      }
    }

    @Test("a sign-out that has no answer is given up before a session is opened, and ends none")
    func signInMeanwhile() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await signOutUnanswered(person)
        try await browser.press("Sign in with a passkey")
        try await person.seeLoaded("Home")
        let isGivenUp = try await browser.run(
          """
          return window.interception.calls
            .find(({ path }) => path === "/sessions/current").settings.signal.aborted;
          """)
        try #require(isGivenUp == true)
        try await interception.loseAnswer()
        try await interception.waitUntilTaken("DELETE /sessions/current")
        let balance = try await person.balance()
        try #require(balance == naira(5000))
      }
    }

    @Test("a session that is opened while another is ending waits for that end")
    func signInAfterEnd() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await signOutUnanswered(person)
        let prompt = try await HeldPrompt(browser, after: 0)
        try await browser.press("Sign in with a passkey")
        try await prompt.wait()
        try await prompt.letGo()
        try #require(try await interception.calls(of: "/sessions") == 0)
        try await interception.deliverAnswer()
        try await person.seeLoaded("Home")
        try #require(try await interception.calls(of: "/sessions") == 1)
      }
    }

    @Test("whoever leaves between the session and its first screen is signed out again")
    func leftOnTheWay() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await person.signOut()
        try await browser.fill("E\u{2011}mail address", person.email)
        try await browser.press("E\u{2011}mail me a code")
        try await person.see("Enter the code")
        let interception = try await Interception(browser)
        try await interception.holdAnswer(of: "/second-factor")
        try await browser.fill("6-digit code", person.code(for: "sign_in"))
        try await browser.press("Continue")
        try await interception.waitForHeldAnswer()
        try await browser.press("Back")
        try await person.see("Your approval, on every payment")
        try await interception.deliverAnswer()
        try await browser.wait(for: "the session to be ended") {
          try await interception.calls(of: "/sessions/current") == 1 ? true : nil
        }
        try await interception.waitUntilTaken("DELETE /sessions/current")
        try await person.see("Your approval, on every payment")
        try await browser.wait(until: "document.querySelector(\"#navigation\").hidden")
      }
    }

    /// Signs out, up to the first screen, with the server's answer held.
    private func signOutUnanswered(_ person: Person) async throws -> Interception {
      let interception = try await Interception(person.browser)
      try await interception.holdAnswer(of: "/sessions/current")
      try await person.browser.press("Sign out")
      try await interception.waitForHeldAnswer()
      try await person.see("Your approval, on every payment")
      return interception
    }

    /// Holds what the server says to a call with this session's cookie.
    private func requireSession(_ token: String, at person: Person, status: Int) async throws {
      var request = URLRequest(url: try #require(URL(string: person.address + "/second-factor")))
      request.setValue("countersign=\(token)", forHTTPHeaderField: "Cookie")
      let (_, response) = try await URLSession.withoutCookies.data(for: request)
      try #require((response as? HTTPURLResponse)?.statusCode == status)
    }
  }
}
