import CountersignCore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import WireModel

/// Sends the events of a feed for as long as somebody listens (`text/event-stream`).
///
/// It ends with the feed, with the client's connection, and with the server. On a host's server,
/// and after a request that declared a body, it finds out at its next sign of life that the client
/// has gone.
struct EventResponse: Sendable {
  let feed: any EventFeed
  let bell: ChangeBell
  let timing: EventTiming
  /// The time after which it ends, for whoever listens to open it anew; nil for none.
  var longest: Duration?
  /// Where whoever listens is.
  let network: RequesterNetwork
  /// Whether a session listens.
  let isSignedIn: Bool

  /// The response that is the stream.
  ///
  /// - Parameters:
  ///   - request: What is answered.
  ///   - connection: The connection to watch; nil in process and on a host's server.
  /// - Returns: The response.
  /// - Throws: ``Refusal`` where there are as many streams as there may be.
  func response(to request: Request, on connection: (any Channel)?) throws -> Response {
    // One ring is as good as many: each makes the feed read all there is.
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let endListening = try bell.listen(
      to: feed.topic, from: network, isSignedIn: isSignedIn, waking: waker)
    // A stream that is dropped before it is written, or breaks while it is, ends its listening too.
    waker.onTermination = { _ in endListening() }
    let body = ResponseBody { writer in
      defer { waker.finish() }
      try await endingWithServer(waker, connection) {
        // A body that was read to its end is consumed no second time: Hummingbird 2.28 takes the
        // connection's end for a body without an end then, and traps.
        guard connection != nil, !RequestBodyReader.reads(request) else {
          return try await send(wakes, waker, to: &writer)
        }
        // Where the other side has closed, there is nobody to write to.
        try await request.body.consumeWithInboundCloseHandler { _ in
          try await send(wakes, waker, to: &writer)
        } onInboundClosed: {
          waker.finish()
        }
      }
      try await writer.finish(nil)
    }
    var fields = Self.fields
    // A connection whose end was watched is not used again; one of HTTP/2 has no such field.
    if connection != nil { fields[.connection] = "close" }
    return Response(status: .ok, headers: fields, body: body)
  }

  /// The answer to HEAD: that of the stream, and nobody listens.
  ///
  /// Without a length HTTP/1.1 ends the empty body by bytes of its own, behind which no connection
  /// can be used again. On a host's server, which may speak HTTP/2, the length is said to be 0.
  static func head(on connection: (any Channel)?) -> Response {
    var fields = Self.fields
    if connection == nil { fields[.contentLength] = "0" } else { fields[.connection] = "close" }
    return Response(status: .ok, headers: fields, body: ResponseBody { _ in })
  }

  /// Runs a stream that ends when the server does.
  private func endingWithServer(
    _ waker: ChangeBell.Waker, _ channel: (any Channel)?, _ operation: () async throws -> Void
  ) async throws {
    try await withTaskCancellationOrGracefulShutdownHandler {
      try await operation()
    } onCancelOrGracefulShutdown: {
      waker.finish()
      // Whoever does not read what was written would hold the server up.
      channel?.eventLoop.scheduleTask(in: TimeAmount(timing.farewell)) {
        channel?.close(promise: nil)
      }
    }
  }

  private func send(
    _ wakes: AsyncStream<Void>, _ waker: ChangeBell.Waker, to writer: inout any ResponseBodyWriter
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while (try? await Task.sleep(for: timing.poll)) != nil { waker.yield() }
      }
      if let longest {
        group.addTask {
          if (try? await Task.sleep(for: longest)) != nil { waker.finish() }
        }
      }
      defer { group.cancelAll() }
      var feed = feed
      var lastWrite = ContinuousClock.now
      try await writer.write(ByteBuffer(string: Self.greeting))
      waker.yield()
      for await _ in wakes {
        let turn = try await feed.next()
        if !turn.events.isEmpty {
          try await writer.write(ByteBuffer(bytes: turn.events.flatMap(\.bytes)))
          lastWrite = .now
        } else if ContinuousClock.now - lastWrite >= timing.heartbeat {
          try await writer.write(ByteBuffer(string: Self.heartbeat))
          lastWrite = .now
        }
        if turn.isLast { break }
      }
    }
  }

  private static let fields: HTTPFields = [
    .contentType: "text/event-stream", .cacheControl: "no-store",
    // A proxy that gathers a response before it hands it on would hand on none of it.
    .accelBuffering: "no",
  ]

  /// After a break, a browser opens the stream again 2 s later.
  private static let greeting = "retry: 2000\n\n"
  private static let heartbeat = ":\n\n"
}

extension HTTPField.Name {
  /// Tells a proxy to hand on each part of an answer as it comes.
  static let accelBuffering = unchecked("X-Accel-Buffering")
  /// The id of the newest event that a client has (HTML standard, "server-sent events").
  static let lastEventID = unchecked("Last-Event-ID")
  /// The secret with which the maker of a link watches, collects and ends it.
  static let countersignWatch = unchecked("Countersign-Watch")
}
