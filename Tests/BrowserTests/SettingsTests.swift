import BrowserTesting
import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension BrowserTests {
  @Suite("what Security has besides passkeys, phones and the PIN")
  struct SettingsTests {
    private static let number = "+2348012345678"

    @Test("a telephone number is set by a proof of that number and the code that is texted there")
    func number() async throws {
      try await withSecurity { browser, server, person, walk in
        try await browser.press("Set a number")
        try await walk.look("number", title: "Set a telephone number")
        try await browser.fill("Telephone number", "08012345678")
        try await browser.press("Continue")
        try await walk.requireFieldError("number", "Enter the number with +")
        try await browser.fill("Telephone number", "+234 (801) 234-5678")
        try await browser.press("Continue")
        try await person.seeLoaded("Confirm it is you")
        try await person.read("Send codes to this number")
        try await person.read(Self.number)
        try await browser.press("Confirm with passkey")
        try await walk.look("number, code", title: "Enter the texted code")
        let code = try await browser.wait(for: "a texted code") {
          try await server.code(to: Self.number, for: "confirm_phone")
        }
        try await browser.fill("Code from the text message", code == "000000" ? "111111" : "000000")
        try await browser.press("Continue")
        try await walk.requireFieldError("code", "That is not the code")
        try await browser.fill("Code from the text message", code)
        try await browser.press("Continue")
        try await walk.look("number, set", title: "Security")
        try await person.read("Your number is set.")
        try await browser.press("Change number")
        try await person.see("Change the telephone number")
      }
    }

    @Test("an authenticator app is added by its key and a code of it, and removed again")
    func app() async throws {
      try await withSecurity { browser, server, person, walk in
        try await browser.press("Add an app")
        try await person.seeLoaded("Confirm it is you")
        try await person.read("Add an authenticator app")
        try await browser.press("Confirm with passkey")
        try await walk.look("app", title: "Add an authenticator app")
        let shown = try await browser.run(
          """
          return [document.querySelector(".secret").innerText.replaceAll(" ", ""),
            document.querySelector(".qr path").getAttribute("d").slice(0, 1)];
          """
        ).texts
        try #require(shown.count == 2 && shown[1] == "M")
        let app = TestAuthenticatorApp(typed: SecretText(shown[0]))
        let code = app.code(at: server.harness.clock.now()).exposed
        try await browser.fill(
          "Code from your authenticator app", code == "000000" ? "111111" : "000000")
        try await browser.press("Confirm")
        try await walk.requireFieldError("app-code", "That is not the code that it shows now.")
        try await browser.fill("Code from your authenticator app", code)
        try await browser.press("Confirm")
        try await walk.look("app, added", title: "Security")
        try await person.read("Your authenticator app is added.")
        try await browser.press("Remove app")
        _ = try await browser.find(.dialog, "Remove the authenticator app?")
        try await browser.elements("dialog[open] .danger").first?.click()
        try await person.seeLoaded("Confirm it is you")
        try await browser.press("Confirm with passkey")
        try await person.seeLoaded("Security")
        try await person.read("The authenticator app is removed.")
        _ = try await browser.find(.button, "Add an app")
      }
    }

    @Test("somebody tries how they approve: nothing is done, and a failed try says so")
    func tryFactor() async throws {
      try await withSecurity { browser, server, person, walk in
        try await browser.press("Try how you approve")
        try await walk.look("try", title: "Try how you approve")
        try await person.read("Nothing is paid and nothing is changed.")
        let interception = try await Interception(browser)
        try await browser.press("Confirm with passkey")
        try await person.seeLoaded("Security")
        try await person.read("It works: you can approve on this device.")
        let sent = try await interception.sent(to: "/biometric/test")
        try #require(sent.count == 1 && sent[0].contains("assertion"))
        try await browser.press("Try how you approve")
        try await person.seeLoaded("Try how you approve")
        try await interception.answer(
          "/biometric/test", status: 401, ["status": 401, "reason": "verification_failed"])
        try await browser.press("Confirm with passkey")
        try await browser.wait(forAlert: "Verification failed.")
      }
    }

    @Test("a passkey and a phone are called what their person calls them")
    func names() async throws {
      try await withSecurity(withPhone: true) { browser, server, person, walk in
        for (before, after) in [("Passkey", "Work laptop"), ("Ada's phone", "Old phone")] {
          let rename = try #require(
            try await browser.run(
              """
              return [...document.querySelectorAll("button")].map((button) => button.ariaLabel)
                .find((label) => label?.startsWith(`Rename ${arguments[0]}`)) ?? null;
              """, .string(before)
            ).text)
          try await browser.press(rename)
          try await walk.look("name", title: rename)
          try await browser.fill("Name", "  ")
          try await browser.press("Save")
          try await walk.requireFieldError("item-name", "Enter a name.")
          try await browser.fill("Name", after)
          try await browser.press("Save")
          try await person.seeLoaded("Security")
          try await person.read("It is called \(after) now.")
          _ = try await browser.find(.button, "Remove \(after)")
        }
        try await browser.press("Remove Old phone")
        try await browser.press("Remove phone")
        // The document that is signed has the new name, too.
        try await person.seeLoaded("Confirm it is you")
        try await person.read("Old phone")
      }
    }

    @Test("each session says which it is, when it was opened, and what it is of")
    func sessions() async throws {
      try await withSecurity { browser, server, person, walk in
        try await person.read("This screen\n\nSigned in")
        try await person.read("You are signed in only here.")
        _ = try await server.harness.signUp(person.email)
        try await person.goToSecurity()
        try await person.read("A browser or another program\n\nSigned in")
        let first = try await browser.run(
          "return document.querySelector(\".group:last-of-type .credentials li\").innerText"
        ).text
        try #require(first?.hasPrefix("This screen") == true)
        try await walk.look("sessions")
        try await browser.press("Sign out everywhere else")
        try await person.read("You are signed in only here.")
      }
    }

    @Test("one other session is ended from the list, and no more")
    func oneSession() async throws {
      try await withSecurity { browser, server, person, _ in
        for _ in 0..<2 {
          _ = try await server.harness.signUp(person.email)
          server.turn(seconds: 60)
        }
        try await person.goToSecurity()
        try await person.read("You are signed in in 2 other places.")
        try await browser.elements(".group:last-of-type .row-actions button").first?.click()
        try await person.read("Signed out there.")
        try await person.read("You are signed in in 1 other place.")
      }
    }

    /// A person with a passkey at Security.
    private func withSecurity(
      _ name: String = #function, withPhone: Bool = false,
      _ test: (Browser, ClockedServer, Person, Walk) async throws -> Void
    ) async throws {
      try await withClockedServer(name) { browser, server in
        let person = try Person(browser, at: server)
        let walk = Walk(person)
        try await person.enrol()
        if withPhone {
          _ = try await HeldPhone.enrolled(browser, server, for: person)
        }
        try await person.goToSecurity()
        try await test(browser, server, person, walk)
        try #require(walk.problems == [])
      }
    }
  }
}
