/// An attestation object, and the authenticator data inside it, are written as they were read.
func fuzz(_ input: [UInt8]) {
  guard let object = try? AttestationObject(parsing: input) else { return }
  precondition(object.serialized() == input)
  guard let data = try? AuthenticatorData(parsing: object.authenticatorData) else { return }
  precondition(data.serialized() == object.authenticatorData)
}
