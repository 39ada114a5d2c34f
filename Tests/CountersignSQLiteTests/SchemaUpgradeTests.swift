import Foundation
import Testing

@testable import CountersignCore
@testable import CountersignSQLite

@Suite("A database of another version", .timeLimit(.minutes(2)))
struct SchemaUpgradeTests {
  // Holds: durability
  @Test("a next step that is killed midway leaves nothing", arguments: StoreFactory.all)
  func killed(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let name = factory.testDescription
      let folder = place.folder
      try factory.prepare(place)
      try await fill(place, factory)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [name = name as String, folder = folder as String] in
        var place = StorePlace(folder: folder)
        place.steps.append(.next { if $0 == 400 { kill(getpid(), SIGKILL) } })
        _ = try StoreFactory.named(name).open(place)
      }
      // An older node finds all as it was.
      let older = try await opened(place, factory)
      await #expect(throws: StoreError.self) {
        try await older.store.rows("SELECT length FROM notes", [])
      }
      try await older.store.insert(601, "one more")
      try await older.close()
      let newer = try await opened(place.with(.next()), factory)
      try await requireUpgraded(newer.store)
      try await newer.close()
    }
  }

  @Test("a next step that fails while it rewrites rows leaves nothing", arguments: StoreFactory.all)
  func failed(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      try factory.prepare(place)
      try await fill(place, factory)
      let failing = SchemaStep.next {
        if $0 == 400 { throw StoreError(code: .corrupt, reason: "a row does not open") }
      }
      let error = #expect(throws: StoreError.self) { try factory.open(place.with(failing)) }
      #expect(error?.code == .corrupt)
      #expect(error?.reason == "step 2 of the tables of notes: a row does not open")
      let older = try await opened(place, factory)
      try await older.store.insert(601, "one more")
      try await older.close()
      let newer = try await opened(place.with(.next()), factory)
      try await requireUpgraded(newer.store)
      try await newer.close()
    }
  }

  @Test("an older node works on beside a next step that it survives", arguments: StoreFactory.all)
  func beside(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      try factory.prepare(place)
      try await fill(place, factory)
      let older = try factory.open(place)
      try await older.store.insert(601, "of the older node")
      let newer = try factory.open(place.with(.survived))
      try await older.store.insert(602, "of the older node")
      _ = try await newer.store.write { transaction in
        try transaction.execute(
          "INSERT INTO notes (id, text, place) VALUES (603, 'of the newer node', 'here')", [])
      }
      let places = try await newer.store.rows(
        "SELECT id, place FROM notes WHERE id > 600 ORDER BY id", [])
      #expect(
        places.map(\.values) == [
          [.integer(601), .null], [.integer(602), .null], [.integer(603), .text("here")],
        ])
      #expect(try await older.store.ids() == Array(1...603))
      try await newer.close()
      try await older.close()
    }
  }

  // Holds: durability
  @Test(
    "one that this version does not upgrade is refused in words, and stays as it is",
    arguments: StoreFactory.all)
  func refused(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      try factory.prepare(place)
      try await fill(place, factory)
      // Other statements of the same number; and a first step behind that of the database.
      let table = "CREATE TABLE notes (id BIGINT PRIMARY KEY, text TEXT NOT NULL)"
      for steps in [[SchemaStep(1, [table])], [SchemaStep(31, [table])], []] {
        var other = place
        other.steps = steps
        let error = #expect(throws: StoreError.self) { try factory.open(other) }
        if steps.isEmpty {
          #expect(error?.code == .failed)
          #expect(error?.reason.contains("step 1 of the tables of notes") == true)
        } else {
          #expect(error == Self.unsupported("step 1 of the tables of notes"))
        }
      }
      let older = try factory.open(place)
      #expect(try await older.store.ids() == Array(1...600))
      _ = try await older.store.write { transaction in
        try transaction.execute("ALTER TABLE schema_steps DROP COLUMN digest", [])
      }
      try await older.close()
      // As all versions before the first release left it.
      let error = #expect(throws: StoreError.self) { try factory.open(place) }
      #expect(error == Self.unsupported("the tables before the first release"))
      if factory.testDescription == "SQLite" {
        for schemas in [place.schemas, []] {
          let looked = #expect(throws: StoreError.self) {
            try SQLiteInspection(path: place.databasePath, schemas: schemas)
          }
          #expect(looked == error)
        }
        let connection = try SQLiteConnection(place.databasePath, for: .reading)
        #expect(try connection.run("SELECT id FROM notes").count == 600)
        #expect(try connection.run("SELECT * FROM schema_steps").map(\.values.count) == [2])
      }
    }
  }

  // Holds: at rest
  @Test("what rows held before they were sealed is in no page of a file that was looked at")
  func sealed() async throws {
    try await StorePlace.temporary { place in
      try await fill(place, .named("SQLite"))
      #expect(isFound("note 17", in: place))
      let store = try SQLiteStore(
        path: place.databasePath, schemas: place.with(.sealing).schemas, seals: .ofTests)
      #expect(store.appliedSteps == [AppliedStep("notes", 2)])
      // Nobody has looked yet if the log is the file's own: the start carries it nowhere.
      #expect(isFound("note 17", in: place))
      #expect(try await store.stampFile(7) == 7)
      #expect(!isFound("note 17", in: place))
      let text = try await store.read { transaction in
        let row = try #require(
          try transaction.row("SELECT sealed FROM notes WHERE id = 17", []))
        return try transaction.seals.deployment.text(row.blob(0), at: SchemaStep.place(17))
      }
      #expect(text == "note 17")
      try await store.close()
      #expect(!isFound("note 17", in: place))
    }
  }

  // Holds: at rest
  @Test("the free pages that a step leaves are emptied by the next look, also after a kill")
  func freePages() async throws {
    try await StorePlace.temporary { place in
      try await fill(place, .named("SQLite"))
      // As far as the commit of the step.
      let connection = try SQLiteDatabase.open(place.databasePath)
      // Not every SQLite overwrites what it frees.
      try connection.execute("PRAGMA secure_delete = OFF")
      let step = SchemaStep.sealing
      try connection.execute("BEGIN IMMEDIATE")
      for statement in step.statements { try connection.execute(statement) }
      try SQLiteDatabase.rewrite(step, sealing: .ofTests, on: connection)
      try connection.run(
        "INSERT INTO schema_steps (owner, step, digest) VALUES ('notes', 2, ?)",
        [.blob(step.digest)])
      try connection.execute("COMMIT")
      try connection.close()
      #expect(isFound("note 17", in: place))

      let store = try SQLiteStore(
        path: place.databasePath, schemas: place.with(.sealing).schemas, seals: .ofTests)
      #expect(store.appliedSteps == [])
      #expect(isFound("note 17", in: place))
      #expect(try await store.stampFile(7) == 7)
      #expect(!isFound("note 17", in: place))
      try await store.close()
      #expect(!isFound("note 17", in: place))
    }
  }

  @Test("a digest tells each part of a step's statements")
  func digests() {
    let steps = [
      SchemaStep(1, ["a", "b"]), SchemaStep(1, ["ab"]), SchemaStep(1, ["a"]),
      SchemaStep(1, ["a"], concurrentStatements: ["b"]),
      SchemaStep(1, ["a"], rewriting: RowRewriting({ _ in 0 }, then: ["b"])), SchemaStep(1, []),
    ]
    #expect(Set(steps.map(\.digest)).count == steps.count)
    let renumbered = SchemaStep(2, ["a", "b"], isSurvived: true)
    #expect(renumbered.digest == steps[0].digest)
  }

  private static func unsupported(_ what: String) -> StoreError {
    StoreError(
      code: .unsupported,
      reason: "another version made \(what), and this one does not upgrade them: go on with that "
        + "version, or begin with an empty database")
  }

  /// Leaves notes in the store of a place.
  private func fill(_ place: StorePlace, _ factory: StoreFactory) async throws {
    let open = try factory.open(place)
    try await open.store.write { transaction in
      for id in 1...600 as ClosedRange<Int64> { try transaction.insert(id, "note \(id)") }
    }
    try await open.close()
  }

  /// Opens a store once its server has noticed that those before it have ended.
  private func opened(_ place: StorePlace, _ factory: StoreFactory) async throws -> OpenStore {
    while true {
      do {
        return try factory.open(place)
      } catch let error as StoreError
        where error.code == .unavailable || error.reason.contains("stop them first")
      {
        await Task.yield()
      }
    }
  }

  private func requireUpgraded(_ store: any Store) async throws {
    let rows = try await store.rows("SELECT COUNT(*), COUNT(length) FROM notes", [])
    #expect(rows.map(\.values) == [[.integer(601), .integer(601)]])
  }

  private func isFound(_ word: String, in place: StorePlace) -> Bool {
    ["", "-wal"].contains { suffix in
      let content = FileManager.default.contents(atPath: place.databasePath + suffix) ?? Data()
      return content.range(of: Data(word.utf8)) != nil
    }
  }
}

extension StorePlace {
  /// The place with a step that came later.
  fileprivate func with(_ step: SchemaStep) -> StorePlace {
    var place = self
    place.steps.append(step)
    return place
  }
}

extension SchemaStep {
  /// A step that rewrites each note, and calls a body before it does.
  fileprivate static func next(
    _ body: @escaping @Sendable (_ id: Int64) throws -> Void = { _ in }
  ) -> SchemaStep {
    SchemaStep(
      2, ["ALTER TABLE notes ADD COLUMN length BIGINT"],
      rewriting: RowRewriting { transaction in
        try transaction.forEachRow(of: "notes", by: "id", ["text"]) { id, row in
          try body(id.integer(0))
          try transaction.execute(
            "UPDATE notes SET length = ? WHERE id = ?",
            [.integer(Int64(row.text(0).count)), id.values[0]])
        }
      })
  }

  /// A step beside which an older node serves.
  fileprivate static let survived = SchemaStep(
    2, ["ALTER TABLE notes ADD COLUMN place TEXT"], isSurvived: true)

  /// A step that seals what stood in the clear.
  fileprivate static let sealing = SchemaStep(
    2,
    [
      "ALTER TABLE notes RENAME TO notes_1",
      "CREATE TABLE notes (id BIGINT PRIMARY KEY, sealed BLOB NOT NULL)",
    ],
    rewriting: RowRewriting(
      { transaction in
        try transaction.forEachRow(of: "notes_1", by: "id", ["text"]) { id, row in
          let text = try transaction.seals.deployment.seal(
            row.text(0), at: SchemaStep.place(id.integer(0)))
          try transaction.execute(
            "INSERT INTO notes (id, sealed) VALUES (?, ?)", [id.values[0], text])
        }
      }, then: ["DROP TABLE notes_1"]))

  fileprivate static func place(_ id: Int64) -> SealedPlace {
    SealedPlace("notes.sealed", of: "\(id)")
  }
}
