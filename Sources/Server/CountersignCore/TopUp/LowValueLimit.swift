import WireModel

extension Service {
  /// Judges an action on a proof that is not linked to it (PSD2 RTS, Article 16): each within the
  /// limit, and since the last linked one no more in number and in all than the policy allows.
  func requireLowValue(
    _ amount: Int64, of account: AccountID, in transaction: any ReadTransaction
  ) throws {
    guard try isLowValue(amount, of: account, in: transaction) else {
      throw Refusal(
        .linkingRequired,
        "ask for options with this scenario and payload, and sign that challenge")
    }
  }

  /// Whether an amount is low, alone and together with those since the last linked proof.
  func isLowValue(
    _ amount: Int64, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> Bool {
    let row = try transaction.row(
      "SELECT actions, total FROM low_value WHERE account_id = ?", [.text(account.text)])
    let actions = try row?.integer(0) ?? 0
    let total = try row?.integer(1) ?? 0
    let limit = policy.lowValueLimit
    return amount <= limit && actions < policy.lowValueRepeats
      && total + amount <= limit * policy.lowValueRepeats
  }

  /// Counts an action on a proof that was not linked, or starts anew after one that was.
  ///
  /// On a freshly recovered account every action counts as not linked.
  func countLowValue(
    _ amount: Int64, isLinked: Bool, of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    if isLinked {
      try transaction.execute(
        "DELETE FROM low_value WHERE account_id = ?", [.text(account.text)])
    } else {
      try transaction.execute(
        """
        INSERT INTO low_value (account_id, actions, total) VALUES (?, 1, ?)
        ON CONFLICT (account_id) DO UPDATE SET actions = low_value.actions + 1,
          total = low_value.total + excluded.total
        """, [.text(account.text), .integer(amount)])
    }
  }
}
