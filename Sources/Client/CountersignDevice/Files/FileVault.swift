public import CountersignClient
import Crypto
import WebAuthnModel

/// A vault in one sealed file, **for tools and tests**.
///
/// What it cannot open it does not replace: a file that is damaged, or of something else, stays as
/// it is, and each read and write says so.
///
/// The file is AES-GCM under a key that lies beside it, both readable by their owner alone. That
/// keeps values out of backups of single files and out of accidental prints; it is no protection
/// from whoever can read the directory, as a platform's keychain is.
public actor FileVault: Vault {
  private let directory: String
  private let simulatedCrash: AtomicFile.Crash?

  /// A vault in a directory, which is made where it is missing.
  public init(directory: String) { self.init(directory: directory, testOnlyCrash: nil) }

  /// A vault whose next write ends as if the machine had stopped there.
  init(directory: String, testOnlyCrash crash: AtomicFile.Crash?) {
    self.directory = directory
    simulatedCrash = crash
  }

  /// The value, or nil where there is none.
  public func value(_ name: VaultName) throws(VaultError) -> [UInt8]? {
    guard case .string(let text)? = try contents()[name.account]?[name.name] else { return nil }
    guard let bytes = Base64URL.decode(text) else { throw .damaged }
    return bytes
  }

  /// Writes a value, or removes it where `bytes` is nil.
  public func setValue(_ bytes: [UInt8]?, _ name: VaultName) throws(VaultError) {
    // Two processes that share a vault must not undo each other's writes.
    let lock = try FileLock(path: directory + "/vault.lock", directory: directory)
    defer { lock.release() }
    var contents = try contents()
    var values = contents[name.account] ?? [:]
    values[name.name] = bytes.map { .string(Base64URL.encode($0)) }
    contents[name.account] = values.isEmpty ? nil : values
    try write(contents)
  }

  /// The names of an account's values, in order.
  public func names(account: String) throws(VaultError) -> [VaultName] {
    try (contents()[account]?.names ?? []).sorted().map { VaultName(account: account, name: $0) }
  }
}

extension FileVault {
  private typealias Contents = [String: JSONObject]

  private func contents() throws(VaultError) -> Contents {
    guard let file = try AtomicFile.read(sealedPath) else { return [:] }
    // What a crash or a full disk cut short is a vault's still.
    guard file.prefix(Self.header.count) == Self.header.prefix(file.count) else { throw .foreign }
    guard file.count > Self.header.count, let key = try readKey(),
      let box = try? AES.GCM.SealedBox(combined: file.dropFirst(Self.header.count)),
      let plain = try? AES.GCM.open(box, using: key, authenticating: Self.header),
      let json = try? JSONValue(parsing: Array(plain)),
      case .object(let accounts) = json
    else { throw .damaged }
    var contents: Contents = [:]
    for account in accounts.names {
      guard case .object(let values)? = accounts[account] else { throw .damaged }
      contents[account] = values
    }
    return contents
  }

  private func write(_ contents: Contents) throws(VaultError) {
    let key: SymmetricKey
    if let present = try readKey() { key = present } else { key = try makeKey() }
    let accounts = JSONObject(
      contents.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.object($0.value)) })
    let plain = JSONValue.object(accounts).serialized()
    guard let box = try? AES.GCM.seal(plain, using: key, authenticating: Self.header),
      let sealed = box.combined
    else { throw .unavailable("the vault could not be sealed") }
    try AtomicFile.write(Self.header + Array(sealed), to: sealedPath, crash: simulatedCrash)
  }

  private func readKey() throws(VaultError) -> SymmetricKey? {
    guard let bytes = try AtomicFile.read(keyPath) else { return nil }
    guard bytes.count == 32 else { throw .damaged }
    return SymmetricKey(data: bytes)
  }

  private func makeKey() throws(VaultError) -> SymmetricKey {
    let key = SymmetricKey(size: .bits256)
    try AtomicFile.write(key.withUnsafeBytes { Array($0) }, to: keyPath, crash: nil)
    return key
  }

  private var sealedPath: String { directory + "/vault" }
  private var keyPath: String { directory + "/vault.key" }

  private static let header = Array("countersign-vault-1\n".utf8)
}
