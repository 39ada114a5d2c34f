public import CoreMetrics
public import CountersignCore
import Synchronization

/// A backend of swift-metrics that keeps the newest figures and writes them for Prometheus.
///
/// A counter of a label is one for all that ask for it. Timers are histograms in seconds. A label
/// has so many series at most: one whose labels have ever new values fills no memory.
public final class PrometheusMetrics: MetricsFactory {
  private struct Family {
    let metric: Metric
    var series: [SeriesLabels: any Series] = [:]
  }

  private struct State {
    var families: [String: Family] = [:]
  }

  private let known: [String: Metric]
  private let seriesPerMetric: Int
  private let state = Mutex(State())
  private let dropped = CounterSeries()

  /// An empty backend.
  ///
  /// - Parameters:
  ///   - metrics: The descriptions of metrics, and the bounds of their histograms; others are taken
  ///     too, without a description.
  ///   - seriesPerMetric: The most combinations of labels that a metric has.
  public init(_ metrics: [Metric] = Metric.all, seriesPerMetric: Int = 2000) {
    known = Dictionary(metrics.map { ($0.name, $0) }) { first, _ in first }
    self.seriesPerMetric = seriesPerMetric
    let family = Family(
      metric: .seriesDropped, series: [SeriesLabels([]): dropped])
    state.withLock { $0.families[family.metric.name] = family }
  }

  /// Makes a backend and has all metrics of this process go to it, once in a program.
  public static func bootstrapped() -> PrometheusMetrics {
    let metrics = PrometheusMetrics()
    MetricsSystem.bootstrap(metrics)
    return metrics
  }

  /// The media type of ``text()``.
  public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  /// All figures, in Prometheus' text format.
  public func text() -> String {
    let families = state.withLock { $0.families }
    var text = ExpositionText()
    for (_, family) in families.sorted(by: { $0.key < $1.key }) where !family.series.isEmpty {
      text.begin(family.metric)
      for (labels, series) in family.series.sorted(by: { $0.key.text < $1.key.text }) {
        series.write(family.metric.name, labels, to: &text)
      }
    }
    return text.text
  }

  /// A counter.
  public func makeCounter(
    label: String, dimensions: [(String, String)]
  ) -> any CounterHandler {
    series(label, dimensions, .counter) { _ in CounterSeries() }
  }

  /// A counter of fractions.
  public func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    series(label, dimensions, .counter) { _ in FractionCounterSeries() }
  }

  /// A gauge.
  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, dimensions, .gauge) { _ in GaugeSeries() }
  }

  /// A gauge, or a histogram of numbers.
  public func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    guard aggregate else { return series(label, dimensions, .gauge) { _ in GaugeSeries() } }
    return series(label, dimensions, .histogram(bounds: Self.recorderBounds)) {
      HistogramSeries(bounds: $0)
    }
  }

  /// A histogram of seconds.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label, dimensions, .histogram(bounds: Metric.requestBounds)) {
      HistogramSeries(bounds: $0)
    }
  }

  /// Drops a counter's figure.
  public func destroyCounter(_ handler: any CounterHandler) { drop(handler) }
  /// Drops a counter's figure.
  public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {
    drop(handler)
  }
  /// Drops a gauge's figure.
  public func destroyMeter(_ handler: any MeterHandler) { drop(handler) }
  /// Drops a recorder's figures.
  public func destroyRecorder(_ handler: any RecorderHandler) { drop(handler) }
  /// Drops a timer's figures.
  public func destroyTimer(_ handler: any TimerHandler) { drop(handler) }

  /// The series of a label, made with the first that asks for it.
  private func series<Made: Series>(
    _ label: String, _ dimensions: [(String, String)], _ kind: Metric.Kind,
    _ make: ([Double]) -> Made
  ) -> Made {
    let name = ExpositionText.name(label)
    let labels = SeriesLabels(dimensions)
    let made: Made? = state.withLock { state in
      let metric = known[name] ?? Metric(name, kind, help: "")
      var family = state.families[name] ?? Family(metric: metric)
      if let series = family.series[labels] { return series as? Made }
      guard family.metric.kind.isLike(kind), family.series.count < seriesPerMetric else {
        return nil
      }
      let series = make(family.metric.kind.bounds)
      family.series[labels] = series
      state.families[name] = family
      return series
    }
    if let made { return made }
    // What asked counts on, and nobody reads it.
    dropped.increment(by: 1)
    return make(kind.bounds)
  }

  private func drop(_ handler: any AnyObject) {
    state.withLock { state in
      for (name, family) in state.families {
        for (labels, series) in family.series where series === handler {
          state.families[name]?.series[labels] = nil
        }
      }
    }
  }

  /// The bounds of numbers whose metric is unknown.
  private static let recorderBounds: [Double] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
}

extension Metric.Kind {
  fileprivate var bounds: [Double] {
    if case .histogram(let bounds) = self { bounds } else { [] }
  }

  /// Tells that two kinds differ in their bounds alone.
  fileprivate func isLike(_ other: Metric.Kind) -> Bool {
    switch (self, other) {
    case (.counter, .counter), (.gauge, .gauge), (.histogram, .histogram): true
    default: false
    }
  }
}
