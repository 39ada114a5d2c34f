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
  }
}
