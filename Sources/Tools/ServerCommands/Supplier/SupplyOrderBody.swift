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

  init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    transactionID = try reader.string("transactionId")
    supplier = try reader.string("supplier")
    productCode = try reader.string("productCode")
    amount = try reader.integer("amount")
    guard amount > 0 else { throw reader.failure("amount", "must be above zero") }
    currency = try reader.string("currency")
    recipientPhone = try reader.string("recipientPhone")
    try reader.finish()
  }

  var json: JSONValue {
    [
      "transactionId": .string(transactionID), "supplier": .string(supplier),
      "productCode": .string(productCode), "amount": .integer(amount),
      "currency": .string(currency), "recipientPhone": .string(recipientPhone),
    ]
  }
}
