import Foundation
import WebAuthnModel

/// The commits of the server's store, as the server logs them on SIGUSR1.
actor StoreStatisticsLog {
  /// Commits and the commands in them, from one line of the log.
  struct Entry: Sendable {
    var commits: Int64
    var commands: Int64
    var commitMicroseconds: Int64
    /// By the number of commands in a commit.
    var batches: [Int: Int64]
  }

  private let server: BenchChild
  private var read = 0

  init(_ server: BenchChild) { self.server = server }

  /// The sums since the server's start; nil if the server does not tell of them.
  func now() async -> Entry? {
    kill(server.processID, SIGUSR1)
    for _ in 0..<100 {
      let entries = entries()
      if entries.count > read {
        read = entries.count
        return entries.last
      }
      guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { return nil }
    }
    return nil
  }

  private func entries() -> [Entry] {
    guard let log = FileManager.default.contents(atPath: server.logFile) else { return [] }
    let mark = Data("\"store statistics\"".utf8)
    return log.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard line.range(of: mark) != nil, let json = try? JSONValue(parsing: Array(line)) else {
        return nil
      }
      return Entry(json)
    }
  }
}

extension StoreStatisticsLog.Entry {
  /// The commits between two moments.
  static func - (last: Self, first: Self) -> Self {
    Self(
      commits: last.commits - first.commits, commands: last.commands - first.commands,
      commitMicroseconds: last.commitMicroseconds - first.commitMicroseconds,
      batches: last.batches.merging(first.batches) { $0 - $1 }.filter { $0.value > 0 })
  }

  /// The commits of two spans together.
  static func + (one: Self, other: Self) -> Self {
    Self(
      commits: one.commits + other.commits, commands: one.commands + other.commands,
      commitMicroseconds: one.commitMicroseconds + other.commitMicroseconds,
      batches: one.batches.merging(other.batches) { $0 + $1 })
  }

  fileprivate init?(_ json: JSONValue) {
    guard var reader = try? JSONObjectReader(json),
      let commits = (try? reader.string("commits")).flatMap({ Int64($0) }),
      let commands = (try? reader.string("commands")).flatMap({ Int64($0) }),
      let time = (try? reader.string("commitMicroseconds")).flatMap({ Int64($0) }),
      let sizes = try? reader.string("batches")
    else { return nil }
    self.init(commits: commits, commands: commands, commitMicroseconds: time, batches: [:])
    for pair in sizes.split(separator: " ") {
      let parts = pair.split(separator: ":")
      guard parts.count == 2, let size = Int(parts[0]), let count = Int64(parts[1]) else {
        continue
      }
      batches[size] = count
    }
  }
}
