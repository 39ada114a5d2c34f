/// A session whose access token was given and is good.
///
/// Only ``Service/authenticate(_:activity:)`` makes one.
public struct AuthenticatedSession: Sendable, Hashable {
  /// The session's id; no secret.
  public let id: SessionID
  /// Whose session it is.
  public let accountID: AccountID
  /// The device that it is a session of; nil for any other.
  public let deviceID: DeviceID?
}

/// Whether a request keeps its session alive.
public enum SessionActivity: Sendable, Hashable {
  /// The person did something.
  case person
  /// A poll, a retry or an open stream: nobody may be there.
  case background
}
