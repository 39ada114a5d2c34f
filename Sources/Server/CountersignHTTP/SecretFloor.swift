/// Releases the refusal of a secret no sooner than a fixed time after its request began, so that
/// the time tells nothing of what was wrong (PSD2 RTS, Article 4.3a).
public struct SecretFloor: Sendable {
  /// The time.
  public var duration: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let sleep: @Sendable (ContinuousClock.Instant) async throws -> Void

  /// A floor of 250 ms, or another.
  ///
  /// - Parameters:
  ///   - duration: The time.
  ///   - now: The clock.
  ///   - sleep: Waits until a moment of that clock.
  public init(
    _ duration: Duration = .milliseconds(250),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
    sleep: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void = {
      try await ContinuousClock().sleep(until: $0)
    }
  ) {
    self.duration = duration
    self.now = now
    self.sleep = sleep
  }

  /// The moment at which a request begins.
  func begin() -> ContinuousClock.Instant { now() }

  /// Waits until the floor of a request that began then is reached.
  func wait(since start: ContinuousClock.Instant) async {
    // A cancelled wait means that the connection is gone: there is nobody to tell anything.
    try? await sleep(start + duration)
  }
}
