import CountersignClient
import CountersignHTTP
import CountersignTesting
import Synchronization
import WebAuthnModel
import WireModel

/// The router of this process as the SDK's transport.
struct LoopbackClientTransport: Transport {
  let loopback: WatchedLoopback

  init(_ loopback: WatchedLoopback) { self.loopback = loopback }

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    do {
      return try await loopback.send(request)
    } catch {
      throw TransportError(.unknown, cause: "\(error)")
    }
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    let answer: StreamedResponse
    do {
      answer = try await loopback.stream(request, after: lastEventID)
    } catch {
      throw TransportError(.unknown, cause: "\(error)")
    }
    guard answer.status == 200 else { return .refused(await refusal(answer)) }
    return .stream(
      EventStream { continuation in
        let reading = Task {
          do {
            var reader = ServerSentEventReader()
            for try await part in answer.parts {
              for event in try reader.read(part) { continuation.yield(event) }
            }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
        continuation.onTermination = { _ in reading.cancel() }
      })
  }
}

/// A refusal in place of a stream, read to its end.
private func refusal(_ answer: StreamedResponse) async -> WireResponse {
  var body: [UInt8] = []
  do {
    for try await part in answer.parts { body += part }
  } catch {
    body = []
  }
  let nonce = answer.fields.first { $0.name.lowercased() == "dpop-nonce" }?.value
  return WireResponse(
    status: answer.status, body: try? JSONValue(parsing: body), possessionNonce: nonce)
}

/// Notes each call, so that a test can count them.
final class CountingTransport: Transport {
  private let transport: any Transport
  private let sent = Mutex<[String]>([])

  init(_ transport: any Transport) { self.transport = transport }

  /// The calls since the last reset, as method and path template.
  var calls: [String] { sent.withLock { $0 } }

  func reset() { sent.withLock { $0 = [] } }

  /// Notes something that is no call, to see in which order things happen.
  func note(_ event: String) { sent.withLock { $0.append(event) } }

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    note("\(request)")
    return try await transport.send(request)
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    note("\(request)")
    return try await transport.events(request, after: lastEventID)
  }
}
