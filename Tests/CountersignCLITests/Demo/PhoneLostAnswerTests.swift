import CountersignClient
import CountersignDevice
import CountersignTransport
import FlowModel
import Foundation
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

  @Test("a lost payment is told by the next command, and not paid once more without a word")
  func paidBefore() async throws {
    let stage = try DemoStage(options: DemoStage.orderDesk)
    let phone = stage.phone("one")
    try await phone.enrol()
    let invoice = Invoice(
      amount: "12.50", account: "DE89 3704 0044 0532 0130 00", payee: "Order desk")
    try await pay(invoice, by: phone, reachesServer: true)
    let told = try await phone.expect(0, ["transactions"])
    #expect(
      told.errors.contains(
        "an earlier action, whose answer was lost, is done: Pay an invoice  12.50\u{a0}EUR"),
      "\(told.errors)")
    #expect(told.errors.contains("Order desk"), "\(told.errors)")
    #expect(told.errors.contains(" UTC"), "\(told.errors)")
    // It is told once; the command in between swallows nothing of it.
    let second = try await phone.expect(0, ["transactions"])
    #expect(!second.errors.contains("earlier action"), "\(second.errors)")
    let act =
      ["act", "PAY_INVOICE"] + invoice.options + ["--pin", DemoStage.pin, "--yes"]
    for _ in 0..<2 {
      let refused = try await phone.expect(1, act)
      #expect(refused.errors.contains("done before: Pay an invoice"), "\(refused.errors)")
      #expect(refused.errors.contains("; nothing was done now"), "\(refused.errors)")
      #expect(refused.errors.contains("--again does it once more"), "\(refused.errors)")
    }
    #expect(try await phone.expect(0, act + ["--again"]).output == "performed\n")
    #expect(try await phone.expect(0, act).output == "performed\n")
    stage.end()
  }

  @Test("a payment that never reached the server is said to be undone, and is paid")
  func neverPaid() async throws {
    let stage = try DemoStage(options: DemoStage.orderDesk)
    let phone = stage.phone("one")
    try await phone.enrol()
    let invoice = Invoice(
      amount: "12.50", account: "DE89 3704 0044 0532 0130 00", payee: "Order desk")
    try await pay(invoice, by: phone, reachesServer: false)
    // Another command may still be sending it.
    let waiting = try await phone.expect(0, ["transactions"])
    #expect(
      waiting.errors.contains(
        "the outcome of an earlier action, whose answer was lost, is still unknown"),
      "\(waiting.errors)")
    let paid = try await phone.expect(
      0, ["act", "PAY_INVOICE"] + invoice.options + ["--pin", DemoStage.pin, "--yes"])
    #expect(paid.errors.contains("was never done, and nothing was charged"), "\(paid.errors)")
    #expect(paid.output == "performed\n")
    stage.end()
  }

  /// Pays as the phone's command would, over a network that is cut at the payment.
  private func pay(
    _ invoice: Invoice, by phone: TerminalPhone, reachesServer: Bool
  ) async throws {
    try await lose(.performAction, of: phone, reachesServer: reachesServer) { manager in
      try await manager.start(Declared(ScenarioName("PAY_INVOICE"), invoice))
    } answering: { manager, _ in
      try await manager.inputSecondFactor(.pin(SecretText(DemoStage.pin)))
    }
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
    try await lose(.setPINKey, of: phone, reachesServer: reachesServer) { manager in
      try await manager.startChangePIN()
    } answering: { manager, question in
      let isNew = question == .setSecondFactor
      try await manager.inputSecondFactor(.pin(SecretText(isNew ? pin : DemoStage.pin)))
    }
  }

  /// Runs a flow of the phone's over a network that is cut at a call, and ends it there.
  private func lose(
    _ route: Route, of phone: TerminalPhone, reachesServer: Bool,
    start: (FlowManager) async throws -> Void,
    answering answer: (FlowManager, InteractionType) async throws -> Void
  ) async throws {
    let address = try #require(ServerAddress(phone.server.address))
    let vault = FileVault(directory: phone.home)
    let device = DeviceKeys(vault: vault, relyingPartyID: RelyingPartyID("localhost"))
    let http = HTTPTransport(address: address)
    let transport = CutTransport(http, at: route, isSent: reachesServer)
    let connection = ServerConnection(
      transport: transport,
      binding: TokenBinding(
        address: address.description, keys: MemorySessionKeys(), device: device))
    var configuration = FlowConfiguration()
    configuration.now = { Date.now.formatted(.iso8601) }
    let manager = FlowManager(
      connection: connection, device: device, vault: vault,
      authenticator: { account in
        SoftwareAuthenticator(
          vault: vault, account: account, origin: address.origin, presence: NobodyThere())
      }, configuration: configuration)
    // The command ends while its answer is on its way.
    let ending = Task {
      for await _ in transport.cuts { return await manager.cancel() }
    }
    try await start(manager)
    for await flow in await manager.updates where flow.phase == .waitForInput {
      guard let question = flow.currentInteraction?.type else { continue }
      try await answer(manager, question)
    }
    #expect(await manager.currentFlow?.error == .cancelled)
    await ending.value
    await http.shutdown()
  }
}

/// What PAY_INVOICE asks for.
private struct Invoice: JSONBody {
  var amount: String
  var account: String
  var payee: String

  /// The same on a command line.
  var options: [String] {
    [("amount", amount), ("account", account), ("payee", payee)]
      .flatMap { ["--field", "\($0)=\($1)"] }
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
