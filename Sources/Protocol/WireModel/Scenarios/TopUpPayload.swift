public import WebAuthnModel

/// What a person asks for in scenario TOP_UP: airtime for a telephone number.
public struct TopUpPayload: JSONBody, Hashable {
  /// What is paid, in the unit in which the deployment counts its currency; 1 to 2^53.
  public var amount: Int64
  /// The product's code.
  public var productCode: String
  /// Who receives the airtime.
  public var recipientPhone: String
  /// Who supplies it; nil for the product's first supplier.
  public var supplierSlug: String?
  /// Whether cashback is spent first; nil for no.
  public var useCashback: Bool?

  /// A payload to send.
  public init(
    amount: Int64, productCode: String, recipientPhone: String, supplierSlug: String? = nil,
    useCashback: Bool? = nil
  ) {
    self.amount = amount
    self.productCode = productCode
    self.recipientPhone = recipientPhone
    self.supplierSlug = supplierSlug
    self.useCashback = useCashback
  }

  /// Reads the payload of a linked challenge.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    try self.init(reading: &reader)
    try reader.finish()
  }

  /// Reads the payload's fields where they stand beside a proof.
  init(reading reader: inout JSONObjectReader) throws(JSONShapeError) {
    amount = try reader.amount("amount")
    productCode = try reader.string("productCode")
    recipientPhone = try reader.string("recipientPhone")
    supplierSlug = try reader.optionalString("supplierSlug")
    useCashback = try reader.optionalBool("useCashback")
  }

  /// The payload's fields.
  public var json: JSONValue {
    var members: JSONObject = [
      "amount": .integer(amount),
      "productCode": .string(productCode),
      "recipientPhone": .string(recipientPhone),
    ]
    members["supplierSlug"] = supplierSlug.map(JSONValue.string)
    members["useCashback"] = useCashback.map(JSONValue.bool)
    return .object(members)
  }
}

extension TopUpPayload {
  /// Whether a screen can show all its texts truthfully; a server takes no others.
  public var isShowable: Bool {
    [productCode, recipientPhone, supplierSlug ?? ""].allSatisfy(CanonicalForm.isShowable)
  }
}

extension JSONObjectReader {
  /// Reads an amount of money: a whole number from 1 to 2^53.
  ///
  /// - Throws: ``JSONShapeError`` for a fraction, a negative, zero, or a number past 2^53, which
  ///   not every JSON reader keeps exactly.
  mutating func amount(_ name: String) throws(JSONShapeError) -> Int64 {
    let amount = try integer(name)
    guard amount >= 1, amount <= 1 << 53 else {
      let path = path.isEmpty ? name : path + "." + name
      throw JSONShapeError(path: path, problem: "must be a whole number from 1 to 2^53")
    }
    return amount
  }
}
