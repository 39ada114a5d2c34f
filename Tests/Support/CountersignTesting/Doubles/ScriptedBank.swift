import Synchronization

/// An order as a bank gets it.
public struct BankOrder: Sendable, Hashable {
  /// The money order; a bank answers a repeated id with its first answer.
  public let id: String
  /// The bank's name.
  public let bank: String
  /// Whole naira.
  public let amount: Int64
}

/// An answer of a bank, sorted by what may follow from it.
public enum BankOutcome: Sendable, Hashable {
  /// The recipient has the money.
  case carried(reference: String)
  /// It was definitely not sent: the money goes back.
  case refused(reason: String)
  /// Nobody knows: the money stays where it is, and the bank is asked again.
  case unknown(reason: String)
}

/// A bank that says what a test wants it to say.
public final class ScriptedBank: Sendable {
  private struct State {
    var answer: @Sendable (BankOrder) async -> BankOutcome = { _ in
      .carried(reference: "ref-1")
    }
    var orders: [BankOrder] = []
  }
  private let state = Mutex(State())

  /// A bank that carries everything.
  public init() {}

  /// Says the same to every order from now on.
  public func answer(_ outcome: BankOutcome) { script { _ in outcome } }

  /// Decides on each order from now on.
  public func script(_ answer: @escaping @Sendable (BankOrder) async -> BankOutcome) {
    state.withLock { $0.answer = answer }
  }

  /// The orders so far, oldest first.
  public var orders: [BankOrder] { state.withLock { $0.orders } }

  /// Notes the order and says what it was told to say.
  func carry(_ order: BankOrder) async -> BankOutcome {
    let answer = state.withLock { state in
      state.orders.append(order)
      return state.answer
    }
    return await answer(order)
  }
}
