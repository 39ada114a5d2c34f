import BrowserTesting
import WebAuthnModel
import WireModel

extension ClientOutcome {
  /// Reads an outcome as the clients report it that are not of this process.
  init(_ json: JSONValue) {
    let reason = json["reason"]?.text ?? ""
    switch json["outcome"]?.text {
    case "done": self = .done
    case "unable": self = .unable(reason)
    case "refused": self = .refused(Reason(code: reason))
    case "mismatch": self = .mismatch(reason)
    default: self = .other(reason)
    }
  }
}
