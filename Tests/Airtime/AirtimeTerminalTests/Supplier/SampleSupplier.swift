import CountersignDelivery
import CountersignTLS

@testable import AirtimeServer
@testable import AirtimeTerminal
@testable import CountersignCore

extension SupplyOrder {
  /// An order of airtime.
  static let sample = SupplyOrder(
    transactionID: TransactionID("tx_1"), supplierSlug: "mtn", productCode: "AIRTIME_MTN",
    amount: 500, currency: "NGN", recipientPhone: "08012345678")
}

extension SupplyOutcome {
  /// Whether nobody knows what became of the order.
  var isUnknown: Bool {
    if case .unknown = self { true } else { false }
  }
}

/// Runs a body with a supplier over HTTP, whose client ends after it.
func withSupplier<Outcome>(
  _ address: String, timeoutSeconds: Int64 = 600,
  _ body: (HTTPSupplier) async throws -> Outcome
) async throws -> Outcome {
  let client = OutgoingHTTP.client()
  let outcome: Result<Outcome, any Error>
  do {
    outcome = .success(
      try await body(
        HTTPSupplier(
          client: client, address: ProtectedAddress(address), timeoutSeconds: timeoutSeconds)))
  } catch {
    outcome = .failure(error)
  }
  try await client.shutdown()
  return try outcome.get()
}
