import CountersignCore
import Tracing
import WebAuthnModel

/// Spans as OTLP has them in JSON (OpenTelemetry Protocol 1.3, `ExportTraceServiceRequest`).
enum OTLPText {
  /// The body of a request that hands spans over.
  static func body(of spans: [FinishedSpan], _ resource: [String: String]) -> [UInt8] {
    let attributes = resource.sorted { $0.key < $1.key }
      .map { attribute($0.key, ["stringValue": .string($0.value)]) }
    let scope: JSONObject = ["scope": ["name": "countersign"], "spans": .array(spans.map(json))]
    let group: JSONObject = [
      "resource": ["attributes": .array(attributes)], "scopeSpans": [.object(scope)],
    ]
    return JSONValue.object(["resourceSpans": [.object(group)]]).serialized()
  }

  private static func json(_ span: FinishedSpan) -> JSONValue {
    var members: JSONObject = [
      "traceId": .string(span.place.traceID), "spanId": .string(span.place.spanID),
      "name": .string(short(span.name)), "kind": .integer(kind(span.kind)),
      // 64 bits stand in a string: JSON's numbers have fewer.
      "startTimeUnixNano": .string("\(span.times.lowerBound)"),
      "endTimeUnixNano": .string("\(span.times.upperBound)"),
    ]
    members["parentSpanId"] = span.parent.map { .string($0.spanID) }
    var attributes: [(name: String, value: JSONObject)] = []
    // They are no sequence.
    // swift-format-ignore: ReplaceForEachWithForLoop
    span.attributes.forEach { name, value in
      if let value = json(value) { attributes.append((name, value)) }
    }
    if !attributes.isEmpty {
      members["attributes"] = .array(
        attributes.sorted { $0.name < $1.name }.map { attribute($0.name, $0.value) })
    }
    switch span.status {
    case .ok?: members["status"] = ["code": 1]
    case .error?: members["status"] = ["code": 2]
    case nil: break
    }
    return .object(members)
  }

  private static func attribute(_ name: String, _ value: JSONObject) -> JSONValue {
    .object(["key": .string(name), "value": .object(value)])
  }

  private static func json(_ value: SpanAttribute) -> JSONObject? {
    switch value {
    case .string(let text): ["stringValue": .string(short(text))]
    case .stringConvertible(let value): ["stringValue": .string(short("\(value)"))]
    case .int32(let number): ["intValue": .string("\(number)")]
    case .int64(let number): ["intValue": .string("\(number)")]
    case .double(let number): ["stringValue": .string("\(number)")]
    case .bool(let flag): ["boolValue": .bool(flag)]
    default: nil
    }
  }

  private static func kind(_ kind: SpanKind) -> Int64 {
    switch kind {
    case .internal: 1
    case .server: 2
    case .client: 3
    case .producer: 4
    case .consumer: 5
    }
  }

  /// A text that fills no collector.
  private static func short(_ text: String) -> String { String(text.prefix(256)) }
}
