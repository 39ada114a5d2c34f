import CountersignCore
import CountersignDelivery
import CountersignTracing
import Foundation
import Logging
import ServiceLifecycle
import ToolSupport
import WireModel

/// Sends the traces of a server to a collector, as OTLP in JSON over HTTP.
struct TraceExport: ServiceLifecycle.Service {
  private let queue: SpanQueue
  private let address: ProtectedAddress
  private let client: OutgoingHTTP
  private let logger: Logger
  private let metrics = ServerMetrics.ofProcess()

  /// Has the process record traces from now on.
  init(to address: ProtectedAddress, _ client: OutgoingHTTP, _ logger: Logger) {
    (self.address, self.client, self.logger) = (address, client, logger)
    queue = SpanQueue(resource: [
      "service.name": "countersign", "host.name": ProcessInfo.processInfo.hostName,
      "process.pid": "\(ProcessInfo.processInfo.processIdentifier)",
    ])
    OTLPTracer.bootstrap(queue)
  }

  /// The address of a collector's traces: OTLP's own path comes behind the one that is given.
  ///
  /// - Throws: `CommandFailure` for an address of another machine without TLS.
  static func collector(_ text: String) throws -> ProtectedAddress {
    let base = text.hasSuffix("/") ? String(text.dropLast()) : text
    return try ServeSettings.protectedAddress(
      base.hasSuffix("/v1/traces") ? base : base + "/v1/traces", option: "--otlp")
  }

  /// The ids by which the lines of the log and the spans find each other.
  static let ids = Logger.MetadataProvider {
    guard let trace = TraceContext.current else { return [:] }
    return ["trace_id": .string(trace.traceID), "span_id": .string(trace.spanID)]
  }

  /// Sends until the process shuts down, and then what is left.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask { await report() }
        await queue.run { try await carry($0, seconds: 10) }
        group.cancelAll()
      }
    }
    await queue.flush { try await carry($0, seconds: 3) }
    note(queue.counts, since: SpanQueue.Counts(), level: .info)
  }

  private func carry(_ body: [UInt8], seconds: Int64) async throws {
    try await client.post(OutgoingHTTP.Request(address, body), timeoutSeconds: seconds)
  }

  /// Counts spans every few seconds, and says each minute how many were left out.
  private func report() async {
    var (counted, said) = (SpanQueue.Counts(), SpanQueue.Counts())
    var looks = 0
    while (try? await Task.sleep(for: .seconds(5))) != nil {
      let counts = queue.counts
      metrics?.noteSpans(
        sent: counts.sent - counted.sent, dropped: counts.dropped - counted.dropped)
      counted = counts
      looks += 1
      guard looks % 12 == 0, counts.dropped > said.dropped else { continue }
      note(counts, since: said, level: .warning)
      said = counts
    }
  }

  private func note(
    _ counts: SpanQueue.Counts, since last: SpanQueue.Counts, level: Logger.Level
  ) {
    logger.log(
      level: level, "spans were sent",
      metadata: [
        "sent": .stringConvertible(counts.sent - last.sent),
        "dropped": .stringConvertible(counts.dropped - last.dropped),
      ])
  }
}
