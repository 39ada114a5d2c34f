import CountersignCore
import CountersignSQLite
import CountersignTesting
import Crypto
import Testing
import WebAuthnModel
import WireModel

extension ServiceHarness {
  static let ada = "ada@example.com"

  /// A phone that nobody has enrolled.
  func newPhone() throws -> TestPhone { TestPhone(try newAuthenticator()) }

  /// A phone of Ada's, by a link of the host's, and its session.
  func enrolledPhone(
    withKey: Bool = true, secondFactor: SecondFactorDemand = .required,
    userName: String = ServiceHarness.ada
  ) async throws -> (phone: TestPhone, session: AuthenticatedSession) {
    let phone = try newPhone()
    let link = try await service.linkIssuer.make(
      SessionLinkRequest(
        type: .enrol, userName: userName, displayName: "Ada", secondFactor: secondFactor),
      from: .local, mandate: .anyFactor
    ).get()
    let confirmed = try await service.linkConfirmations.confirm(
      SessionLinkID(link.id),
      try await enrolment(
        of: phone, link, withPIN: secondFactor == .required,
        withKey: withKey && secondFactor == .required)
    ).get()
    let token = try #require(confirmed.session?.accessToken)
    // What an administrator's link brings to an account that has a factor is weak for a day.
    _ = try await store.write { transaction in
      try transaction.execute(
        "UPDATE waits SET ends_at = created_at WHERE reason = 'administrator'", [])
    }
    // Its person signs in by codes as well.
    try await proveAddresses()
    return (phone, try await service.sessions.authenticate(token, activity: .person).get())
  }

  /// What enrols a phone by a link.
  func enrolment(
    of phone: TestPhone, _ link: SessionLinkAnswer, withPIN: Bool = true, withKey: Bool = false,
    _ entitlement: LinkConfirmation.Entitlement = .nothing
  ) async throws -> LinkConfirmation {
    let options = try await service.links.options(
      SessionLinkID(link.id), LinkOptionsRequest()
    ).get()
    return .enrol(
      try phone.device(for: link.id, withPIN: withPIN),
      registration: withKey ? try phone.authenticator.register(#require(options.creation)) : nil,
      entitlement)
  }

  /// A link that logs a page in.
  func loginLink() async throws -> SessionLinkAnswer {
    try await service.linkIssuer.make(
      SessionLinkRequest(type: .login), session: nil, from: .local, origin: nil
    ).get()
  }

  /// What confirms a login, the right number picked.
  func login(
    _ phone: TestPhone, _ link: SessionLinkAnswer, by kind: Proof.Kind = .pinProof,
    number: String? = nil
  ) async throws -> LinkConfirmation {
    let number = try #require(number ?? link.number)
    let options = try await service.links.options(
      SessionLinkID(link.id), LinkOptionsRequest(deviceID: phone.id, number: number)
    ).get()
    return try phone.login(options, number: number, by: kind)
  }

  /// Confirms a link.
  func confirm(
    _ link: SessionLinkAnswer, _ confirmation: LinkConfirmation
  ) async throws -> Decision<LinkConfirmed> {
    try await service.linkConfirmations.confirm(SessionLinkID(link.id), confirmation)
  }

  /// Collects the session of a link that was confirmed.
  func collect(
    _ link: SessionLinkAnswer, secret: SecretText? = nil
  ) async throws -> Decision<SessionAnswer> {
    try await service.links.collect(SessionLinkID(link.id), secret: secret ?? link.watchSecret)
  }

  /// How far a link has come, as its maker is told; nil for whoever may not know.
  func status(
    _ link: SessionLinkAnswer, secret: SecretText? = nil
  ) async throws -> LinkEvent? {
    let watched = try await service.links.watch(
      SessionLinkID(link.id), secret: secret ?? link.watchSecret)
    guard case .success(var feed) = watched else { return nil }
    return try await feed.next().events.first.map { try LinkEvent(json: $0.data) }
  }

  /// A number of a link that is not the right one.
  func wrongNumber(_ link: SessionLinkAnswer) async throws -> String {
    let described = try await service.links.describe(SessionLinkID(link.id)).get()
    return try #require(described.numbers.first { $0 != link.number })
  }

  /// The notices that were sent to somebody.
  func notices(to recipient: String = ServiceHarness.ada) async throws -> [Message.Notice] {
    await deliverMessages()
    return messenger.messages.filter { $0.recipient == recipient }.compactMap { message in
      if case .notice(let notice) = message.content { notice } else { nil }
    }
  }

  /// Revokes a phone by its PIN, in a session of its own.
  func revoke(
    _ phone: TestPhone, _ session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<RevocationAnswer>> {
    let id = DeviceID(phone.id)
    let challenge = try #require(
      try await pinChallenge(session, changing: .removeDevice(id.text)))
    return try await service.devices.revoke(
      .one(id), RevocationRequest(proof: .pinProof(try phone.pinProof(challenge))),
      session: session)
  }

  /// How many rows a query counts.
  func count(_ from: String) async throws -> Int64 {
    try await store.read { try $0.rows("SELECT COUNT(*) FROM \(from)", [])[0].integer(0) }
  }
}
