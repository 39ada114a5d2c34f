public import CountersignHTTP
public import WireModel

/// Listens to a stream of events of the loopback transport.
public struct EventListener {
  /// The answer that is the stream.
  public let response: StreamedResponse
  private var parts: AsyncThrowingStream<[UInt8], any Error>.Iterator
  private var reader = ServerSentEventReader()
  private var waiting: [ServerSentEvent] = []
  /// The text that came so far, comments and all.
  public private(set) var text = ""

  /// Listens to an answer.
  public init(_ response: StreamedResponse) {
    self.response = response
    parts = response.parts.makeAsyncIterator()
  }

  /// The next event; nil where the stream has ended.
  public mutating func next() async throws -> ServerSentEvent? {
    while waiting.isEmpty {
      guard let part = try await parts.next() else { return nil }
      text += String(decoding: part, as: UTF8.self)
      waiting = try reader.read(part)
    }
    return waiting.removeFirst()
  }
}
