import Crypto
import CryptoExtras
import Dispatch
import Synchronization
import WireModel

/// Hashes PINs: HMAC with a pepper that is not in the database, then scrypt.
///
/// scrypt takes 32 MiB and tens of milliseconds on purpose, so it runs on threads of its own, as
/// many as there are cores to spare, and a short queue before them; a longer one is refused.
struct PINHashing: Sendable {
  let keyring: Keyring
  let rounds: Int
  private let workers = Workers()

  /// A salt, its hash, and scrypt's cost when it was made.
  struct Stored: Sendable {
    let salt: [UInt8]
    let hash: [UInt8]
    let rounds: Int
  }

  /// Takes a place in the queue.
  ///
  /// - Throws: `pin_queue_full`. The place is taken before an attempt is counted, so that a busy
  ///   server costs nobody an attempt.
  func admit() throws -> Ticket {
    guard workers.admit() else {
      throw Refusal(.pinQueueFull, "the server is busy, nothing was done; try again in a moment")
        .retry(afterMilliseconds: 1000)
    }
    return Ticket()
  }

  /// A place in the queue; given up by the hashing that it is for.
  struct Ticket: ~Copyable, Sendable {
    fileprivate init() {}
  }

  /// Gives up a place without hashing.
  func giveUp(_ ticket: consuming Ticket) { workers.leave() }

  /// Hashes a PIN that is to be stored.
  func hash(_ pin: SecretText, salt: [UInt8], _ ticket: consuming Ticket) async throws -> Stored {
    let hash = try await derive(pin, salt: salt, rounds: rounds)
    return Stored(salt: salt, hash: hash, rounds: rounds)
  }

  /// Whether a PIN is the stored one, compared in constant time.
  func matches(
    _ pin: SecretText, _ stored: Stored, _ ticket: consuming Ticket
  ) async throws -> Bool {
    let hash = try await derive(pin, salt: stored.salt, rounds: stored.rounds)
    guard hash.count == stored.hash.count else { return false }
    return zip(hash, stored.hash).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func derive(_ pin: SecretText, salt: [UInt8], rounds: Int) async throws -> [UInt8] {
    let peppered = keyring.authenticationCode(.pinPepper, Array(pin.exposed.utf8))
    return try await workers.run {
      try KDF.Scrypt.deriveKey(
        from: peppered, salt: salt, outputByteCount: 32, rounds: rounds, blockSize: 8,
        parallelism: 1
      ).withUnsafeBytes(Array.init)
    }
  }
}

/// Two threads and a bounded queue before them.
private final class Workers: Sendable {
  private let queue = DispatchQueue(label: "countersign.pin", attributes: .concurrent)
  private let threads = DispatchSemaphore(value: 2)
  private let waiting = Mutex(0)
  private static let longestQueue = 64

  func admit() -> Bool {
    waiting.withLock { waiting in
      guard waiting < Self.longestQueue else { return false }
      waiting += 1
      return true
    }
  }

  func leave() { waiting.withLock { $0 -= 1 } }

  func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in
        threads.wait()
        let result = Result { try work() }
        threads.signal()
        leave()
        continuation.resume(with: result)
      }
    }
  }
}
