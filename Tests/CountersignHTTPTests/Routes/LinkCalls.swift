import CountersignCore
import CountersignHTTP
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension ServerHarness {
  /// A phone of Ada's, by a link of the host's.
  func enrolledPhone() async throws -> TestPhone {
    let phone = TestPhone(try harness.newAuthenticator())
    let link = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol, userName: "ada@example.com", displayName: "Ada"),
      from: .local, mandate: .anyFactor
    ).get()
    let confirmed = try await transport.send(
      WireRequest(
        .confirmLink, parameters: ["id": link.id],
        body: LinkConfirmation.enrol(
          try phone.device(for: link.id), registration: nil, .nothing
        ).json))
    try #require(confirmed.status == 201)
    return phone
  }

  /// A link that logs a page in.
  func loginLink(
    origin: String? = nil, through transport: WatchedLoopback? = nil
  ) async throws -> SessionLinkAnswer {
    let body: JSONValue = ["type": "login"]
    let made = try await (transport ?? self.transport).send(
      RawRequest(
        method: "POST", target: "/sessions/links",
        fields: [(name: "Content-Type", value: "application/json")]
          + (origin.map { [(name: "Origin", value: $0)] } ?? []), body: body.serialized()))
    try #require(made.status == 201)
    return try SessionLinkAnswer(json: JSONValue(parsing: made.body))
  }

  /// Confirms a login with the phone's PIN, the right number picked.
  func confirmLogin(
    _ phone: TestPhone, _ link: SessionLinkAnswer, through transport: WatchedLoopback? = nil
  ) async throws -> WireResponse {
    let transport = transport ?? self.transport
    let number = try #require(link.number)
    let options = try await transport.send(
      WireRequest(
        .linkOptions, parameters: ["id": link.id],
        body: LinkOptionsRequest(deviceID: phone.id, number: number).json))
    let confirmation = try phone.login(
      LinkOptions(json: options.body ?? .null), number: number, by: .pinProof)
    return try await transport.send(
      WireRequest(.confirmLink, parameters: ["id": link.id], body: confirmation.json))
  }

  /// Collects a login with its watch secret.
  func collect(
    _ link: SessionLinkAnswer, _ fields: [(name: String, value: String)]
  ) async throws -> RawResponse {
    try await transport.send(
      RawRequest(
        method: "POST", target: "/sessions/links/\(link.id)/collect",
        fields: [(name: "Countersign-Watch", value: link.watchSecret.exposed)] + fields))
  }

  /// A phone of Ada's by a link of her page, the link, and the phone's session: the account's first
  /// factor, entitled by a mailed code.
  func phoneByLink() async throws -> (SessionLinkAnswer, TestPhone, String) {
    let token = try await signUp()
    let made = try await transport.send(
      WireRequest(.makeLink, accessToken: token, body: ["type": "enrol"]))
    try #require(made.status == 201)
    let link = try SessionLinkAnswer(json: made.body ?? .null)
    #expect(link.number == nil && !link.qrCode.isEmpty)
    let mailed = try await transport.send(WireRequest(.linkCode, parameters: ["id": link.id]))
    #expect(mailed.status == 202)
    let code = try await harness.newestCode(to: "ada@example.com")
    let phone = TestPhone(try harness.newAuthenticator())
    let confirmed = try await transport.send(
      WireRequest(
        .confirmLink, parameters: ["id": link.id],
        body: LinkConfirmation.enrol(
          try phone.device(for: link.id), registration: nil, .validateCode(code)
        ).json))
    try #require(confirmed.status == 201)
    let session = try #require(try LinkConfirmed(json: confirmed.body ?? .null).session)
    return (link, phone, session.accessToken.exposed)
  }

  /// The answer to what the maker of a link says of the device that it enrolled.
  func claim(_ id: String, isMine: Bool, secret: String?) async throws -> WireResponse {
    try await transport.send(
      WireRequest(
        .claimLink, parameters: ["id": id], watchSecret: secret,
        body: LinkClaim(isMine: isMine).json))
  }

  /// The answer to a sign-in by a phone's PIN.
  func openSession(by phone: TestPhone) async throws -> WireResponse {
    let answered = try await transport.send(
      WireRequest(.sessionOptions, body: SessionOptionsRequest(deviceID: phone.id).json))
    let challenge = try #require(
      try SessionOptions(json: answered.body ?? .null).pinChallenge)
    return try await transport.send(
      WireRequest(
        .openSession, body: SessionRequest.pinProof(try phone.pinProof(challenge)).json))
  }

  /// The access token of a session that a phone's PIN opens.
  func signIn(by phone: TestPhone) async throws -> String {
    let opened = try await openSession(by: phone)
    try #require(opened.status == 201)
    return try SessionAnswer(json: opened.body ?? .null).accessToken.exposed
  }

  /// A new service key.
  func serviceKey(_ scopes: Set<ServiceScope>) async throws -> String {
    try await ServiceKeyAdministration(store: harness.store, keyring: .generated()).create(
      name: "test", scopes: scopes
    )
    .get().exposed
  }
}
