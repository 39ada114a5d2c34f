import AirtimeServer
import CountersignDelivery
import Foundation

/// Orders from a supplier over HTTP, once.
///
/// Only an answer that names the order and says completed or failed is definite. Whatever else
/// happens, a refused connection too, leaves the order's fate unknown: money never goes back on a
/// guess.
struct HTTPSupplier: Supplier {
  private let client: OutgoingHTTP
  /// The address that orders are posted to.
  private let address: ProtectedAddress
  private let timeoutSeconds: Int64

  /// A supplier.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - address: The supplier's address, without `/topups`.
  ///   - timeoutSeconds: The time after which no answer is expected any more.
  init(client: OutgoingHTTP, address: ProtectedAddress, timeoutSeconds: Int64 = 5) {
    self.client = client
    let orders = URL(string: address.text)?.appending(path: "topups").absoluteString
    self.address = orders.flatMap { try? ProtectedAddress($0) } ?? address
    self.timeoutSeconds = timeoutSeconds
  }

  func supply(_ order: SupplyOrder) async -> SupplyOutcome {
    var request = OutgoingHTTP.Request(
      address, SupplyOrderBody(order).json.serialized(),
      fields: [("Idempotency-Key", order.transactionID.text)])
    request.longestAnswer = 65_536
    do {
      let answer = try await client.send(request, timeoutSeconds: timeoutSeconds)
      return Self.outcome(status: answer.status, answer.body, of: order.transactionID.text)
    } catch {
      return .unknown(reason: "no answer: \(OutgoingHTTP.cause(error))")
    }
  }

  /// The meaning of an answer.
  static func outcome(status: Int, _ bytes: [UInt8], of transactionID: String) -> SupplyOutcome {
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

/// Body of `POST /topups`, as the server sends it and the sandbox reads it.
struct SupplyOrderBody: JSONBody, Hashable {
  let transactionID: String
  let supplier: String
  let productCode: String
  let amount: Int64
  let currency: String
  let recipientPhone: String

  init(_ order: SupplyOrder) {
    transactionID = order.transactionID.text
    supplier = order.supplierSlug
    productCode = order.productCode
    amount = order.amount
    currency = order.currency
    recipientPhone = order.recipientPhone
  }

  private enum CodingKeys: String, CodingKey {
    case transactionID = "transactionId"
    case supplier
    case productCode
    case amount
    case currency
    case recipientPhone
  }

  func checkMembers() throws(JSONShapeError) {
    guard amount > 0 else { throw JSONShapeError(path: "amount", problem: "must be above zero") }
  }
}
