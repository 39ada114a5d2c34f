import CountersignTesting
import FlowModel
import Testing
import WireModel

@testable import CountersignClient

@Suite("The transactions that were handled, in a vault that fails")
struct HandledTransactionsTests {
  @Test(
    "with a vault that cannot be read what waits is shown, and what was handled stays noted",
    .timeLimit(.minutes(5)))
  func unreadable() async throws {
    let vault = MemoryVault()
    let handled = HandledTransactions(vault: vault, account: "acct_1")
    await handled.note("tx_0")
    await vault.breakDown([.reading])
    let phone = Phone([Script.waiting, Script.waiting, Script.waiting("tx_0")], vault: vault)
    let navigator = RecordingNavigator([{ _ in .close }])
    let context = MultifactorAuthenticationContext(
      manager: phone.manager, navigator: navigator)
    try await context.announce("tx_1")
    while await navigator.screens.isEmpty { await Task.yield() }
    #expect(await navigator.screens.map { $0.transaction?.document } == [Script.reviewDocument()])
    await context.wasDecided("tx_1", .denied)
    await vault.repair()
    #expect(try await handled.ids().contains("tx_0"))
    // What was handled before is known again once it can be read.
    try await context.announce("tx_0")
    #expect(await context.queue.transactions.isEmpty)
    #expect(await navigator.screens.count == 1)
  }

  @Test("what lies there and is no list says nothing, and the next note replaces it")
  func noList() async throws {
    let vault = MemoryVault()
    let handled = HandledTransactions(vault: vault, account: "acct_1")
    try await vault.setValue(
      [1, 2, 3], VaultName(account: "acct_1", name: "handled-transactions"))
    #expect(try await handled.ids().isEmpty)
    await handled.note("tx_1")
    #expect(try await handled.ids() == ["tx_1"])
  }
}
