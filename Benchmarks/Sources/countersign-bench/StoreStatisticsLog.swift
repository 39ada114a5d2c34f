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
    /// What went to PostgreSQL; nothing with SQLite.
    var traffic = Traffic()
  }

  /// Round trips and statements of commands, and of queries.
  struct Traffic: Sendable {
    var roundTrips: Int64 = 0
    var statements: Int64 = 0
    var queryRoundTrips: Int64 = 0
    var queryStatements: Int64 = 0
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
      batches: last.batches.merging(first.batches) { $0 - $1 }.filter { $0.value > 0 },
      traffic: last.traffic.merged(with: first.traffic, -))
  }

  /// The commits of two spans together.
  static func + (one: Self, other: Self) -> Self {
    Self(
      commits: one.commits + other.commits, commands: one.commands + other.commands,
      commitMicroseconds: one.commitMicroseconds + other.commitMicroseconds,
      batches: one.batches.merging(other.batches) { $0 + $1 },
      traffic: one.traffic.merged(with: other.traffic, +))
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
    traffic = StoreStatisticsLog.Traffic(&reader)
  }
}

extension StoreStatisticsLog.Traffic {
  fileprivate init(_ reader: inout JSONObjectReader) {
    let number = { (name: String, reader: inout JSONObjectReader) in
      (try? reader.string(name)).flatMap { Int64($0) } ?? 0
    }
    roundTrips = number("roundTrips", &reader)
    statements = number("statements", &reader)
    queryRoundTrips = number("queryRoundTrips", &reader)
    queryStatements = number("queryStatements", &reader)
  }

  fileprivate func merged(with other: Self, _ combine: (Int64, Int64) -> Int64) -> Self {
    Self(
      roundTrips: combine(roundTrips, other.roundTrips),
      statements: combine(statements, other.statements),
      queryRoundTrips: combine(queryRoundTrips, other.queryRoundTrips),
      queryStatements: combine(queryStatements, other.queryStatements))
  }
}

extension [StoreStatisticsLog] {
  /// The sums of all servers; nil where one does not tell.
  func sum() async -> StoreStatisticsLog.Entry? {
    var sum: StoreStatisticsLog.Entry?
    for log in self {
      guard let entry = await log.now() else { return nil }
      sum = sum.map { $0 + entry } ?? entry
    }
    return sum
  }
}
