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
    let answer = try await session().transaction(id)
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
    var last: String?
    var told = ContextConfiguration.Connectivity.online
    while !Task.isCancelled {
      do {
        let session = try await session()
        let events = try await session.transactionEvents(after: last)
        for waiting in try await session.transactions(status: .pending).transactions {
          queue.add(waiting.transaction)
        }
        openSoon()
        if told == .offline { await configuration.onConnectivity(.online) }
        told = .online
        for try await event in events {
          last = event.id ?? last
          await configuration.onTransaction(event.transaction)
          await take(event.transaction)
        }
      } catch let error as ClientError {
        guard case .transport = error else { throw error }
        if told == .online { await configuration.onConnectivity(.offline) }
        told = .offline
      }
      let pause = manager.context.configuration.repeatPauseSeconds
      try await manager.context.clock.sleep(for: .seconds(pause))
    }
  }

  /// Says that a transaction was decided elsewhere: its screen closes, here too.
  public func wasDecided(_ id: String, _ status: ReviewStatus) async {
    queue.handle(id)
    if let open, open.id == id { open.screen.cancel() }
    await manager.reviewWasDecided(id, status)
  }

  private func take(_ answer: TransactionAnswer) async {
    guard answer.status == .pending else {
      return await wasDecided(answer.transaction.transactionID, ReviewStatus(answer.status))
    }
    queue.add(answer.transaction)
    openSoon()
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
    while let next = queue.next() {
      // Somebody may have decided since it was announced.
      guard let answer = try? await transaction(next.transactionID), answer.status == .pending
      else { continue }
      await show(answer.transaction)
    }
    isTaken = false
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
