import CountersignClient
import Testing
import WebAuthnModel

@testable import CountersignDevice

@Suite("What lies in the vault is not printed by mistake")
struct UnprintedTests {
  /// As text and as the bytes that it stands for: a dump would show either.
  private static let marker: [UInt8] = [201, 202, 203, 204, 205, 206, 207, 208]
  private static let secret = PINKeySecret(
    name: PINKeyName(generation: 1, id: nil), salt: marker, random: marker)

  @Test("secrets of a PIN, devices and credentials, alone and within others")
  func printed() {
    let key = JSONValue.string(Base64URL.encode(Self.marker))
    let device = HeldDevice(id: "device", key: key, pin: Self.secret)
    var devices = HeldDevices()
    devices.registered = device
    let credential = HeldCredential(
      id: CredentialID([1]), relyingPartyID: RelyingPartyID("example.com"),
      userHandle: UserHandle([2]), key: key)
    for value in [Self.secret, device, devices, credential] as [Any] {
      for printed in [value, [value], ["within": value]] as [Any] {
        var dumped = ""
        dump(printed, to: &dumped)
        for text in [dumped, String(describing: printed), String(reflecting: printed)] {
          #expect(text.contains("(secret)"))
          #expect(!text.contains(Base64URL.encode(Self.marker)), "\(type(of: value))")
          // As a dump shows bytes, and as a description does: no address has either form.
          #expect(!text.contains("- 201\n") && !text.contains("201, 202"), "\(type(of: value))")
        }
      }
    }
  }
}
