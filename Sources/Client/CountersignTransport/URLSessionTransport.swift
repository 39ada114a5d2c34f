#if canImport(Darwin) || !AsyncHTTPClient
  public import CountersignClient
  import Foundation
  import Synchronization
  public import WireModel

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Calls a server over HTTP with the platform's URLSession.
  public final class URLSessionTransport: Transport {
    private let address: ServerAddress
    private let limits: HTTPLimits
    private let session: URLSession

    /// A transport to a server.
    public init(address: ServerAddress, limits: HTTPLimits = HTTPLimits()) {
      self.address = address
      self.limits = limits
      let configuration = Self.configuration(limits)
      configuration.timeoutIntervalForResource = Double(
        limits.connectSeconds + limits.answerSeconds)
      session = URLSession(
        configuration: configuration, delegate: CallDelegate(), delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Says how long nothing may come; the server's heartbeats are more frequent.
    private static func configuration(_ limits: HTTPLimits) -> URLSessionConfiguration {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = Double(limits.answerSeconds)
      configuration.httpShouldSetCookies = false
      configuration.httpCookieAcceptPolicy = .never
      configuration.urlCredentialStorage = nil
      configuration.urlCache = nil
      return configuration
    }

    /// Sends one request and gives its answer, whatever its status.
    public func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
      let outgoing = try Self.outgoing(try HTTPMessage(request, to: address), request)
      let answer: (Data, URLResponse)
      let call = CallDelegate()
      do {
        answer = try await session.data(for: outgoing, delegate: call)
      } catch {
        throw Self.error(for: error, mayHaveLeft: call.mayHaveLeft(outgoing))
      }
      guard let head = answer.1 as? HTTPURLResponse, answer.0.count <= limits.maximumAnswerBytes
      else { throw TransportError(.unknown, cause: "the answer is no answer of this server") }
      return HTTPMessage.response(status: head.statusCode, body: Array(answer.0)) {
        head.value(forHTTPHeaderField: $0)
      }
    }

    /// Opens a stream of server-sent events.
    public func events(
      _ request: WireRequest, after lastEventID: String?
    ) async throws(TransportError) -> EventAnswer {
      let message = try HTTPMessage(
        request, to: address, accepting: HTTPMessage.events, after: lastEventID)
      var outgoing = try Self.outgoing(message, request)
      // Of silence; whatever comes begins it anew.
      outgoing.timeoutInterval = Double(limits.answerSeconds)
      let receiver = EventReceiver(limit: limits.maximumAnswerBytes)
      // A session of its own, since a stream has no end that could be waited for, and not every
      // platform asks a task for its delegate.
      let session = URLSession(
        configuration: Self.configuration(limits), delegate: receiver, delegateQueue: nil)
      defer { session.finishTasksAndInvalidate() }
      let answer = await receiver.answer(to: session.dataTask(with: outgoing))
      switch answer {
      case .success(let answer): return answer
      // It only reads.
      case .failure(let error): throw Self.error(for: error, mayHaveLeft: false)
      }
    }

    private static func outgoing(
      _ message: HTTPMessage, _ request: WireRequest
    ) throws(TransportError) -> URLRequest {
      guard let url = URL(string: message.url) else {
        throw TransportError(.notSent, cause: "the address of \(request) cannot be written")
      }
      var outgoing = URLRequest(url: url)
      outgoing.httpMethod = message.method
      for header in message.headers {
        outgoing.setValue(header.value, forHTTPHeaderField: header.name)
      }
      outgoing.httpBody = message.body.map { Data($0) }
      return outgoing
    }

    /// Only what certainly happened before the request was written is `notSent`.
    ///
    /// - Parameters:
    ///   - error: The session's error.
    ///   - mayHaveLeft: True if some of the request may be on its way: a connection that is lost
    ///     while it is used ends with the same codes as one that never was.
    /// - Returns: The error, with the chance that the server has acted.
    static func error(for error: any Error, mayHaveLeft: Bool) -> TransportError {
      let code = (error as? URLError)?.code
      let beforeSending: [URLError.Code] = [
        .badURL, .unsupportedURL, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed,
        .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateNotYetValid,
        .serverCertificateHasUnknownRoot,
      ]
      let atAnyTime: [URLError.Code] = [.notConnectedToInternet, .secureConnectionFailed]
      if let code, beforeSending.contains(code) || (!mayHaveLeft && atAnyTime.contains(code)) {
        return TransportError(.notSent, cause: "the server cannot be reached (\(code.rawValue))")
      }
      return TransportError(
        .unknown, cause: "the answer is lost (\(code.map { "\($0.rawValue)" } ?? "no code"))")
    }
  }

  /// Follows one call: it refuses redirects, and notes that some of the request has left.
  final class CallDelegate: NSObject, URLSessionTaskDelegate {
    private let hasSentBody = Atomic(false)

    /// Tells if the server may have some of a request that would change something there.
    ///
    /// Of a request without a body no progress is told.
    func mayHaveLeft(_ request: URLRequest) -> Bool {
      if request.httpMethod == "GET" { return false }
      return request.httpBody?.isEmpty ?? true || hasSentBody.load(ordering: .acquiring)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
      totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) {
      hasSentBody.store(true, ordering: .releasing)
    }

    /// An answer that sends a bearer token elsewhere is no answer of this server.
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }
  }
#endif
