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
  let client: HTTPClient
  /// The supplier's address, without `/topups`.
  let address: String
  var timeoutSeconds: Int64 = 5

  func supply(_ order: SupplyOrder) async -> SupplyOutcome {
    var request = HTTPClientRequest(
      url: (address.hasSuffix("/") ? String(address.dropLast()) : address) + "/topups")
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.headers.add(name: "Idempotency-Key", value: order.transactionID.text)
    request.body = .bytes(SupplyOrderBody(order).json.serialized())
    do {
      let response = try await client.execute(request, timeout: .seconds(timeoutSeconds))
      let bytes = Array(buffer: try await response.body.collect(upTo: 65_536))
      return Self.outcome(status: response.status.code, bytes, of: order.transactionID.text)
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
