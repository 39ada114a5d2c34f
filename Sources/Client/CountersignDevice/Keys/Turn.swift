/// An actor that does one thing at a time: alone it would go on with the next at each `await`.
protocol TakingTurns: Actor {
  var turn: Turn { get set }
}

extension TakingTurns {
  /// Waits until whoever came before is done; whoever takes the turn passes it on.
  func takeTurn() async {
    if turn.isTaken() { await withCheckedContinuation { turn.wait($0) } }
  }
}

/// A queue for one turn at a time: first come, first served.
struct Turn {
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Takes the turn where it is free.
  mutating func isTaken() -> Bool {
    defer { isBusy = true }
    return isBusy
  }

  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
    waiting.append(continuation)
  }

  /// Hands the turn to the next in line.
  mutating func pass() {
    if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
  }
}
