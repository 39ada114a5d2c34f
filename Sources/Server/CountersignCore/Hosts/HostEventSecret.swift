public import WireModel

/// The address at which a host gets events, and the key with which they are signed.
public struct HostEventTarget: Sendable, Hashable {
  /// The address: `https`, or `http` to this machine.
  public let address: ProtectedAddress
  /// The key, as Standard Webhooks writes it.
  public let secret: SecretText

  /// A target.
  public init(address: ProtectedAddress, secret: SecretText) {
    self.address = address
    self.secret = secret
  }
}

/// The event targets of hosts, their secrets sealed: whoever has the database alone signs no event.
enum HostEventTargets {
  /// Tells if a host has a target of its own.
  static func exists(for host: HostID, in transaction: any ReadTransaction) throws -> Bool {
    try transaction.row(
      "SELECT 1 FROM hosts WHERE id = ? AND event_address IS NOT NULL", [.text(host.text)]) != nil
  }

  /// The target of a host; nil where it has none of its own.
  ///
  /// - Throws: ``StoreError`` where its secret does not open with this keyring.
  static func find(
    _ host: HostID, in transaction: any ReadTransaction
  ) throws -> HostEventTarget? {
    let row = try transaction.row(
      "SELECT event_address, event_secret FROM hosts WHERE id = ?", [.text(host.text)])
    guard let row, let address = try row.optionalText(0), let sealed = try row.optionalBlob(1)
    else { return nil }
    guard let protected = try? ProtectedAddress(address) else {
      throw StoreError(code: .corrupt, reason: "the event address of \(host)")
    }
    return HostEventTarget(
      address: protected,
      secret: SecretText(try transaction.seals.deployment.text(sealed, at: place(host, address))))
  }

  /// Stores the target of a host in place of the one before; nil takes it away.
  static func store(
    _ target: HostEventTarget?, of host: HostID, in transaction: any WriteTransaction
  ) throws {
    let secret = try target.map { target in
      try transaction.seals.deployment.seal(
        Array(target.secret.exposed.utf8), at: place(host, target.address.text))
    }
    try transaction.execute(
      "UPDATE hosts SET event_address = ?, event_secret = ? WHERE id = ?",
      [SQLValue(target?.address.text), SQLValue(secret), .text(host.text)])
  }

  /// The place of a secret, with the address: no row's secret signs for another host or address.
  static func place(_ host: HostID, _ address: String) -> SealedPlace {
    SealedPlace("hosts.event_secret", of: "\(host.text) \(address)")
  }
}
