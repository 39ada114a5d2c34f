public import CountersignService
import Synchronization

/// A supplier that says what a test wants it to say.
public final class ScriptedSupplier: Supplier {
  private struct State {
    var outcome = SupplyOutcome.supplied(reference: "ref-1")
    var orders: [SupplyOrder] = []
  }
  private let state = Mutex(State())

  /// A supplier that supplies everything.
  public init() {}

  /// What it says from now on.
  public var outcome: SupplyOutcome {
    get { state.withLock { $0.outcome } }
    set { state.withLock { $0.outcome = newValue } }
  }

  /// What was ordered, oldest first.
  public var orders: [SupplyOrder] { state.withLock { $0.orders } }

  /// Notes the order and says what it was told to say.
  public func supply(_ order: SupplyOrder) async -> SupplyOutcome {
    state.withLock { state in
      state.orders.append(order)
      return state.outcome
    }
  }
}
