import WebAuthnModel

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
