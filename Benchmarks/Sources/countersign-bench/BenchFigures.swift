import Foundation
import ToolSupport
import WebAuthnModel

/// All figures of a run.
struct BenchFigures: Sendable {
  let clients: Int
  /// The declared approval first, then those of the modules.
  var approvals: [ApprovalFigures]
  var peakMemoryBytes = 0
  var hasServerProcess = false
  var idleConnections = 0
  var restartSeconds: Double?
  /// Verifications of a signature, and of an assertion from its JSON to the verdict.
  var signatures = BareMeasure()
  var verdicts = BareMeasure()
  var hasMachine = false

  init(clients: Int, of benchmarks: [any Benchmark]) {
    self.clients = clients
    approvals = benchmarks.map { ApprovalFigures(of: $0) }
  }

  /// The figures for a person; the last one is the ratio of the declared approval.
  var lines: [String] {
    var lines = approvals.flatMap {
      $0.lines(clients: clients, hasServerProcess: hasServerProcess)
    }
    if hasServerProcess {
      lines.append(
        Figure.line(
          "server peak memory MiB",
          Figure.text(Double(peakMemoryBytes) / 1_048_576, 1)
            + ", beside \(idleConnections) idle connections"))
    }
    if let restartSeconds {
      lines.append(
        Figure.line("ready on the same database", "\(Figure.text(restartSeconds * 1000, 0)) ms"))
    }
    return lines + machineLines
  }

  private var machineLines: [String] {
    guard hasMachine else { return [] }
    let (verify, verdict) = (signatures.microseconds, verdicts.microseconds)
    var lines = [
      Figure.line(
        "P-256 verifications/s/core",
        "\(Figure.text(1e6 / verify, 0)), \(Figure.text(verify, 1)) µs each"),
      Figure.line(
        "assertions, JSON to verdict",
        "\(Figure.text(1e6 / verdict, 0))/s/core, "
          + "\(Figure.text(verify / verdict, 2)) of the bare rate"),
    ]
    for (index, figures) in approvals.enumerated().reversed() {
      lines += figures.partLines(signatures)
      let name = index == 0 ? "ratio" : "ratio of one \(figures.name)"
      lines.append(Figure.line(name, Figure.text(figures.ratio(signatures), 2)))
    }
    return lines
  }

  /// The figures for a script; those of a module's benchmark stand in an object of its name.
  var json: JSONValue {
    var members: JSONObject = ["clients": .integer(Int64(clients))]
    for (index, figures) in approvals.enumerated() {
      let own = figures.json(
        hasMachine ? signatures : nil, hasServerProcess: hasServerProcess)
      guard index == 0 else {
        members[figures.name] = .object(own)
        continue
      }
      for name in own.names { members[name] = own[name] }
    }
    if hasServerProcess {
      members["serverPeakMemoryBytes"] = .integer(Int64(peakMemoryBytes))
      members["idleConnections"] = .integer(Int64(idleConnections))
    }
    if let restartSeconds { members["restartSeconds"] = Figure.number(restartSeconds) }
    if hasMachine {
      members["bareSignatureMicroseconds"] = Figure.number(signatures.microseconds)
      members["verdictMicroseconds"] = Figure.number(verdicts.microseconds)
    }
    return .object(members)
  }
}

extension JSONValue {
  /// Writes figures to a file.
  func write(to file: String) throws {
    do {
      try Data(serialized() + [10]).write(to: URL(filePath: file))
    } catch {
      throw CommandFailure(.environment, "\(file) cannot be written")
    }
  }
}

/// The form of a figure.
enum Figure {
  /// A line with a name and its figure.
  static func line(_ name: String, _ figure: String) -> String {
    name.padding(toLength: max(28, name.count + 1), withPad: " ", startingAt: 0) + figure
  }

  static func text(_ value: Double, _ digits: Int) -> String {
    value.isFinite ? String(format: "%.\(digits)f", value) : "0"
  }

  static func number(_ value: Double) -> JSONValue { .number(text(value, 3)) }

  static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
