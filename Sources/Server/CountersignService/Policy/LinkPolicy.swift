/// How links are made and confirmed.
public struct LinkPolicy: Sendable, Hashable {
  /// Seconds from making a link to its end, whatever became of it until then (NIST SP 800-63B,
  /// binding: single use, 10 minutes at most).
  public var lifetimeSeconds: Int64 = 120
  /// How many links of one network may be open at once: anybody may ask for one.
  public var openPerNetwork: Int64 = 300

  /// The strict defaults.
  public init() {}
}
