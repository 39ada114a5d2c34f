import BrowserTesting
import CountersignCore
import CountersignHTTP
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

/// A phone in the person's hand: it reads the code of a screen and confirms what the person picks.
struct HeldPhone: Sendable {
  let browser: Browser
  let server: ClockedServer
  let phone: TestPhone

  /// A phone that no account knows.
  init(_ browser: Browser, _ server: ClockedServer) throws {
    self.browser = browser
    self.server = server
    phone = TestPhone(
      try TestAuthenticator(
        relyingPartyID: ServiceHarness.relyingPartyID, origin: #require(Origin(server.address))))
  }

  /// A phone of a person's account, which the host has enrolled.
  static func enrolled(
    _ browser: Browser, _ server: ClockedServer, for person: Person
  ) async throws -> HeldPhone {
    let held = try HeldPhone(browser, server)
    let link = try await server.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol, userName: person.email, displayName: "Ada Obi"),
      from: .local, mandate: .anyFactor
    ).get()
    try await held.enrol(by: SessionLinkID(link.id))
    return held
  }

  /// Reads the code that the screen shows.
  ///
  /// The modules that are drawn have to be those of the link that the page copies.
  func scan() async throws -> SessionLinkID {
    try await browser.wait(until: "document.querySelector(\".qr\")")
    try await browser.run(
      "navigator.clipboard.writeText = async (text) => { window.copied = text; };")
    try await browser.press("Copy the link instead")
    let url = try #require(try await browser.run("return window.copied").text)
    let drawn = try await browser.run(
      "return document.querySelector(\".qr path\").getAttribute(\"d\")"
    )
    .text
    let code = try #require(QRCode(url))
    try #require(Self.modules(drawn ?? "", side: code.side) == code.rows)
    try #require(url.hasPrefix(server.address + "/link#"))
    return SessionLinkID(String(try #require(url.split(separator: "#").last)))
  }

  /// What a phone does first with a code: it asks what it is for.
  func open(_ id: SessionLinkID) async throws -> SessionLinkDescription {
    try await server.service.links.describe(id).get()
  }

  /// Confirms a login with the number that the person picks.
  func confirm(
    _ id: SessionLinkID, number: String, by kind: Proof.Kind
  ) async throws -> Decision<LinkConfirmed> {
    let options = try await server.service.links.options(
      id, LinkOptionsRequest(deviceID: phone.id, number: number)
    ).get()
    return try await server.service.linkConfirmations.confirm(
      id, try phone.login(options, number: number, by: kind))
  }

  /// The number that the screen shows.
  func shownNumber() async throws -> String {
    try #require(
      try await browser.run(
        "return document.querySelector(\".link-number strong\").innerText"
      ).text)
  }

  /// Signs the screen in that shows a code: reads it, and picks the number that stands there.
  func signIn(by kind: Proof.Kind = .pinProof) async throws {
    let id = try await scan()
    _ = try await open(id)
    _ = try await confirm(id, number: shownNumber(), by: kind).get()
  }

  /// Enrols itself, with a PIN and a key, or with a PIN alone.
  func enrol(by id: SessionLinkID, _ code: String? = nil, hasKey: Bool = true) async throws {
    let options = try await server.service.links.options(id, LinkOptionsRequest()).get()
    let creation = try #require(options.creation)
    let registration = hasKey ? try phone.authenticator.register(creation) : nil
    let entitlement = code.map { LinkConfirmation.Entitlement.validateCode(SecretText($0)) }
    _ = try await server.service.linkConfirmations.confirm(
      id,
      .enrol(
        try phone.device(for: id.text), registration: registration, entitlement ?? .nothing)
    ).get()
  }

  /// The modules that a path of the page's form draws, without the quiet zone of 4.
  private static func modules(_ path: String, side: Int) -> [String] {
    var rows = Array(repeating: Array(repeating: "0", count: side), count: side)
    for run in path.matches(of: /M(?<column>[0-9]+) (?<row>[0-9]+)h(?<length>[0-9]+)v1/) {
      guard let column = Int(run.column), let row = Int(run.row), let length = Int(run.length)
      else { continue }
      for place in column..<column + length { rows[row - 4][place - 4] = "1" }
    }
    return rows.map { $0.joined() }
  }
}
