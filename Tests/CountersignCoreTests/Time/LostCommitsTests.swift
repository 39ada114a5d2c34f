import CountersignTesting
import Testing
import WebAuthnModel

@testable import CountersignCore

@Suite("Commits that a database lacks")
struct LostCommitsTests {
  private let fake: FakeClock
  private let clock: WatchedClock
  private let harness: ServiceHarness
  private let losses: LostCommits
  private let restoration: Restoration

  init() async throws {
    fake = FakeClock()
    clock = WatchedClock(fake, toleranceMilliseconds: 600_000)
    harness = try await ServiceHarness(clock: fake)
    restoration = Restoration(waits: StoredWaits(), audit: AuditTrail(keyring: harness.keyring))
    losses = LostCommits(harness.store, clock: clock, marks: nil, restoration: restoration)
  }

  // Holds: restore
  @Test("a loss was made good by a restoration after the lost commit, and by no earlier one")
  func order() {
    let lost = clock.latest()
    for (distance, isMadeGood) in [(-1, false), (0, false), (1, true)] as [(Int64, Bool)] {
      #expect(losses.isMadeGood(lost, by: lost.milliseconds + distance) == isMadeGood)
    }
    #expect(!losses.isMadeGood(lost, by: 0))
    // A commit that nobody has dated.
    let undated = NotedCommit(end: AuditLaneHead(newLane: [7]), at: nil)
    #expect(!losses.isMadeGood(undated.at, by: .max))
  }

  // Holds: restore
  @Test("the audit log tells of a restoration, and no number in the settings")
  func forged() async throws {
    let (losses, restoration) = (losses, restoration)
    func last() async throws -> Int64 {
      try await harness.store.read { try losses.lastRestoration(in: $0) }
    }
    let lost = NotedCommit(end: AuditLaneHead(newLane: [7]), at: clock.latest())
    func isMadeGood() async throws -> Bool {
      try await harness.store.read { try losses.isMadeGood(lost, in: $0) }
    }
    let ahead = clock.latest().milliseconds + 10_000
    _ = try await harness.store.write { try StoreSetting.restored.write(ahead, in: $0) }
    #expect(try await last() == 0)
    fake.advance(seconds: 20)
    // What is past dates nothing.
    #expect(try await last() == ahead)
    #expect(try await !isMadeGood())
    let now = fake.now()
    _ = try await harness.store.write { try restoration.write(seen: now, at: now, in: $0) }
    #expect(try await isMadeGood())
    #expect(try await harness.store.read { try restoration.last(in: $0) } == now.milliseconds)
    // Nor does a row that was changed.
    _ = try await harness.store.write { transaction in
      try transaction.execute(
        "UPDATE audit SET at = at + 1000 WHERE kind = 'backup_restored'", [])
    }
    #expect(try await harness.store.read { try restoration.last(in: $0) } == 0)
  }

  // Holds: restore
  @Test("a restoration by a clock that was set back since is not later than the commits after it")
  func setBack() {
    fake.jump(seconds: 300)
    let restored = clock.latest().milliseconds
    fake.jump(seconds: -300)
    fake.advance(seconds: 1)
    let lost = clock.latest()
    #expect(fake.now().milliseconds < restored)
    #expect(!losses.isMadeGood(lost, by: restored))
    #expect(losses.isMadeGood(lost, by: restored + 2000))
  }

  // Holds: restore
  @Test("a server that starts after the clock was set back goes by the restoration that it finds")
  func startAfterSetBack() {
    let restored = fake.now().milliseconds + 300_000
    losses.noteLook(mark: 0, jumps: 0, restored: restored)
    #expect(!losses.isMadeGood(clock.latest(), by: restored))
    // Whoever writes to the database can write any number there.
    losses.noteLook(mark: 0, jumps: 0, restored: .max)
    fake.advance(seconds: 3600)
    #expect(clock.latest() < Timestamp(milliseconds: .max))
  }

  // Holds: restore
  @Test("a server knows its own restoration for a later one, also once the clock was set back")
  func ownRestoration() async throws {
    fake.jump(seconds: 300)
    let before = clock.latest()
    fake.jump(seconds: -300)
    fake.advance(seconds: 1)
    let restored = fake.now().milliseconds
    _ = try await harness.store.write { [losses] transaction in
      try StoreSetting.restored.write(restored, in: transaction)
      try losses.noteRestoration(in: transaction)
    }
    #expect(losses.isMadeGood(before, by: restored))
    #expect(!losses.isMadeGood(before, by: restored - 1))
    fake.advance(seconds: 1)
    #expect(!losses.isMadeGood(clock.latest(), by: restored))
  }
}
