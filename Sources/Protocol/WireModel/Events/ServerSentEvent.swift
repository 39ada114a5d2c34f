public import WebAuthnModel

/// One event of a stream (HTML standard, "server-sent events"), its data always JSON.
public struct ServerSentEvent: Sendable, Hashable {
  /// The kind of event.
  public var name: String
  /// The point at which a broken stream goes on (`Last-Event-ID`); nil where it moves nothing on.
  public var id: String?
  /// The kind of event.
  public var data: JSONValue

  /// An event; neither its name nor its id holds a line's end.
  public init(name: String, id: String? = nil, data: JSONValue) {
    self.name = name
    self.id = id
    self.data = data
  }

  /// The event as its bytes stand in the stream: compact JSON holds no line's end.
  public var bytes: [UInt8] {
    var bytes = Array("event: \(name)\n".utf8)
    if let id { bytes += Array("id: \(id)\n".utf8) }
    return bytes + Array("data: ".utf8) + data.serialized() + Array("\n\n".utf8)
  }
}
