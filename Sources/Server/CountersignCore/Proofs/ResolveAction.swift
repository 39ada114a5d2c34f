import WebAuthnModel
import WireModel

/// What a proof is asked for: a scenario with its transaction as it will be executed.
struct LinkedAction: Sendable {
  let scenario: ScenarioName
  /// The bytes that a proof is linked to; none where the scenario has no transaction.
  let canonical: [UInt8]
  /// The transaction as it is answered and shown; nil where the scenario has none.
  let transaction: JSONValue?
  /// What a message says of it.
  let approved: Message.ApprovedAction

  /// By what a code is known to be for this very action.
  var codeBinding: [UInt8] {
    var form = CanonicalForm()
    form.append(utf8: "countersign/code/v1")
    form.append(utf8: scenario.text)
    form.append(bytes: canonical)
    return sha256(form.bytes)
  }

  /// The action of a scenario that has no transaction.
  static func withoutTransaction(_ scenario: ScenarioName) -> LinkedAction {
    LinkedAction(
      scenario: scenario, canonical: [], transaction: nil, approved: .scenario(scenario))
  }
}

extension Service {
  /// Makes the transaction of a scenario's payload: exactly what will be executed.
  ///
  /// - Throws: A ``Refusal`` for a scenario that is not known, a payload that is not its own, or a
  ///   transaction that cannot be executed.
  func resolve(
    _ scenario: ScenarioName, _ payload: JSONValue, of account: AccountID, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> LinkedAction {
    switch scenario {
    case .topUp:
      let topUp = try resolve(
        self.payload(TopUpPayload.self, payload), in: transaction
      ).transaction
      return try linkedAction(topUp)
    case .authorizeTransaction:
      let asked = try self.payload(ReviewPayload.self, payload)
      let record = try ReviewRecords.find(
        ReviewID(asked.transactionID), of: account, in: transaction)
      try record.requirePending(at: now)
      return try linkedAction(record.transaction)
    case .testBiometrics, .manageFactors:
      guard payload == .object([:]) else {
        throw Refusal(.unacceptableValue, "payload: \(scenario) takes none")
      }
      return .withoutTransaction(scenario)
    case let scenario where policy.scenarios.ofHost.contains(scenario):
      let asked = try hostTransaction(payload)
      return LinkedAction(
        scenario: scenario, canonical: try canonicalBytes(of: asked), transaction: asked.json,
        approved: .scenario(scenario))
    default:
      throw Refusal(.unacceptableValue, "scenario: this server knows none by that name")
    }
  }

  /// A top-up, as codes and challenges are linked to it.
  func linkedAction(_ topUp: TopUpTransaction) throws -> LinkedAction {
    LinkedAction(
      scenario: TopUpTransaction.scenario, canonical: try canonicalBytes(of: topUp),
      transaction: topUp.json,
      approved: .payment(amount: topUp.amount, currency: topUp.currency, payee: topUp.payee))
  }

  /// A transaction under review, as codes and challenges are linked to it.
  func linkedAction(_ review: ReviewTransaction) throws -> LinkedAction {
    LinkedAction(
      scenario: ReviewTransaction.scenario, canonical: try canonicalBytes(of: review),
      transaction: review.json,
      approved: .payment(amount: review.amount, currency: review.currency, payee: review.payee))
  }

  /// Reads a scenario's payload.
  private func payload<Payload: JSONBody>(
    _ type: Payload.Type, _ json: JSONValue
  ) throws -> Payload {
    do {
      return try Payload(json: json)
    } catch {
      throw Refusal(.malformed, "payload: \(error)")
    }
  }

  /// The canonical bytes of a transaction; refused where a text cannot be shown truthfully.
  func canonicalBytes(of transaction: some LinkableTransaction) throws -> [UInt8] {
    do {
      return try transaction.canonicalBytes()
    } catch {
      throw Refusal(.unacceptableValue, "\(error)")
    }
  }
}
