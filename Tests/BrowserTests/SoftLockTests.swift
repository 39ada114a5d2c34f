import BrowserTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("the page's soft lock")
  struct SoftLockTests {
    @Test("a page that nobody touches shows nothing of the account until a passkey opens it")
    func locks() async throws {
      try await withLockedPage { browser, person, authenticator in
        let check = Accessibility(browser: browser)
        let problems = try await check.problems(on: "locked") + check.overflow(on: "locked")
        try #require(problems == [])
        let focused = try await browser.run("return document.activeElement.tagName").text
        try #require(focused == "H1")
        // A reload does not open it, and asks the server for nothing of the account.
        try await browser.open(person.address + "/")
        try await requireNothing(browser, person)
        // Nor does whoever is not verified, or a passkey of somebody else.
        try await authenticator.setUserVerified(false)
        try await browser.press("Unlock with passkey")
        try await browser.wait(forAlert: "The passkey was not used.")
        try await authenticator.setUserVerified(true)
        try await browser.press("Unlock with passkey")
        try await person.seeLoaded("Home")
        let balance = try await person.balance()
        try #require(balance == naira(5000))
      }
    }

    @Test("a touch keeps it open, and every window locks and opens with the others")
    func windows() async throws {
      try await withClockedServer(lockSeconds: 8) { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        let first = try await browser.send("GET", "window")
        let second = try await browser.send("POST", "window/new", ["type": "tab"])
        try await browser.send("POST", "window", ["handle": second["handle"] ?? .null])
        try await person.open()
        try await person.seeLoaded("Home")
        // Touched twice here within the time, neither window locks.
        for _ in 0..<2 {
          try await browser.run("window.left = performance.now() + 5000")
          try await browser.wait(until: "performance.now() > window.left")
          try await browser.strike("\u{E008}")
        }
        try await person.see("Home")
        try await browser.send("POST", "window", ["handle": first])
        let isShown = try await browser.run("return document.querySelector(\"h1\").innerText").text
        try #require(isShown == "Home")
        for handle in [second["handle"] ?? .null, first] {
          try await browser.send("POST", "window", ["handle": handle])
          try await person.see("Locked")
          try await requireNothing(browser, person)
        }
        try await browser.press("Unlock with passkey")
        try await person.seeLoaded("Home")
        try await browser.send("POST", "window", ["handle": second["handle"] ?? .null])
        try await person.seeLoaded("Home")
      }
    }

    @Test("a page that no passkey could open does not lock; one whose passkey went offers none")
    func withoutPasskey() async throws {
      try await withClockedServer(lockSeconds: 2) { browser, server in
        let person = try Person(browser, at: server)
        try await person.signUp()
        try await browser.press("Not now")
        try await person.seeLoaded("Home")
        for _ in 0..<2 {
          try await browser.run("window.left = Date.now() + 3500")
          try await browser.wait(until: "Date.now() > window.left")
          try await person.see("Home")
          // Nor is it locked when it is opened again after that time.
          try await person.open()
          try await person.seeLoaded("Home")
        }
        try await browser.run(
          """
          localStorage.setItem("countersign.locked", localStorage.getItem("countersign.account"))
          """
        )
        try await person.see("Locked")
        let passkey = try await browser.first(.button, "Unlock with passkey")
        try #require(passkey == nil)
        _ = try await browser.find(.button, "Sign in again")
      }
    }

    @Test("a session that has proved no factor is unlocked by none, and says so")
    func unconfirmed() async throws {
      try await withClockedServer(lockSeconds: 2) { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        try await person.see("Locked")
        try await browser.press("Sign in again")
        try await person.signInByMail()
        try await person.see("Locked")
        try await browser.press("Unlock with passkey")
        try await browser.wait(forAlert: "You had not confirmed yet that it is you")
        let passkey = try await browser.first(.button, "Unlock with passkey")
        try #require(passkey == nil)
      }
    }

    @Test("who opens it is where they were")
    func comesBack() async throws {
      try await withLockedPage { browser, person, _ in
        try await browser.press("Unlock with passkey")
        try await person.seeLoaded("Home")
        try await person.goToSecurity()
        try await requireNothing(browser, person)
        try await browser.press("Unlock with passkey")
        try await person.seeLoaded("Security")
      }
    }

    @Test("a step of Security and what was typed there are back after the lock, but no PIN")
    func workComesBack() async throws {
      try await withClockedServer(lockSeconds: 6) { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        try await person.goToSecurity()
        try await browser.press("Rename Passkey 1")
        try await person.see("Rename Passkey 1")
        try await browser.fill("Name", "My laptop")
        try await requireNothing(browser, person)
        try await browser.press("Unlock with passkey")
        try await person.see("Rename Passkey 1")
        let name = try await browser.run("return document.getElementById(\"item-name\").value").text
        try #require(name == "My laptop")
        // The looks at the lock that follow lead nowhere else.
        try await browser.run("window.left = performance.now() + 1200")
        try await browser.wait(until: "performance.now() > window.left")
        try await person.see("Rename Passkey 1")
        try await browser.press("Save")
        try await person.seeLoaded("Security")
        try await browser.press("Set a PIN")
        try await person.see("Set a PIN")
        try await browser.fill("New PIN", Person.pin)
        try await requireNothing(browser, person)
        try await browser.press("Unlock with passkey")
        try await person.see("Set a PIN")
        let pin = try await browser.run("return document.getElementById(\"new-pin\").value").text
        try #require(pin == "")
      }
    }

    @Test("who has no passkey here signs in again")
    func signsInAgain() async throws {
      try await withLockedPage { browser, person, _ in
        try await browser.press("Sign in again")
        try await person.see("Your approval, on every payment")
        try await browser.press("Sign in with a passkey")
        try await person.seeLoaded("Home")
      }
    }

    @Test("a locked page warns nobody of the session's end, and says when it is over")
    func sessionEnds() async throws {
      try await withClockedServer(lockSeconds: 2) { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        try await person.see("Locked")
        let clocks = try await Clocks(browser, server)
        try await clocks.turn(seconds: 250)
        // The look after that would have warned.
        try await browser.run("window.left = Date.now() + 2500")
        try await browser.wait(until: "Date.now() > window.left")
        let dialogs = try await browser.elements("dialog")
        try #require(dialogs.isEmpty)
        try await clocks.turn(seconds: 60)
        try await person.see("Your approval, on every payment")
      }
    }

    private func withLockedPage(
      _ name: String = #function,
      _ test: (Browser, Person, VirtualAuthenticator) async throws -> Void
    ) async throws {
      try await withClockedServer(name, lockSeconds: 2) { browser, server in
        let person = try Person(browser, at: server)
        let authenticator = try await person.enrol()
        try await requireNothing(browser, person)
        try await test(browser, person, authenticator)
      }
    }

    /// Holds that the page is locked, and that its document says nothing of the account.
    private func requireNothing(_ browser: Browser, _ person: Person) async throws {
      try await person.see("Locked")
      let markup =
        try await browser.run("return document.documentElement.outerHTML + document.title").text
      for text in ["NGN", "Ada Obi", person.email, "5\u{202f}000", "/user/wallet"] {
        try #require(markup?.contains(text) == false, "\(text)")
      }
    }
  }
}
