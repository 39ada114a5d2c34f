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
    case event
  }

  /// Puts in that a code is to be sent, while it is good.
  static func put(
    code request: CodeRequestID, to recipient: String, _ channel: CodeChannel,
    _ purpose: CodePurpose, of action: Message.ApprovedAction? = nil, until end: Timestamp,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    var content: JSONObject = [
      "to": .string(recipient), "channel": .string(channel.rawValue),
      "purpose": .string(purpose.rawValue), "codeRequest": .string(request.text),
      "until": .integer(end.milliseconds),
    ]
    content["approves"] = action?.json
    try put(.message, id: "code:\(request.text)", content, due: now, in: transaction)
  }

  /// Puts in that a person is to be told something, on the channel that every account has.
  static func put(
    notice: Message.Notice, to account: AccountID, id: String, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    guard let userName = try account.userName(in: transaction) else { return }
    let content: JSONObject = [
      "to": .string(userName), "channel": .string(CodeChannel.email.rawValue),
      "notice": .string(notice.rawValue),
    ]
    try put(.message, id: "\(notice.rawValue):\(id)", content, due: now, in: transaction)
  }

  /// Puts in that a telephone number is to be told something, whether it is the account's or was.
  static func put(
    notice: Message.Notice, toPhone number: String, id: String, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let content: JSONObject = [
      "to": .string(number), "channel": .string(CodeChannel.sms.rawValue),
      "notice": .string(notice.rawValue),
    ]
    try put(.message, id: "\(notice.rawValue):sms:\(id)", content, due: now, in: transaction)
  }

  /// Puts in that a top-up is to be supplied, leased to the request that put it in: a worker takes
  /// it over only when that request has had its time.
  static func put(
    supply transactionID: TransactionID, lease: [UInt8], until due: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let content: JSONObject = ["topUp": .string(transactionID.text)]
    try put(
      .supply, id: supplyID(transactionID), content, due: due, lease: lease, in: transaction)
  }

  /// The entry of a top-up that is to be supplied.
  static func supplyID(_ transactionID: TransactionID) -> String {
    "supply:\(transactionID.text)"
  }

  /// Puts in that the host is to be told something: once for each transaction and kind of event.
  static func put(
    event: HostEvent, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    guard case .object(let content) = event.json else { return }
    let name = "\(event.kind)_\(event.transaction.transaction.transactionID)"
    try put(.event, id: eventEntry(name), content, due: now, in: transaction)
  }

  /// The id under which a host knows the event of an entry; the same with every try.
  static func eventID(ofEntry entry: String) -> String {
    String(entry.dropFirst(eventEntry("").count))
  }

  private static func eventEntry(_ id: String) -> String { "event:\(id)" }

  private static func put(
    _ kind: Kind, id: String, _ content: JSONObject, due: Timestamp, lease: [UInt8]? = nil,
    in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO outbox (id, kind, content, due_at, attempts, lease) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO NOTHING
      """,
      [
        .text(id), .text(kind.rawValue),
        .text(String(decoding: JSONValue.object(content).serialized(), as: UTF8.self)),
        .integer(due.milliseconds), .integer(lease == nil ? 0 : 1), SQLValue(lease),
      ])
  }

  /// Marks an entry as done.
  static func finish(
    _ id: String, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE outbox SET done_at = ? WHERE id = ?", [.integer(now.milliseconds), .text(id)])
  }

  /// Keeps an entry that is not tried any more, for an administrator to see.
  static func giveUp(
    _ id: String, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE outbox SET done_at = ?, given_up_at = ? WHERE id = ? AND done_at IS NULL",
      [.integer(now.milliseconds), .integer(now.milliseconds), .text(id)])
  }
}
