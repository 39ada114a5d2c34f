import ArgumentParser
import CountersignClient
import CountersignDevice
import ToolSupport
import WebAuthnModel
import WireModel

/// The phone's state under `--home`: its vault, and whose server it talks to.
///
/// The accounts, their sessions and keys are the SDK's (`Installation`, `DeviceKeys`).
struct PhoneHome {
  let vault: FileVault

  init(directory: String) { vault = FileVault(directory: directory) }

  /// The server that the phone's accounts are at.
  func server() async throws -> String {
    do throws(VaultError) {
      if let bytes = try await vault.value(Self.server) {
        return String(decoding: bytes, as: UTF8.self)
      }
    } catch {
      throw CommandFailure(error)
    }
    throw CommandFailure.noAccount
  }

  /// Keeps a server; one phone talks to one.
  ///
  /// - Throws: `CommandFailure` where it talks to another already.
  func keep(server: String, in words: PhoneWords) async throws {
    try await requireSame(server: server, in: words)
    do throws(VaultError) {
      try await vault.setValue(Array(server.utf8), Self.server)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Refuses another server than the one that the phone's accounts are at, where it has some.
  func requireSame(server: String, in words: PhoneWords) async throws {
    let kept: String?
    do throws(VaultError) {
      kept = try await vault.value(Self.server).map { String(decoding: $0, as: UTF8.self) }
    } catch {
      throw CommandFailure(error)
    }
    guard let kept, kept != server else { return }
    throw CommandFailure(
      .environment,
      words.of(
        "this phone has its accounts at \(kept)", "die Konten dieses Telefons sind bei \(kept)"),
      hint: words.of("check --home", "prüfen Sie --home"))
  }

  /// The address to which an account's codes are mailed, where it signed up here.
  func userName(of accountID: String) async -> String? {
    (try? await vault.value(VaultName(account: accountID, name: "user-name")))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  func keep(userName: String, of accountID: String) async throws {
    do throws(VaultError) {
      try await vault.setValue(
        Array(userName.utf8), VaultName(account: accountID, name: "user-name"))
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The account by whose app PIN the phone is locked; nil where it is open.
  func lockedAccount() async throws -> String? {
    do throws(VaultError) {
      return try await vault.value(Self.lock).map { String(decoding: $0, as: UTF8.self) }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Locks the phone by an account's app PIN, or opens it.
  func lock(by account: String?) async throws {
    do throws(VaultError) {
      if let account {
        try await vault.setValue(Array(account.utf8), Self.lock)
      } else {
        try await vault.setValue(nil, Self.lock)
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  private static let lock = VaultName(account: "this phone", name: "lock")
  private static let server = VaultName(account: "this phone", name: "server")
}

extension CommandFailure {
  /// Nothing was enrolled here, or nobody signed in.
  static let noAccount = CommandFailure(
    .wrongUse, "this phone has no account yet",
    hint: "begin with countersign phone enrol or sign-up, or give the --home that you began with")

  /// A name or an id that is no account's of this phone, or is that of several.
  static func account(_ name: String, among count: Int, in words: PhoneWords) -> CommandFailure {
    let name = name.isEmpty ? "''" : name
    return CommandFailure(
      .wrongUse,
      count == 0
        ? words.of("no account \(name)", "es gibt kein Konto \(name)")
        : words.of("several accounts are \(name)", "mehrere Konten heißen \(name)"),
      hint: words.of(
        "give an id of countersign phone accounts",
        "geben Sie eine Kennung an, die countersign phone accounts zeigt"))
  }
}

/// `countersign phone accounts`: the accounts on this phone, and which one is used.
struct PhoneAccounts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts",
    abstract: "show the accounts on this phone, or choose one",
    discussion: "example: countersign phone accounts --use Ada")

  @OptionGroup var options: PhonePlace

  @Option(help: "Use this account from now on, by its name or its id.")
  var use: String?

  func run() async throws {
    try await Phone.use(options) { phone in
      if let chosen = try await phone.account(named: use) {
        try await phone.installation.select(chosen)
      }
      let accounts = try await phone.installation.accounts()
      let current = try await phone.installation.current()
      if accounts.isEmpty { Console.note(phone.words.noAccounts) }
      options.print(
        list: accounts.map { "\($0 == current ? "*" : " ") \($0.displayName) \($0.id)" },
        json: accounts.map { account in
          [
            "id": .string(account.id), "displayName": .string(account.displayName),
            "isCurrent": .bool(account == current),
          ]
        })
    }
  }
}
