import Synchronization

/// The soft locks of an installation: the layer in front of each account's session.
///
/// Whoever makes a ``FlowManager`` with them need not remember them. While an account is locked its
/// session is not to be had, and a flow and a call in it are refused;
/// ``FlowManager/logOut(account:)`` locks it. An account for which no app PIN was ever set is open:
/// nothing could open it.
///
/// ```swift
/// let softLocks = SoftLocks { account in
///   SoftLockManager(
///     account: account, vault: vault, secret: device, presence: presence,
///     clock: { .now })
/// }
/// ```
public final class SoftLocks: Sendable {
  private let make: @Sendable (_ account: String) -> SoftLockManager
  private let managers = Mutex<[String: SoftLockManager]>([:])

  /// Locks that are made as they are needed.
  ///
  /// - Parameter make: Makes the lock of an account, once in the process.
  public init(_ make: @escaping @Sendable (_ account: String) -> SoftLockManager) {
    self.make = make
  }

  /// The lock of an account: the same for as long as the process lives.
  public subscript(account: String) -> SoftLockManager {
    managers.withLock { managers in
      if let manager = managers[account] { return manager }
      let manager = make(account)
      managers[account] = manager
      return manager
    }
  }

  /// Refuses an account that is locked.
  ///
  /// - Throws: `VaultError.locked`, and others where the vault cannot say if it has an app PIN.
  func requireOpen(_ account: String) async throws(VaultError) {
    let lock = self[account]
    guard await lock.phase != .open, try await lock.appPINState() != .unset else { return }
    throw .locked
  }

  /// Waits until an account is open.
  func waitUntilOpen(_ account: String) async {
    for await phase in await self[account].phases where phase == .open { return }
  }
}
