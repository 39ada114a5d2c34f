/// Whose turn it is: first come, first served.
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
