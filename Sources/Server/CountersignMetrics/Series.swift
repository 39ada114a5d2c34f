import CoreMetrics
import Synchronization

/// The figures of one metric with one combination of labels.
protocol Series: AnyObject, Sendable {
  /// Writes its lines.
  func write(_ name: String, _ labels: SeriesLabels, to text: inout ExpositionText)
}

/// A whole number that grows.
final class CounterSeries: Series, CounterHandler {
  private let value = Atomic<Int64>(0)

  func increment(by amount: Int64) {
    // Prometheus takes a smaller number for the count of a new process.
    guard amount > 0 else { return }
    value.wrappingAdd(amount, ordering: .relaxed)
  }

  func reset() { value.store(0, ordering: .relaxed) }

  func write(_ name: String, _ labels: SeriesLabels, to text: inout ExpositionText) {
    text.add(name, labels, "\(value.load(ordering: .relaxed))")
  }
}

/// A number with fractions that grows.
final class FractionCounterSeries: Series, FloatingPointCounterHandler {
  private let value = Mutex(0.0)

  func increment(by amount: Double) {
    guard amount > 0, amount.isFinite else { return }
    value.withLock { $0 += amount }
  }

  func reset() { value.withLock { $0 = 0 } }

  func write(_ name: String, _ labels: SeriesLabels, to text: inout ExpositionText) {
    text.add(name, labels, ExpositionText.number(value.withLock { $0 }))
  }
}

/// A number that grows and shrinks.
final class GaugeSeries: Series, RecorderHandler, MeterHandler {
  private let value = Mutex(0.0)

  func record(_ number: Int64) { set(Double(number)) }
  func record(_ number: Double) { set(number) }
  func set(_ number: Int64) { set(Double(number)) }
  func set(_ number: Double) { value.withLock { $0 = number } }
  func increment(by amount: Double) { value.withLock { $0 += amount } }
  func decrement(by amount: Double) { value.withLock { $0 -= amount } }

  func write(_ name: String, _ labels: SeriesLabels, to text: inout ExpositionText) {
    text.add(name, labels, ExpositionText.number(value.withLock { $0 }))
  }
}

/// Numbers counted by bounds, with their sum.
final class HistogramSeries: Series, RecorderHandler, TimerHandler {
  private struct State {
    /// The numbers of each bound, and of none of them at the end.
    var counts: [UInt64]
    var sum = 0.0
  }

  private let bounds: [Double]
  private let state: Mutex<State>

  init(bounds: [Double]) {
    self.bounds = bounds
    state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
  }

  func record(_ number: Int64) { record(Double(number)) }

  func record(_ number: Double) {
    guard number.isFinite else { return }
    let place = bounds.firstIndex { number <= $0 } ?? bounds.count
    state.withLock { state in
      state.counts[place] += 1
      state.sum += number
    }
  }

  /// Counts seconds; a clock that went back makes no time negative.
  func recordNanoseconds(_ duration: Int64) { record(Double(max(0, duration)) / 1e9) }

  func write(_ name: String, _ labels: SeriesLabels, to text: inout ExpositionText) {
    let (counts, sum) = state.withLock { ($0.counts, $0.sum) }
    var total: UInt64 = 0
    for (index, count) in counts.enumerated() {
      total += count
      let bound = index < bounds.count ? ExpositionText.number(bounds[index]) : "+Inf"
      text.add(name + "_bucket", labels.adding("le", bound), "\(total)")
    }
    text.add(name + "_sum", labels, ExpositionText.number(sum))
    text.add(name + "_count", labels, "\(total)")
  }
}
