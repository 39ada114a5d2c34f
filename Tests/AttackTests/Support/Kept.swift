import Synchronization

/// A value that an attack brings out of its server.
final class Kept<Value: Sendable>: Sendable {
  private let held = Mutex<Value?>(nil)

  /// The value that was kept last; nil where none was.
  var value: Value? { held.withLock { $0 } }

  func keep(_ value: Value) { held.withLock { $0 = value } }
}
