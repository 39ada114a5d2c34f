import WebAuthnModel
import WireModel

/// What a person asks for in a purchase, field by field; the raw values are the names on the wire.
enum AskedField: String, CaseIterable, Sendable {
  case amount
  case productCode
  case recipientPhone
  case useCashback
  case supplierSlug

  /// Another value than that of ``Trial/payload`` and ``Trial/document``.
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

  /// The document with the other value of this field; cashback that is not spent is not in it.
  func changed(_ document: Document) -> Document {
    let fields = document.fields.map { field in
      guard field.name == rawValue else { return field }
      return Document.Field(field.name, label: field.label, other(field.value))
    }
    let isThere = document[rawValue] != nil
    let added = isThere ? [] : [Document.Field(rawValue, label: rawValue, .flag(true))]
    return Document(
      scenario: document.scenario, language: document.language, title: document.title,
      fields: fields + added)
  }

  private func other(_ value: Document.Value) -> Document.Value {
    switch otherValue {
    case .integer(let amount): .money(Money(amount * 100, "NGN", exponent: 2))
    case .string(let text): self == .recipientPhone ? .text(text) : .reference(text)
    case .bool(let flag): .flag(flag)
    default: value
    }
  }
}
