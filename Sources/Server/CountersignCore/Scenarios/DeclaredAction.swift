import WebAuthnModel
import WireModel

/// The action of a declared scenario: it is recorded, and its host is told.
///
/// What a host does with it is the host's own: this server shows the document, verifies the proof,
/// and says once that it was given.
package struct DeclaredAction: ScenarioAction {
  package let name = "performDeclared"
  let declared: DeclaredScenario
  let hostEvents: HostEvents

  package var scenario: ScenarioName { declared.name }

  /// The proofs of the scenario's policy.
  ///
  /// The server does not know the effect at the host. An equal request may be a double tap, even if
  /// no value moves.
  package func requirements(in policy: ServicePolicy) -> ProofRequirements {
    var requirements = ProofRequirements(kinds: declared.policy.kinds)
    requirements.linking = .ofKeys
    requirements.duplicates = .all
    return requirements
  }

  package func request(of payload: JSONValue) -> JSONValue { payload }

  /// The hash of the values as they are shown: neither their spelling nor a language counts.
  package func bodyHash(of payload: JSONValue) throws(Refusal) -> [UInt8] {
    BodyHash.of(name, [.blob(try declared.document(of: payload, in: .none).valueBytes)])
  }

  /// The host that is told of it, as far as events are carried there, and whether it may look up
  /// the session already.
  package struct Facts: Sendable, Equatable {
    let recipient: HostEvents.Recipient?
    let isNoted: Bool
  }

  package func facts(
    of payload: JSONValue, for caller: Caller, at now: Timestamp
  ) -> FactsQuery<Facts> {
    let session = caller.session?.id
    let query = HostEvents.query(of: .name(declared.host), of: caller.account, notedIn: session)
    return FactsQuery([query]) { rows, transaction in
      let row = rows[0].first
      return Facts(
        recipient: try hostEvents.recipient(row, of: caller.account, by: transaction.seals),
        isNoted: session == nil ? false : try row?.flag(5) ?? false)
    }
  }

  package func document(
    for payload: JSONValue, _ facts: Facts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    try declared.document(of: payload, in: words.languages)
  }

  package func execute(
    _ payload: JSONValue, _ prepared: Void, _ facts: Facts, in context: ActionContext
  ) throws -> Execution {
    if let session = context.caller.session, !facts.isNoted {
      try Hosts.note(
        declared, provedIn: session.id, of: context.account, at: context.now,
        in: context.transaction)
    }
    try hostEvents.put(
      PerformedAction(
        operationID: context.operation.text, scenario: scenario, payload: payload),
      to: facts.recipient, at: context.now, in: context.transaction)
    return Execution("action_performed", details: context.document.value.auditDetails)
  }

  package func result(of operation: StoredOperation) {}

  package func json(of result: Void) -> JSONValue? { nil }
}

extension DeclaredScenario {
  /// The document of a payload, in the best of the scenario's languages.
  func document(
    of payload: JSONValue, in wanted: PreferredLanguages
  ) throws(Refusal) -> ActionDocument {
    let document = try document(
      for: payload, in: wanted.choice(among: languages) ?? .english, rules: .ofServer)
    var action = try ActionDocument(document, transaction: payload, value: value(in: document))
    // A PIN and codes act where the fallback names them; a key that waits is not named.
    action.takesStrongKeysAlone = valueAtStake == .none
    return action
  }

  /// The value at stake; unknown where the amount is missing.
  private func value(in document: Document) -> ActionDocument.ValueAtStake {
    switch valueAtStake {
    case .none: .none
    case .field: amountAtStake(in: document).map { .amount($0) } ?? .unknown
    }
  }
}

extension ActionDocument.ValueAtStake {
  /// The amount, as audit rows have it.
  var auditDetails: JSONObject {
    guard case .amount(let money) = self else { return [:] }
    return ["amount": .string(money.decimal), "currency": .string(money.currency)]
  }
}

extension DocumentRules {
  /// The tables of this server.
  public static let ofServer = DocumentRules(
    exponent: Currency.exponent(of:),
    displayProblem: { text, kind in
      let use: TextUse =
        switch kind {
        case .payee: .payee
        case .reference, .account: .reference
        default: .text
        }
      return (DisplayRule.fault(of: text, as: use) ?? DisplayRule.unassigned(in: text))
        .map { "holds \($0)" }
    })
}
