import WebAuthnModel
import WireModel

/// What has to happen outside the store because of a commit, stored with it.
///
/// A message holds no code: the code is derived from the request's id when it is delivered.
enum Outbox {
  /// The kinds of entries.
  enum Kind: String {
    case message
    case supply
  }

  /// Puts in that a code is to be sent.
  static func put(
    code request: CodeRequestID, to recipient: String, _ channel: CodeChannel,
    _ purpose: CodePurpose, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let content: JSONObject = [
      "to": .string(recipient), "channel": .string(channel.rawValue),
      "purpose": .string(purpose.rawValue), "codeRequest": .string(request.text),
    ]
    try put(.message, id: "code:\(request.text)", content, due: now, in: transaction)
  }

  /// Puts in that a person is to be told something, on the channel that every account has.
  static func put(
    notice: Message.Notice, to account: AccountID, id: String, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let row = try transaction.row(
      "SELECT user_name FROM accounts WHERE id = ?", [.text(account.text)])
    guard let row else { return }
    let content: JSONObject = [
      "to": .string(try row.text(0)), "channel": .string(CodeChannel.email.rawValue),
      "notice": .string(notice.rawValue),
    ]
    try put(.message, id: "\(notice.rawValue):\(id)", content, due: now, in: transaction)
  }

  /// Puts in that a top-up is to be supplied; due only when the first try has had its time.
  static func put(
    supply transactionID: TransactionID, due: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try put(
      .supply, id: "supply:\(transactionID.text)", ["topUp": .string(transactionID.text)],
      due: due, in: transaction)
  }

  private static func put(
    _ kind: Kind, id: String, _ content: JSONObject, due: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO outbox (id, kind, content, due_at, attempts) VALUES (?, ?, ?, ?, 0)
      ON CONFLICT (id) DO NOTHING
      """,
      [
        .text(id), .text(kind.rawValue),
        .text(String(decoding: JSONValue.object(content).serialized(), as: UTF8.self)),
        .integer(due.milliseconds),
      ])
  }

  /// Marks an entry as done.
  static func finish(
    _ id: String, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE outbox SET done_at = ? WHERE id = ?", [.integer(now.milliseconds), .text(id)])
  }
}
