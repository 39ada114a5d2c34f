public import WebAuthnModel

/// The bytes that a device signs outside WebAuthn, one domain string for each kind.
///
/// Each part stands with its length (`docs/challenge-and-canonical-form.md`).
public enum DeviceStatement {
  /// The statement that a device and its PIN key sign when they are registered.
  ///
  /// - Parameters:
  ///   - device: The device; its signatures are left out.
  ///   - relyingPartyID: The relying party.
  ///   - context: What the registration is for: the account's id, or for a link that is confirmed
  ///     with it ``enrolmentContext(of:boundTo:)``.
  /// - Returns: The bytes.
  public static func registration(
    of device: NewDevice, relyingPartyID: RelyingPartyID, context: String
  ) -> [UInt8] {
    bytes(
      "countersign/device/v1", Array(relyingPartyID.text.utf8), Array(context.utf8),
      Array(device.id.utf8), device.key, device.pinKey ?? [])
  }

  /// The context of a device that a link enrols: the link's id and, where its session is bound to a
  /// key, a space and the key's thumbprint.
  public static func enrolmentContext(of link: String, boundTo key: KeyThumbprint?) -> String {
    key.map { "\(link) \($0)" } ?? link
  }

  /// The statement of a PIN proof, which both keys sign.
  public static func pinProof(_ proof: PINProof) -> [UInt8] {
    bytes(
      "countersign/pin-proof/v1", proof.challenge.bytes, Array(proof.deviceID.utf8),
      integer(proof.generation))
  }

  /// The statement of a device proof.
  public static func deviceProof(_ proof: DeviceProof) -> [UInt8] {
    bytes("countersign/device-proof/v1", proof.challenge.bytes, Array(proof.deviceID.utf8))
  }

  /// The statement that the device key, the old PIN key and the new one sign when a PIN is set or
  /// changed.
  ///
  /// - Parameters:
  ///   - request: The change; its signatures are left out.
  ///   - deviceID: The device whose PIN it is.
  /// - Returns: The bytes.
  public static func pinKey(_ request: PINKeyRequest, deviceID: String) -> [UInt8] {
    bytes(
      "countersign/pin-key/v1", request.challenge.bytes, Array(deviceID.utf8),
      integer(request.generation), request.pinKey)
  }

  private static func bytes(_ domain: String, _ parts: [UInt8]...) -> [UInt8] {
    var form = CanonicalForm()
    form.append(bytes: Array(domain.utf8))
    for part in parts { form.append(bytes: part) }
    return form.bytes
  }

  private static func integer(_ integer: Int64) -> [UInt8] {
    withUnsafeBytes(of: integer.bigEndian) { Array($0) }
  }
}
