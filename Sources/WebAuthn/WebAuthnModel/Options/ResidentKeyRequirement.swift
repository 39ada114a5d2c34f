/// Whether a credential must be found by its authenticator without its id (section 5.4.6).
public enum ResidentKeyRequirement: String, Sendable, Hashable, CaseIterable {
  /// It need not.
  case discouraged
  /// It should where the authenticator can.
  case preferred
  /// It must.
  case required
}
