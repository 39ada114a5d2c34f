import Crypto
import CryptoExtras
import WireModel

/// Hashes PINs: HMAC with a pepper that is not in the database, then scrypt.
///
/// scrypt takes 32 MiB and tens of milliseconds on purpose, so it runs on threads of its own, as
/// many as there are cores to spare, and a short queue before them; a longer one is refused. The
/// queue is fair: networks take turns, and so do the accounts of each, so that whoever fills it
/// waits behind nobody but himself.
struct PINHashing: Sendable {
  let keyring: Keyring
  let rounds: Int
  private let workers: FairWorkers

  init(keyring: Keyring, policy: PINPolicy) {
    self.keyring = keyring
    rounds = policy.scryptRounds
    workers = FairWorkers(policy: policy)
  }

  /// A salt, its hash, and scrypt's cost when it was made.
  struct Stored: Sendable {
    let salt: [UInt8]
    let hash: [UInt8]
    let rounds: Int
  }

  /// Takes a place in the queue.
  ///
  /// - Parameter session: Whose PIN it is, by which the queue's shares are counted.
  /// - Returns: The place.
  /// - Throws: `pin_queue_full`, where the queue or the session's share of it is. The place is
  ///   taken before an attempt is counted, so that a busy server costs nobody an attempt.
  func admit(_ session: AuthenticatedSession) throws -> Ticket {
    let source = FairWorkers.Source(
      network: session.requester.network, account: session.accountID)
    guard workers.admit(source) else {
      throw Refusal(.pinQueueFull, "the server is busy, nothing was done; try again in a moment")
        .retry(afterMilliseconds: 1000)
    }
    return Ticket(source: source)
  }

  /// A place in the queue; given up by the hashing that it is for.
  struct Ticket: ~Copyable, Sendable {
    fileprivate let source: FairWorkers.Source
  }

  /// Gives up a place without hashing.
  func giveUp(_ ticket: consuming Ticket) { workers.leave(ticket.source) }

  /// Hashes a PIN that is to be stored.
  func hash(_ pin: SecretText, salt: [UInt8], _ ticket: consuming Ticket) async throws -> Stored {
    let hash = try await derive(pin, salt: salt, rounds: rounds, ticket)
    return Stored(salt: salt, hash: hash, rounds: rounds)
  }

  /// Whether a PIN is the stored one, compared in constant time.
  func matches(
    _ pin: SecretText, _ stored: Stored, _ ticket: consuming Ticket
  ) async throws -> Bool {
    let hash = try await derive(pin, salt: stored.salt, rounds: stored.rounds, ticket)
    guard hash.count == stored.hash.count else { return false }
    return zip(hash, stored.hash).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func derive(
    _ pin: SecretText, salt: [UInt8], rounds: Int, _ ticket: consuming Ticket
  ) async throws -> [UInt8] {
    let peppered = keyring.authenticationCode(.pinPepper, Array(pin.exposed.utf8))
    return try await workers.run(ticket.source) {
      try KDF.Scrypt.deriveKey(
        from: peppered, salt: salt, outputByteCount: 32, rounds: rounds, blockSize: 8,
        parallelism: 1
      ).withUnsafeBytes(Array.init)
    }
  }
}
