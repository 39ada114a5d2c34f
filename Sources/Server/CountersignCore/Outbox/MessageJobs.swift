import Tracing
import WebAuthnModel
import WireModel

/// Delivers messages to people: each person's one after the other, the oldest first, so that the
/// last code is the valid one.
///
/// A message to an account takes two jobs: the first asks the directory for the address, and puts
/// in the second, which delivers. So a directory that is slow or away delays no message that has
/// its address, and mail for one domain none for another.
struct MessageJobs: JobKind {
  let messenger: any Messenger
  let addresses: AddressBook
  let codes: CodeDerivation
  let stops: StopLinks
  let budget: CodeBudget
  let clock: any ServiceClock
  let tracer: (any Tracer)?
  let policy: MessagePolicy

  var name: JobName { .message }

  var terms: JobTerms {
    JobTerms(
      pace: policy.pace, end: .forgotten(afterTries: policy.attempts), alarm: .never)
  }

  func run(_ job: LeasedJob) async throws -> JobResult {
    let entry = try MessageEntry(job)
    if let end = entry.end, clock.now() >= end {
      // What is no longer good would only be taken for an attack.
      return JobResult(.over(reason: "a code could not be delivered while it was good"))
    }
    switch entry.recipient {
    case .account(let account, let choice):
      return try await address(entry, job, account, choice)
    case .nobody: return JobResult(.done)
    case .address(let address, of: let account):
      if case .code = entry.content, !entry.isCounted {
        return put(entry, job, to: address, account)
      }
      return await deliver(
        Message(
          id: Self.id(of: job), channel: address.channel, recipient: address.text,
          content: try content(of: entry), language: entry.language,
          stop: entry.stop.map(stops.address)),
        begins: entry.stop)
    }
  }

  /// Hands a message over; a wait that it tells of begins then.
  private func deliver(_ message: Message, begins stop: StopTarget?) async -> JobResult {
    do {
      try await tracer.step("deliver message", .client) { try await messenger.deliver(message) }
      guard let stop else { return JobResult(.done) }
      return JobResult(.done) { transaction, now in
        try Waits.begin(WaitID(stop.id), at: now, in: transaction)
      }
    } catch let error as DeliveryError {
      let reason = "message not delivered: \(error)"
      return JobResult(error.kind == .refused ? .over(reason: reason) : .again(reason: reason))
    } catch {
      // Its text is the host's, and could hold the code.
      return JobResult(
        .again(reason: "message not delivered: the messenger threw \(type(of: error))"))
    }
  }

  /// Asks for the address of a message, and leaves the message to a job that has it.
  private func address(
    _ entry: MessageEntry, _ job: LeasedJob, _ account: AccountID, _ choice: AddressChoice
  ) async throws -> JobResult {
    let found: AddressBook.Found
    do {
      found = try await addresses.find(choice, of: account)
    } catch let error as DirectoryError {
      return JobResult(
        .again(reason: "message not delivered: the directory cannot be asked: \(error)"))
    }
    switch found {
    case .address(let address):
      return put(entry, job, to: address, account)
    case .none:
      // At the first address the person was told.
      if case .notice = entry.content, choice == .second { return JobResult(.done) }
      return JobResult(
        .over(
          reason: "message not delivered: \(account) has no address for it; give this person one "
            + "in the directory, or a name that is one"))
    case .unknown:
      return .alarm(
        "message not delivered: the directory does not know \(account); put this person into it")
    }
  }

  /// Leaves a message to a job that delivers it to an address, and leaves out a code that is more
  /// than its recipient is sent.
  private func put(
    _ entry: MessageEntry, _ job: LeasedJob, to address: Address, _ account: AccountID?
  ) -> JobResult {
    var addressed = entry
    addressed.recipient = .address(address, of: account)
    addressed.isCounted = true
    return JobResult(.done) { [addressed, budget] transaction, now in
      if case .code(let request, _, _, until: _) = addressed.content {
        guard try budget.take(request, to: address, at: now, in: transaction) else { return }
        // Here, so that a sign-up takes as long whether or not there is an account.
        if addressed.isSignUp, let account {
          try Outbox.put(
            notice: .signUpRepeated, to: account, id: request.text, at: now, in: transaction)
        }
      }
      // Due when the message was put in: what was asked for later stays behind it.
      try Outbox.put(addressed.job("to:\(job.lease.job)"), due: addressed.at, in: transaction)
    }
  }

  private func content(of entry: MessageEntry) throws -> Message.Content {
    switch entry.content {
    case .notice(let notice): return .notice(notice)
    case .code(let request, let purpose, .purpose, until: _):
      return .code(codes.code(for: request), purpose: purpose)
    case .code(let request, let purpose, .recovery, until: _):
      return .recoveringCode(codes.code(for: request), purpose: purpose)
    case .code(let request, _, .device(let recovers), until: _):
      return .deviceCode(codes.code(for: request), completesRecovery: recovers)
    case .code(let request, let purpose, .document(let json), until: _):
      let document = try Document(json: json)
      let code = codes.code(for: request)
      return purpose == .registerAndApprove
        ? .registrationCode(code, onTheWayTo: document) : .approvalCode(code, of: document)
    }
  }

  /// The message's id: a hash, since a job's id can hold that of a code request, which opens a
  /// session together with its code.
  private static func id(of job: LeasedJob) -> String {
    let hash = sha256(Array("countersign/message/v1\(job.lease.job)".utf8))
    return Base64URL.encode(Array(hash.prefix(16)))
  }
}

/// Delivers news of changes: as messages are, in places and lines of their own, so that no flood of
/// codes delays one.
///
/// A notice is tried for as long as a wait of its person runs that a notice announces, however many
/// tries that takes. So even a mail server that is down for hours brings the notice in time.
struct NoticeJobs: JobKind {
  let messages: MessageJobs
  let waits: StoredWaits
  let commands: Commands
  let policy: MessagePolicy

  var name: JobName { .notice }

  /// After the tries of other messages somebody has to look at what is wrong.
  var terms: JobTerms {
    JobTerms(pace: policy.pace, end: .never, alarm: .fromTry(policy.attempts))
  }

  func run(_ job: LeasedJob) async throws -> JobResult {
    let result = try await messages.run(job)
    guard case .again(let reason) = result.verdict, job.attempts >= policy.attempts else {
      return result
    }
    if let account = try MessageEntry(job).person, try await isAwaited(by: account) {
      return result
    }
    return result.givenUp(reason: reason)
  }

  private func isAwaited(by account: AccountID) async throws -> Bool {
    let now = commands.now()
    return try await commands.read { [waits] in try waits.run(of: account, at: now, in: $0) }
  }
}
