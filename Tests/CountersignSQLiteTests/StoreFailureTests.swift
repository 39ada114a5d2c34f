import CountersignCore
import CountersignSQLite
import Foundation
import Synchronization
import Testing

@Suite("When a store fails", .timeLimit(.minutes(5)))
struct StoreFailureTests {
  // Holds: durability
  @Test(
    "a failed commit closes the store and says so once",
    arguments: StoreFactory.all.filter(\.endsWithFailedCommit))
  func failedCommit(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let fatal = Mutex<[StoreError]>([])
      let opened = try factory.open(place) { error in fatal.withLock { $0.append(error) } }
      let store = opened.store
      try await store.insert(1)
      // The one failure that only COMMIT itself meets: a deferred foreign key.
      let error = await #expect(throws: StoreError.self) {
        try await store.write { transaction in
          try transaction.insert(2)
          return try transaction.execute("INSERT INTO children (parent) VALUES (9)", [])
        }
      }
      #expect(error?.code == .closed)
      let later = await #expect(throws: StoreError.self) { try await store.insert(3) }
      #expect(later?.code == .closed)
      await #expect(throws: StoreError.self) { _ = try await store.ids() }
      #expect(fatal.withLock(\.count) == 1)
      #expect(try await factory.open(place).store.ids() == [1])
    }
  }

  @Test(
    "a commit that the database refuses fails its command alone",
    arguments: StoreFactory.all.filter { !$0.endsWithFailedCommit })
  func refusedCommit(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      let error = await #expect(throws: StoreError.self) {
        try await store.write { transaction in
          try transaction.insert(2)
          return try transaction.execute("INSERT INTO children (parent) VALUES (9)", [])
        }
      }
      #expect(error?.code == .constraint)
      try await store.insert(3)
      #expect(try await store.ids() == [3])
    }
  }

  @Test(
    "whoever waits for a store's failure is told, before it and after",
    arguments: StoreFactory.all.filter(\.endsWithFailedCommit))
  func waitForFailure(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      let waiting = (0..<2).map { _ in Task { await store.waitForFailure() } }
      let cancelled = Task { await store.waitForFailure() }
      cancelled.cancel()
      #expect(await cancelled.value == nil)
      try await store.insert(1)
      _ = try? await store.write { transaction in
        try transaction.execute("INSERT INTO children (parent) VALUES (9)", [])
      }
      for task in waiting { #expect(await task.value?.code == .closed) }
      #expect(await store.waitForFailure()?.code == .closed)
    }
  }

  @Test("another program that writes to the file holds up all commands for five seconds, once")
  func heldByAnother() async throws {
    try await StorePlace.temporary { place in
      let store = try StoreFactory.named("SQLite").open(place).store
      let other = try SQLiteStore(
        path: place.databasePath, schemas: place.schemas, seals: .ofTests)
      let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let holding = Task {
        try await other.write { _ in
          hasBegun.signal()
          mayEnd.wait()
        }
      }
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          hasBegun.wait()
          continuation.resume()
        }
      }
      let start = ContinuousClock.now
      let codes = await withTaskGroup(of: StoreError.Code?.self) { tasks in
        for id in 1...20 as ClosedRange<Int64> {
          tasks.addTask {
            do {
              try await store.insert(id)
              return nil
            } catch { return (error as? StoreError)?.code }
          }
        }
        return await tasks.reduce(into: []) { $0.append($1) }
      }
      #expect(codes == [StoreError.Code?](repeating: .unavailable, count: 20))
      // Two batches at the most: what waited with the first, and what came meanwhile. One after the
      // other they would take a hundred seconds.
      #expect(ContinuousClock.now - start < .seconds(60))
      mayEnd.signal()
      try await holding.value
      try await store.requireWritable()
      try await store.insert(21)
      #expect(try await store.ids() == [21])
      try await other.close()
    }
  }

  @Test("a process killed before a commit has stored nothing of it", arguments: StoreFactory.all)
  func killedBeforeCommit(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let name = factory.testDescription
      let folder = place.folder
      try factory.prepare(place)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [name = name as String, folder = folder as String] in
        var hooks = StoreHooks()
        hooks.beforeCommit = { kill(getpid(), SIGKILL) }
        let place = StorePlace(folder: folder)
        try await StoreFactory.named(name).open(place, hooks: hooks).store.insert(1)
      }
      let ids = try await factory.open(place).store.ids()
      #expect(ids.isEmpty)
    }
  }

  @Test("what was answered before a process was killed is stored", arguments: StoreFactory.all)
  func killedAfterCommit(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let name = factory.testDescription
      let folder = place.folder
      try factory.prepare(place)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [name = name as String, folder = folder as String] in
        let commits = Mutex(0)
        var hooks = StoreHooks()
        hooks.afterCommit = {
          let count = commits.withLock { count in
            count += 1
            return count
          }
          if count == 20 { kill(getpid(), SIGKILL) }
        }
        let place = StorePlace(folder: folder)
        let store = try StoreFactory.named(name).open(place, hooks: hooks).store
        for id in 1...100 as ClosedRange<Int64> { try await store.insert(id) }
      }
      let store = try factory.open(place).store
      #expect(try await store.ids() == Array(1...20))
      try await store.insert(21)
      #expect(try await store.ids() == Array(1...21))
    }
  }
}
