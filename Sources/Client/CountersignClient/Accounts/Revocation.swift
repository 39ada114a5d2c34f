import FlowModel
import WebAuthnModel
public import WireModel

/// Which of an account's devices a person revokes.
public enum RevocationScope: Sendable, Hashable {
  /// This one.
  case thisDevice
  /// One, by its id.
  case device(String)
  /// All but this one.
  case otherDevices
  /// All.
  case allDevices
}

extension FlowManager {
  /// Revokes devices with their keys, PINs and sessions; where this one is among them, all that it
  /// holds of the account is destroyed.
  ///
  /// - Parameters:
  ///   - scope: Which.
  ///   - account: Whose; nil for the account that was used last.
  ///   - proof: A proof of this very change; nil on an account that never had a factor.
  /// - Throws: ``ClientError``, and `malformed` where this installation is no device of the
  ///   account: what it cannot name is never taken for all.
  public func revoke(
    _ scope: RevocationScope, account: String? = nil, proof: Proof? = nil
  ) async throws(ClientError) {
    guard let session = try await context.session(of: account) else { throw .noSession }
    let here = try? await context.device?.state(of: session.accountID).deviceID
    let selection = try DeviceSelection(scope, here: here)
    let keys = try await session.credentials().credentials.compactMap { Base64URL.decode($0.id) }
    try await session.revokeDevices(selection, proof: proof)
    guard selection.includes(here) else { return }
    cancel()
    await context.forget(session.accountID, keys.map(CredentialID.init))
  }
}

extension FlowManager {
  /// The change that a revocation makes: what is proved for it.
  ///
  /// - Parameters:
  ///   - scope: Which devices.
  ///   - account: Whose; nil for the account that was used last.
  /// - Returns: The change, for ``AccountSession/options(changing:)``.
  /// - Throws: ``ClientError``, as ``revoke(_:account:proof:)``.
  public func change(
    revoking scope: RevocationScope, account: String? = nil
  ) async throws(ClientError) -> FactorChange {
    guard let session = try await context.session(of: account) else { throw .noSession }
    let here = try? await context.device?.state(of: session.accountID).deviceID
    return switch try DeviceSelection(scope, here: here) {
    case .one(let id): .removeDevice(id)
    case .others(let kept): .keepOnlyDevice(kept)
    case .all: .removeAllDevices
    }
  }
}

extension DeviceSelection {
  init(_ scope: RevocationScope, here: String?) throws(ClientError) {
    switch (scope, here) {
    case (.device(let id), _): self = .one(id)
    case (.allDevices, _): self = .all
    case (.thisDevice, let here?): self = .one(here)
    case (.otherDevices, let here?): self = .others(keeping: here)
    case (.thisDevice, nil), (.otherDevices, nil):
      throw .malformed("this installation is no device of the account")
    }
  }

  fileprivate func includes(_ here: String?) -> Bool {
    switch self {
    case .one(let id): id == here
    case .others: false
    case .all: true
    }
  }
}
