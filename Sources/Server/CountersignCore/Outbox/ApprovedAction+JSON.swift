import WebAuthnModel
import WireModel

extension Message.ApprovedAction {
  /// The action as the outbox keeps it.
  var json: JSONValue {
    switch self {
    case .payment(let amount, let currency, let payee):
      [
        "amount": .integer(amount), "currency": .string(currency), "payee": .string(payee),
      ]
    case .scenario(let name): ["scenario": .string(name.text)]
    }
  }

  /// Reads what the outbox keeps.
  init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    if let name = try reader.optionalString("scenario") {
      self = .scenario(ScenarioName(name))
    } else {
      self = .payment(
        amount: try reader.integer("amount"), currency: try reader.string("currency"),
        payee: try reader.string("payee"))
    }
  }
}
