/// Authenticator data are written as they were read.
func fuzz(_ input: [UInt8]) {
  guard let data = try? AuthenticatorData(parsing: input) else { return }
  precondition(data.serialized() == input)
  guard let credential = data.attestedCredentialData else { return }
  _ = try? COSEPublicKey(cbor: credential.publicKey)
}
