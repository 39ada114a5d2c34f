@testable import CountersignCore

extension SupplyOrder {
  /// An order of airtime.
  static let sample = SupplyOrder(
    transactionID: TransactionID("tx_1"), supplierSlug: "mtn", productCode: "AIRTIME_MTN",
    amount: 500, currency: "NGN", recipientPhone: "08012345678")
}
