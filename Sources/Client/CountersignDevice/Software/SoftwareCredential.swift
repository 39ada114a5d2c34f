import CountersignClient
import Crypto
import WebAuthnModel

/// One key of the software authenticator, as it lies in the vault.
struct SoftwareCredential {
  let id: CredentialID
  let relyingPartyID: RelyingPartyID
  let userHandle: UserHandle
  let privateKey: P256.Signing.PrivateKey
  var signCount: UInt32

  init(id: CredentialID, relyingPartyID: RelyingPartyID, userHandle: UserHandle) {
    self.id = id
    self.relyingPartyID = relyingPartyID
    self.userHandle = userHandle
    privateKey = P256.Signing.PrivateKey()
    signCount = 0
  }

  /// Reads a credential from the vault; nil where it is not one.
  init?(id: CredentialID, vaultBytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: vaultBytes),
      var reader = try? JSONObjectReader(json),
      let relyingPartyID = try? reader.string("relyingPartyID"),
      let userHandle = try? reader.bytes("userHandle"),
      let privateKeyBytes = try? reader.bytes("privateKey"),
      let privateKey = try? P256.Signing.PrivateKey(rawRepresentation: privateKeyBytes),
      let count = try? reader.integer("signCount"), let signCount = UInt32(exactly: count)
    else { return nil }
    self.id = id
    self.relyingPartyID = RelyingPartyID(relyingPartyID)
    self.userHandle = UserHandle(userHandle)
    self.privateKey = privateKey
    self.signCount = signCount
  }

  /// The credential as the vault keeps it.
  ///
  /// Secret.
  var vaultBytes: [UInt8] {
    let json: JSONValue = [
      "relyingPartyID": .string(relyingPartyID.text),
      "userHandle": .string(userHandle.base64URL),
      "privateKey": .string(Base64URL.encode(Array(privateKey.rawRepresentation))),
      "signCount": .integer(Int64(signCount)),
    ]
    return json.serialized()
  }

  /// The public key in COSE's form.
  var publicKey: COSEPublicKey {
    let point = Array(privateKey.publicKey.x963Representation)
    return .es256(x: Array(point[1...32]), y: Array(point[33...64]))
  }

  /// An ASN.1 DER ECDSA signature with SHA-256.
  func signature(over bytes: [UInt8]) throws(AuthenticatorError) -> [UInt8] {
    guard let signature = try? privateKey.signature(for: bytes) else { throw .failed }
    return Array(signature.derRepresentation)
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
