public import WebAuthnModel

/// An assertion that could be read, and of which nothing is known to be true.
public struct UnverifiedAssertion: Sendable, Hashable {
  /// The assertion as it was sent.
  public let response: AssertionResponse
  let client: CollectedClientData
  let authenticator: AuthenticatorData

  /// Reads an assertion; bytes that are none are refused as malformed.
  public init(_ response: AssertionResponse) throws(CeremonyRefusal) {
    // Both names of the credential are one in the standard, so they must agree here.
    guard response.id == response.rawID else { throw .malformed("7.2.5", .envelopeMismatch) }

    // 7.2 step 7: name client data, authenticator data and signature.
    self.response = response
    authenticator = try Self.authenticatorData(response.authenticatorData)

    // 7.2 steps 8 and 9: decode the client data as UTF-8 and parse them as JSON.
    do throws(ClientDataError) {
      client = try CollectedClientData(parsing: response.clientDataJSON)
    } catch {
      throw .malformed("7.2.9", .clientDataMalformed)
    }
  }

  /// The credential that is said to have signed.
  public var credentialID: CredentialID { response.rawID }

  /// The account that the authenticator names, if any.
  public var userHandle: UserHandle? { response.userHandle }

  /// The challenge that is said to be answered; the caller judges it before it verifies.
  public var claimedChallenge: Challenge { client.challenge }

  /// SHA-256 over all parts, each with its length, which tells two assertions apart.
  public var hash: [UInt8] {
    let parts = [
      response.rawID.bytes, response.clientDataJSON, response.authenticatorData,
      response.signature, response.userHandle?.bytes ?? [],
    ]
    var bytes = Array("countersign/assertion/v1".utf8)
    bytes.reserveCapacity(bytes.count + parts.reduce(0) { $0 + $1.count + 4 })
    for part in parts {
      for shift: UInt32 in [24, 16, 8, 0] {
        bytes.append(UInt8(truncatingIfNeeded: UInt32(truncatingIfNeeded: part.count) >> shift))
      }
      bytes += part
    }
    return sha256(bytes)
  }

  private static func authenticatorData(
    _ bytes: [UInt8]
  ) throws(CeremonyRefusal) -> AuthenticatorData {
    let data: AuthenticatorData
    do throws(AuthenticatorDataError) {
      data = try AuthenticatorData(parsing: bytes)
    } catch {
      // 7.2 step 23: authenticator extension outputs are a map.
      if error == .extensionsNotAMap { throw .malformed("7.2.23", .extensionsMalformed) }
      throw .malformed("7.2.7", .authenticatorDataMalformed)
    }
    guard data.attestedCredentialData == nil else {
      throw .malformed("7.2.7", .unexpectedCredentialData)
    }
    return data
  }
}
