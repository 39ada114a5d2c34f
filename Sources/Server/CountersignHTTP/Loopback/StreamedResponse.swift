/// The answer to a request whose body comes in parts: a stream of events.
public struct StreamedResponse: Sendable {
  /// The status code.
  public let status: Int
  /// The fields of the head, in order.
  public let fields: [(name: String, value: String)]
  /// The parts of the body as they are written; whoever stops reading them hangs up.
  public let parts: AsyncThrowingStream<[UInt8], any Error>
}
