import DocumentModel
import WebAuthnModel

/// A body that is read survives a round trip; a request with one field more is refused for it, and
/// no refusal quotes more than a name.
func fuzz(_ input: [UInt8]) {
  guard let json = try? JSONValue(parsing: input) else { return }
  check(ActionRequest.self, json)
  check(ProofRequest.self, json)
  check(ApprovalRequest.self, json)
  check(DeviceRequest.self, json)
  check(PINKeyRequest.self, json)
  check(SetPINRequest.self, json)
  check(SessionRequest.self, json)
  check(LinkConfirmation.self, json)
  check(SessionLinkRequest.self, json)
  check(CodeRequest.self, json)
  check(AccountRevocationRequest.self, json)
  check(AccountAuditRequest.self, json)
  check(RedemptionRequest.self, json)
  check(NewTransactionRequest.self, json)
  check(Document.self, json)
  check(LinkedOptions.self, json)
  check(LinkOptions.self, json)
  check(AccountAnswer.self, json)
  check(TransactionList.self, json)
  check(OperationAnswer.self, json)
  check(HostEvent.self, json)
  check(Problem.self, json)
}

private func check<Body: JSONBody & Equatable>(_ type: Body.Type, _ json: JSONValue) {
  do {
    let body = try Body(json: json)
    precondition((try? Body(json: body.json)) == body, "\(type) does not survive")
    guard case .object(var members) = json, !(type is any ExtensibleJSON.Type) else { return }
    members["surprise!"] = 1
    precondition((try? Body(json: .object(members))) == nil, "\(type) takes any field")
  } catch {
    // A path has at most the names of the types that were read.
    precondition(error.description.utf8.count < 1024, "\(type): a long refusal")
  }
}
