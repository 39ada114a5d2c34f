/// How a signed challenge reaches the protected action.
public enum ProofPath: Sendable, Hashable, CaseIterable {
  /// First exchanged for a verification token: three calls in all.
  case token
  /// Straight to the action: two calls in all.
  case straight
}
