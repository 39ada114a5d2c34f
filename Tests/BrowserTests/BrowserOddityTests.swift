import BrowserTesting
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("browsers, authenticators and people as they are")
  struct BrowserOddityTests {
    @Test("a code that is pasted as mails show it is a code")
    func pastedCode() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.askForCode()
        let code = try await person.code(for: "sign_in")
        try await browser.fill("6-digit code", " \(code.prefix(3)) \(code.suffix(3)) ")
        try await browser.press("Continue")
        try await person.see("Approve with your device")
      }
    }

    @Test("an authenticator that verifies nobody is blamed, and not the code, which is good still")
    func unusableAuthenticator() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let authenticator = try await browser.addAuthenticator()
        try await authenticator.setResponseOverrideBits(.userVerification)
        try await person.signUp()
        try await person.askForPasskey()
        let code = try await person.code(for: "register")
        try await browser.fill("6-digit code", code)
        try await browser.press("Continue")
        try await browser.wait(
          forAlert: "Your code was right, but this passkey cannot be used here")
        try await authenticator.remove()
        _ = try await browser.addAuthenticator()
        try await browser.fill("6-digit code", code)
        try await browser.press("Continue")
        try await person.seeLoaded("Home")
      }
    }

    @Test("an empty user handle is not sent, and the payment is approved")
    func emptyUserHandle() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await Interception(browser)
        // As Safari has it for a security key that keeps none.
        try await browser.run(
          """
          const get = navigator.credentials.get.bind(navigator.credentials);
          navigator.credentials.get = async (options) => {
            const { id, rawId, type, response } = await get(options);
            const { clientDataJSON, authenticatorData, signature } = response;
            const userHandle = new ArrayBuffer(0);
            return {
              id, rawId, type,
              response: { clientDataJSON, authenticatorData, signature, userHandle },
            };
          };
          """)
        try await person.order(500)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await person.see("Topup successful")
        let sent = try await interception.sent(to: "/user/topup")
        try #require(sent.count == 1)
        try #require(!sent[0].contains("userHandle"))
      }
    }

    @Test("a prompt that gives nothing was closed by the person")
    func nothing() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol(withPIN: true)
        try await browser.run("navigator.credentials.get = async () => null;")
        try await person.order(500)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await browser.wait(forAlert: "Biometric failed")
        _ = try await browser.find(.button, "Use PIN instead?")
        _ = try await browser.find(.button, "Pay \(naira(500)) with passkey")
      }
    }
  }
}
