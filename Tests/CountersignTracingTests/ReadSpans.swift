import CountersignCore
import CountersignTracing
import Synchronization
import Testing
import WebAuthnModel

/// A span as a collector reads it.
struct ReadSpan: Sendable {
  let name: String
  let traceID: String
  let spanID: String
  let parentID: String?
  let kind: Int64
  let hasFailed: Bool
  /// The attributes, numbers as their digits.
  let attributes: [String: String]

  /// Reads the spans of a body, whose form is OTLP's.
  static func read(_ body: [UInt8]) throws -> [ReadSpan] {
    var request = try JSONObjectReader(JSONValue(parsing: body))
    var spans: [ReadSpan] = []
    for group in try request.array("resourceSpans") {
      var group = try JSONObjectReader(group)
      for scope in try group.array("scopeSpans") {
        var scope = try JSONObjectReader(scope)
        spans += try scope.array("spans").map(ReadSpan.init)
      }
    }
    return spans
  }

  private init(_ json: JSONValue) throws {
    var reader = try JSONObjectReader(json)
    name = try reader.string("name")
    traceID = try reader.string("traceId")
    spanID = try reader.string("spanId")
    parentID = try reader.optionalString("parentSpanId")
    kind = try reader.integer("kind")
    let times = try ["startTimeUnixNano", "endTimeUnixNano"].map { UInt64(try reader.string($0)) }
    let (start, end) = (try #require(times[0]), try #require(times[1]))
    #expect(start <= end)
    guard case .object(let members) = json else { throw ReadSpanError() }
    hasFailed = members["status"] == ["code": 2]
    var attributes: [String: String] = [:]
    if case .array(let list)? = members["attributes"] {
      for attribute in list {
        var reader = try JSONObjectReader(attribute)
        let name = try reader.string("key")
        guard case .object(let members) = attribute, case .object(let value)? = members["value"],
          case .string(let text)? = value[value.names[0]]
        else { throw ReadSpanError() }
        attributes[name] = text
      }
    }
    self.attributes = attributes
  }
}

struct ReadSpanError: Error {}

/// A collector that keeps what it is sent.
final class KeptSpans: Sendable {
  private let bodies = Mutex<[[UInt8]]>([])

  /// The bodies so far.
  var all: [[UInt8]] { bodies.withLock { $0 } }

  /// Takes a body.
  func take(_ body: [UInt8]) { bodies.withLock { $0.append(body) } }

  /// Every span so far, after the queue has been emptied.
  func spans(of queue: SpanQueue) async throws -> [ReadSpan] {
    await queue.flush { take($0) }
    return try all.flatMap(ReadSpan.read)
  }
}
