public import WebAuthnModel

/// Reads the events of a stream as its bytes come (HTML standard, "server-sent events").
///
/// Comments, an unknown field and an event without data are passed over, as the standard has it.
public struct ServerSentEventReader: Sendable {
  private var line: [UInt8] = []
  private var endedWithReturn = false
  private var name = ""
  private var data: [String] = []
  private var byteCount = 0
  /// The id of the newest event that had one: what a new stream is asked to go on after.
  public private(set) var lastEventID: String?
  private var id: String?

  /// A reader of a stream that begins.
  public init() {}

  /// Takes the bytes that came.
  ///
  /// - Returns: The events that are whole with them.
  /// - Throws: `JSONShapeError` where an event's data is no JSON, or where it is longer than any
  ///   that a server of this kind sends.
  public mutating func read(
    _ bytes: some Sequence<UInt8>
  ) throws(JSONShapeError) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      let isSecondOfPair = endedWithReturn && byte == UInt8(ascii: "\n")
      endedWithReturn = byte == UInt8(ascii: "\r")
      if isSecondOfPair { continue }
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
        line.append(byte)
        byteCount += 1
        guard byteCount <= Self.longestEventBytes else {
          throw JSONShapeError(path: "data", problem: "is longer than an event may be")
        }
        continue
      }
      if let event = try endLine() { events.append(event) }
    }
    return events
  }

  private mutating func endLine() throws(JSONShapeError) -> ServerSentEvent? {
    let text = String(decoding: line, as: UTF8.self)
    line = []
    if text.isEmpty { return try endEvent() }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    var value = text[text.index(after: colon)...]
    if value.first == " " { value = value.dropFirst() }
    switch text[..<colon] {
    case "event": name = String(value)
    case "data": data.append(String(value))
    case "id": id = String(value)
    // A comment counts for nothing: a heartbeat may go on for ever.
    case "": byteCount -= min(byteCount, text.utf8.count)
    default: break
    }
    return nil
  }

  private mutating func endEvent() throws(JSONShapeError) -> ServerSentEvent? {
    defer { (name, data, id, byteCount) = ("", [], nil, 0) }
    if let id { lastEventID = id }
    guard !data.isEmpty else { return nil }
    guard let value = try? JSONValue(parsing: Array(data.joined(separator: "\n").utf8)) else {
      throw JSONShapeError(path: "data", problem: "is no JSON")
    }
    return ServerSentEvent(name: name.isEmpty ? "message" : name, id: id, data: value)
  }

  private static let longestEventBytes = 64 * 1024
}
