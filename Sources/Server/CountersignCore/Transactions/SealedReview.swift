import WebAuthnModel
import WireModel

/// The subject that a host wants reviewed.
enum ReviewSubject: Sendable, Hashable {
  /// A payment.
  case payment(ReviewedPayment)
  /// A declared scenario with its payload.
  case declared(ScenarioName, payload: JSONValue)
  /// An action that another screen of the person's handed over.
  case handed(HandedAction)

  /// The subject, as audit rows have it.
  var auditDetails: JSONObject {
    switch self {
    case .payment(let payment): ActionDocument.ValueAtStake.amount(payment.amount).auditDetails
    case .declared(let scenario, payload: _): ["reviewed": .string(scenario.text)]
    case .handed(let action):
      ["handed": .string(action.scenario.text), "asking": .string(action.asking)]
    }
  }
}

/// A payment that a host wants reviewed.
struct ReviewedPayment: Sendable, Hashable {
  let amount: Money
  let payee: String
  let lastFourPAN: String?
  let reference: String?
  /// The payee's IBAN.
  let account: String?
}

/// The words of a transaction about people, which are stored sealed; its amount stays readable.
struct SealedReview: Sendable {
  var payee: String?
  var lastFourPAN: String?
  var reference: String?
  var account: String?
  var payload: JSONValue?
  var handed: HandedAction?
}

extension SealedReview {
  init(_ subject: ReviewSubject) {
    switch subject {
    case .payment(let payment):
      self.init(
        payee: payment.payee, lastFourPAN: payment.lastFourPAN, reference: payment.reference,
        account: payment.account)
    case .declared(_, let payload): self.init(payload: payload)
    case .handed(let action): self.init(handed: action)
    }
  }

  init(opening sealed: [UInt8], by seal: Seal, _ id: ReviewID) throws {
    var content = try JSONObjectReader(
      JSONValue(parsing: seal.bytes(sealed, at: Self.place(id))))
    self.init(
      payee: try content.optionalString("payee"),
      lastFourPAN: try content.optionalString("lastFourPAN"),
      reference: try content.optionalString("reference"),
      account: try content.optionalString("account"), payload: content.optionalValue("payload"),
      handed: try content.optionalValue("handed").map { try HandedAction(json: $0) })
  }

  func sealed(by seal: Seal, _ id: ReviewID) throws -> SQLValue {
    var content: JSONObject = [:]
    content["payee"] = payee.map(JSONValue.string)
    content["lastFourPAN"] = lastFourPAN.map(JSONValue.string)
    content["reference"] = reference.map(JSONValue.string)
    content["account"] = account.map(JSONValue.string)
    content["payload"] = payload
    content["handed"] = handed?.json
    return .blob(try seal.seal(JSONValue.object(content).serialized(), at: Self.place(id)))
  }

  private static func place(_ id: ReviewID) -> SealedPlace {
    SealedPlace("transactions.content", of: id.text)
  }
}
