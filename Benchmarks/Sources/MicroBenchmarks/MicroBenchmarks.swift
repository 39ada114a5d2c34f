import Foundation

/// Times the parts that need no server, each on one core.
///
/// The figures that are kept go to a file, if one is named.
@main
enum MicroBenchmarks {
  static func main() throws {
    let verdicts = try VerdictBenchmark()
    let bare = try measure("P-256 verification, key from its encoding") {
      try verdicts.isBareSignatureValid()
    }
    let verdict = try measure("assertion, JSON bytes to verdict") { try verdicts.isVerified() }
    print("  \(decimal(verdict / bare)) of the bare rate")
    _ = try measure("JSON of an assertion, parsed") { try verdicts.isParsed() }
    let flow = try FlowBenchmark.run()
    if let file = CommandLine.arguments.dropFirst().first {
      let figures = [
        "transitionsPerSecond": flow.transitionsPerSecond, "slowdownOfEndlessFlow": flow.slowdown,
      ]
      try JSONEncoder().encode(figures).write(to: URL(filePath: file))
    }
  }

  /// Does something over and over for two seconds and gives how often in a second.
  @discardableResult
  static func measure(_ name: String, _ work: () throws -> Bool) throws -> Double {
    let clock = ContinuousClock()
    var count = 0
    let start = clock.now
    repeat {
      for _ in 0..<100 {
        guard try work() else { throw BenchmarkFailure(name: name) }
      }
      count += 100
    } while clock.now - start < .seconds(2)
    let rate = Double(count) / seconds(clock.now - start)
    print("\(name): \(Int(rate))/s, \(decimal(1e6 / rate)) µs")
    return rate
  }

  static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  static func decimal(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}

/// The timed code did not do its work.
struct BenchmarkFailure: Error {
  let name: String
}
