import Testing
import WebAuthnModel
import WireModel

@Suite("What a device signs beside WebAuthn")
struct DeviceStatementTests {
  @Test("agrees with the vectors of the independent implementation")
  func vectors() throws {
    guard case .array(let vectors) = try fixture("device-statement-vectors.json") else {
      Issue.record("the fixture is no list")
      return
    }
    #expect(vectors.count == 4)
    for value in vectors {
      var vector = try JSONObjectReader(value)
      let name = try vector.string("name")
      let expected = try vector.bytes("statement")
      let statement = try statement(name, vector.optionalValue("input") ?? .null)
      #expect(statement == expected, "\(name)")
    }
  }

  private func statement(_ name: String, _ input: JSONValue) throws -> [UInt8] {
    switch name {
    case "registration":
      var reader = try JSONObjectReader(input)
      let device = NewDevice(
        id: try reader.string("id"), name: "not signed", key: try reader.bytes("key"),
        pinKey: try reader.bytes("pinKey"), pinSignature: nil)
      return DeviceStatement.registration(
        of: device, relyingPartyID: RelyingPartyID(try reader.string("rpId")),
        context: try reader.string("context"))
    case "PIN proof": return DeviceStatement.pinProof(try PINProof(json: input))
    case "device proof": return DeviceStatement.deviceProof(try DeviceProof(json: input))
    default:
      var reader = try JSONObjectReader(input)
      return DeviceStatement.pinKey(
        PINKeyRequest(
          generation: try reader.integer("generation"), pinKey: try reader.bytes("pinKey"),
          challenge: Challenge(try reader.bytes("challenge")),
          entitlement: .oldPIN(SecretBytes([]))), deviceID: try reader.string("deviceId"))
    }
  }
}
