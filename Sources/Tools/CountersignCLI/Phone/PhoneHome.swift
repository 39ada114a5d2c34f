import CountersignClient
import CountersignDevice
import WebAuthnModel
import WireModel

/// What a phone remembers between two commands.
struct PhoneAccount {
  let server: String
  let userName: String
  let accountID: String
  let accessToken: SecretText
}

/// The phone's state under `--home`.
struct PhoneHome {
  let vault: FileVault

  init(directory: String) { vault = FileVault(directory: directory) }

  func save(_ account: PhoneAccount) async throws {
    let current: JSONValue = [
      "server": .string(account.server), "userName": .string(account.userName),
      "accountID": .string(account.accountID),
    ]
    do throws(VaultError) {
      try await vault.setValue(
        Array(account.accessToken.exposed.utf8), Self.token(account.accountID))
      try await vault.setValue(current.serialized(), Self.current)
    } catch {
      throw CommandFailure(error)
    }
  }

  func account() async throws -> PhoneAccount {
    do throws(VaultError) {
      if let bytes = try await vault.value(Self.current),
        let json = try? JSONValue(parsing: bytes), var reader = try? JSONObjectReader(json),
        let server = try? reader.string("server"),
        let userName = try? reader.string("userName"),
        let accountID = try? reader.string("accountID"),
        let token = try await vault.value(Self.token(accountID))
      {
        return PhoneAccount(
          server: server, userName: userName, accountID: accountID,
          accessToken: SecretText(String(decoding: token, as: UTF8.self)))
      }
    } catch {
      throw CommandFailure(error)
    }
    throw CommandFailure(
      .wrongUse, "this phone has no account yet",
      hint: "begin with countersign phone sign-up, or give the --home that you signed up with")
  }

  private static let current = VaultName(account: "this phone", name: "current")

  private static func token(_ accountID: String) -> VaultName {
    VaultName(account: accountID, name: "access-token")
  }
}
