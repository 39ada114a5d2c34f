import WebAuthnModel
import WireModel

/// Delivers messages to people: each person's one after the other, the oldest first, so that the
/// code that comes last is the one that holds.
///
/// A job holds no code: the code is derived from the request's id when it is delivered.
struct MessageJobs: JobKind {
  let messenger: any Messenger
  let codes: CodeDerivation
  let clock: any ServiceClock
  let policy: MessagePolicy

  var name: JobName { .message }

  var terms: JobTerms {
    JobTerms(
      pace: policy.pace, end: .forgotten(afterTries: policy.attempts), alarm: .never)
  }

  func run(_ job: LeasedJob) async throws -> JobResult {
    let message: Message
    let end: Timestamp?
    do {
      (message, end) = try stored(job)
    } catch is EarlierForm {
      return JobResult(.over(reason: "a code of an earlier version approves nothing any more"))
    }
    if let end, clock.now() >= end {
      // What is no longer good would only be taken for an attack.
      return JobResult(.over(reason: "a code could not be delivered while it was good"))
    }
    do {
      try await messenger.deliver(message)
      return JobResult(.done)
    } catch let error as DeliveryError where error.kind == .refused {
      return JobResult(.over(reason: "message not delivered: \(error)"))
    } catch {
      return JobResult(.again(reason: "message not delivered: \(error)"))
    }
  }

  /// A job of a version in which codes approved what was no document.
  private struct EarlierForm: Error {}

  /// The message of a job, and when it is no longer worth sending.
  private func stored(_ job: LeasedJob) throws -> (Message, end: Timestamp?) {
    // Hashed, since a job's id can hold that of a code request, which opens a session together
    // with its code.
    let hash = sha256(Array("countersign/message/v1\(job.lease.job)".utf8))
    let id = Base64URL.encode(Array(hash.prefix(16)))
    var reader = try JSONObjectReader(JSONValue(parsing: Array(job.content.utf8)))
    let recipient = try reader.string("to")
    guard let channel = CodeChannel(rawValue: try reader.string("channel")) else {
      throw StoreError(code: .corrupt, reason: "an outbox entry has an unknown channel")
    }
    if let notice = Message.Notice(rawValue: try reader.optionalString("notice") ?? "") {
      return (
        Message(id: id, channel: channel, recipient: recipient, content: .notice(notice)), nil
      )
    }
    guard let purpose = CodePurpose(rawValue: try reader.string("purpose")) else {
      throw StoreError(code: .corrupt, reason: "an outbox entry has an unknown purpose")
    }
    let code = codes.code(for: CodeRequestID(try reader.string("codeRequest")))
    let document = try reader.optionalValue("approves").map { json in
      guard let document = try? Document(json: json) else { throw EarlierForm() }
      return document
    }
    let content: Message.Content =
      document.map { .approvalCode(code, of: $0) }
      ?? .code(code, purpose: purpose)
    return (
      Message(id: id, channel: channel, recipient: recipient, content: content),
      Timestamp(milliseconds: try reader.integer("until"))
    )
  }
}

extension Outbox {
  /// Puts in that a code is to be sent, while it is good.
  static func put(
    code request: CodeRequestID, to recipient: String, _ channel: CodeChannel,
    _ purpose: CodePurpose, of document: Document? = nil, until end: Timestamp,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    var content: JSONObject = [
      "to": .string(recipient), "channel": .string(channel.rawValue),
      "purpose": .string(purpose.rawValue), "codeRequest": .string(request.text),
      "until": .integer(end.milliseconds),
    ]
    content["approves"] = document?.json
    var job = NewJob(
      .message, id: "code:\(request.text)", target: target(of: recipient, channel), content)
    job.line = recipient
    try put(job, due: now, in: transaction)
  }

  /// Puts in that a person is to be told something, on the channel that every account has.
  static func put(
    notice: Message.Notice, to account: AccountID, id: String, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    guard let userName = try account.userName(in: transaction) else { return }
    try put(notice, to: userName, .email, id: id, at: now, in: transaction)
  }

  /// Puts in that a telephone number is to be told something, whether it is the account's or was.
  static func put(
    notice: Message.Notice, toPhone number: String, id: String, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try put(notice, to: number, .sms, id: "sms:\(id)", at: now, in: transaction)
  }

  private static func put(
    _ notice: Message.Notice, to recipient: String, _ channel: CodeChannel, id: String,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let content: JSONObject = [
      "to": .string(recipient), "channel": .string(channel.rawValue),
      "notice": .string(notice.rawValue),
    ]
    var job = NewJob(
      .message, id: "\(notice.rawValue):\(id)", target: target(of: recipient, channel), content)
    job.line = recipient
    try put(job, due: now, in: transaction)
  }

  /// The party that a message waits for: mail for the recipient's domain, text messages for those
  /// who text them.
  private static func target(of recipient: String, _ channel: CodeChannel) -> String {
    guard channel == .email else { return channel.rawValue }
    return "\(channel.rawValue):\(recipient.split(separator: "@").last ?? "")"
  }
}
