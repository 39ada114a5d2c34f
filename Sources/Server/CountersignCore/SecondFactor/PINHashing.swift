import Crypto
import CryptoExtras
import WireModel

/// Hashes PINs: HMAC with a pepper that is not in the database, then scrypt.
///
/// scrypt takes 32 MiB and tens of milliseconds on purpose. It runs on threads of its own, as many
/// as there are cores to spare, with a short queue before them; a longer one is refused. The queue
/// is fair: networks take turns, and so do the accounts of each, so that whoever fills it waits
/// behind nobody but himself.
struct PINHashing: Sendable {
  let keyring: Keyring
  let rounds: Int
  private let workers: FairWorkers

  init(keyring: Keyring, policy: PINPolicy) {
    self.keyring = keyring
    rounds = policy.scryptRounds
    workers = FairWorkers(policy: policy)
  }

  /// The places of the queue that are taken.
  var taken: Int { workers.taken }

  /// A salt, its hash, and scrypt's cost and the pepper's number when it was made.
  struct Stored: Sendable {
    let salt: [UInt8]
    let hash: [UInt8]
    let rounds: Int
    let pepper: UInt8
  }

  /// The result of comparing a PIN with the stored one.
  enum Match: Sendable {
    /// Another one.
    case wrong
    /// The same; where its hash has an older pepper, with the one that is to take its place.
    case right(renewed: Stored?)
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
    try await workers.run(ticket.source) { [self] in try stored(pin, salt: salt) }
  }

  /// Holds a PIN against the stored one, compared in constant time.
  ///
  /// One that is right and was hashed with an older pepper is hashed again, at the same turn.
  ///
  /// - Parameters:
  ///   - pin: The PIN.
  ///   - stored: The stored one.
  ///   - salt: The salt of a new hash.
  ///   - ticket: The place in the queue.
  /// - Returns: Whether it is the same.
  /// - Throws: ``StoreError`` where the keyring has no such pepper.
  func match(
    _ pin: SecretText, _ stored: Stored, renewingWith salt: [UInt8], _ ticket: consuming Ticket
  ) async throws -> Match {
    try await workers.run(ticket.source) { [self] in
      let hash = try derive(pin, salt: stored.salt, rounds: stored.rounds, pepper: stored.pepper)
      guard hash.count == stored.hash.count,
        zip(hash, stored.hash).reduce(UInt8(0), { $0 | ($1.0 ^ $1.1) }) == 0
      else { return .wrong }
      let isNewest = stored.pepper == keyring.newestNumber(.pinPepper)
      return .right(renewed: isNewest ? nil : try self.stored(pin, salt: salt))
    }
  }

  /// Refuses a stored PIN whose pepper the keyring does not have.
  func requirePepper(_ number: UInt8) throws(StoreError) {
    guard keyring.keys(.pinPepper).contains(where: { $0.number == number }) else {
      throw StoreError(code: .corrupt, reason: "the keyring has no pepper \(number) of a PIN")
    }
  }

  private func stored(_ pin: SecretText, salt: [UInt8]) throws -> Stored {
    let pepper = keyring.newestNumber(.pinPepper)
    let hash = try derive(pin, salt: salt, rounds: rounds, pepper: pepper)
    return Stored(salt: salt, hash: hash, rounds: rounds, pepper: pepper)
  }

  private func derive(
    _ pin: SecretText, salt: [UInt8], rounds: Int, pepper: UInt8
  ) throws -> [UInt8] {
    try requirePepper(pepper)
    let peppered = keyring.authenticationCode(
      .pinPepper, number: pepper, Array(pin.exposed.utf8))
    return try KDF.Scrypt.deriveKey(
      from: peppered ?? [], salt: salt, outputByteCount: 32, rounds: rounds, blockSize: 8,
      parallelism: 1
    ).withUnsafeBytes(Array.init)
  }
}
