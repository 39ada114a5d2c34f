import WebAuthnModel
import WireModel

extension LinkConfirmation {
  /// By what the same confirmation is known again.
  ///
  /// Over all of it but the PIN keys' signatures: by them a guess could be tested. A code is in it
  /// together with the device's signature, which nothing stores.
  var bodyHash: [UInt8] {
    var form = CanonicalForm()
    form.append(bytes: Array("countersign/link-confirmation/v1".utf8))
    switch self {
    case .login(let deviceID, let number, let proof):
      form.append(bytes: Array(deviceID.utf8))
      form.append(bytes: Array(number.utf8))
      form.append(bytes: Array(proof.kind.rawValue.utf8))
      switch proof {
      case .pinProof(let proof): form.append(proof)
      case .deviceProof(let proof):
        form.append(bytes: proof.challenge.bytes)
        form.append(bytes: proof.deviceSignature)
      default: form.append(bytes: proof.json.serialized())
      }
    case .enrol(let device, let registration, let entitlement):
      form.append(bytes: Array(device.id.utf8))
      form.append(bytes: Array(device.name.utf8))
      form.append(bytes: device.key)
      form.append(bytes: device.pinKey ?? [])
      form.append(bytes: device.signature)
      form.append(bytes: registration?.json.serialized() ?? [])
      switch entitlement {
      case .nothing: form.append(bytes: [])
      case .validateCode(let code): form.append(bytes: Array(code.exposed.utf8))
      case .pinProof(let proof): form.append(proof)
      }
    }
    return sha256(form.bytes)
  }
}

extension CanonicalForm {
  fileprivate mutating func append(_ proof: PINProof) {
    append(bytes: DeviceStatement.pinProof(proof))
    append(bytes: proof.deviceSignature)
  }
}
