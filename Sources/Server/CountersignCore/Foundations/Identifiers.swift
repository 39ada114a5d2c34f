import WebAuthnModel

/// The id of one kind of thing; ids of two kinds do not mix.
public struct Identifier<Kind>: Sendable, Hashable, CustomStringConvertible {
  /// The id as it is stored and sent.
  public let text: String

  /// An id as it was stored or sent.
  public init(_ text: String) { self.text = text }

  /// The id.
  public var description: String { text }

  /// A new id: a prefix that tells its kind to a reader, and 16 random bytes.
  public static func new(_ prefix: String, _ random: any RandomBytes) -> Identifier {
    Identifier(prefix + Base64URL.encode(random.bytes(16)))
  }

  /// A new id for what is stored by the thousand: six bytes of the moment's milliseconds, and ten
  /// random ones.
  ///
  /// Ids of one moment stand together in an index, so a commit writes few of its pages. Of a large
  /// index only the newest part is in use.
  ///
  /// - Parameters:
  ///   - prefix: What tells its kind to a reader.
  ///   - now: The moment.
  ///   - random: Where randomness is drawn from.
  /// - Returns: The id.
  public static func new(
    _ prefix: String, at now: Timestamp, _ random: any RandomBytes
  ) -> Identifier {
    let moment = (0..<6).map { UInt8(truncatingIfNeeded: now.milliseconds >> (40 - 8 * $0)) }
    return Identifier(prefix + Base64URL.encode(moment + random.bytes(10)))
  }
}

extension Identifier {
  /// The name in audit rows of a thing whose id opens something: a hash, by which so rows about it
  /// belong together.
  var auditID: JSONValue { .string(Base64URL.encode(Array(sha256(Array(text.utf8))[..<16]))) }
}

/// Marks the ids of accounts.
public enum AccountKind: Sendable {}
/// Marks the ids of sessions.
public enum SessionKind: Sendable {}
/// Marks the ids of devices.
public enum DeviceKind: Sendable {}
/// Marks the ids of code requests.
public enum CodeRequestKind: Sendable {}
/// Marks the ids of operations.
public enum OperationKind: Sendable {}
/// Marks the ids of links.
public enum SessionLinkKind: Sendable {}
/// Marks the ids of transactions under review.
public enum ReviewKind: Sendable {}
/// Marks the ids of service keys.
public enum ServiceKeyKind: Sendable {}
/// Marks the ids of waits.
public enum WaitKind: Sendable {}
/// Marks the ids of hosts.
public enum HostKind: Sendable {}

/// The id of an account.
public typealias AccountID = Identifier<AccountKind>
/// The id of a session; no secret.
public typealias SessionID = Identifier<SessionKind>
/// The id of a device, which the device chose itself; no secret.
public typealias DeviceID = Identifier<DeviceKind>
/// The id of a request for a code.
public typealias CodeRequestID = Identifier<CodeRequestKind>
/// The id of an operation: what one proof led to.
public typealias StoredOperationID = Identifier<OperationKind>
/// The id of a link by which a session is opened or a device enrolled.
///
/// Whoever knows it can ask what the link is for, and confirm it with a device of their own.
public typealias SessionLinkID = Identifier<SessionLinkKind>
/// The id of a transaction under review.
public typealias ReviewID = Identifier<ReviewKind>
/// The id of a service key; no secret.
public typealias ServiceKeyID = Identifier<ServiceKeyKind>
/// The id of a wait; no secret.
typealias WaitID = Identifier<WaitKind>
/// The id of a host, a tenant of the deployment; no secret.
public typealias HostID = Identifier<HostKind>

extension AccountID {
  /// The account's user handle: what an authenticator keeps with a discoverable credential.
  var userHandle: UserHandle { UserHandle(Array(text.utf8)) }
}
