import Foundation
import UnixSignals

/// Work that a signal ends in good order: it is cancelled, and takes away what it has made.
package enum Interruption {
  /// Runs work until it is done, or until somebody wants this process to end.
  ///
  /// - Parameter work: The work; cancelled, it ends soon.
  /// - Returns: What it gives.
  /// - Throws: What it throws; `CommandFailure` where a signal came first, once the work has ended.
  package static func cancelling<Outcome: Sendable>(
    _ work: @escaping @Sendable () async throws -> Outcome
  ) async throws -> Outcome {
    // Whoever started it in the background, or with nohup, wants it to ignore one of these.
    let fromTerminal: [UnixSignal] = [.sigint, .sighup]
    let signals =
      fromTerminal.filter { SignalDisposition(of: $0.rawValue) != .ignored } + [.sigterm]
    return try await withThrowingTaskGroup(of: Outcome?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        for await _ in await UnixSignalsSequence(trapping: signals) { return nil }
        return nil
      }
      let first = try await group.next()
      group.cancelAll()
      if case .some(.some(let outcome)) = first { return outcome }
      // What the cancelled work throws says nothing more.
      _ = await group.nextResult()
      throw CommandFailure(.refused, "interrupted")
    }
  }
}

/// The effect of a signal on this process.
package enum SignalDisposition {
  /// The system's own effect of a signal.
  case standard
  /// Nothing: whoever started it wanted that, as nohup does.
  case ignored
  /// The effect that somebody in this process has asked for.
  case trapped

  package init(of number: Int32) {
    // The call that every system has gives the old one only for a new one.
    let earlier = signal(number, SIG_IGN)
    signal(number, earlier)
    guard let earlier else {
      self = .standard
      return
    }
    let isIgnored =
      unsafeBitCast(earlier, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    self = isIgnored ? .ignored : .trapped
  }
}
