/// Whether the authenticator is asked to tell its make (section 5.4.7).
public enum AttestationConveyance: String, Sendable, Hashable, CaseIterable {
  /// It is not asked.
  case none
  /// The client may replace what the authenticator said.
  case indirect
  /// As the authenticator said it.
  case direct
  /// With what names the single device, for managed fleets.
  case enterprise
}
