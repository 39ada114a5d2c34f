import CountersignCore

/// A store whose server a test holds up within its first look.
struct HeldStore: StoreWrapper {
  let base: any Store
  /// Runs before each command.
  var beforeWrite: @Sendable () async throws -> Void = {}
  /// Gives the server its answer, once the store has told if a node vouches for it.
  let answer: @Sendable (Bool) async throws -> Bool

  func write<Outcome: Sendable>(
    _ command: @escaping @Sendable (any WriteTransaction) throws -> Outcome
  ) async throws -> Outcome {
    try await beforeWrite()
    return try await base.write(command)
  }

  func isVouchedFor() async throws -> Bool { try await answer(base.isVouchedFor()) }

  func vouch(knowing recognition: @escaping StoreRecognition) async throws {
    try await base.vouch(knowing: recognition)
  }

  func observeCommits(_ observer: @escaping CommitObserver) { base.observeCommits(observer) }

  func settleDoubts(by settle: @escaping DoubtSettlement) { base.settleDoubts(by: settle) }

  func stampFile(_ stamp: Int64) async throws -> Int64? { try await base.stampFile(stamp) }

  func requireWholeFile(olderThan stamp: Int64) async throws {
    try await base.requireWholeFile(olderThan: stamp)
  }

  var relay: (any ChangeRelay)? { base.relay }
}
