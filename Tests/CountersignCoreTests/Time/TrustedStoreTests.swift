import CountersignTesting
import Synchronization
import Testing

@testable import CountersignCore

@Suite("A used store without a mark, at a server's first look")
struct TrustedStoreTests {
  // Holds: restore
  @Test("was restored, unless a node vouches for it", arguments: [true, false])
  func vouchedFor(isVouchedFor: Bool) async throws {
    let first = try await ServiceHarness(keyring: .generated().marking(in: MemoryMarks()))
    #expect(try await first.service.watchClock() == [])
    _ = try await first.signUp()
    let second = try await Self.newServer(beside: first)
    let service = try second.service(over: HeldStore(base: second.store) { _ in isVouchedFor })
    for news in [isVouchedFor ? [] : [ClockNews.restored], []] {
      #expect(try await service.watchClock() == news)
    }
    #expect(try await Self.openSessions(first) == (isVouchedFor ? 1 : 0))
  }

  // Holds: restore
  @Test("is neither trusted nor restored while the database does not tell who vouches for it")
  func untold() async throws {
    let first = try await ServiceHarness(keyring: .generated().marking(in: MemoryMarks()))
    #expect(try await first.service.watchClock() == [])
    _ = try await first.signUp()
    let second = try await Self.newServer(beside: first)
    let failure = StoreError(code: .failed, reason: "the database does not tell")
    let isTold = Mutex(false)
    let service = try second.service(
      over: HeldStore(base: second.store) { _ in
        guard isTold.withLock({ $0 }) else { throw failure }
        return false
      })
    for _ in 1...2 {
      let untold = await #expect(throws: StoreError.self) { try await service.watchClock() }
      #expect(untold == failure)
    }
    #expect(try await Self.openSessions(first) == 1)
    // Nothing was noted that would have the next look trust the store.
    isTold.withLock { $0 = true }
    #expect(try await service.watchClock() == [.restored])
    #expect(try await Self.openSessions(first) == 0)
  }

  // Holds: restore
  @Test("is no backup if it was new a moment before, and another server came first")
  func newBefore() async throws {
    let first = try await ServiceHarness(keyring: .generated().marking(in: MemoryMarks()))
    // The store has its number, and nobody has used it.
    #expect(try await first.keyring.keepMark(of: first.store, by: first.clock) == .kept)
    let second = try await Self.newServer(beside: first)
    let hasCome = Mutex(false)
    let held = HeldStore(
      base: second.store,
      beforeWrite: {
        let isFirst = hasCome.withLock { hasCome in
          defer { hasCome = true }
          return !hasCome
        }
        guard isFirst else { return }
        let news = try await first.service.watchClock()
        #expect(news == [])
      },
      answer: { _ in
        Issue.record("nobody has to vouch for a new store")
        return false
      })
    #expect(try await second.service(over: held).watchClock() == [])
    #expect(hasCome.withLock { $0 })
    #expect(try await first.service.watchClock() == [])
  }

  private static func newServer(beside other: ServiceHarness) async throws -> ServiceHarness {
    try await ServiceHarness(
      directory: other.directory, keyring: other.keyring.marking(in: MemoryMarks()),
      clock: other.clock)
  }

  private static func openSessions(_ harness: ServiceHarness) async throws -> Int {
    try await harness.store.rows("SELECT 1 FROM sessions WHERE ended_at IS NULL", []).count
  }
}
