import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Where a response's body goes when there is no connection.
struct BodyCollector: ResponseBodyWriter {
  let collected: CollectedBody

  mutating func write(_ buffer: ByteBuffer) async throws {
    collected.append(buffer)
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// The bytes of a collected body.
final class CollectedBody: Sendable {
  private let content = Mutex<[UInt8]>([])

  var bytes: [UInt8] { content.withLock { $0 } }

  func append(_ buffer: ByteBuffer) {
    content.withLock { $0.append(contentsOf: buffer.readableBytesView) }
  }
}
