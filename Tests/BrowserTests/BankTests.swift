import BrowserTesting
import Foundation
import FoundationNetworking
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserApprovalTests {
  @Suite("the example of a bank")
  struct BankTests {
    @Test("a customer signs in, sets up a passkey, reads the transfer, approves it and sees it go")
    func wholeWay() async throws {
      let bank = try BankProgram()
      try await withBrowser { browser in
        try await browser.watchViolations()
        let authenticator = try await bank.signInWithPasskey(browser)
        try await browser.see("1\u{202f}000.00\u{a0}EUR")
        try await browser.fillTransfer(amount: "250.5")
        try await browser.press("Send money")
        _ = try await browser.find(.dialog, "Approve this payment?")
        let shown = try await browser.run(
          "return document.querySelector(\"dialog .slip\").innerText"
        ).text
        for words in [
          "Send a transfer", "250.50\u{a0}EUR", "Ikeja Books",
          "DE89\u{a0}3704\u{a0}0044\u{a0}0532\u{a0}0130\u{a0}00", "Order 17",
        ] { try #require(shown?.contains(words) == true, "\(words) in \(shown ?? "")") }
        try await browser.press("Approve 250.50\u{a0}EUR with passkey")
        try await browser.see("The transfer is on its way.")
        try await browser.see("749.50\u{a0}EUR")
        try await browser.see("250.50\u{a0}EUR to Ikeja Books: settled")
        try #require(try await authenticator.credentials().count == 1)
        for name in ["bank", "countersign"] {
          let cookie = try await browser.send("GET", "cookie/\(name)")
          try #require(cookie["httpOnly"] == true && cookie["sameSite"] == "Strict")
        }
        try await browser.press("Sign out")
        _ = try await browser.find(.button, "Sign in")
        try await browser.requireNoViolations()
      }
    }

    @Test("a document that says another amount than was asked for is neither shown nor signed")
    func changedAmount() async throws {
      let bank = try BankProgram()
      try await withBrowser { browser in
        let authenticator = try await bank.signInWithPasskey(browser)
        let count = try await authenticator.credentials().first?["signCount"]
        // The server makes whole documents and challenges, but for a hundred times as much.
        try await browser.run(
          """
          const send = window.fetch.bind(window);
          window.fetch = (path, settings) => {
            const body = settings?.body?.replace('"amount":100,', '"amount":10000,');
            return send(path, { ...settings, body });
          };
          """)
        try await browser.fillTransfer(amount: "1.00")
        try await browser.press("Send money")
        try await browser.wait(forAlert: "The server names something else")
        try #require(try await browser.elements("dialog").isEmpty)
        try #require(try await authenticator.credentials().first?["signCount"] == count)
        try await browser.see("1\u{202f}000.00\u{a0}EUR")
      }
    }

    @Test("whoever closes the dialog or the prompt has sent nothing, and may approve again")
    func left() async throws {
      let bank = try BankProgram()
      try await withBrowser { browser in
        let authenticator = try await bank.signInWithPasskey(browser)
        try await browser.fillTransfer(amount: "20")
        try await browser.press("Send money")
        try await browser.press("Cancel")
        try await browser.see("Nothing was done.")
        try await authenticator.setResponseOverrideBits(.signature)
        try await browser.press("Send money")
        try await browser.press("Approve 20.00\u{a0}EUR with passkey")
        try await browser.wait(forAlert: "Verification failed. Try again")
        try await authenticator.setResponseOverrideBits(nil)
        try await browser.press("Approve 20.00\u{a0}EUR with passkey")
        try await browser.see("980.00\u{a0}EUR")
      }
    }

    @Test("a transfer whose answer is lost is asked for again, and the money goes once")
    func lostAnswer() async throws {
      let bank = try BankProgram()
      try await withBrowser { browser in
        _ = try await bank.signInWithPasskey(browser)
        let path = "/auth/actions/SEND_TRANSFER"
        let interception = try await Interception(browser)
        try await interception.holdAnswer(of: path)
        try await browser.fillTransfer(amount: "20")
        try await browser.press("Send money")
        try await browser.press("Approve 20.00\u{a0}EUR with passkey")
        try await interception.waitForHeldAnswer()
        try await interception.loseAnswer()
        try await browser.see("The transfer is on its way.")
        try await browser.see("980.00\u{a0}EUR")
        let sent = try await interception.sent(to: path)
        try #require(sent.count == 2 && sent[0] == sent[1])
        // Whoever does not wait for the answer is told that it is not known.
        try await browser.fillTransfer(amount: "30")
        try await interception.holdAnswer(of: path)
        try await browser.press("Send money")
        try await browser.press("Approve 30.00\u{a0}EUR with passkey")
        try await interception.waitForHeldAnswer()
        try await browser.press("Cancel")
        try await browser.see("No answer came. The list says whether it was sent.")
        try await browser.see("950.00\u{a0}EUR")
      }
    }

    @Test("what cannot be sent, and a wrong password, are told in words")
    func badInput() async throws {
      let bank = try BankProgram()
      try await withBrowser { browser in
        try await browser.open(bank.address)
        try await browser.signIn(password: "wrong")
        try await browser.wait(forAlert: "Customer number or password is not right.")
        try await browser.signIn()
        try await browser.fillTransfer(amount: "one")
        try await browser.press("Send money")
        try await browser.wait(forAlert: "Enter the amount in EUR, as in 12.50.")
        for (amount, iban, problem) in [
          ("1", "DE89370400440532013001", "This is no IBAN"),
          ("1000.01", BankProgram.iban, "Your balance does not hold this amount."),
          ("0", BankProgram.iban, "Something that you entered cannot be accepted."),
          ("1", BankProgram.iban, "You have no passkey yet."),
        ] {
          try await browser.fillTransfer(amount: amount, iban: iban)
          try await browser.press("Send money")
          try await browser.wait(forAlert: problem)
        }
      }
    }

    @Test("a sign-in that another site posts is refused")
    func foreignPost() async throws {
      let bank = try BankProgram()
      try await #require(bank.signIn(from: bank.address) == 200)
      for origin in ["http://localhost:1", "null", nil] {
        try await #require(bank.signIn(from: origin) == 403)
      }
    }
  }
}

/// The example as a process of its own, in a folder of its own.
private struct BankProgram {
  static let program = BuiltProgram.named("Bank")
  static let iban = "DE89 3704 0044 0532 0130 00"

  let address: String
  private let folder: TemporaryFolder
  private let process: ChildProcess

  /// Starts it on a port that is free, which its origin has to name.
  init() throws {
    folder = try TemporaryFolder()
    var said = ""
    for _ in 0..<5 {
      let port = Int.random(in: 20_000..<30_000)
      let process = try ChildProcess(Self.program, [folder.path, "\(port)"])
      said = try ReadyLine.next(of: process.output)
      guard said == "listening" else { continue }
      (address, self.process) = ("http://localhost:\(port)", process)
      return
    }
    throw NotReady(line: said)
  }

  /// Signs the first customer in, with a passkey that a mailed code has added.
  func signInWithPasskey(_ browser: Browser) async throws -> VirtualAuthenticator {
    let authenticator = try await browser.addAuthenticator()
    try await browser.open(address)
    try await browser.signIn()
    try await browser.press("Set up a passkey")
    let code = try await browser.wait(for: "the mailed code") { try mailedCode() }
    try await browser.fill("6-digit code", code)
    try await browser.press("Continue")
    try await browser.wait(until: "document.querySelector(\"dialog\") === null")
    try await browser.wait(until: "document.getElementById(\"set-up\").hidden")
    return authenticator
  }

  /// The status of a sign-in that a page of an origin posts.
  func signIn(from origin: String?) async throws -> Int? {
    let local = address.replacing("localhost", with: "127.0.0.1")
    var request = URLRequest(url: try #require(URL(string: local + "/sign-in")))
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"customer":"CUST-4711","password":"correct horse"}"#.utf8)
    request.setValue(origin, forHTTPHeaderField: "Origin")
    let (_, response) = try await URLSession.withoutCookies.data(for: request)
    return (response as? HTTPURLResponse)?.statusCode
  }

  /// The newest code that was mailed.
  private func mailedCode() throws -> String? {
    guard let mail = FileManager.default.contents(atPath: folder.file("mail.txt")) else {
      return nil
    }
    let lines = String(decoding: mail, as: UTF8.self).split(separator: "\n")
    return lines.last { $0.hasPrefix("ada@example.com: your code is ") }
      .map { String($0.suffix(6)) }
  }
}

extension Browser {
  fileprivate func signIn(password: String = "correct horse") async throws {
    try await fill("Customer number", "CUST-4711")
    try await fill("Password", password)
    try await press("Sign in")
  }

  fileprivate func fillTransfer(amount: String, iban: String = BankProgram.iban) async throws {
    try await fill("Amount in EUR", amount)
    try await fill("Payee", "Ikeja Books")
    try await fill("IBAN", iban)
    try await fill("Reference", "Order 17")
  }

  /// Waits until the page says something.
  fileprivate func see(_ words: String) async throws {
    try await wait(for: words) { try await text().contains(words) ? true : nil }
  }
}
