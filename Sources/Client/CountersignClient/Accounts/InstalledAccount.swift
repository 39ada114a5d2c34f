public import FlowModel
import WebAuthnModel

/// An account that is on this installation.
public struct InstalledAccount: Sendable, Hashable {
  /// Its id at the server.
  public let id: String
  /// The name to show.
  public let displayName: String

  /// An account.
  public init(id: String, displayName: String) {
    self.id = id
    self.displayName = displayName
  }

  /// The account as a flow shows it.
  public var shown: SessionAccount { SessionAccount(id: id, displayName: displayName) }

  init(_ account: SessionAccount) {
    self.init(id: account.id, displayName: account.displayName)
  }
}
