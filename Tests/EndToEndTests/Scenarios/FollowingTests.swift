import CountersignClient
import CountersignDevice
import CountersignTesting
import FlowModel
import Testing
import WireModel

@Suite("Following transactions, also over a network that fails")
struct FollowingTests {
  @Test(
    "an app is told of each transaction as it comes, and what became of it",
    .timeLimit(.minutes(5)))
  func told() async throws {
    let app = try await Follower(answers: [ScenarioPhone.give(.close)])
    let following = Task { try await app.context.followTransactions() }
    var transactions = app.transactions.stream.makeAsyncIterator()
    let review = try await app.phone.lowReview()
    let came = await transactions.next()
    #expect(came?.transaction == review && came?.status == .pending)
    _ = try await app.phone.session.deny(review.transactionID)
    #expect(await transactions.next()?.status == .denied)
    following.cancel()
    _ = await following.result
  }

  @Test(
    "an app is told once when the server is away, and when it is back", .timeLimit(.minutes(5)))
  func connectivity() async throws {
    let app = try await Follower()
    app.network.block("GET /transactions")
    let following = Task { try await app.context.followTransactions() }
    var changes = app.connectivity.stream.makeAsyncIterator()
    #expect(await changes.next() == .offline)
    while app.calls(of: "GET /transactions") < 4 { await Task.yield() }
    app.network.block(nil)
    #expect(await changes.next() == .online)
    following.cancel()
    _ = await following.result
  }

  @Test(
    "a stream that breaks is opened again, and goes on after the event that came last",
    .timeLimit(.minutes(5)))
  func broken() async throws {
    let app = try await Follower(
      answers: [ScenarioPhone.give(.close), ScenarioPhone.give(.close)])
    let following = Task { try await app.context.followTransactions() }
    var transactions = app.transactions.stream.makeAsyncIterator()
    var changes = app.connectivity.stream.makeAsyncIterator()
    let first = try await app.phone.lowReview()
    #expect(await transactions.next()?.transaction == first)
    app.network.breakStreams()
    #expect(await changes.next() == .offline)
    #expect(await changes.next() == .online)
    let second = try await app.phone.lowReview()
    #expect(await transactions.next()?.transaction == second)
    #expect(app.network.places.first == .some(nil) && app.network.places.last != .some(nil))
    following.cancel()
    _ = await following.result
  }

  @Test(
    "a transaction that could not be asked for when its turn came is shown later",
    .timeLimit(.minutes(5)))
  func notLost() async throws {
    let app = try await Follower(answers: [ScenarioPhone.give(.close)])
    app.network.block("GET /transactions/{id}")
    let following = Task { try await app.context.followTransactions() }
    _ = try await app.phone.lowReview()
    while app.calls(of: "GET /transactions/{id}") < 2 { await Task.yield() }
    #expect(await app.phone.navigator.screens.isEmpty)
    app.network.block(nil)
    while await app.phone.navigator.screens.isEmpty { await Task.yield() }
    #expect(await app.phone.asked() == ["the transaction"])
    following.cancel()
    _ = await following.result
  }

  @Test(
    "what was left is not shown again by itself after a restart of the app",
    .timeLimit(.minutes(5)))
  func leftBefore() async throws {
    let harness = try await ServiceHarness()
    let before = try await ScenarioPhone(harness, answers: [ScenarioPhone.give(.close)])
    let left = try await before.lowReview()
    try await before.context.announce(left.transactionID)
    while await before.navigator.screens.isEmpty { await Task.yield() }
    while await before.remembered().isEmpty { await Task.yield() }
    let after = try await ScenarioPhone(
      harness, session: before.session, answers: [ScenarioPhone.give(.close)])
    let following = Task { try await after.context.followTransactions() }
    harness.clock.advance(seconds: 1)
    var later = NewTransactionRequest.sample
    later.amount = 610
    _ = try await harness.review(later)
    while await after.navigator.screens.isEmpty { await Task.yield() }
    #expect(
      await after.navigator.screens.map { $0.transaction?.document?["amount"] } == [
        .money(Money(61_000, "NGN", exponent: 2))
      ])
    following.cancel()
    _ = await following.result
  }

  @Test("who uses another account follows the one before no longer", .timeLimit(.minutes(5)))
  func otherAccount() async throws {
    let app = try await Follower(answers: [ScenarioPhone.give(.close)])
    let following = Task { try await app.context.followTransactions() }
    var transactions = app.transactions.stream.makeAsyncIterator()
    let review = try await app.phone.lowReview()
    #expect(await transactions.next()?.transaction == review)
    await app.context.use(account: "acct_of_somebody_else")
    // Nobody else has a session here.
    let error = await #expect(throws: ClientError.self) { try await following.value }
    #expect(error?.reason == .sessionRequired)
    #expect(await app.context.queue.transactions.isEmpty)
  }
}

/// An app that follows its transactions over a network that a test breaks.
private struct Follower {
  let phone: ScenarioPhone
  let network: FaultyTransport
  let context: MultifactorAuthenticationContext
  let transactions = AsyncStream<TransactionAnswer>.makeStream()
  let connectivity = AsyncStream<ContextConfiguration.Connectivity>.makeStream()

  init(answers: [RecordingNavigator.Answer] = []) async throws {
    let harness = try await ServiceHarness()
    phone = try await ScenarioPhone(harness, answers: answers)
    network = FaultyTransport(phone.transport)
    let manager = FlowManager(
      session: AccountSession(
        connection: ServerConnection(transport: network), accountID: phone.session.accountID,
        accessToken: phone.session.accessToken),
      authenticator: phone.authenticator, vault: phone.vault,
      configuration: FlowConfiguration(repeatPauseSeconds: 0.001),
      clock: HarnessClock(clock: harness.clock))
    let (told, changes) = (transactions.continuation, connectivity.continuation)
    context = MultifactorAuthenticationContext(
      manager: manager, navigator: phone.navigator,
      configuration: ContextConfiguration(
        onTransaction: { told.yield($0) }, onConnectivity: { changes.yield($0) }))
  }

  /// How often a route was called.
  func calls(of route: String) -> Int { network.calls.filter { $0 == route }.count }
}

extension ScenarioPhone {
  /// The transactions that the vault holds as handled.
  func remembered() async -> [UInt8] {
    let name = VaultName(account: session.accountID, name: "handled-transactions")
    return (try? await vault.value(name)) ?? []
  }
}
