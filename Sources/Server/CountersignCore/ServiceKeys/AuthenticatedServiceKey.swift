public import WireModel

/// A service key that was given and is good for what is asked: a host's backend.
///
/// Only ``Service/authenticate(serviceKey:for:)`` makes one.
public struct AuthenticatedServiceKey: Sendable, Hashable {
  /// The key's id; no secret.
  public let id: ServiceKeyID
  /// What it may be used for.
  public let scopes: Set<ServiceScope>
}
