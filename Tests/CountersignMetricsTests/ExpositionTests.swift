import CoreMetrics
import CountersignMetrics
import Foundation
import Testing

/// The text format of Prometheus, version 0.0.4.
@Suite("Figures as Prometheus reads them")
struct ExpositionTests {
  @Test("counters and gauges have their description, their kind and a line for each label value")
  func countersAndGauges() {
    let metrics = PrometheusMetrics()
    let granted = Counter(
      label: "countersign_refusals_total", dimensions: [("reason", "malformed")], factory: metrics)
    granted.increment(by: 3)
    Counter(
      label: "countersign_refusals_total", dimensions: [("reason", "busy")], factory: metrics
    ).increment()
    Gauge(label: "countersign_open_sessions", factory: metrics).record(2.5)
    #expect(
      metrics.text() == """
        # HELP countersign_metrics_series_dropped_total Series left out, for another kind of \
        metric or for too many label values
        # TYPE countersign_metrics_series_dropped_total counter
        countersign_metrics_series_dropped_total 0
        # HELP countersign_open_sessions Sessions that are open in the store
        # TYPE countersign_open_sessions gauge
        countersign_open_sessions 2.5
        # HELP countersign_refusals_total Requests refused, by the reason in their answer
        # TYPE countersign_refusals_total counter
        countersign_refusals_total{reason="busy"} 1
        countersign_refusals_total{reason="malformed"} 3

        """)
  }

  @Test("a histogram counts each number for every bound that it does not exceed")
  func histogram() {
    let metrics = PrometheusMetrics([
      Metric("taken_seconds", .histogram(bounds: [0.5, 1, 2.5]), help: "Time")
    ])
    let timer = CoreMetrics.Timer(
      label: "taken_seconds", dimensions: [("route", "/a")], factory: metrics)
    for milliseconds in [100, 500, 700, 2600, -1] { timer.recordMilliseconds(milliseconds) }
    #expect(
      Self.lines(of: metrics, with: "taken_seconds") == [
        "# HELP taken_seconds Time",
        "# TYPE taken_seconds histogram",
        #"taken_seconds_bucket{route="/a",le="0.5"} 3"#,
        #"taken_seconds_bucket{route="/a",le="1"} 4"#,
        #"taken_seconds_bucket{route="/a",le="2.5"} 4"#,
        #"taken_seconds_bucket{route="/a",le="+Inf"} 5"#,
        #"taken_seconds_sum{route="/a"} 3.9"#,
        #"taken_seconds_count{route="/a"} 5"#,
      ])
  }

  @Test("what a label or a description holds breaks no line")
  func escaping() {
    let metrics = PrometheusMetrics([
      Metric("odd_total", .counter, help: "One \\ and\nanother \"line\"")
    ])
    Counter(
      label: "odd_total", dimensions: [("a", "x\"y\\z\nodd_total 9"), ("le", "1"), ("7 b:c", "")],
      factory: metrics
    ).increment()
    #expect(
      Self.lines(of: metrics, with: "odd_total") == [
        #"# HELP odd_total One \\ and\nanother "line""#,
        "# TYPE odd_total counter",
        #"odd_total{__b_c="",a="x\"y\\z\nodd_total 9",label_le="1"} 1"#,
      ])
  }

  @Test("a name has the characters that a name may have")
  func names() {
    let metrics = PrometheusMetrics()
    Counter(label: "http.requests-total:all", factory: metrics).increment()
    Counter(label: "9 lives", factory: metrics).increment()
    #expect(metrics.text().contains("\nhttp_requests_total:all 1\n"))
    #expect(metrics.text().contains("\n__lives 1\n"))
  }

  @Test("who asks for the same labels gets the same counter, in whatever order they stand")
  func sameSeries() {
    let metrics = PrometheusMetrics()
    Counter(label: "a_total", dimensions: [("x", "1"), ("y", "2")], factory: metrics).increment()
    Counter(label: "a_total", dimensions: [("y", "2"), ("x", "1")], factory: metrics).increment()
    #expect(Self.lines(of: metrics, with: "a_total").last == #"a_total{x="1",y="2"} 2"#)
  }

  @Test("labels with ever new values take no more memory than a bound, and are counted")
  func boundedSeries() {
    let metrics = PrometheusMetrics(seriesPerMetric: 3)
    for number in 0..<10 {
      Counter(label: "a_total", dimensions: [("n", "\(number)")], factory: metrics).increment()
    }
    #expect(Self.lines(of: metrics, with: "a_total").count == 1 + 3)
    #expect(metrics.text().contains("\ncountersign_metrics_series_dropped_total 7\n"))
  }

  @Test("one name is one kind of metric")
  func clash() {
    let metrics = PrometheusMetrics()
    Counter(label: "a_total", factory: metrics).increment(by: 5)
    Gauge(label: "a_total", dimensions: [("x", "1")], factory: metrics).record(7)
    #expect(Self.lines(of: metrics, with: "a_total") == ["# TYPE a_total counter", "a_total 5"])
  }

  @Test("a counter never shrinks, and one that is destroyed is gone")
  func counters() {
    let metrics = PrometheusMetrics()
    let counter = Counter(label: "a_total", factory: metrics)
    counter.increment(by: 5)
    counter.increment(by: -2)
    #expect(Self.lines(of: metrics, with: "a_total").last == "a_total 5")
    counter.destroy()
    #expect(Self.lines(of: metrics, with: "a_total") == [])
  }

  @Test("numbers that are none are written as the format has them")
  func numbers() {
    let metrics = PrometheusMetrics()
    let gauge = Gauge(label: "a", factory: metrics)
    for (number, text) in [
      (Double.nan, "NaN"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (1e15, "1000000000000000"),
      (1e16, "1e+16"),
      (0.00001, "1e-05"), (-3, "-3"), (1_700_000_000.25, "1700000000.25"),
    ] {
      gauge.record(number)
      #expect(Self.lines(of: metrics, with: "a").last == "a \(text)")
    }
  }

  /// The lines of one metric.
  static func lines(of metrics: PrometheusMetrics, with name: String) -> [String] {
    metrics.text().split(separator: "\n").map(String.init).filter { line in
      let words = line.split(whereSeparator: { " {".contains($0) })
      let word = line.hasPrefix("#") ? words[2] : words[0]
      return word == name || ["_bucket", "_sum", "_count"].contains { word == name + $0 }
    }
  }
}
