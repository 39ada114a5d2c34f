import WebAuthnModel
package import WireModel

/// Redeems a verification token for an action of a host's own: once, and for exactly the
/// transaction that the person signed.
package struct Redemption: ProtectedAction {
  package let name = "redeem"
  package let event = "token_redeemed"
  package let scenario: ScenarioName

  /// What the host is about to do, and what the token says.
  package struct Request: Sendable {
    let transaction: HostTransaction
    let claimed: ClaimedProof
  }

  package func terms(in policy: ServicePolicy) -> ActionTerms {
    var terms = ActionTerms(kinds: [.verificationToken])
    terms.linking = .always
    terms.repetition = .byKeyAlone
    return terms
  }

  package func bodyHash(of request: Request) throws -> [UInt8] {
    BodyHash.of(
      name,
      [
        .text(scenario.text), .blob(try request.transaction.showableBytes()),
        .blob(request.claimed.proof.challengeID),
      ])
  }

  package func document(
    for request: Request, in context: ReadingContext
  ) throws -> Documented<Void> {
    Documented(try request.transaction.document(of: scenario), ())
  }

  package func execute(
    _ request: Request, _ prepared: Void, _ documented: Documented<Void>, in context: ActionContext
  ) -> Execution { Execution(answer: request.claimed.answer.json) }

  package func result(
    of operation: StoredOperation, in context: ReadingContext
  ) throws -> RedemptionAnswer { try RedemptionAnswer(json: operation.requireAnswer()) }
}

extension HostTransaction {
  /// Reads the payload of a host's own scenario.
  init(ofHost payload: JSONValue) throws(Refusal) {
    do {
      self = try HostTransaction(json: payload)
    } catch {
      throw Refusal(.unacceptableValue, "payload: \(error)")
    }
  }

  /// The transaction of a host's own scenario as it is shown and signed; its worth is not known
  /// here.
  func document(of scenario: ScenarioName) throws -> ActionDocument {
    ActionDocument(
      scenario: scenario, canonical: try showableBytes(), transaction: json,
      approved: .scenario(scenario), value: .unknown)
  }
}

extension Refusal {
  /// The session in which a token was given is over: what it proved is void with it.
  static let provingSessionOver = Refusal(
    .verificationFailed, "the session in which this was proved is over; let the person prove again"
  ).concerningSecret()
}
