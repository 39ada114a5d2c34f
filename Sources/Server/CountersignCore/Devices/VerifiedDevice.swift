import RelyingParty
import WebAuthnModel
import WireModel

/// A device that proved that it holds the keys it registers, for one account or link.
///
/// Only ``Service/verify(_:context:)`` makes one.
struct VerifiedDevice: Sendable {
  let id: DeviceID
  let name: String
  let key: DeviceKey
  /// The PIN key of generation 1; nil where no PIN is set.
  let pinKey: DeviceKey?

  fileprivate init(id: DeviceID, name: String, key: DeviceKey, pinKey: DeviceKey?) {
    self.id = id
    self.name = name
    self.key = key
    self.pinKey = pinKey
  }
}

extension Service {
  /// Verifies a device that registers itself: the form of its id, its name, its keys, and their
  /// signatures over this relying party and context.
  ///
  /// The context is the account's id, or the id of the link that is confirmed with it.
  func verify(_ device: NewDevice, context: String) throws -> VerifiedDevice {
    let id = DeviceID(device.id)
    guard id.isWellFormed else {
      throw Refusal(.malformed, "id: must be dev_ and 16 random bytes in base64url")
    }
    let name = try DisplayName(device.name).text
    let key = try deviceKey(device.key, .device)
    let statement = DeviceStatement.registration(
      of: device, relyingPartyID: ceremony.relyingPartyID, context: context)
    guard key.verifies(device.signature, over: statement) else {
      throw Refusal.verificationFailed
    }
    guard let bytes = device.pinKey, let signature = device.pinSignature else {
      return VerifiedDevice(id: id, name: name, key: key, pinKey: nil)
    }
    let pinKey = try newPINKey(bytes, beside: device.key)
    guard pinKey.verifies(signature.exposed, over: statement) else {
      throw Refusal.verificationFailed
    }
    return VerifiedDevice(id: id, name: name, key: key, pinKey: pinKey)
  }

  /// Takes a new PIN key: another one than the device's own.
  func newPINKey(_ bytes: [UInt8], beside deviceKey: [UInt8]) throws -> DeviceKey {
    guard bytes != deviceKey else {
      throw Refusal(.unacceptableValue, "pinKey: must be another key than the device's own")
    }
    return try self.deviceKey(bytes, .pin)
  }

  private func deviceKey(_ bytes: [UInt8], _ use: DeviceKey.Use) throws -> DeviceKey {
    do throws(DeviceKeyError) {
      return try DeviceKey(registering: bytes, for: use)
    } catch {
      let field = use == .pin ? "pinKey" : "key"
      switch error {
      case .malformed: throw Refusal(.malformed, "\(field): must be a sound COSE public key")
      case .algorithmNotAllowed:
        let algorithms = use == .pin ? "EdDSA" : "ES256 or EdDSA"
        throw Refusal(.unacceptableValue, "\(field): must be of \(algorithms)")
      }
    }
  }
}
