import CountersignCore
import CountersignSQLite
import ProgramTesting
import Synchronization
import Testing

@Suite("The writer loop of every store", .timeLimit(.minutes(5)))
struct StoreBatchTests {
  /// Runs commands that all wait while the writer is held, and gives each one's outcome.
  private func runTogether(
    _ factory: StoreFactory, _ place: StorePlace, ids: [Int64]
  ) async throws -> (results: [Int64: Bool], opened: OpenStore) {
    let gate = Gate()
    let isHeld = Mutex(false)
    var hooks = StoreHooks()
    hooks.beforeCommit = { if isHeld.withLock({ $0 }) { gate.pass() } }
    let opened = try factory.open(place, hooks: hooks)
    let store = opened.store
    try await store.insert(0)
    isHeld.withLock { $0 = true }
    let results = try await withThrowingTaskGroup(of: (Int64, Bool).self) { group in
      group.addTask {
        try await store.insert(-1)
        return (-1, true)
      }
      await gate.untilReached()
      isHeld.withLock { $0 = false }
      for id in ids {
        group.addTask {
          do {
            try await store.insert(id)
            return (id, true)
          } catch {
            return (id, false)
          }
        }
      }
      await opened.untilWaiting(ids.count)
      gate.open()
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    return (results, opened)
  }

  @Test("commands that wait share one transaction", arguments: StoreFactory.all)
  func grouping(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let (results, opened) = try await runTogether(factory, place, ids: [1, 2, 3, 4, 5])
      #expect(results.values.allSatisfy { $0 })
      #expect(opened.statistics().commitsByBatchSize == [1: 2, 5: 1])
    }
  }

  @Test("a command that fails leaves the others of its batch", arguments: StoreFactory.all)
  func oneFails(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let (results, opened) = try await runTogether(factory, place, ids: [1, 2, 0, 3])
      #expect(results == [-1: true, 0: false, 1: true, 2: true, 3: true])
      #expect(try await opened.store.ids() == [-1, 0, 1, 2, 3])
    }
  }

  // Holds: durability
  @Test("no command is answered before its commit", arguments: StoreFactory.all)
  func answersAfterCommit(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let gate = Gate()
      let isAnswered = Mutex(false)
      var hooks = StoreHooks()
      hooks.beforeCommit = { gate.pass() }
      let store = try factory.open(place, hooks: hooks).store
      async let written: Void = {
        try await store.insert(1)
        isAnswered.withLock { $0 = true }
      }()
      await gate.untilReached()
      #expect(isAnswered.withLock { $0 } == false)
      #expect(try await store.ids().isEmpty)
      gate.open()
      try await written
    }
  }

  @Test("closing runs what waits and refuses what comes later", arguments: StoreFactory.all)
  func closing(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let opened = try factory.open(place)
      try await opened.store.insert(1)
      try await opened.close()
      let error = await #expect(throws: StoreError.self) { try await opened.store.insert(2) }
      #expect(error?.code == .closed)
      await #expect(throws: StoreError.self) { _ = try await opened.store.ids() }
      #expect(try await factory.open(place).store.ids() == [1])
    }
  }

  @Test(
    "a command that comes while the store closes is stored or refused, and never left waiting",
    arguments: StoreFactory.all)
  func commandsWhileClosing(_ factory: StoreFactory) async throws {
    for _ in 0..<10 {
      try await StorePlace.temporary { place in
        let opened = try factory.open(place)
        // The writer sleeps: whether the command or the closing wakes it first is left to chance.
        async let closing: Void = opened.close()
        var stored: [Int64] = []
        do {
          try await opened.store.insert(1)
          stored = [1]
        } catch let error as StoreError {
          #expect(error.code == .closed)
        }
        try await closing
        #expect(try await factory.open(place).store.ids() == stored)
      }
    }
  }
}
