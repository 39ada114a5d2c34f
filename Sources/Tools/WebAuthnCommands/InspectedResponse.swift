import WebAuthnModel

/// A browser's response taken apart; nothing of it is verified.
struct InspectedResponse {
  /// The parts of the response.
  private(set) var facts: JSONObject = [:]
  /// The parts that could not be read.
  private(set) var problems: [String] = []

  /// Takes a response apart.
  ///
  /// - Throws: ``CommandFailure`` where it is neither a registration nor an assertion.
  init(_ input: [UInt8]) throws {
    if try Self.isRegistration(input) {
      inspect(try StandardInput.parse(input, as: RegistrationResponse.self))
    } else {
      inspect(try StandardInput.parse(input, as: AssertionResponse.self))
    }
  }

  private static func isRegistration(_ input: [UInt8]) throws -> Bool {
    guard case .object(let credential) = try StandardInput.json(input),
      case .object(let response)? = credential["response"]
    else { return false }
    return response["attestationObject"] != nil
  }

  private mutating func inspect(_ response: RegistrationResponse) {
    facts = ["kind": "registration", "id": .string(response.id.base64URL)]
    showRawID(response.rawID, of: response.id)
    facts["transports"] = .array(response.transports.map(JSONValue.string))
    showClientData(response.clientDataJSON)
    do {
      let attestation = try AttestationObject(parsing: response.attestationObject)
      facts["attestation"] = [
        "format": .string(attestation.format),
        "statement": InspectedCBOR.json(.map(attestation.statement)),
      ]
      showAuthenticatorData(attestation.authenticatorData)
    } catch {
      note("attestation", "the attestation object cannot be read: \(error)")
    }
  }

  private mutating func inspect(_ response: AssertionResponse) {
    facts = ["kind": "assertion", "id": .string(response.id.base64URL)]
    showRawID(response.rawID, of: response.id)
    facts["userHandle"] = response.userHandle.map { .string($0.base64URL) }
    showClientData(response.clientDataJSON)
    showAuthenticatorData(response.authenticatorData)
    facts["signature"] = .string(Base64URL.encode(response.signature))
  }

  /// The second name of the credential, where it is another: a fault of the client.
  private mutating func showRawID(_ rawID: CredentialID, of id: CredentialID) {
    if rawID != id { facts["rawId"] = .string(rawID.base64URL) }
  }

  private mutating func showClientData(_ bytes: [UInt8]) {
    do {
      let client = try CollectedClientData(parsing: bytes)
      var parts: JSONObject = [
        "type": .string(client.type.rawValue), "challenge": .string(client.challenge.base64URL),
        "origin": .string(client.origin), "crossOrigin": .bool(client.crossOrigin),
      ]
      parts["topOrigin"] = client.topOrigin.map(JSONValue.string)
      facts["clientData"] = .object(parts)
    } catch {
      note("clientData", "the client data cannot be read: \(error)")
    }
  }

  private mutating func showAuthenticatorData(_ bytes: [UInt8]) {
    do {
      let data = try AuthenticatorData(parsing: bytes)
      facts["authenticatorData"] = .object(InspectedAuthenticatorData.facts(of: data))
    } catch {
      note("authenticatorData", "the authenticator data cannot be read: \(error)")
    }
  }

  private mutating func note(_ part: String, _ problem: String) {
    facts[part] = ["problem": .string(problem)]
    problems.append(problem)
  }
}
