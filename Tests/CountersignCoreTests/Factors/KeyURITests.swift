import Testing

@testable import CountersignCore

@Suite("Addresses for authenticator apps")
struct KeyURITests {
  @Test("one colon parts issuer and account, whatever colons their names have")
  func colons() {
    for (issuer, account, label, parameter) in [
      ("Bank", "ada@example.com", "Bank:ada%40example.com", "Bank"),
      ("Bank: Retail", "ada", "Bank%20Retail:ada", "Bank%20Retail"),
      ("A:B::C:", "urn:bank:7", "A%20B%20C:urn%20bank%207", "A%20B%20C"),
    ] {
      #expect(
        AuthenticatorApps.keyURI("ABC", issuer: issuer, account: account)
          == "otpauth://totp/\(label)?secret=ABC&issuer=\(parameter)"
          + "&algorithm=SHA1&digits=6&period=30")
    }
  }
}
