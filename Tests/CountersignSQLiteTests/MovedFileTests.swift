import CountersignCore
import Foundation
import Synchronization
import Testing

@testable import CountersignSQLite

@Suite("When the file of SQLite is put back by renaming", .timeLimit(.minutes(2)))
struct MovedFileTests {
  /// A way in which another file gets the name of the one that is open, or none does.
  enum Move: CaseIterable {
    case replaced, moved, link
  }

  // Holds: restore
  @Test("it ends the store before the next row is written", arguments: Move.allCases)
  func writing(_ move: Move) async throws {
    try await StorePlace.temporary { place in
      let stage = try await Stage(place, throughLink: move == .link)
      #expect(try await stage.store.ids() == [1, 2])
      try stage.run(move)
      let failed = await #expect(throws: StoreError.self) { try await stage.store.insert(3) }
      try await stage.expectEnd(after: failed, move)
    }
  }

  // Holds: restore
  @Test("no reader that is opened later reads another file", arguments: Move.allCases)
  func reading(_ move: Move) async throws {
    try await StorePlace.temporary { place in
      let stage = try await Stage(place, throughLink: move == .link)
      try stage.run(move)
      let failed = await #expect(throws: StoreError.self) { _ = try await stage.store.ids() }
      try await stage.expectEnd(after: failed, move)
    }
  }

  @Test("a file that stays in its place does not, although others open and check it")
  func others() async throws {
    try await StorePlace.temporary { place in
      let stage = try await Stage(place)
      let other = try stage.open()
      try await other.insert(3)
      try await other.close()
      try SQLiteBackup.copy(place.databasePath, to: place.folder + "/later.sqlite")
      #expect(try await stage.store.ids() == [1, 2, 3])
      try await stage.store.insert(4)
      #expect(stage.fatal.all.isEmpty)
    }
  }
}

/// A store with two notes, and a backup with the first of them.
private struct Stage: Sendable {
  let store: SQLiteStore
  let fatal: Failures
  private let place: StorePlace
  private var kept: String { place.folder + "/kept.sqlite" }
  private var before: String { place.folder + "/before.sqlite" }

  /// The failures that the store told of.
  final class Failures: Sendable {
    private let told = Mutex<[StoreError]>([])

    var all: [StoreError] { told.withLock(\.self) }

    func note(_ failure: StoreError) { told.withLock { $0.append(failure) } }
  }

  init(_ place: StorePlace, throughLink: Bool = false) async throws {
    self.place = place
    if throughLink {
      try FileManager.default.createDirectory(
        atPath: place.folder + "/store", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: place.databasePath, withDestinationPath: place.folder + "/linked.sqlite")
    }
    let fatal = Failures()
    self.fatal = fatal
    store = try SQLiteStore(
      path: place.databasePath, schemas: place.schemas, seals: .ofTests
    ) { fatal.note($0) }
    try await store.insert(1)
    try SQLiteBackup.copy(place.databasePath, to: kept)
    try await store.insert(2)
  }

  func open() throws -> SQLiteStore {
    try SQLiteStore(path: place.databasePath, schemas: place.schemas, seals: .ofTests)
  }

  func run(_ move: MovedFileTests.Move) throws {
    let files = FileManager.default
    switch move {
    case .moved: try files.moveItem(atPath: place.databasePath, toPath: before)
    case .replaced:
      try files.moveItem(atPath: place.databasePath, toPath: before)
      try files.moveItem(atPath: kept, toPath: place.databasePath)
    case .link:
      try files.removeItem(atPath: place.databasePath)
      try files.createSymbolicLink(atPath: place.databasePath, withDestinationPath: kept)
    }
  }

  /// The store has ended, and the next one finds the file as it was put there.
  func expectEnd(after failed: StoreError?, _ move: MovedFileTests.Move) async throws {
    #expect(failed?.code == .closed)
    #expect(failed?.reason.contains("was moved, removed or replaced") == true)
    #expect(fatal.all == [failed])
    #expect(await store.waitForFailure() == failed)
    let later = await #expect(throws: StoreError.self) { try await store.insert(4) }
    #expect(later?.code == .closed)
    try await store.close()
    let files = FileManager.default
    // What it logged would be carried into the file that was put there.
    let isAside = files.fileExists(atPath: place.databasePath + ".before-wal")
    #expect(isAside == (move == .replaced))
    if move == .moved { try files.moveItem(atPath: before, toPath: place.databasePath) }
    let next = try open()
    #expect(try await next.ids() == (move == .moved ? [1, 2] : [1]))
    try await next.close()
  }
}
