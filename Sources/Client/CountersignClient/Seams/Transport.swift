public import WireModel

/// Carries calls to the server.
public protocol Transport: Sendable {
  /// Sends one request and gives its answer, whatever its status.
  ///
  /// - Parameter request: The call.
  /// - Returns: The server's answer.
  /// - Throws: ``TransportError`` where there is no answer. It must say truthfully whether the
  ///   request can have reached the server: an action is sent again, or not, by it.
  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse

  /// Opens a stream of server-sent events.
  ///
  /// - Parameters:
  ///   - request: The call.
  ///   - lastEventID: The id of the newest event that is known; nil for none.
  /// - Returns: The events, or the server's answer where it gives none.
  /// - Throws: ``TransportError`` where there is no answer.
  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer
}

/// The events of a stream as they come; it throws where the stream breaks, and whoever lets go of
/// it hangs up.
public typealias EventStream = AsyncThrowingStream<ServerSentEvent, any Error>

/// The server's answer to a request for events.
public enum EventAnswer: Sendable {
  /// The events.
  case stream(EventStream)
  /// Another answer: a refusal.
  case refused(WireResponse)
}

/// Why a request has no answer.
public struct TransportError: Error, Sendable, CustomStringConvertible {
  /// The chance that the server has acted.
  public enum Delivery: Sendable, Hashable {
    /// The request did not leave this device: the server has done nothing.
    case notSent
    /// The request may have arrived: what the server did is unknown.
    case unknown
  }

  /// The chance that the server has acted.
  public let delivery: Delivery
  /// The cause, for a log.
  ///
  /// It holds nothing of the request.
  public let cause: String

  /// An error of a transport.
  public init(_ delivery: Delivery, cause: String) {
    self.delivery = delivery
    self.cause = cause
  }

  /// The cause.
  public var description: String { cause }
}
