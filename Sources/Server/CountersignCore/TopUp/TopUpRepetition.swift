import WebAuthnModel
import WireModel

extension Service {
  /// The hash by which two bodies are told apart: over the payload as it was given, so that neither
  /// the proof nor the spelling of the JSON counts, no secret is in it, and today's catalogue
  /// changes nothing of yesterday's.
  func bodyHash(of payload: TopUpPayload) throws -> [UInt8] {
    var form = CanonicalForm()
    form.append(bytes: Array("countersign/body/v1".utf8))
    form.append(bytes: Array(ScenarioName.topUp.text.utf8))
    form.append(payload.amount)
    form.append(bytes: Array(payload.productCode.utf8))
    form.append(bytes: Array(try RecipientPhone(payload.recipientPhone).text.utf8))
    // A supplier that is named differs from the one that would be chosen; an empty name is refused
    // before.
    form.append(bytes: Array((payload.supplierSlug ?? "").utf8))
    form.append(payload.useCashback == true ? 1 : 0)
    return sha256(form.bytes)
  }

  /// Refuses an identical body within a short time where nothing else tells two operations apart: a
  /// PIN names no challenge, so without a key a double tap looks like a second purchase.
  func requireNoDuplicate(
    _ draft: TopUpDraft, bodyHash: [UInt8], in transaction: any ReadTransaction
  ) throws {
    guard draft.idempotencyKey == nil else { return }
    let since = draft.now.adding(seconds: -policy.duplicateSeconds)
    let row = try transaction.row(
      """
      SELECT t.id FROM topups t JOIN operations o ON o.transaction_id = t.id
      WHERE t.account_id = ? AND t.created_at > ? AND o.body_hash = ?
      ORDER BY t.created_at DESC LIMIT 1
      """,
      [.text(draft.session.accountID.text), .integer(since.milliseconds), .blob(bodyHash)])
    guard let row else { return }
    var refusal = Refusal(
      .possibleDuplicate,
      "the same was bought a moment ago; send an Idempotency-Key where it is meant as another")
    refusal.firstTransactionID = try row.text(0)
    throw refusal
  }
}
