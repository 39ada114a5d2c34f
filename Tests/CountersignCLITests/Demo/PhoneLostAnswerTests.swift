import CountersignClient
import CountersignDevice
import CountersignTransport
import FlowModel
import ProgramTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("the terminal phone after a lost answer", .serialized)
struct PhoneLostAnswerTests {
  @Test("change-pin says that an earlier one, whose answer was lost, has set the PIN")
  func changedBefore() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    try await changePIN(of: phone, to: DemoStage.otherPIN, reachesServer: true)
    let third = "830417"
    let change = ["change-pin", "--pin", DemoStage.otherPIN, "--new-pin", third, "--yes"]
    let told = try await phone.expect(1, change)
    #expect(
      told.errors
        == "countersign: an earlier command, whose answer was lost, has set the PIN; this one "
        + "changed nothing\nhint: your PIN is the new one that you chose then; run this again "
        + "with it to set another\n")
    try await phone.expect(0, ["prove", "--pin", DemoStage.otherPIN])
    #expect(try await phone.expect(0, change).output == "the PIN is changed\n")
    try await phone.expect(0, ["prove", "--pin", third])
    stage.end()
  }

  @Test("change-pin changes the PIN where an earlier one has not reached the server")
  func unchangedBefore() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    try await changePIN(of: phone, to: "830417", reachesServer: false)
    try await phone.expect(0, ["prove", "--pin", DemoStage.pin])
    let change = ["change-pin", "--pin", DemoStage.pin, "--new-pin", DemoStage.otherPIN, "--yes"]
    #expect(try await phone.expect(0, change).output == "the PIN is changed\n")
    try await phone.expect(0, ["prove", "--pin", DemoStage.otherPIN])
    stage.end()
  }

  /// Changes the PIN as the phone's command would, over a network that is cut at the change.
  ///
  /// - Parameters:
  ///   - phone: Whose.
  ///   - pin: The new PIN.
  ///   - reachesServer: True where the server makes the change, and only its answer is lost.
  /// - Throws: Where the change cannot be begun.
  private func changePIN(
    of phone: TerminalPhone, to pin: String, reachesServer: Bool
  ) async throws {
    let address = try #require(ServerAddress(phone.server.address))
    let vault = FileVault(directory: phone.home)
    let device = DeviceKeys(vault: vault, relyingPartyID: RelyingPartyID("localhost"))
    let http = HTTPTransport(address: address)
    let transport = CutTransport(http, at: .setPINKey, isSent: reachesServer)
    let connection = ServerConnection(
      transport: transport,
      binding: TokenBinding(
        address: address.description, keys: MemorySessionKeys(), device: device))
    let manager = FlowManager(
      connection: connection, device: device, vault: vault,
      authenticator: { account in
        SoftwareAuthenticator(
          vault: vault, account: account, origin: address.origin, presence: NobodyThere())
      })
    // The command ends while its answer is on its way.
    let ending = Task {
      for await _ in transport.cuts { return await manager.cancel() }
    }
    try await manager.startChangePIN()
    for await flow in await manager.updates {
      switch flow.currentInteraction?.type {
      case .verifySecondFactor? where flow.phase == .waitForInput:
        try await manager.inputSecondFactor(.pin(SecretText(DemoStage.pin)))
      case .setSecondFactor? where flow.phase == .waitForInput:
        try await manager.inputSecondFactor(.pin(SecretText(pin)))
      default: break
      }
    }
    #expect(await manager.currentFlow?.error == .cancelled)
    await ending.value
    await http.shutdown()
  }
}

/// A network that is cut while one call is made.
private actor CutTransport: Transport {
  private let transport: HTTPTransport
  private let route: Route
  private let isSent: Bool
  private var isCut = false
  /// Tells that the network is cut.
  nonisolated let cuts: AsyncStream<Void>
  private let cutting: AsyncStream<Void>.Continuation

  init(_ transport: HTTPTransport, at route: Route, isSent: Bool) {
    self.transport = transport
    self.route = route
    self.isSent = isSent
    (cuts, cutting) = AsyncStream.makeStream(of: Void.self)
  }

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    let isLast = request.route == route
    isCut = isCut || isLast
    if !isCut || (isLast && isSent) {
      let response = try await transport.send(request)
      guard isLast else { return response }
    }
    cutting.yield()
    throw TransportError(.unknown, cause: "cut")
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    try await transport.events(request, after: lastEventID)
  }
}

/// Nobody verifies a user here: the PIN alone is given.
private struct NobodyThere: UserPresence {
  var readiness: AuthenticatorReadiness { .ready }

  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) { throw .cancelled }
}
