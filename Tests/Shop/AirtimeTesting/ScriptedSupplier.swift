public import AirtimeServer
import Synchronization

/// A supplier that says what a test wants it to say.
public final class ScriptedSupplier: Supplier {
  private struct State {
    var answer: @Sendable (SupplyOrder) async -> SupplyOutcome = { _ in
      .supplied(reference: "ref-1")
    }
    var orders: [SupplyOrder] = []
  }
  private let state = Mutex(State())

  /// A supplier that supplies everything.
  public init() {}

  /// Says the same to every order from now on.
  public func answer(_ outcome: SupplyOutcome) { script { _ in outcome } }

  /// Decides on each order from now on.
  public func script(_ answer: @escaping @Sendable (SupplyOrder) async -> SupplyOutcome) {
    state.withLock { $0.answer = answer }
  }

  /// The orders so far, oldest first.
  public var orders: [SupplyOrder] { state.withLock { $0.orders } }

  /// Notes the order and says what it was told to say.
  public func supply(_ order: SupplyOrder) async -> SupplyOutcome {
    let answer = state.withLock { state in
      state.orders.append(order)
      return state.answer
    }
    return await answer(order)
  }
}
