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
}

/// Why a request has no answer.
public struct TransportError: Error, Sendable, CustomStringConvertible {
  /// Whether the server can have acted.
  public enum Delivery: Sendable, Hashable {
    /// The request did not leave this device: the server has done nothing.
    case notSent
    /// The request may have arrived: what the server did is unknown.
    case unknown
  }

  /// Whether the server can have acted.
  public let delivery: Delivery
  /// What went wrong, for a log.
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
