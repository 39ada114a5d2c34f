/// What a transport over HTTP bears.
public struct HTTPLimits: Sendable {
  /// For finding and greeting the server.
  public var connectSeconds: Int64
  /// For the whole answer.
  public var answerSeconds: Int64
  /// The largest answer that is read.
  public var maximumAnswerBytes: Int

  /// Limits; the defaults are for a person who waits.
  public init(
    connectSeconds: Int64 = 10, answerSeconds: Int64 = 30, maximumAnswerBytes: Int = 1 << 20
  ) {
    self.connectSeconds = connectSeconds
    self.answerSeconds = answerSeconds
    self.maximumAnswerBytes = maximumAnswerBytes
  }
}
