import HTTPTypes
import Hummingbird
import NIOCore

/// Hands the parts of a response's body on as they are written, where there is no connection.
struct BodyForwarder: ResponseBodyWriter {
  let parts: AsyncThrowingStream<[UInt8], any Error>.Continuation

  mutating func write(_ buffer: ByteBuffer) async throws {
    guard case .enqueued = parts.yield(Array(buffer.readableBytesView)) else {
      throw CancellationError()
    }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws { parts.finish() }
}
