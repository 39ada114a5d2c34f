public import FlowModel
import Synchronization
import WebAuthnModel
import WireModel

/// The accounts of this installation, in its vault: their names, which one was used last, and the
/// newest session of each.
public struct Installation: Sendable {
  private let connection: ServerConnection
  private let vault: any Vault
  private let softLocks: SoftLocks?
  /// Opens sessions again that are over; nil for nothing.
  private let device: (any DeviceSecrets)?
  private let changes = AccountChanges()

  /// The accounts that lie in a vault, with their sessions at a server.
  ///
  /// - Parameters:
  ///   - connection: The server.
  ///   - vault: Where they lie.
  ///   - softLocks: What stands before each session; nil for nothing.
  public init(connection: ServerConnection, vault: any Vault, softLocks: SoftLocks? = nil) {
    self.init(
      connection: connection, vault: vault, softLocks: softLocks,
      device: connection.binding?.device)
  }

  init(
    connection: ServerConnection, vault: any Vault, softLocks: SoftLocks?,
    device: (any DeviceSecrets)?
  ) {
    self.connection = connection
    self.vault = vault
    self.softLocks = softLocks
    self.device = device
  }

  /// The accounts, in the order of their ids.
  public func accounts() async throws(VaultError) -> [InstalledAccount] {
    var accounts: [InstalledAccount] = []
    for name in try await vault.names(account: Self.here)
    where name.name.hasPrefix(Self.prefix) {
      if let account = try await account(String(name.name.dropFirst(Self.prefix.count))) {
        accounts.append(account)
      }
    }
    return accounts
  }

  /// The accounts and the one in front: as they are, and after each change that is made here.
  ///
  /// A vault that cannot be read is asked again after a second, since a device that has just
  /// started is still locked: the first value comes late then, and is not an empty one.
  ///
  /// Each subscriber has a stream of its own.
  public var updates: AsyncStream<InstalledAccounts> {
    let changes = changes.stream
    let (stream, continuation) = AsyncStream.makeStream(of: InstalledAccounts.self)
    let reading = Task {
      var told: InstalledAccounts?
      for await _ in changes {
        guard let accounts = await readUntilKnown(), accounts != told else { continue }
        told = accounts
        continuation.yield(accounts)
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in reading.cancel() }
    return stream
  }

  /// The accounts and the one in front, as they are.
  public func installed() async throws(VaultError) -> InstalledAccounts {
    let accounts = try await accounts()
    return InstalledAccounts(accounts: accounts, front: try await current() ?? accounts.first)
  }

  /// Reads until the vault can be read; nil if the task was cancelled before.
  private func readUntilKnown() async -> InstalledAccounts? {
    while !Task.isCancelled {
      if let accounts = try? await installed() { return accounts }
      try? await Task.sleep(for: .seconds(1))
    }
    return nil
  }

  /// One account; nil where it is not here.
  public func account(_ id: String) async throws(VaultError) -> InstalledAccount? {
    guard let bytes = try await vault.value(Self.accountName(id)) else { return nil }
    return InstalledAccount(id: id, displayName: String(decoding: bytes, as: UTF8.self))
  }

  /// The account that was used last; nil where there is none.
  public func current() async throws(VaultError) -> InstalledAccount? {
    guard let bytes = try await vault.value(Self.currentName) else { return nil }
    return try await account(String(decoding: bytes, as: UTF8.self))
  }

  /// Makes an account the one that a flow is for where none is named.
  public func select(_ id: String) async throws(VaultError) {
    try await vault.setValue(Array(id.utf8), Self.currentName)
    changes.tell()
  }

  /// The newest session of an account; nil where it has none here.
  ///
  /// Once it is over, its next call opens another by the device's own key, and no person is asked:
  /// that one sees what waits, and declines. Whatever acts takes a passkey or the PIN. After a
  /// logout there is none.
  ///
  /// - Parameter id: The account; nil for the one that was used last.
  /// - Returns: The session, which the server may have ended meanwhile.
  /// - Throws: `VaultError`; of these `locked` while the account's soft lock is closed.
  public func session(of id: String? = nil) async throws(VaultError) -> AccountSession? {
    let account = if let id { try await account(id) } else { try await current() }
    if let account { try await requireOpen(account.id) }
    return try await heldSession(of: account)
  }

  /// Refuses an account that is locked.
  func requireOpen(_ id: String) async throws(VaultError) { try await softLocks?.requireOpen(id) }

  /// The session as it lies in the vault, whether the account is locked or not: to end it, or to
  /// confirm a PIN beside a new app PIN.
  func heldSession(
    of account: InstalledAccount?
  ) async throws(VaultError) -> AccountSession? {
    guard let account, let held = try await vault.value(Self.tokenName(account.id)) else {
      return nil
    }
    let text = String(decoding: held, as: UTF8.self)
    guard text.hasPrefix(Self.bound) else {
      let token = SecretText(text)
      noteRenewal(of: token, account.id)
      return AccountSession(connection: connection, accountID: account.id, accessToken: token)
    }
    // Without keys nobody can use it here.
    guard let binding = connection.binding else { return nil }
    let token = SecretText(String(text.dropFirst(Self.bound.count)))
    binding.note(token, of: account.id, key: nil)
    noteRenewal(of: token, account.id)
    return AccountSession(
      connection: connection, accountID: account.id, accessToken: token, tokenType: .dpop)
  }

  /// Notes how a session is opened again.
  private func noteRenewal(of token: SecretText, _ account: String) {
    guard let device else { return }
    connection.renewals.note(
      token,
      SessionRenewals.Renewal(
        accountID: account, device: device,
        require: { () throws(ClientError) in
          do throws(VaultError) {
            try await requireOpen(account)
          } catch {
            throw .locked
          }
        }, keep: replaceSession))
  }

  /// Keeps a session in place of one that is over; ends it where somebody has logged out meanwhile.
  private func replaceSession(by session: AccountSession) async throws(ClientError) {
    do throws(VaultError) {
      guard try await vault.value(Self.tokenName(session.accountID)) != nil else {
        Task { try? await session.end() }
        throw VaultError.locked
      }
      try await vault.setValue(Self.stored(session), Self.tokenName(session.accountID))
    } catch {
      throw .noSession
    }
  }

  /// A session's token as it lies in the vault.
  private static func stored(_ session: AccountSession) -> [UInt8] {
    Array(((session.tokenType == .dpop ? bound : "") + session.accessToken.exposed).utf8)
  }

  /// Keeps a session that was opened, and makes its account the current one.
  public func add(
    _ session: AccountSession, displayName: String
  ) async throws(VaultError) {
    try await add(InstalledAccount(id: session.accountID, displayName: displayName))
    try await vault.setValue(Self.stored(session), Self.tokenName(session.accountID))
    try await select(session.accountID)
  }

  /// Keeps an account whose session is opened later.
  func add(_ account: InstalledAccount) async throws(VaultError) {
    try await vault.setValue(Array(account.displayName.utf8), Self.accountName(account.id))
    changes.tell()
  }

  /// Locks an account, lets go of its session, and ends that at the server.
  ///
  /// - Parameter id: The account; nil for the one that was used last.
  /// - Throws: `VaultError`; ``ClientError`` where the server was not told.
  public func logOut(_ id: String? = nil) async throws {
    let account = if let id { try await account(id) } else { try await current() }
    if let account { await softLocks?[account.id].loggedOut() }
    guard let session = try await heldSession(of: account) else { return }
    try await Self.forgetSession(of: session.accountID, in: vault)
    try await session.end()
  }

  /// Removes an account and all that lies in the vault under its name.
  public func remove(_ id: String) async throws(VaultError) {
    defer { changes.tell() }
    for name in try await vault.names(account: id) { try await vault.setValue(nil, name) }
    try await vault.setValue(nil, Self.accountName(id))
    if let bytes = try await vault.value(Self.currentName),
      String(decoding: bytes, as: UTF8.self) == id
    {
      try await vault.setValue(nil, Self.currentName)
    }
  }

  /// The name of a value that belongs to no one account.
  static func name(_ name: String) -> VaultName { VaultName(account: here, name: name) }

  /// Forgets the session of an account, which stays.
  static func forgetSession(of id: String, in vault: any Vault) async throws(VaultError) {
    try await vault.setValue(nil, tokenName(id))
  }

  private static let here = "this installation"
  private static let prefix = "account/"
  /// Stands before a token that is bound to a key: as its Authorization has it.
  private static let bound = "DPoP "
  private static let currentName = name("current")

  private static func accountName(_ id: String) -> VaultName { name(prefix + id) }

  private static func tokenName(_ id: String) -> VaultName {
    VaultName(account: id, name: "access-token")
  }
}

/// The accounts of an installation, at one time.
public struct InstalledAccounts: Sendable, Hashable {
  /// The accounts, in the order of their ids.
  public let accounts: [InstalledAccount]
  /// The one that was used last, else the first; nil if there are none.
  public let front: InstalledAccount?

  /// Accounts, and which of them is in front.
  public init(accounts: [InstalledAccount], front: InstalledAccount?) {
    self.accounts = accounts
    self.front = front
  }
}

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

/// The news that the accounts have changed; all copies of an installation share it.
private final class AccountChanges: Sendable {
  private struct Listeners {
    var newest = 0
    var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let listeners = Mutex(Listeners())

  /// Begins with a piece of news; what comes while nobody reads is one.
  var stream: AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = listeners.withLock { listeners in
      listeners.newest += 1
      listeners.continuations[listeners.newest] = continuation
      return listeners.newest
    }
    continuation.onTermination = { [weak self] _ in
      self?.listeners.withLock { _ = $0.continuations.removeValue(forKey: number) }
    }
    continuation.yield()
    return stream
  }

  func tell() {
    // Outside of the lock: a listener that has ended takes it.
    for continuation in listeners.withLock({ Array($0.continuations.values) }) {
      continuation.yield()
    }
  }
}
