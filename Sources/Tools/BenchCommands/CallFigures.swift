import Histogram
import NIOCore

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

/// One request as it went out, and the size of what came back.
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
