/// How links are made and confirmed.
public struct LinkPolicy: Sendable, Hashable {
  /// Seconds from making a link to its end, whatever became of it until then (NIST SP 800-63B,
  /// binding: single use, 10 minutes at most).
  public var lifetimeSeconds: Int64 = 120
  /// How many links of one account's sessions may be open at once.
  public var openPerAccount: Int64 = 20
  /// How many links of one service key may be open at once: it makes them for many people.
  public var openPerHost: Int64 = 3000
  /// How many links of one network may be open at once, where nobody is signed in: anybody may ask
  /// for one.
  public var openPerNetwork: Int64 = 300
  /// How many links of all networks together may be open at once.
  public var openToStrangers: Int64 = 3000

  /// The strict defaults.
  public init() {}
}
