import Synchronization
import WebAuthnModel
public import WireModel

/// The parts of a new session, drawn before the command so that the command can run again.
struct SessionDraft: Sendable {
  let id: SessionID
  let token: SecretText
  let tokenHash: [UInt8]
  let now: Timestamp
  /// The key that the token is bound to; nil for a bearer token.
  let key: KeyThumbprint?

  init(random: any RandomBytes, now: Timestamp, boundTo key: ProvedKey?) {
    self.init(random: random, now: now, boundTo: key?.thumbprint)
  }

  /// Another token of a session, bound as the one before.
  init(random: any RandomBytes, now: Timestamp, of session: AuthenticatedSession) {
    self.init(random: random, now: now, boundTo: session.key)
  }

  private init(random: any RandomBytes, now: Timestamp, boundTo key: KeyThumbprint?) {
    self.key = key
    id = SessionID.new("ses_", random)
    token = SecretText(Base64URL.encode(random.bytes(32)))
    tokenHash = sha256(Array(token.exposed.utf8))
    self.now = now
  }
}

/// A session whose access token was given and is good.
///
/// Only ``Sessions`` makes one, of the session's row.
public struct AuthenticatedSession: Sendable, Hashable {
  /// The session's id; no secret.
  public let id: SessionID
  /// The account of the session.
  public let accountID: AccountID
  /// The device that it is a session of; nil for any other.
  public let deviceID: DeviceID?
  /// The level of the session.
  public let level: AssuranceLevel
  /// The key that its access token is bound to; nil for a bearer token.
  public let key: KeyThumbprint?
  /// The moment at which it was opened.
  let openedAt: Timestamp
  /// Seconds for which it lasts if the person does nothing more.
  public let secondsLeft: Int64
  /// The host that opened it, by which is counted what is asked for in it; nil for any other.
  var hostID: HostID?
  /// The languages that this request asks for.
  public var languages = PreferredLanguages.none
  /// The requester of this request.
  public var requester = Requester.local
  /// The path in front of the page of the server, as this request has it.
  public var page = PathPrefix.root
}

/// The activity of a request, which may keep its session alive.
public enum SessionActivity: Sendable, Hashable {
  /// The person did something.
  case person
  /// A poll, a retry or an open stream: nobody may be there.
  case background
}

/// The last activity of each session, kept in memory between two writes of the store.
final class SessionActivities: Sendable {
  private let latest = Mutex<[SessionID: Timestamp]>([:])

  /// The later of the stored moment and the newest activity.
  func lastActive(_ session: SessionID, stored: Timestamp) -> Timestamp {
    latest.withLock { max($0[session] ?? stored, stored) }
  }

  /// Notes activity.
  func note(_ session: SessionID, at now: Timestamp) {
    latest.withLock { $0[session] = now }
  }

  /// Forgets sessions that have been inactive since `moment`: they are over.
  func forget(before moment: Timestamp) {
    latest.withLock { $0 = $0.filter { $0.value >= moment } }
  }
}
