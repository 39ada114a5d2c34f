import BrowserTesting
import Foundation
import ProgramTesting
import Testing
import WebAuthnModel

/// Somebody at the page, who uses what its screens show.
struct Person: Sendable {
  static let pin = "4821"
  static let phone = "08012345678"

  let browser: Browser
  let server: any PageServer
  let address: String
  /// The one of this person, as `e-mail`.
  var email = "ada.\(UUID().uuidString.prefix(8).lowercased())@example.com"

  init(_ browser: Browser, at server: (any PageServer)? = nil) throws {
    self.browser = browser
    self.server = try server ?? Stage.present().server
    address = self.server.address
  }

  /// Opens the page.
  func open() async throws { try await browser.open(address + "/") }

  /// Loads the page again where it stands.
  func reload() async throws {
    try await browser.run("window.isBefore = true; location.reload()")
    try await browser.wait(until: "!window.isBefore && document.querySelector(\"h1\")")
  }

  /// Waits until a screen is shown, by its title.
  func see(_ title: String) async throws {
    try await browser.wait(for: "the screen \(title)") {
      try await browser.run("return document.querySelector(\"h1\")?.innerText ?? \"\"").text
        == title ? true : nil
    }
  }

  /// Waits until the screen's content has come from the server.
  func seeLoaded(_ title: String) async throws {
    try await see(title)
    try await browser.wait(until: "!document.querySelector(\"#main .placeholder\")")
  }

  /// The code that was mailed.
  func code(for purpose: String) async throws -> String {
    try await browser.wait(for: "a code to \(email)") {
      try await server.code(to: email, for: purpose)
    }
  }

  /// Asks for the code that creates the account.
  func askForCode(name: String = "Ada Obi") async throws {
    try await open()
    try await browser.press("Create an account")
    try await see("Create an account")
    try await browser.fill("Your name", name)
    try await browser.fill("E\u{2011}mail address", email)
    try await browser.press("E\u{2011}mail me a code")
    try await see("Enter the code")
  }

  /// Creates the account; the page then offers a passkey.
  func signUp() async throws {
    try await askForCode()
    try await browser.fill("6-digit code", code(for: "sign_in"))
    try await browser.press("Continue")
    try await see("Approve with your device")
  }

  /// Asks for the code with which a passkey is registered, where one is offered.
  func askForPasskey() async throws {
    try await browser.press("Set up a passkey")
    try await see("Set up a passkey")
  }

  /// Registers a passkey where one is offered.
  func registerPasskey() async throws {
    try await askForPasskey()
    try await browser.fill("6-digit code", code(for: "register"))
    try await browser.press("Continue")
    try await seeLoaded("Home")
  }

  /// Signs out, up to the first screen.
  func signOut() async throws {
    try await browser.press("Sign out")
    try await see("Your approval, on every payment")
  }

  /// Signs in by a mailed code from the first screen, up to whatever comes then.
  func signInByMail() async throws {
    try await browser.fill("E\u{2011}mail address", email)
    try await browser.press("E\u{2011}mail me a code")
    try await see("Enter the code")
    try await browser.fill("6-digit code", code(for: "sign_in"))
    try await browser.press("Continue")
  }

  /// Goes to Security by the navigation.
  func goToSecurity() async throws {
    try await browser.press("Security", .link)
    try await seeLoaded("Security")
  }

  /// Waits until the screen's own part of the page says this.
  func read(_ text: String) async throws {
    try await browser.wait(for: "the screen to say: \(text)") {
      try await browser.run(
        "return document.querySelector(\"main\").innerText.includes(arguments[0])", .string(text)
      ) == true ? true : nil
    }
  }

  /// Sets a PIN from Home, proved by the passkey.
  func setPIN() async throws {
    try await browser.press("Set a PIN")
    try await see("Set a PIN")
    try await browser.fill("New PIN", Self.pin)
    try await browser.fill("New PIN again", Self.pin)
    try await browser.press("Confirm with passkey and save")
    try await seeLoaded("Security")
  }

  /// An account with a passkey, and the authenticator that holds it.
  @discardableResult
  func enrol(withPIN: Bool = false) async throws -> VirtualAuthenticator {
    let authenticator = try await browser.addAuthenticator()
    try await signUp()
    try await registerPasskey()
    if withPIN { try await setPIN() }
    return authenticator
  }

  /// Chooses airtime, up to the screen that shows what will be paid.
  func order(_ amount: Int, network: String = "MTN") async throws {
    try await browser.press("Buy", .link)
    try await seeLoaded("Buy airtime")
    try await browser.press(network, .radio)
    try await browser.fill("Phone number", Self.phone)
    try await browser.fill("Amount", String(amount))
    try await browser.press("Continue")
    try await see("Approve this payment")
  }

  /// Orders as ``order(_:network:)`` does and chooses the PIN, up to its field.
  func orderByPIN(_ amount: Int) async throws {
    try await order(amount)
    try await browser.press("Use PIN instead")
    try await seeLoaded("Enter your PIN")
  }

  /// Gives the PIN for the payment that is shown.
  func give(_ pin: String, for amount: String) async throws {
    try await browser.fill("PIN", pin)
    try await browser.press("Pay \(amount)")
  }

  /// Asks what became of a payment when it was sent so long ago that it is on its way no more.
  func askLater() async throws {
    try await browser.run("const now = Date.now; Date.now = () => now() + 31_000;")
    try await browser.press("Ask now")
  }

  /// What Home shows as the balance.
  func balance() async throws -> String {
    try await browser.press("Home", .link)
    try await seeLoaded("Home")
    return try await browser.run("return document.querySelector(\".balance-amount\").innerText")
      .text ?? ""
  }

  /// The payments under History, each as the lines that it shows.
  func payments(at place: String = "History") async throws -> [String] {
    try await browser.press(place, .link)
    try await seeLoaded(place)
    return try await browser.run(
      "return [...document.querySelectorAll(\"#main .payment\")].map((row) => row.innerText)"
    ).texts
  }

  /// Holds that so many payments were made and that the balance is what they leave.
  func requirePaid(_ count: Int, balance expected: String) async throws {
    let payments = try await payments()
    try #require(payments.count == count, "\(payments)")
    let balance = try await balance()
    try #require(balance == expected)
  }
}

/// An amount as a document has it on the page, with the spaces that no line breaks at.
func naira(_ amount: Int) -> String {
  let digits = String(amount)
  let whole = digits.count > 3 ? "\(digits.dropLast(3))\u{202f}\(digits.suffix(3))" : digits
  return whole + ".00\u{a0}NGN"
}
