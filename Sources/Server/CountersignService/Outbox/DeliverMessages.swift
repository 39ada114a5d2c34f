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
    await withTaskGroup { group in
      group.addTask {
        for await _ in outboxBell.rings {
          await deliverDueMessages(with: notifier, failure: failure)
        }
      }
      group.addTask {
        while (try? await Task.sleep(for: .seconds(1))) != nil { outboxBell.ring() }
      }
      await group.waitForAll()
    }
  }

  /// Delivers what is due now, oldest first.
  public func deliverDueMessages(
    with notifier: any Notifier, failure: @Sendable (String) -> Void
  ) async {
    do {
      while true {
        let leased = try await leaseMessages()
        if leased.isEmpty { return }
        for entry in leased {
          do {
            try await notifier.deliver(entry.message)
            let now = clock.now()
            try await store.write { try Outbox.finish(entry.id, at: now, in: $0) }
          } catch {
            failure("message not delivered, tried again later: \(error)")
          }
        }
      }
    } catch {
      failure("outbox not read: \(error)")
    }
  }

  /// Takes the messages that are due; each comes back later unless it is finished by then.
  private func leaseMessages() async throws -> [LeasedMessage] {
    let now = clock.now()
    let rows = try await store.read { transaction in
      try transaction.rows(
        "SELECT 1 FROM outbox WHERE kind = ? AND done_at IS NULL AND due_at <= ? LIMIT 1",
        [.text(Outbox.Kind.message.rawValue), .integer(now.milliseconds)])
    }
    if rows.isEmpty { return [] }
    let leased = try await store.write { transaction in
      try transaction.rows(
        """
        UPDATE outbox SET attempts = attempts + 1, due_at = ? + 5000 * (attempts + 1)
        WHERE id IN (SELECT id FROM outbox WHERE kind = ? AND done_at IS NULL AND due_at <= ?
          ORDER BY due_at LIMIT 20)
        RETURNING id, content
        """,
        [
          .integer(now.milliseconds), .text(Outbox.Kind.message.rawValue),
          .integer(now.milliseconds),
        ])
    }
    return try leased.map { row in
      LeasedMessage(id: try row.text(0), message: try message(row.text(0), row.text(1)))
    }
  }

  private func message(_ entry: String, _ content: String) throws -> Message {
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
      return Message(
        id: id, channel: channel, recipient: recipient, content: .notice(notice))
    }
    guard let purpose = CodePurpose(rawValue: try reader.string("purpose")) else {
      throw StoreError(code: .corrupt, reason: "an outbox entry has an unknown purpose")
    }
    let code = codes.code(for: CodeRequestID(try reader.string("codeRequest")))
    return Message(
      id: id, channel: channel, recipient: recipient, content: .code(code, purpose: purpose))
  }
}

private struct LeasedMessage: Sendable {
  let id: String
  let message: Message
}
