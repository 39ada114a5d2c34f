import Histogram
import WebAuthnModel

/// The figures of a run.
struct OverloadFigures: Sendable {
  let clients: Int
  let connections: Int
  /// The approvals before anything is measured.
  var warmUp: [OpenLoad.Approval] = []
  /// The approvals of clients that ask again once they are answered.
  var sustained: [OpenLoad.Approval] = []
  var sustainedSeconds = 0.0
  var half = LoadFigures()
  var fourfold = LoadFigures()
  /// The server's peak memory before it was first overloaded, and after it was last.
  var memoryBefore = 0
  var memoryAfter = 0
  /// The approvals that were answered with 200 and are not there.
  var lost = 0

  init(clients: Int, connections: Int) {
    (self.clients, self.connections) = (clients, connections)
  }

  var sustainedPerSecond: Double { Double(sustained.count) / sustainedSeconds }

  /// Every approval that was answered with 200.
  var approved: [OpenLoad.Approval] { warmUp + sustained + half.approved + fourfold.approved }

  /// The p99 of approvals that are served at four times the rate, over that at half of it.
  var ratio: Double {
    Double(fourfold.served.microseconds(99)) / Double(half.served.microseconds(99))
  }

  /// The figures for a person.
  var lines: [String] {
    [Figure.line("sustained per second", Figure.text(sustainedPerSecond, 0))]
      + half.lines("half of it") + fourfold.lines("four times it")
      + [
        Figure.line("p99 at 4 ÷ p99 at half", "\(Figure.text(ratio, 2)), the goal is 5"),
        Figure.line(
          "server peak memory MiB",
          "\(Figure.text(Double(memoryBefore) / 1_048_576, 1)) before, "
            + "\(Figure.text(Double(memoryAfter) / 1_048_576, 1)) after"),
        Figure.line("approvals looked up", "\(approved.count), lost \(lost)"),
      ]
  }

  /// The figures for a script.
  var json: JSONValue {
    [
      "clients": .integer(Int64(clients)), "connections": .integer(Int64(connections)),
      "sustainedPerSecond": Figure.number(sustainedPerSecond), "half": half.json,
      "fourfold": fourfold.json, "ratio": Figure.number(ratio),
      "serverPeakMemoryBytesBefore": .integer(Int64(memoryBefore)),
      "serverPeakMemoryBytes": .integer(Int64(memoryAfter)),
      "approvalsLookedUp": .integer(Int64(approved.count)), "approvalsLost": .integer(Int64(lost)),
    ]
  }
}

/// The figures of approvals that come at a rate.
struct LoadFigures: Sendable {
  /// The approvals that were due, and the seconds in which.
  var due = 0
  var seconds = 0.0
  /// From when an approval was due until its last answer.
  var served = Latencies()
  /// The same where a call of it was shed.
  var shed = Latencies()
  /// From when an approval was due until it was sent.
  var waits = Latencies()
  /// Those of the shed whose first call was served.
  var shedAfterOptions = 0
  /// Those that no connection was free for.
  var unsent = 0
  private(set) var leastRetryAfterSeconds: Int?
  private(set) var greatestRetryAfterSeconds: Int?
  var approved: [OpenLoad.Approval] = []

  mutating func note(retryAfterSeconds seconds: Int) {
    leastRetryAfterSeconds = min(leastRetryAfterSeconds ?? seconds, seconds)
    greatestRetryAfterSeconds = max(greatestRetryAfterSeconds ?? seconds, seconds)
  }

  static func += (one: inout LoadFigures, other: LoadFigures) {
    one.due += other.due
    one.seconds += other.seconds
    one.served.add(other.served)
    one.shed.add(other.shed)
    one.waits.add(other.waits)
    one.shedAfterOptions += other.shedAfterOptions
    one.unsent += other.unsent
    for seconds in [other.leastRetryAfterSeconds, other.greatestRetryAfterSeconds] {
      if let seconds { one.note(retryAfterSeconds: seconds) }
    }
    one.approved += other.approved
  }

  fileprivate func lines(_ name: String) -> [String] {
    var lines = [
      Figure.line(
        "\(name), per second",
        "due \(Figure.text(rate(due), 0)), served \(Figure.text(rate(served.count), 0)), "
          + "shed \(Figure.text(rate(shed.count), 0)) "
          + "(\(shedAfterOptions) of \(shed.count) after the options), unsent \(unsent)"),
      Figure.line("  served, ms", served.text), Figure.line("  sent late by, ms", waits.text),
    ]
    if let least = leastRetryAfterSeconds, let greatest = greatestRetryAfterSeconds {
      lines += [
        Figure.line("  shed, ms", shed.text),
        Figure.line("  Retry-After, s", "\(least) to \(greatest)"),
      ]
    }
    return lines
  }

  fileprivate var json: JSONValue {
    var members: JSONObject = [
      "duePerSecond": Figure.number(rate(due)),
      "servedPerSecond": Figure.number(rate(served.count)),
      "shedPerSecond": Figure.number(rate(shed.count)),
      "shedAfterOptions": .integer(Int64(shedAfterOptions)), "unsent": .integer(Int64(unsent)),
      "served": served.json, "shed": shed.json, "sentLate": waits.json,
    ]
    members["leastRetryAfterSeconds"] = leastRetryAfterSeconds.map { .integer(Int64($0)) }
    members["greatestRetryAfterSeconds"] = greatestRetryAfterSeconds.map { .integer(Int64($0)) }
    return .object(members)
  }

  private func rate(_ count: Int) -> Double { Double(count) / seconds }
}

/// Durations: microseconds, to three digits, up to a minute.
struct Latencies: Sendable {
  private var histogram = Histogram<UInt64>(
    highestTrackableValue: 60_000_000, numberOfSignificantValueDigits: .three)

  var count: Int { Int(histogram.totalCount) }

  mutating func record(_ duration: Duration) {
    _ = histogram.record(UInt64(max(0, duration.inSeconds) * 1e6))
  }

  mutating func add(_ other: Latencies) { histogram.add(other.histogram) }

  func microseconds(_ percentile: Double) -> Int {
    Int(histogram.valueAtPercentile(percentile))
  }

  fileprivate var text: String {
    "p50 \(milliseconds(50)), p99 \(milliseconds(99))"
  }

  fileprivate var json: JSONValue {
    [
      "p50Microseconds": .integer(Int64(microseconds(50))),
      "p99Microseconds": .integer(Int64(microseconds(99))),
    ]
  }

  private func milliseconds(_ percentile: Double) -> String {
    Figure.text(Double(microseconds(percentile)) / 1000, 2)
  }
}
