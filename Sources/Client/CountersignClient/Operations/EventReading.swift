import FlowModel
import WireModel

extension ServerConnection {
  /// Opens a stream of events and tells a refusal from one.
  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(ClientError) -> EventStream {
    let answer = try await prove(request) { request throws(TransportError) in
      try await transport.events(request, after: lastEventID)
    } refusal: { answer in
      if case .refused(let response) = answer { response } else { nil }
    }
    switch answer {
    case .stream(let events): return events
    case .refused(let response):
      _ = try Self.accepted(response)
      throw .notUnderstood("status \(response.status) without events")
    }
  }
}

extension AsyncThrowingStream where Element == ServerSentEvent, Failure == any Error {
  /// The events that mean something, as what they mean; whoever lets go of them hangs up.
  func reading<Meaning: Sendable>(
    _ read: @escaping @Sendable (ServerSentEvent) throws -> Meaning?
  ) -> AsyncThrowingStream<Meaning, any Error> {
    AsyncThrowingStream<Meaning, any Error> { continuation in
      let reading = Task {
        do {
          for try await event in self {
            if let meaning = try read(event) { continuation.yield(meaning) }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: ClientError(ofStream: error))
        }
      }
      continuation.onTermination = { _ in reading.cancel() }
    }
  }
}

extension ClientError {
  /// Why a stream broke: whatever a transport says in its own words is trouble on the way.
  fileprivate init(ofStream error: any Error) {
    self =
      switch error {
      case let error as ClientError: error
      case let error as TransportError: .transport(error)
      default: .transport(TransportError(.unknown, cause: "the stream broke by \(type(of: error))"))
      }
  }
}
