public import WebAuthnModel

/// Whether a ceremony may run in a frame of another origin's page.
public enum CrossOriginPolicy: Sendable, Hashable {
  /// It may not.
  case refuse
  /// It may in pages of these origins.
  ///
  /// A client that does not name the top page is refused, since nothing could be checked.
  case allow(topOrigins: Set<Origin>)
}
