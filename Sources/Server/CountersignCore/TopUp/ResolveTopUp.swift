import WebAuthnModel
import WireModel

/// A top-up with all that its payload left open filled in.
package struct ResolvedTopUp: Sendable {
  /// What will be executed.
  let transaction: TopUpTransaction
  /// The product that is bought.
  let product: Product
}

extension Service {
  /// Makes the transaction of a payload: exactly what will be executed, with all that the payload
  /// left open filled in.
  ///
  /// The same payload gives the same transaction when it is shown, signed and executed, as long as
  /// the catalogue stays.
  func resolve(
    _ payload: TopUpPayload, in transaction: any ReadTransaction
  ) throws -> ResolvedTopUp {
    // Refused before anything is shown, signed or paid.
    guard supplier != nil else {
      throw Refusal(.supplierMissing, "no airtime is sold now; try again later")
    }
    let phone = try RecipientPhone(payload.recipientPhone)
    let row = try transaction.row(Product.byCode, [.text(payload.productCode)])
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
    let topUp = TopUpTransaction(
      amount: payload.amount, currency: policy.currency, payee: product.name,
      productCode: product.code, recipientPhone: phone.text, supplierSlug: supplier,
      useCashback: payload.useCashback ?? false)
    return ResolvedTopUp(transaction: topUp, product: product)
  }
}

extension Refusal {
  /// No such product, or not from this supplier.
  static let productUnknown = Refusal(
    .productUnknown, "no such product from that supplier; see GET /products")
}

extension TopUpTransaction {
  /// The top-up as it is shown and signed.
  func document() throws -> ActionDocument {
    ActionDocument(
      scenario: Self.scenario, canonical: try showableBytes(), transaction: json,
      approved: .payment(amount: amount, currency: currency, payee: payee),
      value: .amount(amount, currency: currency))
  }
}
