import CountersignCore
import NIOCore
import WebAuthnModel

/// Orders from a supplier over HTTP, once.
///
/// Only an answer that names the order and says completed or failed is definite. Whatever else
/// happens, a refused connection too, leaves the order's fate unknown: money never goes back on a
/// guess.
struct HTTPSupplier: Supplier {
  private let timeoutSeconds: Int64
  /// Nil where the address is none.
  private let line: OrderLine?

  /// A supplier.
  ///
  /// - Parameters:
  ///   - address: The supplier's address, without `/topups`.
  ///   - timeoutSeconds: After how long no answer is expected any more.
  init(address: String, timeoutSeconds: Int64 = 5) {
    self.timeoutSeconds = timeoutSeconds
    line = OrderAddress(address).flatMap { try? OrderLine($0) }
  }

  func supply(_ order: SupplyOrder) async -> SupplyOutcome {
    guard let line else { return .unknown(reason: "the address cannot be used") }
    do {
      let answer = try await line.post(
        SupplyOrderBody(order).json.serialized(), idempotencyKey: order.transactionID.text,
        timeout: .seconds(timeoutSeconds))
      return Self.outcome(
        status: answer.status, Array(buffer: answer.body), of: order.transactionID.text)
    } catch {
      return .unknown(reason: "no answer: \(Self.cause(error))")
    }
  }

  /// What went wrong, for the audit log: the error's type alone where it is not ours, since it can
  /// hold the address, and that a password.
  private static func cause(_ error: any Error) -> String {
    (error as? OrderFailure).map { "\($0)" } ?? "\(type(of: error))"
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
