import CountersignClient
import ToolSupport
import WireModel

/// Calls a server on this machine by plain HTTP.
struct LocalTransport: Transport {
  private let address: ServerAddress
  private let limits: HTTPLimits

  init(_ address: ServerAddress, limits: HTTPLimits = HTTPLimits()) {
    (self.address, self.limits) = (address, limits)
  }

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    let message = try HTTPMessage(request, to: address)
    do {
      return try await response(to: try await answer(to: message))
    } catch {
      throw Self.error(for: error)
    }
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    let message = try HTTPMessage(
      request, to: address, accepting: HTTPMessage.events, after: lastEventID)
    do {
      let answer = try await answer(to: message)
      guard answer.status == 200 else { return .refused(try await response(to: answer)) }
      return .stream(Self.events(of: answer))
    } catch {
      throw Self.error(for: error)
    }
  }

  private static func events(of answer: LocalHTTP.Answer) -> EventStream {
    EventStream { continuation in
      let reading = Task {
        do {
          var reader = ServerSentEventReader()
          for try await part in answer.body {
            for event in try reader.read(part) { continuation.yield(event) }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: Self.error(for: error))
        }
      }
      continuation.onTermination = { _ in reading.cancel() }
    }
  }

  private func answer(to message: HTTPMessage) async throws -> LocalHTTP.Answer {
    try await LocalHTTP.call(
      message.method, message.url, fields: message.headers, body: message.body,
      silenceSeconds: limits.answerSeconds)
  }

  private func response(to answer: LocalHTTP.Answer) async throws -> WireResponse {
    HTTPMessage.response(
      status: answer.status, body: try await answer.bytes(upTo: limits.maximumAnswerBytes),
      header: answer.field)
  }

  /// Only what certainly happened before the request was written is `notSent`.
  private static func error(for error: any Error) -> TransportError {
    guard let error = error as? LocalHTTPError else {
      return TransportError(.unknown, cause: String(describing: type(of: error)))
    }
    return TransportError(error.isSent ? .unknown : .notSent, cause: error.cause)
  }
}

extension Phone {
  /// The way to a server: over TLS, or by plain HTTP to this machine.
  ///
  /// - Throws: `CommandFailure` for an address that needs TLS in a program without it.
  static func transport(to address: ServerAddress) throws(CommandFailure) -> any Transport {
    let isPlain = address.description.hasPrefix("http:")
    if isPlain, ProgramTLS.current == nil { return LocalTransport(address) }
    return try ProgramTLS.required(by: "\(address)").transport(address)
  }
}
