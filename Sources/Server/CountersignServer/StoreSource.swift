public import CountersignCore
import CountersignSQLite

/// The place of a server's state, with who opens and closes it.
public struct StoreSource: Sendable {
  /// A store that a server has, and what closes it.
  struct Opened: Sendable {
    let store: any Store
    /// Closes the store where the server has opened it.
    let close: @Sendable () async throws -> Void
  }

  /// Opens the store with the tables of modules, its rows sealed by a keyring.
  let open: @Sendable ([any Module], Keyring) throws -> Opened

  /// A store that the caller has opened with the seals of the server's keyring, and closes once
  /// ``Countersign/run()`` has ended.
  public static func opened(_ store: any Store) -> StoreSource {
    StoreSource { _, _ in Opened(store: store, close: {}) }
  }

  /// SQLite in a file, with the tables of the core and of the server's modules; closed when
  /// ``Countersign/run()`` ends.
  ///
  /// - Parameter path: The file. Its folder is made (0700) where it is missing, the file with 0600.
  /// - Returns: The source.
  public static func sqlite(_ path: String) -> StoreSource {
    StoreSource { modules, keyring in
      let store = try SQLiteStore(
        path: path, schemas: .of(modules), seals: StoreSeals(keyring))
      return Opened(store: store, close: { try await store.close() })
    }
  }
}
