import CountersignClient
import CountersignDevice
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("Where a tap or a push leads")
struct OpenLinkTests {
  private static let ada = InstalledAccount(id: "acct_1", displayName: "Ada")
  private static let ben = InstalledAccount(id: "acct_2", displayName: "Ben")

  /// A device with two accounts, Ada's in front.
  private struct Device {
    let transport: ScriptedTransport
    let manager: FlowManager
    let context: MultifactorAuthenticationContext
    let navigator = RecordingNavigator([{ _ in .close }])

    init(_ script: [ScriptedTransport.Step]) async throws {
      transport = ScriptedTransport(script)
      let connection = ServerConnection(transport: transport)
      let phone = Phone([])
      let vault = phone.vault
      let authenticator = phone.authenticator
      manager = FlowManager(
        connection: connection,
        device: DeviceKeys(
          vault: vault, relyingPartyID: RelyingPartyID("localhost")), vault: vault,
        authenticator: { _ in authenticator }, clock: phone.clock)
      for account in [ben, ada] {
        try await manager.installation.add(
          AccountSession(
            connection: connection, accountID: account.id,
            accessToken: SecretText("access of \(account.id)")),
          displayName: account.displayName)
      }
      context = MultifactorAuthenticationContext(
        manager: manager, navigator: navigator)
    }
  }

  @Test("a link that names another account of the device changes nothing, and asks no server")
  func otherAccount() async throws {
    let device = try await Device([])
    let named = AppLink.transaction(id: "tx_1", account: Self.ben.id)
    #expect(try await device.context.open(named) == .otherAccount(Self.ben))
    let unknown = AppLink.transaction(id: "tx_1", account: "acct_9")
    #expect(try await device.context.open(unknown) == .noAccount)
    #expect(await device.transport.calls.isEmpty)
    #expect(try await device.manager.installation.current() == Self.ada)
  }

  @Test("a push without an account is looked for with each account of the device")
  func accountIsFound() async throws {
    let device = try await Device([.problem(404, .notFound), Script.waiting])
    let opened = try await device.context.open(.transaction(id: "tx_1", account: nil))
    #expect(opened == .otherAccount(Self.ben))
    #expect(await device.context.queue.transactions.isEmpty)
    #expect(await device.transport.calls.count == 2)
  }

  @Test("a transaction that no account of the device has is refused by the server's reason")
  func nobodysTransaction() async throws {
    let device = try await Device([.problem(404, .notFound), .problem(404, .notFound)])
    let error = await #expect(throws: ClientError.self) {
      try await device.context.open(.transaction(id: "tx_1", account: nil))
    }
    #expect(error?.reason == .notFound)
  }

  @Test("a transaction of the account in front is queued, and shown", .timeLimit(.minutes(5)))
  func inFront() async throws {
    let device = try await Device([Script.waiting, Script.waiting])
    var waiting = await device.context.waiting.makeAsyncIterator()
    #expect(await waiting.next()?.isEmpty == true)
    let link = AppLink.transaction(id: "tx_1", account: Self.ada.id)
    #expect(try await device.context.open(link) == .transaction("tx_1"))
    while await device.navigator.screens.isEmpty { await Task.yield() }
    #expect(await device.navigator.screens.first?.transaction?.document == Script.reviewDocument())
    // Once it is shown, it waits no more.
    #expect(await device.context.queue.transactions.isEmpty)
    #expect(await waiting.next() != nil)
  }

  @Test("a sign-in link asks whether this account signs the other screen in")
  func signInLink() async throws {
    let description = ScriptedTransport.Step.answer(
      200,
      SessionLinkDescription(
        type: .login, origin: "https://pay.example.com", announceInfo: nil, account: nil,
        numbers: ["17", "42", "63"], secondFactor: .required, expiresIn: 120
      ).json)
    let device = try await Device([description, description])
    let address = try #require(LinkAddress("lnk_MTIzNDU2Nzg5MDEyMzQ1Ng"))
    guard case .flow(let started) = try await device.context.open(.session(address)) else {
      Issue.record("the link has started no flow")
      return
    }
    #expect(started.type == .login)
    var asked: ConfirmSessionInfo?
    for await flow in await device.manager.updates {
      guard case .confirm(let info)? = flow.currentInteraction?.content else { continue }
      asked = info
      break
    }
    #expect(asked?.numbers == ["17", "42", "63"])
    #expect(asked?.accounts.contains { $0.id == Self.ada.id } == true)
    await device.manager.cancel()
  }

  @Test("while a flow is under way a link starts nothing, and asks no server")
  func busy() async throws {
    let device = try await Device([])
    _ = try await device.manager.start(
      Remittance(Script.payload), level: .fallbackOnly, proofPath: .token)
    let address = try #require(LinkAddress("lnk_MTIzNDU2Nzg5MDEyMzQ1Ng"))
    #expect(try await device.context.open(.session(address)) == .busy)
    #expect(await !device.transport.calls.contains { $0.contains("/links") })
    await device.manager.cancel()
  }
}
