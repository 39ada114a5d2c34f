import AirtimeServer
import AsyncHTTPClient
import CountersignDelivery
import Foundation
import NIOCore
import NIOHTTP1

/// Orders from a supplier over HTTP, once.
///
/// Only an answer that names the order and says completed or failed is definite. Whatever else
/// happens, a refused connection too, leaves the order's fate unknown: money never goes back on a
/// guess.
struct HTTPSupplier: Supplier {
  /// The longest answer that is read, in bytes.
  private static let longestAnswer = 65_536
  private let client: HTTPClient
  /// The URL that orders are posted to.
  private let address: String
  private let timeoutSeconds: Int64

  /// A supplier.
  ///
  /// - Parameters:
  ///   - client: One that follows no redirect, as `OutgoingHTTP.client()`.
  ///   - address: The supplier's address, without `/topups`.
  ///   - timeoutSeconds: The time after which no answer is expected any more.
  init(client: HTTPClient, address: ProtectedAddress, timeoutSeconds: Int64 = 5) {
    self.client = client
    self.address =
      URL(string: address.text)?.appending(path: "topups").absoluteString ?? address.text
    self.timeoutSeconds = timeoutSeconds
  }

  func supply(_ order: SupplyOrder) async -> SupplyOutcome {
    var request = HTTPClientRequest(url: address)
    request.method = .POST
    request.headers.add(name: "User-Agent", value: Software.userAgent)
    request.headers.add(name: "Content-Type", value: "application/json")
    request.headers.add(name: "Idempotency-Key", value: order.transactionID.text)
    request.body = .bytes(SupplyOrderBody(order).json.serialized())
    do {
      let answer = try await answer(to: request)
      return Self.outcome(status: answer.status, answer.body, of: order.transactionID.text)
    } catch {
      return .unknown(reason: "no answer: \(OutgoingHTTP.cause(error))")
    }
  }

  /// The whole answer, its body included, within the time that it may take.
  private func answer(
    to request: HTTPClientRequest
  ) async throws -> (status: UInt, body: [UInt8]) {
    try await withThrowingTaskGroup(of: (UInt, [UInt8])?.self) { group in
      group.addTask {
        // The client's own deadline ends with the head of the answer.
        let response = try await client.execute(request, deadline: .distantFuture)
        let body = try await response.body.collect(upTo: Self.longestAnswer)
        return (response.status.code, Array(buffer: body))
      }
      group.addTask {
        try await Task.sleep(for: .seconds(timeoutSeconds))
        return nil
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() ?? nil else {
        throw HTTPClientError.deadlineExceeded
      }
      return answer
    }
  }

  /// The meaning of an answer.
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
