public import CountersignCore
public import CountersignHTTP
import CountersignSQLite
import Foundation
public import WebAuthnModel

/// The configuration of a server.
public struct ServerConfiguration: Sendable {
  /// The domain that credentials are bound to.
  public var relyingPartyID: RelyingPartyID
  /// The relying party's name, as authenticators show it.
  public var relyingPartyName: String
  /// The origins of pages and apps.
  ///
  /// Those of the web are also where apps call the server: a token that is bound to a key names one
  /// in its proofs. A ``StandaloneServer`` takes `localhost` at the port that it has bound where
  /// there is none of the web.
  public var origins: Set<Origin>
  /// The treatment of connections and requests.
  public var http = ServerSettings()
  /// The deployment's limits and rules.
  ///
  /// Events are kept for a host only if a courier carries them, whatever the policy says.
  public var policy = ServicePolicy()

  /// Makes a configuration for a relying party, with the defaults for the rest.
  public init(
    relyingPartyID: RelyingPartyID, relyingPartyName: String, origins: Set<Origin> = []
  ) {
    self.relyingPartyID = relyingPartyID
    self.relyingPartyName = relyingPartyName
    self.origins = origins
  }

  /// The address at a port of this machine.
  func localAddress(port: Int) -> String {
    let isPlain = !http.protection.endsTLS
    let isDefault = port == (isPlain ? 80 : 443)
    return (isPlain ? "http" : "https") + "://localhost" + (isDefault ? "" : ":\(port)")
  }

  /// The origins at which ceremonies run once a port is bound.
  func origins(port: Int) -> Set<Origin> {
    guard !origins.contains(where: { $0.kind == .web }),
      let local = Origin(localAddress(port: port))
    else { return origins }
    return origins.union([local])
  }
}

/// The place of a server's state.
public struct StoreSource: Sendable {
  /// A store that a server has, and what closes it.
  struct Opened: Sendable {
    let store: any Store
    /// Closes the store if the server has opened it.
    let close: @Sendable () async throws -> Void
  }

  /// The folder of the database; nil if it is not known.
  let folder: String?
  /// Opens the store with the tables of modules, its rows sealed by a keyring.
  let open: @Sendable ([any Module], Keyring) throws -> Opened

  /// A store that the caller has opened with the seals of the server's keyring, and closes once
  /// ``Countersign/run()`` has ended.
  public static func opened(_ store: any Store) -> StoreSource {
    StoreSource(folder: nil) { _, _ in Opened(store: store, close: {}) }
  }

  /// SQLite in a file, with the tables of the core and of the server's modules; closed when
  /// ``Countersign/run()`` ends.
  ///
  /// - Parameter path: The file. Its folder is made (0700) if it is missing, the file with 0600.
  /// - Returns: The source.
  public static func sqlite(_ path: String) -> StoreSource {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    return StoreSource(folder: folder) { modules, keyring in
      let store = try SQLiteStore(
        path: path, schemas: .of(modules), seals: StoreSeals(keyring),
        metrics: ServerMetrics.ofProcess())
      return Opened(store: store, close: { try await store.close() })
    }
  }
}
