#if canImport(Security)
  public import CountersignClient
  import Foundation
  import Security
  import WebAuthnModel

  /// A vault in the Keychain: readable by this app, on this device, while it is unlocked.
  ///
  /// Its values are gone when the device's passcode is removed, and no backup brings them to
  /// another device.
  public struct KeychainVault: Vault {
    private let service: String
    private let accessGroup: String?

    /// A vault.
    ///
    /// - Parameters:
    ///   - service: The name that tells its items from those of other parts of the app.
    ///   - accessGroup: The app's group that holds the items. Without one they are added to the
    ///     first that the app is entitled to, and looked for in all. An app that shares a group
    ///     with others of its team names its own here.
    public init(service: String, accessGroup: String? = nil) {
      self.service = service
      self.accessGroup = accessGroup
    }

    /// Reads a value; nil if there is none.
    public func value(_ name: VaultName) async throws(VaultError) -> [UInt8]? {
      try await BlockingWork.run { () throws(VaultError) in try read(name) }
    }

    /// Writes a value, or removes it if `bytes` is nil.
    public func setValue(_ bytes: [UInt8]?, _ name: VaultName) async throws(VaultError) {
      try await BlockingWork.run { () throws(VaultError) in
        if let bytes { try write(bytes, name) } else { try remove(name) }
      }
    }

    /// The names of an account's values, in order.
    public func names(account: String) async throws(VaultError) -> [VaultName] {
      try await BlockingWork.run { () throws(VaultError) in try list(account) }
    }
  }

  extension KeychainVault {
    private func read(_ name: VaultName) throws(VaultError) -> [UInt8]? {
      var query = item(name)
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      guard let found = try Self.find(query) else { return nil }
      guard let data = found as? Data else { throw .damaged }
      return Array(data)
    }

    private func write(_ bytes: [UInt8], _ name: VaultName) throws(VaultError) {
      guard try !update(bytes, name) else { return }
      var added = item(name)
      added[kSecValueData as String] = Data(bytes)
      added[kSecAttrAccessible as String] = kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
      switch SecItemAdd(added as CFDictionary, nil) {
      case errSecSuccess: return
      // Another process of the team was quicker.
      case errSecDuplicateItem: guard try update(bytes, name) else { throw .damaged }
      case let status: throw VaultError(keychain: status)
      }
    }

    private func list(_ account: String) throws(VaultError) -> [VaultName] {
      var query = items(of: account)
      query[kSecReturnAttributes as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitAll
      guard let found = try Self.find(query) else { return [] }
      guard let items = found as? [[String: Any]] else { throw .damaged }
      var names: [String] = []
      for item in items {
        guard let name = item[kSecAttrAccount as String] as? String else { throw .damaged }
        names.append(name)
      }
      return names.sorted().map { VaultName(account: account, name: $0) }
    }

    /// Writes over the value that is there; false if there is none.
    private func update(_ bytes: [UInt8], _ name: VaultName) throws(VaultError) -> Bool {
      let change = [kSecValueData as String: Data(bytes)]
      switch SecItemUpdate(item(name) as CFDictionary, change as CFDictionary) {
      case errSecSuccess: return true
      case errSecItemNotFound: return false
      case let status: throw VaultError(keychain: status)
      }
    }

    private func remove(_ name: VaultName) throws(VaultError) {
      switch SecItemDelete(item(name) as CFDictionary) {
      case errSecSuccess, errSecItemNotFound: return
      case let status: throw VaultError(keychain: status)
      }
    }

    private static func find(_ query: [String: Any]) throws(VaultError) -> CFTypeRef? {
      var found: CFTypeRef?
      switch SecItemCopyMatching(query as CFDictionary, &found) {
      case errSecSuccess: return found
      case errSecItemNotFound: return nil
      case let status: throw VaultError(keychain: status)
      }
    }

    private func item(_ name: VaultName) -> [String: Any] {
      var query = items(of: name.account)
      query[kSecAttrAccount as String] = name.name
      return query
    }

    /// The query for all items of an account: a service of its own.
    private func items(of account: String) -> [String: Any] {
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        // No account's name can hold what divides it from the service's.
        kSecAttrService as String: service + ":" + Base64URL.encode(Array(account.utf8)),
        kSecAttrSynchronizable as String: false,
        // Of the Mac's two keychains the one that every other platform has.
        kSecUseDataProtectionKeychain as String: true,
      ]
      if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
      return query
    }
  }

  extension VaultError {
    /// Maps a status of the Keychain to its cause and to what the person can do.
    init(keychain status: OSStatus) {
      self =
        switch status {
        case errSecDecode: .damaged
        case errSecMissingEntitlement:
          .unavailable(
            "the app is not entitled to this keychain: add the capability Keychain Sharing to its "
              + "target, with the access group that the vault names")
        case errSecInteractionNotAllowed:
          .unavailable("the device is locked: try again when it is unlocked")
        // Nothing is kept in this class on a device without a passcode.
        case errSecAuthFailed, errSecNotAvailable:
          .unavailable("the keychain keeps nothing here: see that this device has a passcode")
        case errSecUserCanceled: .unavailable("the keychain's prompt was dismissed: try again")
        case errSecDiskFull: .unavailable("the device's disk is full: make room on it")
        case errSecIO: .unavailable("the keychain could not be read or written: try again")
        default:
          .unavailable(
            "the keychain answers \(status): see that this device has a passcode and is unlocked")
        }
    }
  }
#endif
