import CountersignCore
import CountersignSQLite
import ProgramTesting
import Synchronization
import Testing

@Suite("Savepoints of every store", .timeLimit(.minutes(5)))
struct StoreSavepointTests {
  private struct Change: Error {}

  @Test("what a savepoint wrote is kept where its body returns", arguments: StoreFactory.all)
  func kept(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      let (changed, lane) = try await store.write { transaction in
        try transaction.insert(1)
        let changed = try transaction.savepoint {
          try transaction.insert(2)
          transaction.moveLane()
          return try transaction.execute("UPDATE notes SET text = 'x'", [])
        }
        try transaction.insert(3)
        return (changed, transaction.auditLane.sequence)
      }
      #expect(changed == 2)
      #expect(lane == 1)
      #expect(try await store.ids() == [1, 2, 3])
    }
  }

  @Test(
    "what it wrote is gone where its body throws, and the command goes on",
    arguments: StoreFactory.all)
  func rolledBack(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      try await store.insert(1, "before")
      try await store.write { transaction in
        try transaction.insert(2)
        #expect(throws: Change.self) {
          try transaction.savepoint {
            try transaction.insert(3)
            try transaction.execute("UPDATE notes SET text = 'within'", [])
            throw Change()
          }
        }
        try transaction.insert(4)
      }
      #expect(try await store.ids() == [1, 2, 4])
      let texts = try await store.rows("SELECT text FROM notes WHERE id = 1", [])
      #expect(try texts.map { try $0.text(0) } == ["before"])
    }
  }

  @Test("a command whose savepoint's error goes on stores nothing", arguments: StoreFactory.all)
  func errorGoesOn(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      await #expect(throws: Change.self) {
        try await store.write { transaction in
          try transaction.insert(1)
          try transaction.savepoint { throw Change() }
        }
      }
      #expect(try await store.ids().isEmpty)
      try await store.insert(2)
      #expect(try await store.ids() == [2])
    }
  }

  @Test(
    "an inner savepoint goes back alone, an outer one with all inside it",
    arguments: StoreFactory.all)
  func nested(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      try await store.write { transaction in
        try transaction.savepoint {
          try transaction.insert(1)
          try? transaction.savepoint {
            try transaction.insert(2)
            throw Change()
          }
          try transaction.savepoint { try transaction.insert(3) }
        }
        try? transaction.savepoint {
          try transaction.savepoint { try transaction.insert(4) }
          try transaction.insert(5)
          throw Change()
        }
        try transaction.insert(6)
      }
      #expect(try await store.ids() == [1, 3, 6])
    }
  }

  @Test(
    "an outer savepoint goes back past an inner one that ended a moment before, however it ended",
    arguments: StoreFactory.all, [true, false])
  func innerEndedLast(_ factory: StoreFactory, _ isKept: Bool) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      try await store.write { transaction in
        try transaction.insert(1)
        try? transaction.savepoint {
          try transaction.insert(2)
          try transaction.savepoint {
            try transaction.insert(3)
            if !isKept { throw Change() }
          }
          throw Change()
        }
        try transaction.insert(4)
      }
      #expect(try await store.ids() == [1, 4])
    }
  }

  @Test(
    "the audit lane goes back with it, to where each savepoint began",
    arguments: StoreFactory.all)
  func auditLane(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      let sequences = try await store.write { transaction in
        var sequences: [Int64] = []
        transaction.moveLane()
        try? transaction.savepoint {
          transaction.moveLane()
          try? transaction.savepoint {
            transaction.moveLane()
            throw Change()
          }
          sequences.append(transaction.auditLane.sequence)
          throw Change()
        }
        sequences.append(transaction.auditLane.sequence)
        return sequences
      }
      #expect(sequences == [2, 1])
      #expect(try await store.write { $0.auditLane.sequence } == 1)
    }
  }

  @Test("a constraint that broke within it is healed by it", arguments: StoreFactory.all)
  func brokenConstraint(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      try await store.insert(1)
      try await store.write { transaction in
        let error = #expect(throws: StoreError.self) {
          try transaction.savepoint {
            try transaction.insert(2)
            try transaction.insert(1)
          }
        }
        #expect(error?.code == .constraint)
        try transaction.insert(3)
      }
      #expect(try await store.ids() == [1, 3])
    }
  }

  @Test(
    "a body cannot keep what it wrote before a failure that it swallowed",
    arguments: StoreFactory.all)
  func swallowedFailure(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      try await store.insert(1)
      try await store.write { transaction in
        let error = #expect(throws: StoreError.self) {
          try transaction.savepoint {
            try transaction.insert(2)
            try? transaction.insert(1)
          }
        }
        #expect(error?.code == .constraint)
        try transaction.insert(3)
      }
      #expect(try await store.ids() == [1, 3])
    }
  }

  @Test(
    "a failure that is no broken constraint spoils the command, savepoint or not",
    arguments: StoreFactory.all)
  func otherFailure(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      let error = await #expect(throws: StoreError.self) {
        try await store.write { transaction in
          try transaction.insert(1)
          _ = try? transaction.savepoint {
            try transaction.execute("UPDATE nowhere SET id = 1", [])
          }
        }
      }
      #expect(error?.code == .failed)
      #expect(try await store.ids().isEmpty)
    }
  }

  @Test(
    "a deferred constraint that broke within it does not fail the commit",
    arguments: StoreFactory.all)
  func deferredConstraint(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      try await store.write { transaction in
        try? transaction.savepoint {
          try transaction.execute("INSERT INTO children (parent) VALUES (9)", [])
          throw Change()
        }
        try transaction.insert(1)
      }
      #expect(try await store.ids() == [1])
    }
  }

  @Test("a neighbour in the batch that fails changes nothing of it", arguments: StoreFactory.all)
  func neighbourFails(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let gate = Gate()
      let isHeld = Mutex(false)
      var hooks = StoreHooks()
      hooks.beforeCommit = { if isHeld.withLock({ $0 }) { gate.pass() } }
      let opened = try factory.open(place, hooks: hooks)
      let store = opened.store
      try await store.insert(0)
      isHeld.withLock { $0 = true }
      try await withThrowingTaskGroup(of: Void.self) { group in
        // Holds the writer until both others wait, which makes them one batch.
        group.addTask { try await store.insert(-1) }
        await gate.untilReached()
        isHeld.withLock { $0 = false }
        group.addTask {
          try await store.write { transaction in
            try transaction.insert(1)
            try? transaction.savepoint {
              try transaction.insert(2)
              transaction.moveLane()
              throw Change()
            }
            transaction.moveLane()
          }
        }
        group.addTask {
          await #expect(throws: StoreError.self) {
            try await store.write { transaction in
              try transaction.savepoint { try transaction.insert(3) }
              transaction.moveLane()
              try transaction.insert(0)
            }
          }
        }
        await opened.untilWaiting(2)
        gate.open()
        try await group.waitForAll()
      }
      #expect(try await store.ids() == [-1, 0, 1])
      #expect(try await store.write { $0.auditLane.sequence } == 1)
    }
  }
}
