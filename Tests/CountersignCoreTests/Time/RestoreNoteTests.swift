import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

@Suite("What is noted of a store outside of it")
final class RestoreNoteTests {
  private let marks = MemoryMarks()
  /// The store's folder goes with the first of them that does.
  private var harnesses: [ServiceHarness] = []

  // Holds: restore
  @Test("a mark of which the last commit was taken away counts as none, and a new one does not")
  func lostCommit() async throws {
    let first = try await harness()
    // Nobody has used it yet, and no row was committed.
    for _ in 0..<2 { #expect(try await first.service.watchClock() == []) }
    #expect(try await harness(beside: first).service.watchClock() == [])
    _ = try await first.signUp()
    marks.loseCommits()
    #expect(try await harness(beside: first).service.watchClock() == [.restored])
    #expect(try await harness(beside: first).service.watchClock() == [])
  }

  // Holds: restore
  @Test("what a command commits is noted, and a store without it was put back")
  func command() async throws {
    let first = try await harness()
    #expect(try await first.service.watchClock() == [])
    _ = try await first.signUp()
    #expect(try await first.service.watchClock() == [])
    let command = try await harness(beside: first)
    #expect(try await command.keyring.keepMark(of: command.store, by: command.clock) == .kept)
    _ = try await command.serviceKey()
    #expect(try await harness(beside: first).service.watchClock() == [])
    // A command that finds the store put back commits nothing that would hide it.
    let again = try await harness(beside: first)
    #expect(try await again.keyring.keepMark(of: again.store, by: again.clock) == .kept)
    _ = try await again.serviceKey()
    let end = try await again.store.write { $0.auditLane }
    _ = try await first.store.write {
      try $0.execute("DELETE FROM audit WHERE lane = ?", [.blob(end.lane)])
    }
    let refused = try await harness(beside: first)
    #expect(try await refused.keyring.keepMark(of: refused.store, by: refused.clock) == .ahead)
    _ = try await refused.serviceKey()
    #expect(try await harness(beside: first).service.watchClock() == [.restored])
  }

  // Holds: restore
  @Test("each look holds the store against the last commit, and restores it once")
  func lookAtCommit() async throws {
    let first = try await harness()
    #expect(try await first.service.watchClock() == [])
    _ = try await first.signUp()
    #expect(try await first.service.watchClock() == [])
    let end = try await first.store.write { $0.auditLane }
    _ = try await first.signUp("bob@example.com")
    // The same connection goes on, so that no writer is in doubt.
    _ = try await first.store.write {
      try $0.execute(
        "DELETE FROM audit WHERE lane = ? AND sequence > ?",
        [.blob(end.lane), .integer(end.sequence)])
    }
    for news in [[ClockNews.restored], [], []] {
      #expect(try await first.service.watchClock() == news)
    }
    let open = try await first.store.rows("SELECT 1 FROM sessions WHERE ended_at IS NULL", [])
    #expect(open.isEmpty)
    #expect(try await harness(beside: first).service.watchClock() == [])
    // A note that was taken away while the server runs says nothing of the store.
    marks.loseCommits()
    #expect(try await first.service.watchClock() == [])
  }

  // Holds: restore
  @Test("a command says where no mark is of the store that it works on")
  func absent() async throws {
    let new = try await harness()
    #expect(try await new.keyring.keepMark(of: new.store, by: new.clock) == .kept)
    #expect(try await new.service.watchClock() == [])
    marks.lose()
    #expect(try await new.keyring.keepMark(of: new.store, by: new.clock) == .absent(folder: nil))
    // Nor does it begin one, which would make the store look as it should.
    _ = try await new.serviceKey()
    new.clock.advance(seconds: 200)
    #expect(try await harness(beside: new).service.watchClock() == [.restored])
    // Where no server keeps one, none is missed.
    let unmarked = try await ServiceHarness()
    _ = try await unmarked.service.watchClock()
    #expect(try await unmarked.keyring.keepMark(of: unmarked.store, by: unmarked.clock) == .kept)
  }

  // Holds: restore
  @Test("a store in use whose number was taken away counts as put back, and gets no new mark")
  func unnumbered() async throws {
    let first = try await harness()
    #expect(try await first.service.watchClock() == [])
    _ = try await first.signUp()
    first.clock.advance(seconds: 200)
    _ = try await first.store.write {
      try $0.execute("DELETE FROM settings WHERE name = 'store_id'", [])
    }
    let command = try await harness(beside: first)
    for _ in 0..<2 {
      let mark = try await command.keyring.keepMark(of: command.store, by: command.clock)
      #expect(mark == .unnumbered)
    }
    let judged = try await command.store.read { [marks] transaction in
      #expect(try RestoreNote(of: transaction, in: marks) == nil)
      return try RestoreNote.markWithoutNumber(in: transaction)
    }
    #expect(judged == .unnumbered)
    #expect(try await harness(beside: first).service.watchClock() == [.restored])
    // It has its number again.
    let later = try await command.store.read { try RestoreNote.markWithoutNumber(in: $0) }
    #expect(later == .kept)
    // Nobody has used a new one.
    let new = try await harness().store.read { try RestoreNote.markWithoutNumber(in: $0) }
    #expect(new == .kept)
  }

  // Holds: restore
  @Test("a store with another number than its audit log began with counts as put back")
  func renumbered() async throws {
    let first = try await harness()
    #expect(try await first.service.watchClock() == [])
    _ = try await first.signUp()
    let id = try #require(try await first.store.read { try StoreSetting.storeID.read(in: $0) })
    #expect(try await first.fault() == nil)
    // A look that runs finds it, and so does a start; the number is right then.
    for isRunning in [true, false] {
      first.clock.advance(seconds: 10)
      _ = try await first.store.write { try StoreSetting.storeID.write(id / 3, in: $0) }
      #expect(try await first.fault()?.contains("begins the log of another store") == true)
      let command = try await harness(beside: first)
      let mark = try await command.keyring.keepMark(of: command.store, by: command.clock)
      #expect(mark == .renumbered)
      let server = isRunning ? first : try await harness(beside: first)
      for news in [[ClockNews.restored], []] {
        #expect(try await server.service.watchClock() == news)
      }
      #expect(try await first.store.read { try StoreSetting.storeID.read(in: $0) } == id)
      #expect(try await first.fault() == nil)
      #expect(
        try await command.keyring.keepMark(of: command.store, by: command.clock) == .kept)
    }
  }

  // Holds: restore
  @Test("a copy of a store whose servers kept no mark counts as put back, of a new one it does not")
  func copyWithoutMark() async throws {
    let first = try await ServiceHarness()
    harnesses.append(first)
    _ = try await first.service.watchClock()
    _ = try await first.signUp()
    func mark() async throws -> Int64? {
      try await first.store.read { try StoreSetting.runMark.read(in: $0) }
    }
    func found(_ harness: ServiceHarness) async throws -> CommandMark? {
      try await harness.store.read { [marks] transaction in
        try RestoreNote(of: transaction, in: marks)?.heldForCopy(against: transaction, in: marks)
      }
    }
    #expect(try await mark() == nil)
    #expect(try await found(first) == .absent(folder: nil))
    let forgetting = RestoreNote.forgetting
    _ = try await first.store.write { try $0.execute(forgetting.sql, forgetting.arguments) }
    #expect(try await mark() == -1)
    let marked = try await ServiceHarness(
      directory: first.directory, keyring: first.keyring.marking(in: marks), clock: first.clock)
    harnesses.append(marked)
    for news in [[ClockNews.restored], []] {
      #expect(try await marked.service.watchClock() == news)
    }
    #expect(try await found(marked) == .kept)
    // A command has begun the mark of a store that no server has looked at.
    let new = try await harness()
    #expect(try await new.keyring.keepMark(of: new.store, by: new.clock) == .kept)
    #expect(try await found(new) == .kept)
  }

  // Holds: restore
  @Test("nobody but the keyring tells that a server has looked")
  func signedLook() async throws {
    let first = try await harness()
    #expect(try await first.service.watchClock() == [])
    let keyring = first.keyring
    func isSigned(by keyring: Keyring) async throws -> Bool {
      try await first.store.read { try StoreSetting.isLookSigned(by: keyring, in: $0) }
    }
    #expect(try await isSigned(by: keyring))
    #expect(try await !isSigned(by: .generated()))
    for setting in [StoreSetting.clockSeen, .storeID] {
      let value = try await first.store.read { try setting.read(in: $0) } ?? 0
      _ = try await first.store.write { try setting.write(value + 1, in: $0) }
      #expect(try await !isSigned(by: keyring))
      _ = try await first.store.write { try setting.write(value, in: $0) }
      #expect(try await isSigned(by: keyring))
    }
  }

  // Holds: restore
  @Test("a server that ended within its first look was not put back; without a mark it was")
  func endedWithinLook() async throws {
    let first = try await harness()
    #expect(try await first.service.watchClock() == [])
    let id = try #require(
      try await first.store.read { try StoreSetting.storeID.read(in: $0) })
    // Its look was written, and the mark not yet.
    try marks.note(0, ofStore: id)
    #expect(try await harness(beside: first).service.watchClock() == [])
    marks.loseCommits()
    try marks.note(0, ofStore: id)
    #expect(try await harness(beside: first).service.watchClock() == [])
    // A look at a used store without a mark began, and was not written.
    marks.lose()
    try marks.note(RestoreNote.absent, ofStore: id)
    first.clock.advance(seconds: 200)
    #expect(try await harness(beside: first).service.watchClock() == [.restored])
  }

  // Holds: restore
  @Test("keys that a server or a command makes before the first look are no backup, others are")
  func keysBeforeLook() async throws {
    // A server makes its own ones before it looks.
    let server = try await harness()
    _ = try await server.serviceKey()
    #expect(try await server.service.watchClock() == [])
    let command = try await harness()
    #expect(try await command.keyring.keepMark(of: command.store, by: command.clock) == .kept)
    _ = try await command.serviceKey()
    #expect(try await harness(beside: command).service.watchClock() == [])
    // The settings are gone that named its mark.
    command.clock.advance(seconds: 200)
    _ = try await command.store.write { try $0.execute("DELETE FROM settings", []) }
    #expect(try await harness(beside: command).service.watchClock() == [.restored])
  }

  private func harness(beside other: ServiceHarness? = nil) async throws -> ServiceHarness {
    let harness =
      if let other {
        try await ServiceHarness(
          directory: other.directory, keyring: other.keyring, clock: other.clock)
      } else {
        try await ServiceHarness(keyring: .generated().marking(in: marks))
      }
    harnesses.append(harness)
    return harness
  }
}
