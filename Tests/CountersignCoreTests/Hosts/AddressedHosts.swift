import CountersignCore
import Synchronization

/// Hosts with addresses of their own, which refuse what they are told so many times, and then take
/// it.
final class AddressedHosts: AddressedCourier {
  private struct Away: Error {}
  private struct State {
    var refusing: Int
    var taken: [OutgoingEvent] = []
    var targets: [HostEventTarget] = []
  }

  private let state: Mutex<State>

  init(refusing: Int = 0) { state = Mutex(State(refusing: refusing)) }

  /// What was taken, in this order.
  var taken: [OutgoingEvent] { state.withLock(\.taken) }
  /// Where it was taken.
  var targets: [HostEventTarget] { state.withLock(\.targets) }

  func carry(_ event: OutgoingEvent, to target: HostEventTarget) async throws {
    let isTaken = state.withLock { state in
      if state.refusing > 0 {
        state.refusing -= 1
        return false
      }
      state.taken.append(event)
      state.targets.append(target)
      return true
    }
    if !isTaken { throw Away() }
  }
}
