import Foundation
import ToolSupport
import WebAuthnModel

/// All that a run has measured.
struct BenchFigures: Sendable {
  let clients: Int
  var calls = CallFigures()
  var wallSeconds = 0.0
  var serverCPUSeconds = 0.0
  var peakMemoryBytes = 0
  var hasServerProcess = false
  var idleConnections = 0
  var restartSeconds: Double?
  var machine = MachineFigures()
  var hasMachine = false
  var commits: StoreStatisticsLog.Entry?

  init(clients: Int) { self.clients = clients }

  var approvalsPerSecond: Double { Double(calls.approvals) / wallSeconds }
  var cpuMicroseconds: Double { serverCPUSeconds / Double(calls.approvals) * 1e6 }
  /// How many times the CPU of its parts an approval costs.
  var ratio: Double { cpuMicroseconds / machine.approvalMicroseconds }

  /// The figures for a person.
  var lines: [String] {
    var lines = [
      "\(clients) clients, \(calls.approvals) approvals in \(Self.text(wallSeconds, 1)) s",
      "approvals per second        \(Self.text(approvalsPerSecond, 0))",
      "latency in ms               p50      p99    p99.9",
    ]
    for call in CallFigures.Call.allCases {
      let values = [50.0, 99, 99.9].map {
        Self.padded(Self.text(Double(calls.microseconds(call, $0)) / 1000, 2), to: 9)
      }
      lines.append(
        "  " + call.name.padding(toLength: 20, withPad: " ", startingAt: 0)
          + values.joined())
    }
    if hasServerProcess {
      lines += [
        "server CPU s per 1,000      \(Self.text(cpuMicroseconds / 1000, 3))",
        "server peak memory MiB      \(Self.text(Double(peakMemoryBytes) / 1_048_576, 1))"
          + ", beside \(idleConnections) idle connections",
      ]
    }
    if let restartSeconds {
      lines.append("ready on the same database   \(Self.text(restartSeconds * 1000, 0)) ms")
    }
    return lines + commitLines + machineLines
  }

  private var commitLines: [String] {
    guard let commits, commits.commits > 0 else { return [] }
    let perApproval = Double(commits.commits) / Double(calls.approvals)
    let size = Double(commits.commands) / Double(commits.commits)
    let time = Double(commits.commitMicroseconds) / Double(commits.commits)
    let histogram = commits.batches.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
    return [
      "commits (fsyncs) per approval  \(Self.text(perApproval, 3))",
      "commands per commit         \(Self.text(size, 1))",
      "µs per commit, with fsync   \(Self.text(time, 0))",
      "commits by commands in them \(histogram.joined(separator: " "))",
    ]
  }

  private var machineLines: [String] {
    guard hasMachine else { return [] }
    let rate = Double(machine.requests.count) / machine.requestWallSeconds
    let verify = machine.signatures.microseconds
    let verdict = machine.verdicts.microseconds
    return [
      "bare requests per second    \(Self.text(rate, 0))"
        + ", \(Self.text(machine.requests.microseconds, 1)) µs of CPU each",
      "P-256 verifications/s/core  \(Self.text(1e6 / verify, 0))"
        + ", \(Self.text(verify, 1)) µs each",
      "assertions, JSON to verdict \(Self.text(1e6 / verdict, 0))/s/core"
        + ", \(Self.text(verify / verdict, 2)) of the bare rate",
      "bare rows of one approval   \(Self.text(machine.rows.microseconds, 1)) µs of CPU",
      "CPU of one approval         \(Self.text(cpuMicroseconds, 1)) µs"
        + ", its parts alone \(Self.text(machine.approvalMicroseconds, 1)) µs",
      "ratio                       \(Self.text(ratio, 2))",
    ]
  }

  /// Writes the same as JSON.
  func write(to file: String) throws {
    do {
      try Data(json.serialized() + [10]).write(to: URL(filePath: file))
    } catch {
      throw CommandFailure(.environment, "\(file) cannot be written")
    }
  }

  static func text(_ value: Double, _ digits: Int) -> String {
    value.isFinite ? String(format: "%.\(digits)f", value) : "0"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

extension BenchFigures {
  /// The figures for a script; each name ends with its unit.
  var json: JSONValue {
    var members: JSONObject = [
      "clients": .integer(Int64(clients)), "approvals": .integer(Int64(calls.approvals)),
      "wallSeconds": Self.number(wallSeconds),
      "approvalsPerSecond": Self.number(approvalsPerSecond),
      "latency": .object(latency),
    ]
    if hasServerProcess {
      members["serverCPUMicrosecondsPerApproval"] = Self.number(cpuMicroseconds)
      members["serverPeakMemoryBytes"] = .integer(Int64(peakMemoryBytes))
      members["idleConnections"] = .integer(Int64(idleConnections))
    }
    if let restartSeconds { members["restartSeconds"] = Self.number(restartSeconds) }
    if let commits {
      members["commits"] = .integer(commits.commits)
      members["commands"] = .integer(commits.commands)
      members["commitMicroseconds"] = .integer(commits.commitMicroseconds)
      var batches: JSONObject = [:]
      for (size, count) in commits.batches.sorted(by: { $0.key < $1.key }) {
        batches["\(size)"] = .integer(count)
      }
      members["commitsByCommands"] = .object(batches)
    }
    if hasMachine {
      members["bareRequestCPUMicroseconds"] = Self.number(machine.requests.microseconds)
      members["bareRequestsPerSecond"] = Self.number(
        Double(machine.requests.count) / machine.requestWallSeconds)
      members["bareSignatureMicroseconds"] = Self.number(machine.signatures.microseconds)
      members["verdictMicroseconds"] = Self.number(machine.verdicts.microseconds)
      members["bareRowsMicrosecondsPerApproval"] = Self.number(machine.rows.microseconds)
      members["ratio"] = Self.number(ratio)
    }
    return .object(members)
  }

  private var latency: JSONObject {
    var members: JSONObject = [:]
    for call in CallFigures.Call.allCases {
      members[call.name] = [
        "p50Microseconds": .integer(Int64(calls.microseconds(call, 50))),
        "p99Microseconds": .integer(Int64(calls.microseconds(call, 99))),
        "p999Microseconds": .integer(Int64(calls.microseconds(call, 99.9))),
      ]
    }
    return members
  }

  private static func number(_ value: Double) -> JSONValue { .number(text(value, 3)) }
}
