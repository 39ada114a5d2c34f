import BrowserTesting
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("signing up on the way")
  struct SigningUpTests {
    @Test("a reload keeps the code's screen, and the way back the form with what was entered")
    func survives() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.askForCode()
        try await browser.run("location.reload()")
        try await person.see("Enter the code")
        // Nothing is promised that may be left out.
        try await person.read(
          "6 digits go to \(person.email). We send a few codes an hour and no more: if none comes, "
            + "try again in an hour.")
        try await browser.run("history.back()")
        try await person.see("Create an account")
        let entered = try await browser.run(
          "return [...document.querySelectorAll(\"#main input\")].map(({ value }) => value)"
        ).texts
        try #require(entered == ["Ada Obi", person.email])
        try await browser.run("history.back()")
        try await person.see("Your approval, on every payment")
        try await browser.run("history.go(2)")
        try await person.see("Enter the code")
        try await browser.fill("6-digit code", person.code(for: "sign_in"))
        try await browser.press("Continue")
        try await person.see("Approve with your device")
        // Nothing of it is kept any more, and the way back leads to nobody's sign-up.
        let kept = try await browser.run("return sessionStorage.length")
        try #require(kept == 0)
        try await browser.run("location.reload()")
        try await person.seeLoaded("Home")
      }
    }

    @Test("the screen of a code that nobody asked for here is the first one")
    func nothingAsked() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await browser.open(person.address + "/#signInCode")
        try await person.see("Your approval, on every payment")
      }
    }

    @Test("a blank name and an address that is none are marked, and nothing is asked for")
    func marked() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let walk = Walk(person)
        try await person.open()
        try await browser.press("Create an account")
        try await person.see("Create an account")
        let interception = try await Interception(browser)
        try await browser.fill("Your name", "   ")
        try await browser.fill("E\u{2011}mail address", "ada")
        try await browser.press("E\u{2011}mail me a code")
        try await walk.requireFieldError("name", "Enter your name.")
        try await walk.look("sign-up, marked")
        let errors = try await browser.elements(".field-error:not(:empty)")
        try #require(errors.count == 2)
        let calls = try await interception.calls(of: "/accounts")
        try #require(calls == 0)
        try #require(walk.problems == [])
      }
    }

    @Test("what only the server refuses is said at its field, and so is an address that is none")
    func namedByTheServer() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let walk = Walk(person)
        try await person.open()
        for address in ["", "ada", "ada@localhost", "ada@10.0.0.1"] {
          try await browser.fill("E\u{2011}mail address", address)
          try await browser.press("E\u{2011}mail me a code")
          try await walk.requireFieldError("email", "Enter an address as in ada@example.com.")
        }
        try await browser.press("Create an account")
        try await person.see("Create an account")
        try await browser.fill("E\u{2011}mail address", person.email)
        // Only the server knows which characters no screen shows.
        try await browser.run(
          "document.getElementById(\"name\").value = \"Ada\\u202eObi\"")
        try await browser.press("E\u{2011}mail me a code")
        try await walk.requireFieldError("name", "This name has a character")
      }
    }

    @Test("after five wrong codes it is said that none is taken, and until when where that ends")
    func codesBlocked() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let walk = Walk(person)
        try await person.askForCode()
        let right = try await person.code(for: "sign_in")
        try await giveWrong(browser, besides: right)
        try await walk.requireFieldError("code", "Too many codes were wrong")
        try await browser.fill("6-digit code", right)
        try await browser.press("Continue")
        try await walk.requireFieldError("code", "Too many codes were wrong")
        // Strangers of this network are blocked as well, for a quarter of an hour.
        server.turn(seconds: 901)
        let other = try Person(browser, at: server)
        try await other.signUp()
        try await other.askForPasskey()
        let second = try await other.code(for: "register")
        try await giveWrong(browser, besides: second)
        try await walk.requireFieldError("code", "none is taken, not even the right one.")
        try await browser.fill("6-digit code", second)
        try await browser.press("Continue")
        try await walk.requireFieldError("code", "Until ")
        try await walk.requireFieldError("code", "none is taken, not even the right one.")
      }
    }

    /// Gives five codes that are not the right one, each after the answer to the one before.
    private func giveWrong(_ browser: Browser, besides right: String) async throws {
      let wrong = right == "123456" ? "654321" : "123456"
      for _ in 1...5 {
        try await browser.wait(until: "!document.querySelector(\"#main [type=submit]\").disabled")
        try await browser.fill("6-digit code", wrong)
        try await browser.press("Continue")
        try await browser.wait(until: "document.getElementById(\"code\").value === \"\"")
      }
    }
  }
}
