import Crypto
public import WireModel

/// Where a host is told of its transactions, and the key with which that is signed.
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
struct HostEventTargets: Sendable {
  /// Newest first.
  private let keys: [SymmetricKey]

  init(keyring: Keyring) {
    // A key of its own: nothing that is sealed under one opens as the other.
    keys = keyring.keys(.authenticatorSecret).map {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: $0.key, info: Array("countersign/host-event-secret/v1".utf8),
        outputByteCount: 32)
    }
  }

  /// Whether a host has a target of its own.
  static func exists(for host: HostID, in transaction: any ReadTransaction) throws -> Bool {
    try transaction.row(
      "SELECT 1 FROM hosts WHERE id = ? AND event_address IS NOT NULL", [.text(host.text)]) != nil
  }

  /// The target of a host; nil where it has none of its own.
  ///
  /// - Throws: ``StoreError`` where its secret does not open with this keyring.
  func find(_ host: HostID, in transaction: any ReadTransaction) throws -> HostEventTarget? {
    let row = try transaction.row(
      "SELECT event_address, event_secret FROM hosts WHERE id = ?", [.text(host.text)])
    guard let row, let address = try row.optionalText(0), let sealed = try row.optionalBlob(1)
    else { return nil }
    guard let protected = try? ProtectedAddress(address) else {
      throw StoreError(code: .corrupt, reason: "the event address of \(host)")
    }
    return HostEventTarget(address: protected, secret: try open(sealed, host, address))
  }

  /// Stores the target of a host in place of the one before; nil takes it away.
  func store(
    _ target: HostEventTarget?, of host: HostID, nonce: [UInt8],
    in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE hosts SET event_address = ?, event_secret = ? WHERE id = ?",
      [
        SQLValue(target?.address.text), SQLValue(try target.map { try seal($0, host, nonce) }),
        .text(host.text),
      ])
  }

  private func seal(_ target: HostEventTarget, _ host: HostID, _ nonce: [UInt8]) throws -> [UInt8] {
    let box = try AES.GCM.seal(
      Array(target.secret.exposed.utf8), using: keys[0], nonce: AES.GCM.Nonce(data: nonce),
      authenticating: Self.place(host, target.address.text))
    return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
  }

  private func open(_ sealed: [UInt8], _ host: HostID, _ address: String) throws -> SecretText {
    for key in keys {
      guard let box = try? AES.GCM.SealedBox(combined: sealed),
        let opened = try? AES.GCM.open(
          box, using: key, authenticating: Self.place(host, address))
      else { continue }
      return SecretText(String(decoding: opened, as: UTF8.self))
    }
    throw StoreError(
      code: .corrupt, reason: "the event secret of \(host) does not open with this keyring")
  }

  /// Authenticated with the secret, so that no row's secret signs for another host or address.
  private static func place(_ host: HostID, _ address: String) -> [UInt8] {
    Array("hosts.event_secret \(host.text) \(address)".utf8)
  }

  /// The bytes of a nonce.
  static let nonceLength = 12
}
