import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// The connections from one event loop to a supplier, and the orders that wait for one.
///
/// Used on its event loop alone.
final class OrderLane {
  /// An order that is to be sent.
  struct Order: Sendable {
    let head: HTTPRequestHead
    let content: ByteBuffer
    let promise: EventLoopPromise<OrderAnswer>
    let deadline: NIODeadline
  }

  /// How many orders a supplier is sent at once from one event loop.
  private static let mostConnections = 8
  /// A connection that was idle for longer is not used again: the supplier may be ending it.
  private static let longestIdle = TimeAmount.seconds(30)
  private let eventLoop: any EventLoop
  private let address: OrderAddress
  private let security: NIOSSLContext?
  private var idle: [OrderConnection] = []
  private var connectionCount = 0
  /// How many of those are not made yet; never more than there are orders that wait.
  private var connectingCount = 0
  private var waiting = CircularBuffer<Order>()

  init(_ eventLoop: any EventLoop, _ address: OrderAddress, _ security: NIOSSLContext?) {
    self.eventLoop = eventLoop
    self.address = address
    self.security = security
  }

  /// Sends an order as soon as there is a connection for it.
  func send(_ order: Order) {
    let moment = NIODeadline.now()
    while let connection = idle.popLast() {
      if connection.isUsable, moment - connection.idleSince < Self.longestIdle {
        return start(order, on: connection)
      }
      connection.end()
    }
    waiting.append(order)
    let timeout = eventLoop.scheduleTask(deadline: order.deadline) {
      order.promise.fail(OrderFailure.timedOut)
    }
    order.promise.futureResult.assumeIsolated().whenComplete { _ in timeout.cancel() }
    connect()
  }

  private func start(_ order: Order, on connection: OrderConnection) {
    connection.send(order)
    order.promise.futureResult.assumeIsolated().whenFailure { _ in
      // An answer that nobody waits for any more must not be heard by a later order.
      connection.end()
    }
  }

  private func connect() {
    guard connectionCount < Self.mostConnections, connectingCount < waiting.count,
      let next = waiting.first
    else { return }
    connectionCount += 1
    connectingCount += 1
    let lane = NIOLoopBound(self, eventLoop: eventLoop)
    ClientBootstrap(group: eventLoop)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .connectTimeout(max(next.deadline - .now(), .milliseconds(1)))
      .channelInitializer { [address, security] channel in
        channel.eventLoop.makeCompletedFuture {
          if let security {
            try channel.pipeline.syncOperations.addHandler(
              Self.securityHandler(security, address))
          }
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          try channel.pipeline.syncOperations.addHandler(
            OrderConnection { lane.value.free($0) })
        }
      }
      .connect(host: address.host, port: address.port)
      .assumeIsolated().whenComplete { result in
        lane.value.connected(result)
      }
  }

  private func connected(_ result: Result<any Channel, any Error>) {
    connectingCount -= 1
    do {
      let connection = try result.get().pipeline.syncOperations.handler(
        type: OrderConnection.self)
      free(connection)
    } catch {
      connectionCount -= 1
      nextWaiting()?.promise.fail(error)
      connect()
    }
  }

  /// Takes a connection back, or notes its end.
  private func free(_ connection: OrderConnection) {
    if !connection.isUsable {
      idle.removeAll { $0 === connection }
      connectionCount -= 1
      connect()
    } else if let next = nextWaiting() {
      start(next, on: connection)
    } else {
      idle.append(connection)
    }
  }

  /// The next order whose time is not over.
  private func nextWaiting() -> Order? {
    while let order = waiting.popFirst() {
      if order.deadline > .now() { return order }
      order.promise.fail(OrderFailure.timedOut)
    }
    return nil
  }

  private static func securityHandler(
    _ context: NIOSSLContext, _ address: OrderAddress
  ) throws -> NIOSSLClientHandler {
    // An address is no name that a certificate could be asked for; it is checked as an address.
    let isAddress = (try? SocketAddress(ipAddress: address.host, port: address.port)) != nil
    return try NIOSSLClientHandler(
      context: context, serverHostname: isAddress ? nil : address.host)
  }
}
