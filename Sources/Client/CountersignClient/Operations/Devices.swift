public import FlowModel
public import WebAuthnModel
public import WireModel

extension AccountSession {
  /// The account's devices, oldest first: one call.
  public func devices() async throws(ClientError) -> DeviceList {
    try await connection.call(request(.devices))
  }

  /// Registers a device, whose the session becomes with it: one call.
  ///
  /// - Parameters:
  ///   - device: The device, and what entitles to it.
  ///   - operation: The idempotency key.
  /// - Returns: The device's id.
  /// - Throws: ``ClientError``.
  public func registerDevice(
    _ device: DeviceRequest, operation: OperationID? = nil
  ) async throws(ClientError) -> RegisteredDevice {
    try await connection.call(deviceRequest(device, operation: operation))
  }

  /// The call itself, so that the very same one can be sent again.
  func deviceRequest(_ device: DeviceRequest, operation: OperationID?) -> WireRequest {
    request(.registerDevice, idempotencyKey: operation?.text, body: device.json)
  }
}

/// A selection of an account's devices, to be revoked.
public enum DeviceSelection: Sendable, Hashable {
  /// One.
  case one(String)
  /// All but one.
  case others(keeping: String)
  /// All.
  case all
}

extension AccountSession {
  /// Revokes devices with their keys, PINs and sessions: one call.
  ///
  /// - Parameters:
  ///   - selection: Which.
  ///   - proof: A proof of this very change; nil where a device puts its own aside.
  /// - Throws: ``ClientError``; the server may want a proof first.
  public func revokeDevices(
    _ selection: DeviceSelection, proof: Proof? = nil
  ) async throws(ClientError) {
    let body = proof.map { RevocationRequest(proof: $0).json }
    let call =
      switch selection {
      case .one(let id): request(.revokeDevice, parameters: ["id": id], body: body)
      case .others(let kept):
        request(.revokeDevices, query: ["which": "others", "keep": kept], body: body)
      case .all: request(.revokeDevices, query: ["which": "all"], body: body)
      }
    _ = try await connection.call(call)
  }

  /// Has the authenticator make a credential and registers it: two calls.
  ///
  /// - Parameters:
  ///   - authenticator: What holds the key.
  ///   - entitlement: What entitles to a new credential.
  /// - Returns: The credential's id.
  /// - Throws: ``ClientError``.
  @discardableResult
  public func registerCredential(
    with authenticator: any Authenticator, entitledBy entitlement: RegistrationOptionsRequest
  ) async throws(ClientError) -> CredentialID {
    let options = try await creationOptions(entitledBy: entitlement)
    let credential: RegistrationResponse
    do throws(AuthenticatorError) {
      credential = try await authenticator.createCredential(options)
    } catch {
      throw .authenticator(error)
    }
    do throws(ClientError) {
      let _: RegisteredCredential = try await connection.call(registrationRequest(credential))
    } catch {
      // A key that the server refused is of no use. One whose answer was lost may be of some.
      if case .refused = error { try? await authenticator.deleteCredential(credential.id) }
      throw error
    }
    return credential.id
  }

  /// Asks how to make a key: one call.
  func creationOptions(
    entitledBy entitlement: RegistrationOptionsRequest
  ) async throws(ClientError) -> CredentialCreationOptions {
    try await connection.call(request(.registrationOptions, body: entitlement.json))
  }

  /// The registration itself, so that the very same one can be sent again.
  func registrationRequest(_ credential: RegistrationResponse) -> WireRequest {
    request(.registerCredential, body: credential.json)
  }

  /// Has the server accept a key no more: one call.
  ///
  /// - Parameters:
  ///   - credential: The key's credential.
  ///   - proof: A proof of this very change; nil where a device puts its own aside.
  /// - Throws: ``ClientError``; the server may want a proof first.
  public func revokeCredential(
    _ credential: CredentialID, proof: Proof? = nil
  ) async throws(ClientError) {
    _ = try await connection.call(revocationRequest(credential, proof: proof, operation: nil))
  }

  /// The call itself, so that the very same one can be sent again.
  func revocationRequest(
    _ credential: CredentialID, proof: Proof?, operation: OperationID?
  ) -> WireRequest {
    request(
      .revokeCredential, parameters: ["id": credential.base64URL],
      idempotencyKey: operation?.text,
      body: proof.map { RevocationRequest(proof: $0).json })
  }
}
