import Crypto
import WebAuthnModel

extension Keyring {
  /// Seconds after a rotation within which every server of the keyring starts again: until then
  /// some use the former newest key.
  package static let restartSeconds: Int64 = 86_400

  /// The keyring with a new newest key for its purposes, without what their classes no longer keep.
  ///
  /// - Parameters:
  ///   - now: The moment at which the new keys are made.
  ///   - spared: The purposes that stay as they are.
  ///   - droppable: Of purposes whose keys stay until rows are rewritten, the numbers that no row
  ///     uses any more.
  /// - Returns: The keyring, and what was done.
  /// - Throws: ``KeyringError`` where a purpose has no number left.
  package func rotated(
    at now: Timestamp, sparing spared: Set<KeyPurpose> = [],
    droppable: [KeyPurpose: Set<UInt8>] = [:]
  ) throws(KeyringError) -> (keyring: Keyring, changes: [KeyChange]) {
    var held: [KeyPurpose: [HeldKey]] = [:]
    var changes: [KeyChange] = []
    for purpose in KeyPurpose.allCases {
      let before = heldKeys(purpose)
      guard !spared.contains(purpose) else {
        held[purpose] = before
        continue
      }
      guard let number = Self.freeNumber(beside: before.map(\.numbered.number)) else {
        throw KeyringError(problem: "has 255 keys for \(purpose.rawValue), and no number is left")
      }
      let kept: [HeldKey] =
        switch purpose.rotation {
        case .shortLived: Array(before.prefix(1))
        case .untilRewritten:
          before.filter { droppable[purpose]?.contains($0.numbered.number) != true }
        case .kept: before
        }
      held[purpose] =
        [HeldKey(SymmetricKey(size: .bits256), number: number, madeAt: now)] + kept
      let numbers = Set(kept.map(\.numbered.number))
      changes.append(
        KeyChange(
          purpose: purpose, made: number,
          dropped: before.map(\.numbered.number).filter { !numbers.contains($0) }))
    }
    var keyring = Keyring(held)
    keyring.marks = marks
    return (keyring, changes)
  }

  /// The number behind the newest, or else the lowest that no key has.
  private static func freeNumber(beside taken: [UInt8]) -> UInt8? {
    if let newest = taken.first, newest < .max, !taken.contains(newest + 1) { return newest + 1 }
    return (1...255).first { !taken.contains($0) }
  }

  /// The short-lived purposes of which a rotation would drop a key under which something may still
  /// be good, and until when.
  package func early(at now: Timestamp, policy: ServicePolicy = ServicePolicy()) -> [EarlyKey] {
    KeyPurpose.allCases.filter { $0.rotation == .shortLived }.compactMap { purpose in
      let keys = heldKeys(purpose)
      guard keys.count > 1 else { return nil }
      let end = keys[0].madeAt.adding(
        seconds: purpose.lifetimeSeconds(in: policy) + Self.restartSeconds)
      return now < end ? EarlyKey(purpose: purpose, end: end) : nil
    }
  }

  /// The ages of the keys, newest first; never a key.
  package func ages(_ purpose: KeyPurpose) -> [KeyAge] {
    heldKeys(purpose).map { KeyAge(number: $0.numbered.number, madeAt: $0.madeAt) }
  }

  /// Puts into the audit log which keys were made and dropped; this is the keyring that has them.
  package func noteRotation(
    _ changes: [KeyChange], at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    var details: JSONObject = [:]
    for change in changes {
      details[change.purpose.rawValue] = .object([
        "made": .integer(Int64(change.made)),
        "dropped": .array(change.dropped.map { .integer(Int64($0)) }),
      ])
    }
    try AuditTrail(keyring: self).append(
      AuditEvent("keyring_rotated", subjectText: "service", details), at: now, in: transaction)
  }
}

/// The changes of a rotation to the keys of a purpose.
package struct KeyChange: Sendable, Hashable {
  /// The purpose.
  package let purpose: KeyPurpose
  /// The number of the new key.
  package let made: UInt8
  /// The numbers of the keys that are gone.
  package let dropped: [UInt8]
}

/// A key that it is too early to drop.
package struct EarlyKey: Sendable, Hashable {
  /// The purpose.
  package let purpose: KeyPurpose
  /// The moment from which nothing under the key is good any more.
  package let end: Timestamp
}

/// The number and the age of a key.
package struct KeyAge: Sendable, Hashable {
  /// The number.
  package let number: UInt8
  /// The moment at which it was made.
  package let madeAt: Timestamp
}
