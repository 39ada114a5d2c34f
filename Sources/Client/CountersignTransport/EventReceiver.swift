#if canImport(Darwin) || !AsyncHTTPClient
  import CountersignClient
  import Foundation
  import Synchronization
  import WireModel

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Reads a stream of events as URLSession gives its bytes.
  final class EventReceiver: NSObject, URLSessionDataDelegate {
    private struct Reading {
      var waiting: CheckedContinuation<Result<EventAnswer, any Error>, Never>?
      /// An answer that came before anybody waited for it: a cancelled task completes at once.
      var early: Result<EventAnswer, any Error>?
      var events: EventStream.Continuation?
      var reader = ServerSentEventReader()
      var refusal: HTTPURLResponse?
      var body: [UInt8] = []
    }

    private let limit: Int
    private let reading = Mutex(Reading())

    init(limit: Int) { self.limit = limit }

    /// Waits for the head of the answer; of a refusal, for all of it.
    func answer(to task: URLSessionDataTask) async -> Result<EventAnswer, any Error> {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let early = reading.withLock { reading in
            if reading.early == nil { reading.waiting = continuation }
            return reading.early
          }
          if let early { return continuation.resume(returning: early) }
          task.resume()
        }
      } onCancel: {
        task.cancel()
      }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      guard let head = response as? HTTPURLResponse, head.statusCode == 200 else {
        reading.withLock { $0.refusal = response as? HTTPURLResponse }
        completionHandler(response is HTTPURLResponse ? .allow : .cancel)
        return
      }
      let (stream, continuation) = EventStream.makeStream()
      continuation.onTermination = { _ in dataTask.cancel() }
      let waiting = reading.withLock { reading in
        reading.events = continuation
        defer { reading.waiting = nil }
        return reading.waiting
      }
      waiting?.resume(returning: .success(.stream(stream)))
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let isTooMuch = reading.withLock { reading in
        guard let events = reading.events else {
          reading.body += data
          return reading.body.count > limit
        }
        do {
          for event in try reading.reader.read(data) { events.yield(event) }
          return false
        } catch {
          events.finish(throwing: error)
          return true
        }
      }
      if isTooMuch { dataTask.cancel() }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      let (waiting, answer) = reading.withLock { reading in
        reading.events?.finish(throwing: error)
        defer { reading.waiting = nil }
        let answer = Self.answer(reading, error)
        if reading.waiting == nil { reading.early = answer }
        return (reading.waiting, answer)
      }
      waiting?.resume(returning: answer)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      // An answer that sends a bearer token elsewhere is no answer of this server.
      completionHandler(nil)
    }

    private static func answer(
      _ reading: Reading, _ error: (any Error)?
    ) -> Result<EventAnswer, any Error> {
      if let error { return .failure(error) }
      guard let head = reading.refusal else { return .failure(URLError(.badServerResponse)) }
      return .success(
        .refused(
          HTTPMessage.response(status: head.statusCode, body: reading.body) {
            head.value(forHTTPHeaderField: $0)
          }))
    }
  }
#endif
