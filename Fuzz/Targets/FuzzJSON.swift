/// What is read as JSON survives a round trip.
func fuzz(_ input: [UInt8]) {
  guard let value = try? JSONValue(parsing: input) else { return }
  precondition((try? JSONValue(parsing: value.serialized())) == value)
  _ = try? AssertionResponse(json: value)
  _ = try? RegistrationResponse(json: value)
  _ = try? CredentialRequestOptions(json: value)
  _ = try? CredentialCreationOptions(json: value)
}
