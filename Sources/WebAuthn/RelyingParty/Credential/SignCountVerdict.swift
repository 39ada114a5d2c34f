/// What a signature counter says about copies of a key.
///
/// A pure function of what is stored and received, so that a service can decide again inside the
/// transaction that stores the outcome.
public enum SignCountVerdict: Sendable, Hashable {
  /// The counter grew, or the authenticator has none; this value is to be stored.
  case accepted(UInt32)
  /// It did not grow, but the key may be synced between devices, whose counters are their own;
  /// this value is to be stored, and the event to be noted.
  case noted(UInt32)
  /// It did not grow: the key may have been copied.
  case refused

  /// Whether the counter did not grow as it should have.
  public var isBehind: Bool {
    if case .accepted = self { false } else { true }
  }

  /// Decides on a counter (section 7.2, step 22).
  public init(stored: UInt32, received: UInt32, backupEligible: Bool) {
    if received > stored || (received == 0 && stored == 0) {
      self = .accepted(received)
    } else {
      self = backupEligible ? .noted(received) : .refused
    }
  }
}

/// Who decides on the signature counter (section 7.2, step 22).
public enum SignCountDecision: Sendable, Hashable {
  /// The verification: a counter that did not grow is refused.
  case here
  /// The caller, who holds the verdict against what is stored at the moment it commits.
  ///
  /// An assertion that is verified a second time is no copy of its key: its own count is what is
  /// stored by then.
  case byCaller
}
