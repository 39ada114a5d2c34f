public import CountersignCore
import Synchronization

/// A directory that answers what a test says, and keeps whom it was asked for.
public final class ScriptedDirectory: Directory {
  /// The answer for everybody, by the name of the account.
  public typealias Answer = @Sendable (Addressee) throws -> Addresses?

  private struct State {
    var answer: Answer
    var asked: [Addressee] = []
  }

  private let state: Mutex<State>

  /// A directory that knows nobody, or answers as it is told.
  public init(_ answer: @escaping Answer = { _ in nil }) {
    state = Mutex(State(answer: answer))
  }

  /// Answers otherwise from now on.
  public func script(_ answer: @escaping Answer) { state.withLock { $0.answer = answer } }

  /// Whom it was asked for, in this order.
  public var asked: [Addressee] { state.withLock { $0.asked } }

  /// Answers.
  public func addresses(of addressee: Addressee) async throws -> Addresses? {
    let answer = state.withLock { state in
      state.asked.append(addressee)
      return state.answer
    }
    return try answer(addressee)
  }
}
