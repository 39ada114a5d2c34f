import Foundation
import Histogram
import NIOCore
import WebAuthnModel

/// The figures of one benchmark of a run.
struct ApprovalFigures: Sendable {
  let name: String
  var calls: CallFigures
  var wallSeconds = 0.0
  var serverCPUSeconds = 0.0
  /// Of the database's processes; none where it is a file.
  var databaseCPUSeconds = 0.0
  /// Bytes of PostgreSQL's write-ahead log.
  var walBytes: Int64 = 0
  /// The calls of an approval at a server that does nothing.
  var requests = BareMeasure()
  var requestWallSeconds = 0.0
  /// The rows of an approval, written bare.
  var rows = BareMeasure()
  /// The server's commits; nil if it does not tell of them.
  var commits: StoreStatisticsLog.Entry?

  init(of benchmark: some Benchmark) {
    name = benchmark.name
    calls = CallFigures(of: benchmark)
  }

  var perSecond: Double { Double(calls.approvals) / wallSeconds }
  /// The CPU of an approval, at the server and in the database.
  var cpuMicroseconds: Double { serverMicroseconds + databaseMicroseconds }
  private var serverMicroseconds: Double { serverCPUSeconds / Double(calls.approvals) * 1e6 }
  private var databaseMicroseconds: Double { databaseCPUSeconds / Double(calls.approvals) * 1e6 }
  private var hasDatabase: Bool { walBytes > 0 }

  /// The CPU of an approval that were nothing but its parts, in microseconds.
  ///
  /// - Parameter signatures: The verifications of a signature.
  /// - Returns: The time of its calls to a server that does nothing, of one verification, and of
  ///   its rows.
  func partMicroseconds(_ signatures: BareMeasure) -> Double {
    Double(calls.names.count - 1) * requests.microseconds + signatures.microseconds
      + rows.microseconds
  }

  /// The CPU of an approval in relation to that of its parts.
  func ratio(_ signatures: BareMeasure) -> Double { cpuMicroseconds / partMicroseconds(signatures) }
}

extension ApprovalFigures {
  /// The figures for a person.
  ///
  /// - Parameters:
  ///   - clients: The number of clients.
  ///   - hasServerProcess: Tells that the server's CPU time was read.
  /// - Returns: The lines.
  func lines(clients: Int, hasServerProcess: Bool) -> [String] {
    var lines = [
      "\(clients) clients, \(calls.approvals) \(name)s in \(Figure.text(wallSeconds, 1)) s",
      Figure.line("\(name)s per second", Figure.text(perSecond, 0)),
      "latency in ms               p50      p99    p99.9",
    ]
    for (place, name) in calls.names.enumerated() {
      let values = [50.0, 99, 99.9].map {
        Figure.padded(Figure.text(Double(calls.microseconds(place, $0)) / 1000, 2), to: 9)
      }
      lines.append(
        "  " + name.padding(toLength: 20, withPad: " ", startingAt: 0) + values.joined())
    }
    if hasServerProcess {
      lines.append(Figure.line("server CPU s per 1,000", Figure.text(serverMicroseconds / 1000, 3)))
    }
    return lines + commitLines + databaseLines
  }

  private var databaseLines: [String] {
    guard hasDatabase else { return [] }
    let share = { (count: Int64) in Figure.text(Double(count) / Double(calls.approvals), 2) }
    var lines = [
      Figure.line("database CPU s per 1,000", Figure.text(databaseMicroseconds / 1000, 3)),
      Figure.line("bytes of WAL per \(name)", share(walBytes)),
    ]
    guard let commits, commits.commits > 0 else { return lines }
    let trips = Double(commits.traffic.roundTrips) / Double(commits.commits)
    lines += [
      Figure.line("round trips per commit", Figure.text(trips, 2)),
      Figure.line(
        "of commands per \(name)",
        "\(share(commits.traffic.roundTrips)) round trips, "
          + "\(share(commits.traffic.statements)) statements"),
      Figure.line(
        "of queries per \(name)",
        "\(share(commits.traffic.queryRoundTrips)) round trips, "
          + "\(share(commits.traffic.queryStatements)) statements"),
    ]
    return lines
  }

  private var commitLines: [String] {
    guard let commits, commits.commits > 0 else { return [] }
    let share = Double(commits.commits) / Double(calls.approvals)
    let size = Double(commits.commands) / Double(commits.commits)
    let time = Double(commits.commitMicroseconds) / Double(commits.commits)
    let histogram = commits.batches.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
    return [
      Figure.line("commits (fsyncs) per \(name)", Figure.text(share, 3)),
      Figure.line("commands per commit", Figure.text(size, 1)),
      Figure.line("µs per commit, with fsync", Figure.text(time, 0)),
      Figure.line("commits by commands in them", histogram.joined(separator: " ")),
    ]
  }

  /// The parts of an approval, for a person.
  ///
  /// - Parameter signatures: The verifications of a signature.
  /// - Returns: The lines.
  func partLines(_ signatures: BareMeasure) -> [String] {
    let rate = Double(requests.count) / requestWallSeconds
    return [
      Figure.line(
        "bare requests per second",
        Figure.text(rate, 0) + ", \(Figure.text(requests.microseconds, 1)) µs of CPU each"),
      Figure.line("bare rows of one \(name)", "\(Figure.text(rows.microseconds, 1)) µs of CPU"),
      Figure.line(
        "CPU of one \(name)",
        "\(Figure.text(cpuMicroseconds, 1)) µs, its parts alone "
          + "\(Figure.text(partMicroseconds(signatures), 1)) µs"),
    ]
  }

  /// The figures for a script; each name ends with its unit.
  ///
  /// - Parameters:
  ///   - signatures: The verifications of a signature; nil if the machine was not measured.
  ///   - hasServerProcess: Tells that the server's CPU time was read.
  /// - Returns: The members.
  func json(_ signatures: BareMeasure?, hasServerProcess: Bool) -> JSONObject {
    var members: JSONObject = [
      "approvals": .integer(Int64(calls.approvals)), "wallSeconds": Figure.number(wallSeconds),
      "approvalsPerSecond": Figure.number(perSecond), "latency": .object(latency),
    ]
    if hasServerProcess {
      members["serverCPUMicrosecondsPerApproval"] = Figure.number(serverMicroseconds)
    }
    if hasDatabase {
      members["databaseCPUMicrosecondsPerApproval"] = Figure.number(databaseMicroseconds)
      members["walBytesPerApproval"] = Figure.number(Double(walBytes) / Double(calls.approvals))
    }
    if let commits {
      if hasDatabase { members["traffic"] = .object(traffic(of: commits)) }
      members["commits"] = .integer(commits.commits)
      members["commands"] = .integer(commits.commands)
      members["commitMicroseconds"] = .integer(commits.commitMicroseconds)
      var batches: JSONObject = [:]
      for (size, count) in commits.batches.sorted(by: { $0.key < $1.key }) {
        batches["\(size)"] = .integer(count)
      }
      members["commitsByCommands"] = .object(batches)
    }
    if let signatures {
      members["bareRequestCPUMicroseconds"] = Figure.number(requests.microseconds)
      members["bareRequestsPerSecond"] = Figure.number(Double(requests.count) / requestWallSeconds)
      members["bareRowsMicrosecondsPerApproval"] = Figure.number(rows.microseconds)
      members["ratio"] = Figure.number(ratio(signatures))
    }
    return members
  }

  private func traffic(of commits: StoreStatisticsLog.Entry) -> JSONObject {
    let traffic = commits.traffic
    return [
      "roundTrips": .integer(traffic.roundTrips), "statements": .integer(traffic.statements),
      "queryRoundTrips": .integer(traffic.queryRoundTrips),
      "queryStatements": .integer(traffic.queryStatements),
    ]
  }

  private var latency: JSONObject {
    var members: JSONObject = [:]
    for (place, name) in calls.names.enumerated() {
      members[name] = [
        "p50Microseconds": .integer(Int64(calls.microseconds(place, 50))),
        "p99Microseconds": .integer(Int64(calls.microseconds(place, 99))),
        "p999Microseconds": .integer(Int64(calls.microseconds(place, 99.9))),
      ]
    }
    return members
  }
}

/// Latencies of a benchmark's calls, at one client or at all of them.
struct CallFigures: Sendable {
  /// The names of the calls, and at last that of the whole approval.
  let names: [String]
  /// By name: microseconds, to three digits, up to a minute.
  private var histograms: [Histogram<UInt64>]
  /// The calls of one approval as they were sent and answered, for the bare server.
  var exchanges: [BareExchange] = []

  init(of benchmark: some Benchmark) {
    names = benchmark.calls.map(\.name) + [benchmark.name]
    histograms = names.map { _ in
      Histogram(highestTrackableValue: 60_000_000, numberOfSignificantValueDigits: .three)
    }
  }

  /// Records how long a call took, or the whole approval, by its place among ``names``.
  mutating func record(_ place: Int, _ duration: Duration) {
    let parts = duration.components
    let microseconds = parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
    _ = histograms[place].record(UInt64(clamping: microseconds))
  }

  mutating func add(_ other: CallFigures) {
    for place in names.indices { histograms[place].add(other.histograms[place]) }
    if exchanges.isEmpty { exchanges = other.exchanges }
  }

  var approvals: Int { histograms.last.map { Int($0.totalCount) } ?? 0 }

  func microseconds(_ place: Int, _ percentile: Double) -> Int {
    Int(histograms[place].valueAtPercentile(percentile))
  }
}

/// One request as it went out, and the size of its answer.
struct BareExchange: Sendable {
  let path: String
  let request: ByteBuffer
  let answerBodyBytes: Int

  init(_ path: String, _ request: ByteBuffer, _ answer: BenchAnswer) {
    self.path = path
    self.request = request
    answerBodyBytes = answer.body.count
  }
}
