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
    let answer = try await session().transaction(id)
    if answer.status == .pending { shown[id] = answer.transaction }
    return answer
  }

  /// A message says that a transaction waits: it is shown when its turn comes, unless it was
  /// handled here.
  ///
  /// - Parameter id: The transaction.
  /// - Throws: ``ClientError``.
  public func announce(_ id: String) async throws(ClientError) {
    let session = try await session()
    let answer = try await session.transaction(id)
    await recall(session.accountID)
    guard answer.status == .pending else { return queue.handle(id) }
    queue.add(answer.transaction)
    openSoon()
  }

  /// Keeps the queue by the server's events, until it is cancelled or the session is over.
  ///
  /// A stream that breaks is opened again, and goes on after the event that came last.
  ///
  /// - Throws: ``ClientError`` where the server refuses.
  public func followTransactions() async throws {
    while !Task.isCancelled {
      let before = generation
      let connection = Task { try await follow() }
      following = connection
      let result = await withTaskCancellationHandler {
        await connection.result
      } onCancel: {
        connection.cancel()
      }
      // Another account is followed from now on.
      if generation != before { continue }
      do {
        try result.get()
      } catch let error as ClientError where CallFailure(error) == .network {
        await tell(.offline)
      }
      try await pause()
    }
  }

  /// Says that a transaction was decided elsewhere: its screen closes, here too.
  public func wasDecided(_ id: String, _ status: ReviewStatus) async {
    queue.handle(id)
    if let open, open.id == id { open.screen.cancel() }
    await manager.reviewWasDecided(id, status)
    await remember(id)
  }

  /// Reads events for as long as the connection lasts.
  private func follow() async throws {
    let generation = generation
    let session = try await session()
    let events = try await session.transactionEvents(after: lastEvent)
    let waiting = try await session.transactions(status: .pending).transactions
    await recall(session.accountID)
    guard generation == self.generation else { return }
    for transaction in waiting { queue.add(transaction.transaction) }
    openSoon()
    await tell(.online)
    for try await event in events {
      guard generation == self.generation else { return }
      lastEvent = event.id ?? lastEvent
      await configuration.onTransaction(event.transaction)
      await take(event.transaction)
    }
  }

  private func tell(_ connectivity: ContextConfiguration.Connectivity) async {
    guard connectivity != told else { return }
    told = connectivity
    await configuration.onConnectivity(connectivity)
  }

  private func pause() async throws {
    let seconds = manager.context.configuration.repeatPauseSeconds
    try await manager.context.clock.sleep(for: .seconds(seconds))
  }

  private func take(_ answer: TransactionAnswer) async {
    guard answer.status == .pending else {
      return await wasDecided(answer.transaction.transactionID, ReviewStatus(answer.status))
    }
    queue.add(answer.transaction)
    openSoon()
  }

  /// What was handled before the app was started is not shown again by itself.
  private func recall(_ account: String) async {
    guard recalled != account else { return }
    let generation = generation
    let ids = await HandledTransactions(vault: manager.context.vault, account: account).ids()
    guard generation == self.generation else { return }
    recalled = account
    for id in ids { queue.handle(id) }
  }

  /// A transaction was answered or decided: it counts as handled after a restart too.
  func remember(_ id: String) async {
    guard let account = try? await session().accountID else { return }
    await HandledTransactions(vault: manager.context.vault, account: account).note(id)
  }

  private func session() async throws(ClientError) -> AccountSession {
    guard let session = await manager.context.session(of: account) else { throw .noSession }
    return session
  }

  /// Opens what waits, where nothing else is under way.
  func openSoon() {
    guard !isTaken, !queue.transactions.isEmpty else { return }
    isTaken = true
    Task { await openAll() }
  }

  private func openAll() async {
    while let id = queue.transactions.first?.transactionID {
      let before = generation
      do throws(ClientError) {
        // Somebody may have decided since it was announced.
        let answer = try await transaction(id)
        guard before == generation else { continue }
        queue.handle(id)
        guard answer.status == .pending else { continue }
        await show(answer.transaction)
        // Another account has not handled it.
        if before == generation { await remember(id) }
      } catch {
        guard CallFailure(error) == .network else {
          queue.handle(id)
          continue
        }
        return askAgain()
      }
    }
    isTaken = false
  }

  /// What waits is not lost where the server cannot be asked about it now.
  private func askAgain() {
    isTaken = false
    Task {
      try await pause()
      openSoon()
    }
  }

  /// The transaction's first screen, and what follows from its answer.
  private func show(_ transaction: ReviewTransaction) async {
    let name = ScenarioName.authorizeTransaction
    guard let scenario = configuration.scenarios[name] else { return }
    let id = transaction.transactionID
    let facts = FlowTransaction(transaction)
    let payload = ReviewPayload(transactionID: id).json
    while true {
      switch await answer(to: Screen(name, .start, transaction: facts), of: id) {
      case .authorize?:
        _ = await run(name, payload, intent: .authorize)
        return
      case .deny?:
        _ = await run(name, payload, intent: .deny)
        return
      case .leave? where configuration.connectivity() == .online:
        let question = Screen(
          name, .leaving(scenario.screens.leaving), transaction: facts)
        guard case .leave? = await answer(to: question, of: id) else { continue }
        if await scenario.callbacks.onCancel() == .deny {
          _ = await run(name, payload, intent: .deny)
        }
        return
      default:
        return
      }
    }
  }

  /// What the person does with a screen before there is a flow; nil where it was closed.
  private func answer(to screen: Screen, of id: String) async -> ScreenAnswer? {
    let task = Task { [navigator] () -> ScreenAnswer? in
      let answer = await navigator.show(screen)
      return Task.isCancelled ? nil : answer
    }
    open = (id, task)
    defer { open = nil }
    return await task.value
  }
}
