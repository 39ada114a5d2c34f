import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Sends orders to one supplier over kept-alive connections (HTTP/1.1), from the event loop that
/// asks.
///
/// A general client prepares for redirects, streams and proxies with each request, writes its head
/// and its body apart, and costs twice as much (`docs/performance.md`). It follows no redirect.
struct OrderLine: Sendable {
  private let address: OrderAddress
  private let lanes: [ObjectIdentifier: NIOLoopBoundBox<OrderLane>]
  private let group: any EventLoopGroup

  /// A line; connections are made when they are needed.
  ///
  /// - Throws: Where the machine has no certificates to trust.
  init(
    _ address: OrderAddress, group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
  ) throws {
    self.address = address
    self.group = group
    let security =
      address.isSecure ? try NIOSSLContext(configuration: .makeClientConfiguration()) : nil
    lanes = Dictionary(
      uniqueKeysWithValues: group.makeIterator().map { loop in
        let lane = NIOLoopBoundBox.makeBoxSendingValue(
          OrderLane(loop, address, security), eventLoop: loop)
        return (ObjectIdentifier(loop), lane)
      })
  }

  /// Posts an order.
  ///
  /// - Throws: Where no whole answer came in time, or the task was cancelled.
  func post(
    _ content: [UInt8], idempotencyKey: String, timeout: TimeAmount
  ) async throws -> OrderAnswer {
    // The loop of the thread that runs this, where it is one.
    let loop = group.any()
    guard let lane = lanes[ObjectIdentifier(loop)] else { throw OrderFailure.connectionEnded }
    let headers: HTTPHeaders = [
      "Host": address.authority, "Content-Type": "application/json",
      "Content-Length": String(content.count), "Idempotency-Key": idempotencyKey,
    ]
    let order = OrderLane.Order(
      head: HTTPRequestHead(
        version: .http1_1, method: .POST, uri: address.path, headers: headers),
      content: ByteBuffer(bytes: content), promise: loop.makePromise(),
      deadline: .now() + timeout)
    if loop.inEventLoop {
      lane.value.send(order)
    } else {
      loop.execute { lane.value.send(order) }
    }
    return try await withTaskCancellationHandler {
      try await order.promise.futureResult.get()
    } onCancel: {
      order.promise.fail(CancellationError())
    }
  }
}
