import WebAuthnModel
import WireModel

/// The action of a declared scenario: it is recorded, and its host is told.
///
/// What a host does with it is the host's own: this server shows the document, verifies the proof,
/// and says once that it was given.
package struct DeclaredAction: ScenarioAction {
  package let name = "performDeclared"
  package let event = "action_performed"
  let declared: DeclaredScenario
  let hostEvents: HostEvents

  package var scenario: ScenarioName { declared.name }

  package func terms(in policy: ServicePolicy) -> ActionTerms {
    var terms = ActionTerms(kinds: declared.policy.kinds)
    terms.linking = .ofKeys
    return terms
  }

  package func request(of payload: JSONValue) -> JSONValue { payload }

  /// The hash of the values as they are shown: neither their spelling nor a language counts.
  package func bodyHash(of payload: JSONValue) throws -> [UInt8] {
    BodyHash.of(name, [.blob(try declared.document(of: payload, in: .none).valueBytes)])
  }

  package func document(
    for payload: JSONValue, in context: ReadingContext
  ) throws -> Documented<Void> {
    Documented(try declared.document(of: payload, in: context.languages), ())
  }

  package func reads(of payload: JSONValue, for caller: Caller) -> ActionReads {
    var reads = ActionReads(execution: [
      HostEvents.query(of: .name(declared.host), of: caller.account)
    ])
    if let session = caller.session {
      reads.execution.append(Hosts.query(of: declared, provedIn: session.id))
    }
    return reads
  }

  package func execute(
    _ payload: JSONValue, _ prepared: Void, _ documented: Documented<Void>,
    in context: ActionContext
  ) throws -> Execution {
    let recipient = try hostEvents.recipient(
      .name(declared.host), of: context.account, in: context.transaction)
    if let session = context.caller.session {
      try Hosts.note(
        declared, provedIn: session.id, of: context.account, at: context.now,
        in: context.transaction)
    }
    try hostEvents.put(
      PerformedAction(
        operationID: context.operation.text, scenario: scenario, payload: payload),
      to: recipient, at: context.now, in: context.transaction)
    return Execution(details: documented.document.value.auditDetails)
  }

  package func result(of operation: StoredOperation) {}

  package func json(of result: Void) -> JSONValue? { nil }

  package func duplicate(
    of bodyHash: [UInt8], since moment: Timestamp, in context: ReadingContext
  ) throws -> String? {
    try context.transaction.row(
      """
      SELECT id FROM operations
      WHERE account_id = ? AND at > ? AND transaction_id IS NULL AND body_hash = ?
      ORDER BY at DESC LIMIT 1
      """,
      [.text(context.account.text), .integer(moment.milliseconds), .blob(bodyHash)])?.text(0)
  }
}

extension DeclaredScenario {
  /// The document of a payload, in the best of the scenario's languages.
  func document(
    of payload: JSONValue, in wanted: PreferredLanguages
  ) throws -> ActionDocument {
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
