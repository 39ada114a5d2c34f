import WebAuthnModel
import WireModel

/// A message as the outbox holds it.
///
/// It holds no code: that is derived from the request's id when the message is delivered.
struct MessageEntry: Sendable {
  /// For whom it is.
  enum Recipient: Sendable, Hashable {
    /// The person of an account, whose address is looked up when the message is due.
    case account(AccountID, AddressChoice)
    /// An address: that of a message that is about to be delivered to the person of an account, or
    /// one that is no account's yet or any more.
    case address(Address, of: AccountID?)
    /// Nobody: a code was asked for under a name that no account has.
    case nobody
  }

  /// The content of the message.
  enum Content: Sendable {
    case code(CodeRequestID, CodePurpose, CodeMatter, until: Timestamp)
    case notice(Message.Notice)
  }

  /// The words of a code's message beside its purpose.
  enum CodeMatter: Sendable {
    /// Nothing.
    case purpose
    /// That the new factor completes a recovery.
    case recovery
    /// That it sets up one device, by a link; and where it completes a recovery, that too.
    case device(recovers: Bool)
    /// The document that it approves, as JSON.
    case document(JSONValue)
  }

  var recipient: Recipient
  let content: Content
  /// The target of its link; nil for one without a link.
  var stop: StopTarget?
  /// True for the code of a sign-up, of which the person of an account that exists is told.
  var isSignUp = false
  /// True once the address was found to have room for it among its codes.
  var isCounted = false
  /// The language of its words; that of a document beside it is the document's.
  var language = Language.english
  /// The moment at which it was put in, by which the messages of a person stay in order.
  let at: Timestamp

  init(
    _ content: Content, to recipient: Recipient, stop: StopTarget? = nil, at now: Timestamp
  ) {
    (self.content, self.recipient, self.stop, at) = (content, recipient, stop, now)
  }

  /// Reads an entry.
  init(_ job: LeasedJob) throws {
    var reader = try job.read()
    isSignUp = try reader.optionalBool("signUp") ?? false
    isCounted = try reader.optionalBool("counted") ?? false
    if try reader.optionalBool("nobody") == true {
      recipient = .nobody
    } else if let account = try reader.optionalString("account") {
      let choice = AddressChoice(rawValue: try reader.string("choice"))
      recipient = .account(AccountID(account), try Self.known(choice, "choice of address"))
    } else {
      let text = try reader.string("to")
      let person = try reader.optionalString("person").map(AccountID.init)
      switch try Self.known(CodeChannel(rawValue: try reader.string("channel")), "channel") {
      case .email: recipient = .address(.email(EmailAddress(stored: text)), of: person)
      case .sms: recipient = .address(.phone(PhoneNumber(stored: text)), of: person)
      }
    }
    at = Timestamp(milliseconds: try reader.integer("at"))
    stop = try reader.optionalString("stop").map { id in
      let page = try reader.optionalString("page").flatMap { try? PathPrefix($0) }
      return StopTarget(id: id, page: page ?? .root)
    }
    if let notice = Message.Notice(rawValue: try reader.optionalString("notice") ?? "") {
      content = .notice(notice)
      return
    }
    let purpose = CodePurpose(rawValue: try reader.string("purpose"))
    let recovers = try reader.optionalBool("recovers") ?? false
    let matter: CodeMatter =
      try reader.optionalBool("device") == true
      ? .device(recovers: recovers) : recovers ? .recovery : .purpose
    language = try reader.optionalString("language").flatMap { Language($0) } ?? .english
    content = .code(
      CodeRequestID(try reader.string("codeRequest")), try Self.known(purpose, "purpose"),
      reader.optionalValue("approves").map(CodeMatter.document) ?? matter,
      until: Timestamp(milliseconds: try reader.integer("until")))
  }

  /// The moment from which it is not worth sending; nil for one that always is.
  var end: Timestamp? {
    if case .code(_, _, _, until: let end) = content { end } else { nil }
  }

  /// The account of whose person it is; nil for an address that is no account's.
  var person: AccountID? {
    switch recipient {
    case .account(let account, _): account
    case .address(_, of: let account): account
    case .nobody: nil
    }
  }

  /// The kind that delivers it: notices have places of their own.
  private var kind: JobName { if case .notice = content { .notice } else { .message } }

  /// The job under an id, in the line of its recipient.
  func job(_ id: String) -> NewJob {
    var fields: JSONObject = ["at": .integer(at.milliseconds)]
    let target: String
    let line: String
    switch recipient {
    case .account(let account, let choice):
      (target, line) = (Self.directory, account.text)
      fields["account"] = .string(account.text)
      fields["choice"] = .string(choice.rawValue)
    case .address(let address, of: let person):
      (target, line) = (address.target, address.text)
      fields["to"] = .string(address.text)
      fields["channel"] = .string(address.channel.rawValue)
      fields["person"] = person.map { .string($0.text) }
    case .nobody:
      (target, line) = (Self.directory, "nobody:\(id)")
      fields["nobody"] = true
    }
    if isSignUp { fields["signUp"] = true }
    if isCounted { fields["counted"] = true }
    switch content {
    case .code(let request, let purpose, let matter, let end):
      fields["purpose"] = .string(purpose.rawValue)
      fields["codeRequest"] = .string(request.text)
      switch matter {
      case .purpose: break
      case .recovery: fields["recovers"] = true
      case .device(let recovers):
        fields["device"] = true
        if recovers { fields["recovers"] = true }
      case .document(let json): fields["approves"] = json
      }
      fields["until"] = .integer(end.milliseconds)
      fields["language"] = .string(language.tag)
    case .notice(let notice): fields["notice"] = .string(notice.rawValue)
    }
    if let stop {
      fields["stop"] = .string(stop.id)
      fields["page"] = .string("\(stop.page)")
    }
    var job = NewJob(kind, id: id, target: target, fields)
    job.line = line
    return job
  }

  private static func known<Value>(_ value: Value?, _ name: String) throws -> Value {
    guard let value else {
      throw StoreError(code: .corrupt, reason: "an outbox entry has an unknown \(name)")
    }
    return value
  }

  /// The target of messages whose address is not known yet: a directory that hangs delays no other
  /// message.
  private static let directory = "directory"
}

extension Outbox {
  /// Puts in that a code is to be sent, while it is good.
  ///
  /// Its words are in a language of the person who asked, as those of documents are.
  static func put(
    code request: CodeRequestID, to recipient: MessageEntry.Recipient, _ purpose: CodePurpose,
    _ matter: MessageEntry.CodeMatter = .purpose, in language: Language, isSignUp: Bool = false,
    until end: Timestamp, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    var entry = MessageEntry(.code(request, purpose, matter, until: end), to: recipient, at: now)
    entry.isSignUp = isSignUp
    entry.language = language
    try put(entry.job("code:\(request.text)"), due: now, in: transaction)
  }

  /// Puts in that an account's person is to be told something: what can be stopped, at every
  /// address.
  static func put(
    notice: Message.Notice, to account: AccountID, id: String, stop: StopTarget? = nil,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let entry = MessageEntry(.notice(notice), to: .account(account, .first), stop: stop, at: now)
    try put(entry.job("\(notice.rawValue):\(id)"), due: now, in: transaction)
    guard stop != nil else { return }
    try put(notice: notice, toSecondOf: account, id: id, stop: stop, at: now, in: transaction)
  }

  /// Puts in that an account's person is to be told something at the second address as well, where
  /// there is one.
  static func put(
    notice: Message.Notice, toSecondOf account: AccountID, id: String, stop: StopTarget? = nil,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let entry = MessageEntry(.notice(notice), to: .account(account, .second), stop: stop, at: now)
    try put(entry.job("\(notice.rawValue):second:\(id)"), due: now, in: transaction)
  }

  /// Puts in that somebody is to be told something at a telephone number that is the account's no
  /// more.
  static func put(
    notice: Message.Notice, toFormer number: PhoneNumber, id: String, stop: StopTarget? = nil,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let entry = MessageEntry(
      .notice(notice), to: .address(.phone(number), of: nil), stop: stop, at: now)
    try put(entry.job("\(notice.rawValue):sms:\(id)"), due: now, in: transaction)
  }
}
