import Logging
import Synchronization
import Testing
import WebAuthnModel

@testable import CountersignHTTP

@Suite("The log's lines")
struct JSONLogHandlerTests {
  @Test("what every line has comes first, then the metadata by name; no text breaks out of it")
  func line() throws {
    let line = try line { logger in
      logger[metadataKey: "place"] = "the logger's"
      logger.warning(
        "a\n\"b\"",
        metadata: [
          "count": .stringConvertible(3), "nested": ["z": "1", "a": ["x", "y"]],
          "place": "the event's", "also\"": "text",
        ])
    }
    guard case .object(let object) = line else { throw Malformed() }
    #expect(
      object.names == [
        "time", "level", "logger", "message", "also\"", "count", "nested", "place",
      ])
    #expect(object["level"] == "warning")
    #expect(object["logger"] == "test")
    #expect(object["message"] == "a\n\"b\"")
    #expect(object["count"] == "3")
    #expect(object["nested"] == ["a": ["x", "y"], "z": "1"])
    #expect(object["place"] == "the event's")
  }

  @Test("what the logger knows and what its provider gives are on every line")
  func known() throws {
    let provider = Logger.MetadataProvider { ["provided": "1", "both": "the provider's"] }
    let line = try line(provider) { logger in
      logger[metadataKey: "known"] = "2"
      logger[metadataKey: "both"] = "the logger's"
      logger.info("said")
    }
    guard case .object(let object) = line else { throw Malformed() }
    #expect(object.names == ["time", "level", "logger", "message", "both", "known", "provided"])
    #expect(object["both"] == "the provider's")
  }

  @Test("metadata replaces nothing that every line has, and doubles none of it")
  func ownNames() throws {
    let line = try line { logger in
      logger.info("said", metadata: ["message": "forged", "time": "never", "other": "1"])
    }
    guard case .object(let object) = line else { throw Malformed() }
    #expect(object.names == ["time", "level", "logger", "message", "other"])
    #expect(object["message"] == "said")
  }

  private struct Malformed: Error {}

  /// The one line that is written.
  private func line(
    _ provider: Logger.MetadataProvider? = nil, _ log: (inout Logger) -> Void
  ) throws -> JSONValue {
    let lines = Mutex<[[UInt8]]>([])
    var handler = JSONLogHandler(label: "test", level: .trace) { line in
      lines.withLock { $0.append(line) }
    }
    handler.metadataProvider = provider
    var logger = Logger(label: "test") { [handler] _ in handler }
    log(&logger)
    let written = lines.withLock { $0 }
    #expect(written.count == 1)
    #expect(written.first?.last == UInt8(ascii: "\n"))
    return try JSONValue(parsing: Array(written.first?.dropLast() ?? []))
  }
}
