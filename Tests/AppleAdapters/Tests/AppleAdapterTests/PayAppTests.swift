import CountersignClient
import CountersignDevice
import CountersignTransport
import Foundation
import SwiftUI
import Testing
import WebAuthnModel
import WireModel

@testable import PayApp

/// The example app, used by its screens: what stands there is read, typed into and pressed.
@Suite(
  "The example app for iOS", .ownPhone, .serialized,
  .enabled(if: BackendOfApp.isWanted, "no server was built: make test hands its path over"))
@MainActor
struct PayAppTests {
  private static let bola = "bola@example.com"
  private static let wrongPIN = "135790"

  @Test(
    "it enrols by a code, chooses an account, tells tries and waits, and signs in after a logout",
    .timeLimit(.minutes(5)))
  func accounts() async throws {
    let backend = try BackendOfApp()
    let page = try Self.page(at: backend)
    let first = Hand(backend)
    try await first.see("No account yet")
    try await enrol(BackendOfApp.userName, "Ada", on: first, backend, page)
    try await enrol(Self.bola, "Bola", on: first, backend, page)
    try await first.see("Accounts")
    first.display.end()

    // The process ends; the phone's keychain and Secure Enclave stay.
    let hand = Hand(backend)
    try await hand.unlock()
    let made = try await page.makeLoginLink()
    hand.open(made.url)
    try await hand.see("from: ")
    try await hand.press("Bola")
    try await hand.see("Continue as Bola?")
    try await hand.see("You will be asked for your PIN or Face ID.")
    try await hand.press(try #require(made.number))
    try await hand.give(Self.wrongPIN)
    try await hand.see("4 tries left.")
    try await hand.give(Self.wrongPIN)
    try await hand.see("The next PIN is taken in 5 seconds.")
    try await Task.sleep(for: .seconds(6))
    try await hand.give(Ada.pin.exposed)
    try await hand.seeNoFlow()
    _ = try await page.collectLink(made.id, watchSecret: made.watchSecret)

    try await hand.press("Settings")
    try await hand.see("iPhone: this phone")
    try await hand.press("Log out")
    try await hand.see("Unlock")
    try await hand.unlock()
    try await hand.give(Ada.pin.exposed)
    try await hand.seeNoFlow()
    try await approve(of: Self.bola, on: hand, backend)

    // Enrolled anew: the old PIN is verified before another is asked for.
    hand.open(try await backend.hostLink(Self.bola).url)
    try await hand.see("Already on: iPhone")
    try await hand.press("Continue")
    try await hand.give(Self.wrongPIN)
    try await hand.see("4 tries left.")
    try await hand.give(Ada.pin.exposed)
    try await hand.press("Not now")
    try await hand.see("New PIN, 4 to 12 digits")
    try await hand.press("Cancel")
    try await hand.seeNoFlow()
    hand.display.end()
  }

  @Test(
    "a session that is over asks nobody, and whoever was logged out elsewhere signs in again",
    .timeLimit(.minutes(5)))
  func sessionOver() async throws {
    var backend = try BackendOfApp()
    let hand = Hand(backend)
    let page = try Self.page(at: backend)
    try await enrol(BackendOfApp.userName, "Ada", on: hand, backend, page)
    try await approve(on: hand, backend)
    try backend.turn(seconds: 301)
    try await approve(on: hand, backend)
    #expect(!hand.display.draw().texts.contains("Sign in"))

    try await logOutElsewhere(backend)
    try await hand.press("Settings")
    try await hand.press("Change the PIN")
    try await hand.see("Sign in")
    // Who logs another screen in is still signed out here.
    let made = try await page.makeLoginLink()
    hand.open(made.url)
    try await hand.press(try #require(made.number))
    try await hand.give("12")
    try await hand.see("A PIN has 4 to 12 digits. Type it again.")
    try await hand.press("OK")
    try await hand.give(Ada.pin.exposed)
    try await hand.seeNoFlow()
    _ = try await page.collectLink(made.id, watchSecret: made.watchSecret)
    try await Task.sleep(for: .seconds(1))
    try await hand.press("Sign in")
    try await hand.give(Ada.pin.exposed)
    try await hand.seeNoFlow()
    #expect(!hand.display.draw().texts.contains("Sign in"))
    try await approve(on: hand, backend)
    hand.display.end()
  }

  /// Enrols by a page's link: a mailed code, no biometrics, and both PINs.
  private func enrol(
    _ userName: String, _ name: String, on hand: Hand, _ backend: BackendOfApp,
    _ page: ServerConnection
  ) async throws {
    let made = try await backend.enrolLink(at: page, userName, name: name)
    hand.open(made.url)
    try await hand.see("from: ")
    try await hand.see("Account: \(name)")
    try await hand.press("Continue")
    let code = try await backend.mailedCode(number: 2, to: userName)
    try await hand.type(code.exposed, into: "Code sent to your e-mail address")
    try await hand.press("Go on")
    try await hand.press("Not now")
    try await hand.type(Ada.pin.exposed, into: "New PIN, 4 to 12 digits")
    try await hand.type(Ada.appPIN.exposed, into: "App PIN, 4 to 12 digits")
    try await hand.press("Set both")
    try await hand.seeNoFlow()
    try await backend.claim(made, at: page)
  }

  /// Approves a payment by the screens that come by themselves.
  private func approve(
    of userName: String = BackendOfApp.userName, on hand: Hand, _ backend: BackendOfApp
  ) async throws {
    let id = try await backend.transaction(amount: 400, of: userName)
    try await hand.see("Ikeja Books")
    try await hand.press("Approve")
    try await hand.type(Ada.pin.exposed, into: "PIN")
    try await hand.press("Approve with PIN")
    try await hand.press("Done")
    #expect(try await backend.status(of: id) == .approved)
  }

  /// Ends the session of the account at the server, which the app is not told.
  private func logOutElsewhere(_ backend: BackendOfApp) async throws {
    let vault = KeychainVault(
      service: "com.example.pay", accessGroup: "ABCDE12345.com.example.pay")
    let device = DeviceKeys(
      vault: vault, relyingPartyID: RelyingPartyID("localhost"), source: .secureEnclave)
    let connection = ServerConnection(
      transport: URLSessionTransport(address: try #require(ServerAddress(backend.address))),
      binding: TokenBinding(
        address: backend.address, keys: MemorySessionKeys(), device: device))
    let session = try await Installation(connection: connection, vault: vault).session()
    try await #require(session).end()
  }

  private static func page(at backend: BackendOfApp) throws -> ServerConnection {
    ServerConnection(
      transport: URLSessionTransport(address: try #require(ServerAddress(backend.address))))
  }
}

@Suite("What the example app for iOS says of an error")
struct PayAppSentenceTests {
  @Test("each error is told in sentences that name no error, with what to do")
  func sentences() {
    let problem = Problem(
      status: 401, title: "no session", detail: "log in first", reason: .sessionRequired)
    let told: [(any Error, String)] = [
      (FlowInputError.malformedPIN, "A PIN has 4 to 12 digits. Type it again."),
      (ClientError.refused(problem), "You are signed out. Sign in, and try again."),
      (AppPINError.sameAsPIN, "Choose another."), (VaultError.unavailable("-25308"), "Unlock"),
      (ClientError.serverFailed(status: 503, retryAfterSeconds: nil), "Try again"),
      (CancellationError(), "Try again"),
    ]
    for (error, text) in told {
      let sentence = Sentences.about(error)
      #expect(sentence.contains(text) && sentence.hasSuffix("."), "\(error): \(sentence)")
    }
  }
}

/// The hand of whoever uses the app.
@MainActor
private struct Hand {
  let display: Display

  /// Takes the phone, on which the app is started.
  init(_ backend: BackendOfApp) {
    display = Display(PayApp(server: backend.address, relyingParty: "localhost"))
    display.draw()
  }

  func open(_ link: String) {
    guard let url = URL(string: link) else { return }
    display.draw().openURL?(url)
  }

  /// Waits for a text.
  func see(_ text: String) async throws {
    try await wait(for: text) { drawing in
      drawing.texts.contains { $0.contains(text) } ? true : nil
    }
  }

  /// Waits until a flow has ended, which could be cancelled.
  func seeNoFlow() async throws {
    try await wait(for: "no flow") { $0.texts.contains("Cancel") ? nil : true }
  }

  /// Waits for a button and presses it; the one on top.
  func press(_ label: String) async throws {
    let button = try await wait(for: label) { drawing in
      drawing.buttons.last { $0.label == label }
    }
    button.press()
  }

  func type(_ text: String, into label: String) async throws {
    let field = try await wait(for: label) { drawing in
      drawing.fields.last { $0.label == label }
    }
    field.text.wrappedValue = text
  }

  /// Gives the PIN that a flow asks for.
  func give(_ pin: String) async throws {
    try await type(pin, into: "PIN")
    try await press("Go on")
  }

  /// Opens the app: the owner is there.
  func unlock() async throws {
    try await wait(for: "the app to open") { drawing in
      drawing.buttons.last { $0.label == "Unlock" }?.press()
      return drawing.texts.contains("Waiting for you") ? true : nil
    }
  }

  @discardableResult
  private func wait<Found>(
    for what: String, _ find: (Drawing) -> Found?
  ) async throws -> Found {
    for _ in 0..<3_000 {
      if let found = find(display.draw()) { return found }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw NotSeen(what: what, texts: display.draw().texts)
  }

  private struct NotSeen: Error {
    let what: String
    let texts: [String]
  }
}
