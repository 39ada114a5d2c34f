/// Which factors a flow may use.
public enum SecurityLevel: Sendable, Hashable, CaseIterable {
  /// Only a signed challenge.
  case biometricsOnly
  /// A signed challenge, or the fallback where that is not possible or not wanted.
  case biometricsWithFallback
  /// Only the fallback: no challenge is asked for.
  case fallbackOnly
}
