import AsyncHTTPClient
import CountersignService
import NIOCore
import NIOHTTP1
import WebAuthnModel

/// Orders from a supplier over HTTP, once.
///
/// Only an answer that names the order and says completed or failed is definite. Whatever else
/// happens, a refused connection too, leaves the order's fate unknown: money never goes back on a
/// guess.
struct HTTPSupplier: Supplier {
  private let client: HTTPClient
  private let timeoutSeconds: Int64
  /// The request without an order; nil where the address is none.
  private let template: HTTPClient.Request?

  /// A supplier.
  ///
  /// - Parameters:
  ///   - client: Who calls.
  ///   - address: The supplier's address, without `/topups`.
  ///   - timeoutSeconds: After how long no answer is expected any more.
  init(client: HTTPClient, address: String, timeoutSeconds: Int64 = 5) {
    self.client = client
    self.timeoutSeconds = timeoutSeconds
    let base = address.hasSuffix("/") ? String(address.dropLast()) : address
    // Read once: reading an address costs as much as sending the request.
    template = try? HTTPClient.Request(
      url: base + "/topups", method: .POST, headers: ["Content-Type": "application/json"])
  }

  func supply(_ order: SupplyOrder) async -> SupplyOutcome {
    guard var request = template else { return .unknown(reason: "the address cannot be used") }
    request.headers.add(name: "Idempotency-Key", value: order.transactionID.text)
    request.body = .byteBuffer(ByteBuffer(bytes: SupplyOrderBody(order).json.serialized()))
    // The client calls back on the event loop that asks, where there is one.
    let call = client.execute(
      request: request, delegate: ResponseAccumulator(request: request, maxBodySize: 65_536),
      deadline: .now() + .seconds(timeoutSeconds))
    do {
      let response = try await withTaskCancellationHandler {
        try await call.get()
      } onCancel: {
        call.cancel()
      }
      return Self.outcome(
        status: response.status.code, response.body.map { Array(buffer: $0) } ?? [],
        of: order.transactionID.text)
    } catch {
      return .unknown(reason: "no answer: \(OutgoingHTTP.cause(error))")
    }
  }

  /// What an answer means.
  static func outcome(status: UInt, _ bytes: [UInt8], of transactionID: String) -> SupplyOutcome {
    guard status == 200 else { return .unknown(reason: "status \(status)") }
    do {
      var reader = try JSONObjectReader(JSONValue(parsing: bytes))
      guard try reader.string("transactionId") == transactionID else {
        return .unknown(reason: "the answer is to another order")
      }
      switch try reader.string("status") {
      case "completed": return .supplied(reference: try reader.string("reference"))
      case "failed": return .refused(reason: "the supplier refused")
      default: return .unknown(reason: "an unknown status")
      }
    } catch {
      return .unknown(reason: "an answer that cannot be read")
    }
  }
}
