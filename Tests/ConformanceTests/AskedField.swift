import WebAuthnModel

/// What a person asks for in a purchase, field by field; the raw values are the names on the wire.
enum AskedField: String, CaseIterable, Sendable {
  case amount
  case productCode
  case recipientPhone
  case useCashback
  case supplierSlug

  /// Another value than that of ``Trial/payload`` and ``Trial/transaction``.
  var otherValue: JSONValue {
    switch self {
    case .amount: 1501
    case .productCode: "AIRTIME_GLO"
    case .recipientPhone: "08087654321"
    case .useCashback: true
    case .supplierSlug: "resale"
    }
  }

  /// The same with the other value of this field.
  func changed<Body: JSONBody>(_ body: Body) throws -> Body {
    guard case .object(var members) = body.json else { return body }
    members[rawValue] = otherValue
    return try Body(json: .object(members))
  }
}
