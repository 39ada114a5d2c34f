import BrowserTesting
import WebAuthnModel
import WireModel

extension ClientOutcome {
  /// Reads an outcome as the clients report it that are not of this process.
  init(_ json: JSONValue) {
    let reason = json["reason"]?.text ?? ""
    switch json["outcome"]?.text {
    case "done": self = BoughtAirtime(json["bought"]).map(ClientOutcome.bought) ?? .done
    case "unable": self = .unable(reason)
    case "refused": self = .refused(Reason(code: reason))
    case "mismatch": self = .mismatch(reason)
    default: self = .other(reason)
    }
  }
}

extension BoughtAirtime {
  /// Reads what they report of a purchase; nil of any other step.
  fileprivate init?(_ json: JSONValue?) {
    guard let id = json?["transactionId"]?.text, case .integer(let balance)? = json?["balance"]
    else { return nil }
    self.init(transactionID: id, balance: balance)
  }
}
