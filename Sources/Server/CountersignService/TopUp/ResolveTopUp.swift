import WireModel

extension Service {
  /// Makes the transaction of a payload: exactly what will be executed, with all that the payload
  /// left open filled in.
  ///
  /// The same payload gives the same transaction when it is shown, signed and executed, as long as
  /// the catalogue stays.
  func resolve(
    _ payload: TopUpPayload, in transaction: any ReadTransaction
  ) throws -> TopUpTransaction {
    let phone = try RecipientPhone(payload.recipientPhone)
    let row = try transaction.row(
      "\(Product.columns) WHERE code = ?", [.text(payload.productCode)])
    guard let row else { throw Refusal.productUnknown }
    let product = try Product(row)
    guard let supplier = payload.supplierSlug ?? product.suppliers.first,
      product.suppliers.contains(supplier)
    else { throw Refusal.productUnknown }
    guard (product.minimumAmount...product.maximumAmount).contains(payload.amount) else {
      throw Refusal(
        .amountOutOfRange,
        "amount must be from \(product.minimumAmount) to \(product.maximumAmount) for this product")
    }
    return TopUpTransaction(
      amount: payload.amount, currency: policy.currency, payee: product.name,
      productCode: product.code, recipientPhone: phone.text, supplierSlug: supplier,
      useCashback: payload.useCashback ?? false)
  }
}

extension Refusal {
  /// No such product, or not from this supplier.
  static let productUnknown = Refusal(
    .productUnknown, "no such product from that supplier; see GET /products")
}
