import CountersignClient
import WebAuthnModel

/// One credential of an authenticator, as it lies in the vault.
struct HeldCredential: Unprinted {
  let id: CredentialID
  let relyingPartyID: RelyingPartyID
  let userHandle: UserHandle
  /// The form in which the vault keeps the key.
  var key: JSONValue
  var signCount: UInt32

  init(
    id: CredentialID, relyingPartyID: RelyingPartyID, userHandle: UserHandle, key: JSONValue
  ) {
    self.id = id
    self.relyingPartyID = relyingPartyID
    self.userHandle = userHandle
    self.key = key
    signCount = 0
  }

  /// Reads a credential from the vault; nil where it is not one.
  init?(id: CredentialID, vaultBytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: vaultBytes),
      var reader = try? JSONObjectReader(json),
      let relyingPartyID = try? reader.string("relyingPartyID"),
      let userHandle = try? reader.bytes("userHandle"),
      let key = reader.optionalValue("privateKey"),
      let count = try? reader.integer("signCount"), let signCount = UInt32(exactly: count)
    else { return nil }
    self.id = id
    self.relyingPartyID = RelyingPartyID(relyingPartyID)
    self.userHandle = UserHandle(userHandle)
    self.key = key
    self.signCount = signCount
  }

  /// The credential as the vault keeps it.
  ///
  /// Secret where the key is in software.
  var vaultBytes: [UInt8] {
    let json: JSONValue = [
      "relyingPartyID": .string(relyingPartyID.text),
      "userHandle": .string(userHandle.base64URL),
      "privateKey": key,
      "signCount": .integer(Int64(signCount)),
    ]
    return json.serialized()
  }

  static func vaultName(account: String, id: CredentialID) -> VaultName {
    VaultName(account: account, name: prefix + id.base64URL)
  }

  /// The id that a vault name stands for; nil where the name is of something else.
  static func id(of name: VaultName) -> CredentialID? {
    guard name.name.hasPrefix(prefix) else { return nil }
    return Base64URL.decode(String(name.name.dropFirst(prefix.count))).map(CredentialID.init)
  }

  private static let prefix = "credential/"
}
