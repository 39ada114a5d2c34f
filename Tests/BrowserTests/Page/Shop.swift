import BrowserTesting
import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

/// A shop's backend that has payments confirmed by the person at the page.
struct Shop: Sendable {
  let person: Person
  let server: ClockedServer

  private var browser: Browser { person.browser }

  init(_ person: Person, _ server: ClockedServer) {
    self.person = person
    self.server = server
  }

  /// Puts a payment before the person.
  @discardableResult
  func ask(
    _ amount: Int64 = 400, currency: String = "NGN", payee: String = "Ikeja Books",
    card: String? = nil, reference: String? = nil, seconds: Int64? = nil
  ) async throws -> ReviewID {
    try await server.harness.review(
      NewTransactionRequest(
        userName: person.email, amount: DecimalAmount(String(amount)), currency: currency,
        payee: payee, lastFourPAN: card, reference: reference, expiresIn: seconds)
    ).reviewID
  }

  /// Puts a payment before the person and opens it, up to the screen that shows it.
  func askAndOpen(_ amount: Int64 = 400, seconds: Int64? = nil) async throws -> ReviewID {
    let id = try await ask(amount, seconds: seconds)
    try await goHome()
    try await open(naira(Int(amount)))
    return id
  }

  /// Opens the payment of this amount that Home lists.
  func open(_ amount: String = naira(400), payee: String = "Ikeja Books") async throws {
    try await browser.press("Review \(amount) to \(payee)")
    try await person.see("Approve this payment?")
  }

  /// Goes to Home, whose entry says how many payments wait.
  func goHome() async throws {
    try await browser.elements("#navigation a[href='#home']").first?.click()
    try await person.seeLoaded("Home")
  }

  /// Denies on the page, and says so when asked.
  func deny() async throws {
    try await browser.press("Decline")
    try await confirmDenial()
  }

  /// Denies by the question that whoever leaves is asked.
  func denyLeaving() async throws {
    _ = try await browser.find(.dialog, "Leave this payment?")
    try await browser.elements("dialog[open] .refuse").first?.click()
  }

  /// Says yes to the question whether to deny.
  func confirmDenial() async throws {
    _ = try await browser.find(.dialog, "Decline this payment?")
    try await browser.elements("dialog[open] .danger").first?.click()
  }

  /// What the shop is told of a payment.
  func status(of id: ReviewID) async throws -> TransactionStatus {
    try await server.service.reviews.show(id, host: server.harness.host()).get().status
  }

  /// Holds that a payment has become this, once and by this kind of proof.
  func require(_ id: ReviewID, _ expected: TransactionStatus, by kinds: String...) async throws {
    let status = try await status(of: id)
    try #require(status == expected)
    let decisions = try await server.harness.decisions(on: id)
    try #require(decisions == kinds)
  }

  /// The person on another screen: the page's own session, by which its test decides elsewhere.
  func session() async throws -> AuthenticatedSession {
    let token = try #require(try await browser.send("GET", "cookie/countersign")["value"]?.text)
    return try await server.service.sessions.authenticate(SecretText(token), activity: .person)
      .get()
  }

  /// Decides on another screen.
  func decideElsewhere(_ id: ReviewID, _ status: TransactionStatus) async throws {
    if status == .denied {
      _ = try await server.service.reviews.deny(
        id, idempotencyKey: nil, session: session()
      ).get()
    } else {
      let request = ApprovalRequest(proof: .pin(SecretText(Person.pin)))
      _ = try await server.service.reviews.approve(
        id, request, idempotencyKey: nil, session: session()
      ).get()
    }
  }

  /// Gives the person a telephone number for texted codes.
  func givePhone(_ number: String = Self.phone) async throws {
    try await server.harness.storePhone(number, session())
  }

  /// The newest code that was texted.
  func textedCode() async throws -> String {
    try await browser.wait(for: "a texted code") {
      try await server.code(to: Self.phone, for: "approve")
    }
  }

  /// A number that can be texted to.
  static let phone = "+2348012345678"
}

/// Runs a test in a browser of its own with somebody who has a passkey, and a shop's backend, at a
/// server whose clock the test turns.
func withShop(
  withPIN: Bool = false, _ name: String = #function,
  _ test: (Browser, ClockedServer, Person, Shop) async throws -> Void
) async throws {
  try await withClockedServer(name) { browser, server in
    let person = try Person(browser, at: server)
    try await person.enrol(withPIN: withPIN)
    try await test(browser, server, person, Shop(person, server))
  }
}
