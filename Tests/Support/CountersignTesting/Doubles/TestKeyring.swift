public import CountersignCore
import Synchronization

extension Keyring {
  /// The keys of every store that a test opens by itself.
  public static let ofTests = Keyring.generated()
}

extension StoreSeals {
  /// The keys of every store that a test opens by itself.
  public static let ofTests = StoreSeals(.ofTests)
}

/// Marks of stores that are kept in memory: a place that no backup of a test's store brings back.
public final class MemoryMarks: RunMarks {
  private struct Unwritable: Error {}
  private let marks = Mutex<[Int64: Int64]>([:])
  private let commits = Mutex<[Int64: NotedCommit]>([:])
  private let stamps = Mutex<[Int64: Int64]>([:])
  private let isWritable: Bool

  /// A place without marks.
  ///
  /// - Parameter isWritable: False where none can be written.
  public init(isWritable: Bool = true) { self.isWritable = isWritable }

  /// The mark of a store; nil where there is none.
  public func mark(ofStore id: Int64) -> Int64? { marks.withLock { $0[id] } }

  /// Notes the mark of a store.
  public func note(_ mark: Int64, ofStore id: Int64) throws {
    guard isWritable else { throw Unwritable() }
    marks.withLock { $0[id] = mark }
  }

  /// The last commit; nil where there is none.
  public func lastCommit(inStore id: Int64) -> NotedCommit? { commits.withLock { $0[id] } }

  /// Notes a commit.
  public func noteCommit(_ commit: NotedCommit, inStore id: Int64) {
    commits.withLock { $0[id] = commit }
  }

  /// The stamp of a store's file; nil where there is none.
  public func fileStamp(ofStore id: Int64) -> Int64? { stamps.withLock { $0[id] } }

  /// Notes the stamp of a store's file.
  public func noteFileStamp(_ stamp: Int64, ofStore id: Int64) throws {
    guard isWritable else { throw Unwritable() }
    stamps.withLock { $0[id] = stamp }
  }

  /// Loses every last commit, as a folder of which one file is taken away does.
  public func loseCommits() { commits.withLock { $0 = [:] } }

  /// Loses every mark, as a folder that was not brought along does.
  public func lose() {
    marks.withLock { $0 = [:] }
    commits.withLock { $0 = [:] }
    stamps.withLock { $0 = [:] }
  }
}

extension Keyring {
  /// The same keys, with marks of stores in a place of a test's.
  public func marking(in marks: MemoryMarks) -> Keyring {
    var keyring = self
    keyring.marks = marks
    return keyring
  }
}
