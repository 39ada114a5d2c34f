/// Delivers news of what changed: as messages are, in places and lines of their own, so that no
/// flood of codes delays one.
///
/// A notice is tried for as long as a wait of its person runs that a notice announces, however
/// many tries that takes: somebody whose mail server is down for hours is still told in time to
/// stop what waits.
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
