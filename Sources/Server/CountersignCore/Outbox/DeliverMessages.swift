import WebAuthnModel
import WireModel

extension Service {
  /// Delivers messages until the task is cancelled: at once when one was put in, and every second
  /// for what a crash or a failed try left.
  ///
  /// - Parameters:
  ///   - notifier: Who carries them.
  ///   - failure: Told of each try that failed, with a text for the log that holds no secret.
  public func deliverMessages(
    with notifier: any Notifier, failure: @escaping @Sendable (String) -> Void
  ) async {
    await outboxBell.answered(every: .seconds(1)) {
      await deliverDueMessages(with: notifier, failure: failure)
    }
  }

  /// Delivers what is due now, each recipient's messages one after the other.
  ///
  /// The oldest goes first, so that the code that comes last is the one that holds. Recipients are
  /// served side by side.
  public func deliverDueMessages(
    with notifier: any Notifier, failure: @escaping @Sendable (String) -> Void
  ) async {
    do {
      while true {
        let leased = try await leaseMessages()
        if leased.isEmpty { return }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for entries in Dictionary(grouping: leased, by: \.message.recipient).values {
            group.addTask {
              for entry in entries { try await deliver(entry, with: notifier, failure: failure) }
            }
          }
          try await group.waitForAll()
        }
      }
    } catch {
      failure("outbox not read: \(error)")
    }
  }

  private func deliver(
    _ entry: LeasedMessage, with notifier: any Notifier,
    failure: @Sendable (String) -> Void
  ) async throws {
    if let end = entry.end, clock.now() >= end {
      // What is no longer good would only be taken for an attack.
      failure("a code could not be delivered while it was good; given up")
    } else {
      do {
        try await notifier.deliver(entry.message)
      } catch {
        let mayFollow = entry.attempts < policy.deliveryAttempts
        let end = mayFollow ? "tried again later" : "given up after \(entry.attempts) tries"
        failure("message not delivered, \(end): \(error)")
        if mayFollow { return }
      }
    }
    let now = clock.now()
    try await store.write { try Outbox.finish(entry.id, at: now, in: $0) }
  }

  /// Takes the messages that are due, oldest first.
  ///
  /// Each comes back later, after ever longer waits of an hour at most, unless it is finished by
  /// then.
  private func leaseMessages() async throws -> [LeasedMessage] {
    let now = clock.now()
    let rows = try await store.read { transaction in
      try transaction.rows(
        "SELECT 1 FROM outbox WHERE kind = ? AND done_at IS NULL AND due_at <= ? LIMIT 1",
        [.text(Outbox.Kind.message.rawValue), .integer(now.milliseconds)])
    }
    if rows.isEmpty { return [] }
    let due = try await store.write { transaction in
      let due = try transaction.rows(
        """
        SELECT id, content, attempts FROM outbox WHERE kind = ? AND done_at IS NULL AND due_at <= ?
        ORDER BY due_at LIMIT 20
        """, [.text(Outbox.Kind.message.rawValue), .integer(now.milliseconds)])
      // An UPDATE answers its rows in no order.
      return try due.filter { row in
        try transaction.execute(
          """
          UPDATE outbox SET attempts = attempts + 1,
            due_at = ? + CASE WHEN attempts < 30 THEN 4000 * (attempts + 1) * (attempts + 1)
              ELSE 3600000 END
          WHERE id = ? AND attempts = ?
          """,
          [.integer(now.milliseconds), .text(try row.text(0)), .integer(try row.integer(2))]) == 1
      }
    }
    return try due.map { try message($0.text(0), $0.text(1), attempts: $0.integer(2) + 1) }
  }

  private func message(
    _ entry: String, _ content: String, attempts: Int64
  ) throws -> LeasedMessage {
    // Hashed, since an entry's id can hold that of a code request, which opens a session together
    // with its code.
    let hash = sha256(Array("countersign/message/v1\(entry)".utf8))
    let id = Base64URL.encode(Array(hash.prefix(16)))
    var reader = try JSONObjectReader(JSONValue(parsing: Array(content.utf8)))
    let recipient = try reader.string("to")
    guard let channel = CodeChannel(rawValue: try reader.string("channel")) else {
      throw StoreError(code: .corrupt, reason: "an outbox entry has an unknown channel")
    }
    if let notice = Message.Notice(rawValue: try reader.optionalString("notice") ?? "") {
      return LeasedMessage(
        id: entry, attempts: attempts, end: nil,
        message: Message(
          id: id, channel: channel, recipient: recipient, content: .notice(notice)))
    }
    guard let purpose = CodePurpose(rawValue: try reader.string("purpose")) else {
      throw StoreError(code: .corrupt, reason: "an outbox entry has an unknown purpose")
    }
    let code = codes.code(for: CodeRequestID(try reader.string("codeRequest")))
    let action = try reader.optionalValue("approves").map(Message.ApprovedAction.init(json:))
    return LeasedMessage(
      id: entry, attempts: attempts,
      end: Timestamp(milliseconds: try reader.integer("until")),
      message: Message(
        id: id, channel: channel, recipient: recipient,
        content: action.map { .approvalCode(code, of: $0) } ?? .code(code, purpose: purpose)))
  }
}

private struct LeasedMessage: Sendable {
  let id: String
  /// How many tries there were, with this one.
  let attempts: Int64
  /// When it is no longer worth sending.
  let end: Timestamp?
  let message: Message
}
