/// A request as its bytes would say it, for what no typed request can say: a body that is no JSON,
/// a method that no route has.
public struct RawRequest: Sendable {
  /// The method, known to a route or not.
  public var method: String
  /// The path and query.
  public var target: String
  /// The fields of the head, in order.
  public var fields: [(name: String, value: String)]
  /// The body; nil for none.
  public var body: [UInt8]?

  /// A request of these parts.
  public init(
    method: String, target: String, fields: [(name: String, value: String)] = [],
    body: [UInt8]? = nil
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
  }
}

/// The answer to a ``RawRequest``.
public struct RawResponse: Sendable {
  /// The status code.
  public var status: Int
  /// The fields of the head, in order.
  public var fields: [(name: String, value: String)]
  /// The bytes of the body; none where there is no body.
  public var body: [UInt8]

  /// The value of a field, whatever the case of its name; nil where there is none.
  public func field(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// The answer to a request whose body comes in parts: a stream of events.
public struct StreamedResponse: Sendable {
  /// The status code.
  public let status: Int
  /// The fields of the head, in order.
  public let fields: [(name: String, value: String)]
  /// The parts of the body as they are written; whoever stops reading them hangs up.
  public let parts: AsyncThrowingStream<[UInt8], any Error>
}
