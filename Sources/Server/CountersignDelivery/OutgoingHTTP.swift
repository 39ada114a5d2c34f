package import CountersignCore
public import WireModel

/// The client of the requests that a server itself sends: webhooks, traces, orders.
///
/// `OutgoingHTTP.client()` of `CountersignTLS` makes one over TLS. A host whose own client has to
/// be used hands it over by ``init(send:shutdown:)``.
public struct OutgoingHTTP: Sendable {
  /// A POST.
  public struct Request: Sendable {
    /// The address, whose path and query are secret.
    public let url: String
    /// The fields of the head.
    public var fields: [(name: String, value: String)]
    /// The body.
    public let body: [UInt8]
    /// The longest body of an answer, in bytes; 0 has none read.
    public var longestAnswer = 0

    /// A POST of JSON to an address.
    public init(
      _ address: ProtectedAddress, _ json: [UInt8], fields: [(name: String, value: String)] = []
    ) {
      url = address.text
      body = json
      self.fields =
        [("Content-Type", "application/json"), ("User-Agent", Software.userAgent)] + fields
    }
  }

  /// An answer.
  public struct Answer: Sendable {
    /// The status.
    public let status: Int
    /// The body; empty where none was read.
    public let body: [UInt8]

    /// An answer of its parts.
    public init(status: Int, body: [UInt8] = []) { (self.status, self.body) = (status, body) }
  }

  private let carry: @Sendable (Request) async throws -> Answer
  private let end: @Sendable () async throws -> Void

  /// A client.
  ///
  /// - Parameters:
  ///   - send: Sends a request and gives its answer, whatever its status. It follows no redirect:
  ///     what a server signs goes where it was configured to go and nowhere else. It retries
  ///     nothing, since whatever is sent comes again from the outbox, and it ends when its task is
  ///     cancelled. It throws ``OutgoingHTTPError`` for a cause that a log may have.
  ///   - shutdown: Closes the connections.
  public init(
    send: @escaping @Sendable (Request) async throws -> Answer,
    shutdown: @escaping @Sendable () async throws -> Void = {}
  ) {
    (carry, end) = (send, shutdown)
  }

  /// Sends a request and gives its answer, whatever its status.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - timeoutSeconds: The time for the answer, with its body if that is read.
  /// - Returns: The answer.
  /// - Throws: Where there is none; ``cause(_:)`` says why.
  public func send(_ request: Request, timeoutSeconds: Int64) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer?.self) { group in
      group.addTask { try await carry(request) }
      group.addTask {
        try await Task.sleep(for: .seconds(timeoutSeconds))
        return nil
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() ?? nil else {
        throw OutgoingHTTPError(cause: "it took longer than \(timeoutSeconds) s")
      }
      return answer
    }
  }

  /// Closes the connections; nothing is sent any more.
  public func shutdown() async throws { try await end() }

  /// Posts to a webhook, which takes it over by answering 200 to 299.
  ///
  /// The place in the trace goes along (W3C Trace Context), where there is one.
  ///
  /// - Parameters:
  ///   - request: What is posted.
  ///   - timeoutSeconds: The time for an answer.
  ///   - whenGone: What 410 Gone means.
  /// - Throws: `DeliveryError` for any other answer, or none in time.
  package func post(
    _ request: Request, timeoutSeconds: Int64, whenGone: DeliveryError.Kind = .tryAgain
  ) async throws {
    var request = request
    if let trace = TraceContext.current {
      request.fields.append(("traceparent", trace.description))
    }
    let status: Int
    do {
      status = try await send(request, timeoutSeconds: timeoutSeconds).status
    } catch {
      throw DeliveryError(reason: "the webhook did not answer: \(Self.cause(error))")
    }
    guard (200...299).contains(status) else {
      throw DeliveryError(
        status == 410 ? whenGone : .tryAgain, reason: "the webhook answered \(status)")
    }
  }

  /// The cause of a failure for a log: that of an ``OutgoingHTTPError``, or else the error's type
  /// alone, since an address can hold a password.
  public static func cause(_ error: any Error) -> String {
    (error as? OutgoingHTTPError)?.cause ?? "\(type(of: error))"
  }
}

/// The failure of an outgoing request.
public struct OutgoingHTTPError: Error, Sendable {
  /// The cause, for a log: nothing of the address or the request.
  public let cause: String

  /// A failure.
  public init(cause: String) { self.cause = cause }
}
