import AirtimeModel
import Histogram
import NIOCore

/// Latencies of one client, or of all of them.
struct CallFigures: Sendable {
  enum Call: Int, CaseIterable {
    case options
    case verify
    case topUp
    case approval

    var name: String {
      switch self {
      case .options: "options"
      case .verify: "verify"
      case .topUp: "topup"
      case .approval: "approval"
      }
    }
  }

  /// Microseconds, to three digits, up to a minute.
  private var histograms = Call.allCases.map { _ in
    Histogram<UInt64>(highestTrackableValue: 60_000_000, numberOfSignificantValueDigits: .three)
  }
  /// The calls of one approval as they were sent and answered, for the bare server.
  var exchanges: [BareExchange] = []

  mutating func record(_ call: Call, _ duration: Duration) {
    let parts = duration.components
    let microseconds = parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
    _ = histograms[call.rawValue].record(UInt64(clamping: microseconds))
  }

  mutating func add(_ other: CallFigures) {
    for call in Call.allCases { histograms[call.rawValue].add(other.histograms[call.rawValue]) }
    if exchanges.isEmpty { exchanges = other.exchanges }
  }

  var approvals: Int { Int(histograms[Call.approval.rawValue].totalCount) }

  func microseconds(_ call: Call, _ percentile: Double) -> Int {
    Int(histograms[call.rawValue].valueAtPercentile(percentile))
  }
}

/// One request as it went out, and the size of what came back.
struct BareExchange: Sendable {
  let request: ByteBuffer
  let answerBodyBytes: Int

  init(_ request: ByteBuffer, _ answer: BenchAnswer) {
    self.request = request
    answerBodyBytes = answer.body.count
  }
}
