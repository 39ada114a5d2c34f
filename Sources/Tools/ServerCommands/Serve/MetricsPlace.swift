import CountersignHTTP
import CountersignMetrics
import Logging
import ToolSupport

/// The place at which Prometheus reads the metrics of a server: a port of its own, since whoever
/// reads them learns how much the business does.
struct MetricsPlace: Sendable, Hashable {
  /// The name or address to bind.
  let host: String
  /// The port; 0 for a free one.
  let port: Int

  /// Reads the options; nil where no metrics are asked for.
  ///
  /// - Throws: `CommandFailure` for an address without a port.
  init?(_ settings: ServeSettings) throws {
    port = try settings.number("metrics.port", in: 0...65_535, default: -1)
    guard port >= 0 else {
      guard settings.text("metrics.host") == nil else {
        throw CommandFailure(
          .wrongUse, "the metrics have an address and no port", hint: "give --metrics-port")
      }
      return nil
    }
    host = settings.text("metrics.host") ?? "127.0.0.1"
  }

  /// Has the process collect metrics, and makes the server that shows them.
  func server(_ logger: Logger) -> MetricsServer {
    let metrics = PrometheusMetrics.bootstrapped()
    return MetricsServer(
      host: host, port: port, mediaType: PrometheusMetrics.mediaType, logger: logger,
      text: { metrics.text() })
  }
}
