import WebAuthnModel
import WireModel

extension ReviewRecord {
  /// The document that is shown, signed and decided on.
  ///
  /// - Throws: A ``Refusal`` where none can be made: of a review that an earlier version took, or
  ///   whose scenario is declared no more.
  func document(
    _ policy: ServicePolicy, in languages: PreferredLanguages
  ) throws(Refusal) -> ActionDocument {
    switch subject {
    case .payment(let payment): try document(of: payment, policy.texts, in: languages)
    case .declared(let scenario, let payload):
      try document(of: scenario, payload, policy, in: languages)
    case .handed(let action): try action.document(of: id, policy.texts)
    }
  }

  private func document(
    of payment: ReviewedPayment, _ texts: DocumentTexts, in languages: PreferredLanguages
  ) throws(Refusal) -> ActionDocument {
    let amount = payment.amount
    guard Currency.exponent(of: amount.currency) == amount.exponent,
      amount.minorUnits <= 1 << 53
    else {
      throw Refusal(
        .unacceptableValue, "the transaction is of an earlier version; have it made again")
    }
    var fields: [(DocumentTexts.Name, Document.Value)] = [
      (.amount, .money(amount)), (.payee, .payee(payment.payee)),
    ]
    if let account = payment.account {
      let account = BankAccount(scheme: BankAccount.iban, identifier: account)
      fields.append((.account, .account(account)))
    }
    if let reference = payment.reference { fields.append((.reference, .reference(reference))) }
    if let digits = payment.lastFourPAN { fields.append((.card, .text("…" + digits))) }
    fields += [
      (.createdAt, .time(createdAt.rfc3339)), (.expiresAt, .time(expiresAt.rfc3339)),
      (.transactionID, .reference(id.text)),
    ]
    return try ActionDocument(
      texts.document(.authorizeTransaction, fields, in: languages), transaction: transaction.json,
      value: .amount(amount))
  }

  /// The review of a declared scenario: the transaction's id, the scenario, then its own fields,
  /// under its own title; the stricter policy of the two holds.
  private func document(
    of scenario: ScenarioName, _ payload: JSONValue, _ policy: ServicePolicy,
    in languages: PreferredLanguages
  ) throws(Refusal) -> ActionDocument {
    guard let declared = policy.scenarios.declaredScenario(scenario) else {
      throw Refusal(
        .unacceptableValue, "the scenario of the transaction is not declared any more")
    }
    let own = try declared.document(of: payload, in: languages)
    let frame = policy.texts.document(
      .authorizeTransaction,
      [(.transactionID, .reference(id.text)), (.scenario, .reference(scenario.text))],
      in: PreferredLanguages([own.document.language]))
    var document = try ActionDocument(
      Document(
        scenario: .authorizeTransaction, language: own.document.language,
        title: own.document.title, fields: frame.fields + own.document.fields),
      transaction: transaction.json, value: own.value)
    document.takes = declared.policy.kinds
    document.takesStrongKeysAlone = own.takesStrongKeysAlone
    return document
  }
}
