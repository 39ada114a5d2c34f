import CountersignCore
import WebAuthnModel

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
