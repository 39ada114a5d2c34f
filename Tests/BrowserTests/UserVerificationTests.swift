import BrowserTesting
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("an authenticator whose answers are wrong")
  struct UserVerificationTests {
    @Test("without user verification nothing is paid, and the PIN is offered")
    func badUserVerification() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let authenticator = try await person.enrol(withPIN: true)
        try await authenticator.setResponseOverrideBits(.userVerification)
        try await person.order(500)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await browser.wait(forAlert: "Verification failed. Try again or use PIN")
        try await payWithPIN(person, by: "Use PIN instead")
      }
    }

    @Test("a page that asks for no user verification is refused by the server")
    func verificationNotAsked() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let authenticator = try await person.enrol(withPIN: true)
        try await browser.run(
          """
          const get = navigator.credentials.get.bind(navigator.credentials);
          navigator.credentials.get = ({ publicKey }) =>
            get({ publicKey: { ...publicKey, userVerification: "discouraged" } });
          """)
        try await authenticator.setResponseOverrideBits(.userVerification)
        try await person.order(500)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await browser.wait(forAlert: "Verification failed. Try again or use PIN")
        try await payWithPIN(person, by: "Use PIN instead")
      }
    }

    @Test("a signature that is none is refused by the server, and the right one pays")
    func badSignature() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let authenticator = try await person.enrol(withPIN: true)
        try await authenticator.setResponseOverrideBits(.signature)
        try await person.order(500)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await browser.wait(forAlert: "Verification failed. Try again or use PIN")
        _ = try await browser.find(.button, "Use PIN instead")
        try await authenticator.setResponseOverrideBits(nil)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    private func payWithPIN(_ person: Person, by button: String) async throws {
      try await person.browser.press(button)
      try await person.seeLoaded("Enter your PIN")
      try await person.give(Person.pin, for: naira(500))
      try await person.see("Topup successful")
      try await person.requirePaid(1, balance: naira(4500))
    }
  }
}
