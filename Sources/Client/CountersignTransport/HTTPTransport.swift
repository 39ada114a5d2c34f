#if AsyncHTTPClient
  import AsyncHTTPClient
  public import CountersignClient
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  public import WireModel

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Calls a server over HTTP with async-http-client.
  public final class HTTPTransport: Transport {
    private let address: ServerAddress
    private let limits: HTTPLimits
    private let client: HTTPClient

    /// A transport to a server.
    ///
    /// ``shutdown()`` waits until its connections are closed; a transport that is let go without it
    /// closes them by itself.
    public init(address: ServerAddress, limits: HTTPLimits = HTTPLimits()) {
      self.address = address
      self.limits = limits
      var configuration = HTTPClient.Configuration()
      // An answer that sends a bearer token elsewhere is no answer of this server.
      configuration.redirectConfiguration = .disallow
      configuration.timeout = HTTPClient.Configuration.Timeout(
        connect: .seconds(limits.connectSeconds), read: .seconds(limits.answerSeconds))
      // The flow itself decides what is sent again, and when.
      configuration.connectionPool.retryConnectionEstablishment = false
      client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
      // The client takes being let go while it is open for a fault of the program and ends it.
      client.shutdown { _ in }
    }

    /// Sends one request and gives its answer, whatever its status.
    public func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
      let outgoing = Self.outgoing(try HTTPMessage(request, to: address))
      do {
        let answer = try await client.execute(
          outgoing, timeout: .seconds(limits.connectSeconds + limits.answerSeconds))
        return try await whole(answer)
      } catch {
        throw Self.error(for: error)
      }
    }

    /// Opens a stream of server-sent events.
    public func events(
      _ request: WireRequest, after lastEventID: String?
    ) async throws(TransportError) -> EventAnswer {
      let outgoing = Self.outgoing(
        try HTTPMessage(
          request, to: address, accepting: HTTPMessage.events, after: lastEventID))
      do {
        // The stream itself has no end that could be waited for: the server's heartbeats and the
        // connection's own limit say whether it lives.
        let answer = try await client.execute(outgoing, deadline: .distantFuture)
        guard answer.status == .ok else { return .refused(try await whole(answer)) }
        return .stream(Self.events(of: answer.body))
      } catch {
        throw Self.error(for: error)
      }
    }

    private static func events(of body: HTTPClientResponse.Body) -> EventStream {
      EventStream { continuation in
        let reading = Task {
          do {
            var reader = ServerSentEventReader()
            for try await part in body {
              for event in try reader.read(part.readableBytesView) { continuation.yield(event) }
            }
            continuation.finish()
          } catch {
            continuation.finish(throwing: Self.error(for: error))
          }
        }
        continuation.onTermination = { _ in reading.cancel() }
      }
    }

    private static func outgoing(_ message: HTTPMessage) -> HTTPClientRequest {
      var outgoing = HTTPClientRequest(url: message.url)
      outgoing.method = HTTPMethod(rawValue: message.method)
      for header in message.headers {
        outgoing.headers.add(name: header.name, value: header.value)
      }
      if let body = message.body { outgoing.body = .bytes(ByteBuffer(bytes: body)) }
      return outgoing
    }

    private func whole(_ answer: HTTPClientResponse) async throws -> WireResponse {
      let body = try await answer.body.collect(upTo: limits.maximumAnswerBytes)
      return HTTPMessage.response(
        status: Int(answer.status.code), body: Array(body.readableBytesView)
      ) { answer.headers.first(name: $0) }
    }

    /// Closes the connections.
    public func shutdown() async { try? await client.shutdown() }

    /// Only what certainly happened before the request was written is `notSent`.
    private static func error(for error: any Error) -> TransportError {
      let beforeSending: [HTTPClientError] = [
        .connectTimeout, .tlsHandshakeTimeout, .invalidURL, .emptyHost, .alreadyShutdown,
        .getConnectionFromPoolTimeout,
      ]
      if let error = error as? HTTPClientError, beforeSending.contains(error) {
        return TransportError(.notSent, cause: error.shortDescription)
      }
      // An established connection is reset, never refused.
      if error is NIOConnectionError || (error as? IOError)?.errnoCode == ECONNREFUSED {
        return TransportError(.notSent, cause: "the server cannot be reached")
      }
      return TransportError(.unknown, cause: String(describing: type(of: error)))
    }
  }
#endif
