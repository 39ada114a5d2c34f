public import FlowModel
import WebAuthnModel
public import WireModel

/// Transactions that wait for the person (scenarios, "Pending transactions").
extension MultifactorAuthenticationContext {
  /// A transaction for a screen of the app's own to show; `process` counts as its confirmation
  /// then.
  ///
  /// - Parameter id: The transaction.
  /// - Returns: The transaction as it stands.
  /// - Throws: ``ClientError``.
  public func transaction(_ id: String) async throws(ClientError) -> TransactionAnswer {
    try await read(id, in: session())
  }

  private func read(
    _ id: String, in session: AccountSession
  ) async throws(ClientError) -> TransactionAnswer {
    let answer = try await session.transaction(id)
    if answer.status == .pending { followed.shown[id] = answer }
    return answer
  }

  /// A message says that a transaction waits: it is shown when its turn comes, unless it was
  /// handled here.
  ///
  /// - Parameter id: The transaction.
  /// - Throws: ``ClientError``.
  public func announce(_ id: String) async throws(ClientError) {
    let session = try await session()
    // Nobody may be there to whom the message comes.
    let answer = try await session.inBackground.transaction(id)
    await recall(session.accountID)
    guard answer.status == .pending else { return followed.queue.handle(id) }
    followed.queue.add(answer)
    openSoon()
  }

  /// Keeps the queue by the server's events, until it is cancelled or the session is over.
  ///
  /// A stream that breaks is opened again, and goes on after the event that came last. While the
  /// account is locked it waits for the soft lock to open.
  ///
  /// - Throws: ``ClientError`` where the server refuses.
  public func followTransactions() async throws {
    var failures = 0
    while !Task.isCancelled {
      let before = followed.generation
      let connection = Task { try await followOnceOpen() }
      self.connection = connection
      let result = await withTaskCancellationHandler {
        await connection.result
      } onCancel: {
        connection.cancel()
      }
      // Another account is followed from now on.
      if followed.generation != before { continue }
      var wanted = 0
      do {
        try result.get()
        failures = 0
      } catch let error as ClientError where CallFailure(error).isOfNetwork {
        failures += 1
        if case .serverFailed(_, let seconds?) = error { wanted = seconds }
        await tell(.offline)
      }
      try await pause(after: failures, atLeast: wanted)
    }
  }

  /// Says that a transaction was decided elsewhere: its screen closes, here too.
  public func wasDecided(_ id: String, _ status: ReviewStatus) async {
    followed.queue.handle(id)
    stage.closeOffer(of: id)
    await manager.reviewWasDecided(id, status)
    await remember(id)
  }

  private func followOnceOpen() async throws {
    do {
      try await follow()
    } catch ClientError.locked {
      guard let account = await accountInFront() else { throw ClientError.locked }
      await manager.softLocks?.waitUntilOpen(account)
    }
  }

  /// Reads events for as long as the connection lasts.
  private func follow() async throws {
    let generation = followed.generation
    let session = try await session()
    let events = try await session.transactionEvents(after: followed.lastEvent)
    let waiting = try await session.inBackground.transactions(status: .pending).transactions
    await recall(session.accountID)
    guard generation == followed.generation else { return }
    for transaction in waiting { followed.queue.add(transaction) }
    openSoon()
    await tell(.online)
    for try await event in events {
      guard generation == followed.generation else { return }
      followed.lastEvent = event.id ?? followed.lastEvent
      await configuration.onTransaction(event.transaction)
      await take(event.transaction)
    }
  }

  private func tell(_ connectivity: ContextConfiguration.Connectivity) async {
    guard connectivity != told else { return }
    told = connectivity
    await configuration.onConnectivity(connectivity)
  }

  /// Waits before the server is asked again: longer the more often it failed in a row, and not as
  /// long as everybody else, who would all come back in one moment after it was restarted.
  private func pause(after failures: Int = 0, atLeast seconds: Int = 0) async throws {
    let longest = manager.context.configuration.repeatPauseSeconds * Double(1 << min(failures, 5))
    let share = 0.5 + Double(manager.context.random.bytes(1).first ?? 0) / 255
    let pause = max(longest * share, Double(seconds))
    try await manager.context.clock.sleep(for: .seconds(pause))
  }

  private func take(_ answer: TransactionAnswer) async {
    guard answer.status == .pending else {
      return await wasDecided(answer.id, ReviewStatus(answer.status))
    }
    followed.queue.add(answer)
    openSoon()
  }

  /// Reads what was handled before the app was started, which is not shown again by itself.
  private func recall(_ account: String) async {
    guard followed.recalled != account else { return }
    let generation = followed.generation
    // A vault that cannot say now is asked again at the next announcement.
    let handled = HandledTransactions(vault: manager.context.vault, account: account)
    guard let ids = try? await handled.ids(), generation == followed.generation else { return }
    followed.recall(ids, of: account)
  }

  /// A transaction was answered or decided: it counts as handled after a restart too.
  func remember(_ id: String) async {
    guard let account = try? await session().accountID else { return }
    let handled = HandledTransactions(vault: manager.context.vault, account: account)
    // One after the other: each reads what the one before has written.
    let noted = Task { [noting] in
      await noting?.value
      await handled.note(id)
    }
    noting = noted
    await noted.value
  }

  /// The account that is followed; the one that was used last where none is named.
  func accountInFront() async -> String? {
    if let account = followed.account { return account }
    return try? await manager.installation.current()?.id
  }

  private func session() async throws(ClientError) -> AccountSession {
    guard let session = try await manager.context.session(of: followed.account) else {
      throw .noSession
    }
    return session
  }

  /// Opens what waits, where nothing else is under way.
  func openSoon() {
    guard !queue.transactions.isEmpty, stage.take() else { return }
    Task { await openAll() }
  }

  private func openAll() async {
    while let id = queue.transactions.first?.id {
      // What waits comes after whatever else is before the person.
      guard await !manager.isUnderWay else { return askAgain() }
      let before = followed.generation
      do throws(ClientError) {
        // Somebody may have decided since it was announced.
        let answer = try await read(id, in: session().inBackground)
        guard before == followed.generation else { continue }
        followed.queue.handle(id)
        guard answer.status == .pending else { continue }
        let isAnswered = await show(answer)
        // Another account has not handled it.
        guard before == followed.generation else { continue }
        guard isAnswered else {
          // Nothing came of the answer, and it waits on.
          followed.queue.putBack(answer)
          return askAgain()
        }
        await remember(id)
      } catch {
        guard before == followed.generation else { continue }
        switch Waiting(after: error) {
        case .over: followed.queue.handle(id)
        case .later: return askAgain()
        case .unknown:
          // Until the server answers this account again: at the next event or announcement.
          stage = .idle
          return
        }
      }
    }
    stage = .idle
  }

  /// Tries again after a pause: the server cannot be asked now about what waits.
  private func askAgain() {
    stage = .idle
    Task {
      try await pause()
      openSoon()
    }
  }

  /// The transaction's first screen, and what follows from its answer.
  ///
  /// - Returns: Whether the answer was taken; not where another flow had begun meanwhile, the
  ///   session was over, or a prompt stood for too long.
  private func show(_ transaction: TransactionAnswer) async -> Bool {
    let name = ScenarioName.authorizeTransaction
    guard let scenario = configuration.scenarios[name] else { return true }
    let id = transaction.id
    let facts = FlowTransaction(document: transaction.document, review: Review(transaction))
    let payload = ReviewPayload(transactionID: id).json
    while true {
      switch await answer(to: Screen(name, .start, transaction: facts), of: id) {
      case .authorize?: return await run(name, payload, intent: .authorize).isTaken
      case .deny?: return await run(name, payload, intent: .deny).isTaken
      case .leave? where configuration.connectivity() == .online:
        let question = Screen(
          name, .leaving(scenario.screens.leaving), transaction: facts)
        switch await answer(to: question, of: id, leaving: .stay) {
        case .leave?: break
        case nil: return true
        default: continue
        }
        guard await scenario.callbacks.onCancel() == .deny else { return true }
        return await run(name, payload, intent: .deny).isTaken
      default: return true
      }
    }
  }

  /// Shows a screen before there is a flow, and waits for its answer; nil if it was closed.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - id: The transaction on it.
  ///   - leaving: What it means to leave by a way that is no answer to a screen.
  /// - Returns: The answer.
  private func answer(
    to screen: Screen, of id: String, leaving: ScreenAnswer = .leave
  ) async -> ScreenAnswer? {
    let task = Task { [navigator] () -> ScreenAnswer? in
      let answer = await navigator.show(screen)
      return Task.isCancelled ? nil : answer
    }
    stage = .offering(ContextStage.Offer(id: id, answer: task))
    defer { stage = .taken }
    if let answer = await task.value { return answer }
    // Where it was closed for another reason, nothing is to be left.
    if case .leftOffer = stage { return leaving }
    return nil
  }
}

extension ProcessResult {
  /// True if something came of the person's answer.
  fileprivate var isTaken: Bool {
    switch self {
    case .ended(let outcome):
      if case .failed(.flow(let error)) = outcome.kind { !error.leavesWaiting } else { true }
    case .left: true
    case .busy: false
    }
  }
}

/// The fate of a transaction that waits and about which the server could not be asked.
private enum Waiting {
  /// It waits no more.
  case over
  /// It is asked for again after a pause.
  case later
  /// Only another session can say.
  case unknown

  init(after error: ClientError) {
    switch CallFailure(error) {
    case .notSent, .lost: self = .later
    case .refused(let reason) where reason.code == Reason.notFound.code: self = .over
    case .refused(let reason) where reason.code == Reason.tooManyRequests.code: self = .later
    default: self = .unknown
    }
  }
}
