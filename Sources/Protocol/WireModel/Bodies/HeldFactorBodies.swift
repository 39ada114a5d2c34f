import WebAuthnModel

/// Answer of `GET /factors/held`: what an account had before its owner proved its address.
///
/// Its factors and devices prove nothing until the owner keeps them.
public struct HeldFactors: JSONBody, ExtensibleJSON, Hashable {
  /// One factor, or a device without a PIN.
  public struct Item: Codable, ExtensibleJSON, Sendable, Hashable {
    /// The kinds of factors on hold.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
      /// A passkey.
      case passkey
      /// A device, with its PIN where it has one.
      case device
      /// The PIN in a body.
      case pin
      /// The authenticator app.
      case authenticatorApp
    }

    /// The entitlement by which a factor was added.
    public enum Source: String, Codable, Sendable, Hashable, CaseIterable {
      /// The word of the host that made the account.
      case host
      /// An administrator's word.
      case administrator
      /// A mailed code.
      case code
      /// A proof by another factor of the account.
      case factor
    }

    /// The id of the passkey or device; `pin` and `authenticatorApp` for those, of which an account
    /// has one.
    public var id: String
    /// The kind.
    public var kind: Kind
    /// The name to show; nil for a passkey without one, for the PIN and for the app.
    public var name: String?
    /// The time at which it was added, RFC 3339 in UTC; nil where nobody noted it.
    public var addedAt: String?
    /// The entitlement by which it was added.
    public var addedBy: Source

    /// A factor to list.
    public init(id: String, kind: Kind, name: String?, addedAt: String?, addedBy: Source) {
      self.id = id
      self.kind = kind
      self.name = name
      self.addedAt = addedAt
      self.addedBy = addedBy
    }
  }

  /// The factors and devices on hold.
  public var factors: [Item]
  /// True as long as the link in the notice brings all of it back: until then it is neither kept
  /// nor removed one by one.
  public var isWaiting: Bool
  /// Until when, RFC 3339 in UTC; nil where it does not wait, and before a notice was handed over.
  public var waitsUntil: String?

  /// A list to send.
  public init(factors: [Item], isWaiting: Bool = false, waitsUntil: String? = nil) {
    self.factors = factors
    self.isWaiting = isWaiting
    self.waitsUntil = waitsUntil
  }
}

/// The hold of an account, as its host is told of it: factors from before are put aside, since a
/// code proved the address.
public struct AccountHold: JSONBody, ExtensibleJSON, Hashable {
  /// The change that the host is told of.
  public enum Change: String, Codable, Sendable, Hashable, CaseIterable {
    /// A code proved the address for the first time: what the account had is on hold.
    case begun
    /// A factor was added. It proves nothing before its wait is over.
    case factorAdded
  }

  /// The change.
  public var change: Change

  /// A change to tell of.
  public init(_ change: Change) { self.change = change }
}
