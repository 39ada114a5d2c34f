import CountersignClient
import CountersignDevice
import Crypto
import Foundation
import Security
import StandInPhone
import Testing
import WebAuthnModel
import WireModel

@Suite("The device key in the Secure Enclave", .ownPhone)
struct EnclaveDeviceKeysTests {
  private let vault = KeychainVault(service: "com.example.pay")

  @Test("a device proves itself and its PIN by a key in hardware, and asks nobody for it")
  func proofs() async throws {
    let keys = keys(.secureEnclave)
    let pin = SecretText("258036")
    let new = try await keys.prepareDevice(plan(pin))
    try await keys.settleDevice(new.id, .registered, of: "acct_1")
    let key = try publicKey(new.key)
    let registration = DeviceStatement.registration(
      of: new, relyingPartyID: DeviceFixture.relyingPartyID, context: "acct_1")
    #expect(try isSigned(registration, new.signature, key))

    // As a new process finds it.
    let restarted = self.keys(.secureEnclave)
    let device = try await restarted.proveDevice(challenge(), of: "acct_1")
    #expect(try isSigned(DeviceStatement.deviceProof(device), device.deviceSignature, key))
    let proof = try await restarted.provePIN(pin, challenge(), of: "acct_1")
    #expect(try isSigned(DeviceStatement.pinProof(proof), proof.deviceSignature, key))
    #expect(Phone.current.questions.isEmpty)

    let flags = Phone.current.with { $0.keys.values.map(\.flags) }
    #expect(flags == [SecAccessControlCreateFlags.privateKeyUsage.rawValue])
    let bytes = Phone.current.with { $0.keys.values.map(\.bytes) }
    for item in Phone.current.with({ $0.items }) {
      let text = String(decoding: item.data, as: UTF8.self)
      #expect(!bytes.contains { text.contains(Base64URL.encode(Array($0))) })
    }
  }

  @Test("other biometrics change nothing for it, and without the passcode it signs no more")
  func lifetime() async throws {
    let keys = keys(.secureEnclave)
    let new = try await keys.prepareDevice(plan(nil))
    try await keys.settleDevice(new.id, .registered, of: "acct_1")
    Phone.current.changeBiometrics()
    _ = try await keys.proveDevice(challenge(), of: "acct_1")
    Phone.current.with { $0.hasPasscode = false }
    await #expect(throws: DeviceSecretsError.failed) {
      try await keys.proveDevice(challenge(), of: "acct_1")
    }
  }

  @Test("a device that was made in software is still read, and the next one is in hardware")
  func softwareIsStillRead() async throws {
    let old = try await keys(.software).prepareDevice(plan(nil))
    try await keys(.software).settleDevice(old.id, .registered, of: "acct_1")
    let updated = keys(.secureEnclave)
    let proof = try await updated.proveDevice(challenge(), of: "acct_1")
    #expect(
      try isSigned(
        DeviceStatement.deviceProof(proof), proof.deviceSignature, try publicKey(old.key)))
    #expect(Phone.current.with { $0.keys.isEmpty })
    let new = try await updated.prepareDevice(plan(nil))
    #expect(Phone.current.with { $0.keys.count } == 1)
    #expect(try await updated.state(of: "acct_1").unconfirmedIDs == [new.id])
  }

  @Test("a key that this phone cannot read is said to be damage, and what else is held is read")
  func otherPhone() async throws {
    let new = try await keys(.secureEnclave).prepareDevice(plan(nil))
    try await keys(.secureEnclave).settleDevice(new.id, .registered, of: "acct_1")
    for keys in [keys(.software), keys(.secureEnclave)] {
      Phone.current.with { $0.keys = [:] }
      #expect(try await keys.state(of: "acct_1").deviceID == new.id)
      await #expect(throws: DeviceSecretsError.storageFailed(.damaged)) {
        try await keys.proveDevice(challenge(), of: "acct_1")
      }
    }
  }

  @Test("without a Secure Enclave no device is made")
  func noSecureEnclave() async throws {
    Phone.current.with { $0.hasSecureEnclave = false }
    await #expect(throws: DeviceSecretsError.failed) {
      try await keys(.secureEnclave).prepareDevice(plan(nil))
    }
    #expect(try await keys(.secureEnclave).state(of: "acct_1").unconfirmedIDs.isEmpty)
  }

  private func keys(_ source: DeviceKeySource) -> DeviceKeys {
    DeviceKeys(
      vault: vault, relyingPartyID: DeviceFixture.relyingPartyID, source: source,
      scryptRounds: 16)
  }

  private func plan(_ pin: SecretText?) -> DevicePlan {
    DevicePlan(account: "acct_1", name: "phone", context: "acct_1", pin: pin)
  }

  private func challenge() -> DeviceChallenge {
    DeviceChallenge(EnclaveFixture.challenge(), DeviceFixture.document)
  }

  private func publicKey(_ bytes: [UInt8]) throws -> P256.Signing.PublicKey {
    guard case .es256(let x, let y) = try COSEPublicKey(cbor: bytes) else {
      throw AuthenticatorError.failed
    }
    return try P256.Signing.PublicKey(x963Representation: [4] + x + y)
  }

  private func isSigned(
    _ statement: [UInt8], _ signature: [UInt8], _ key: P256.Signing.PublicKey
  ) throws -> Bool {
    key.isValidSignature(
      try P256.Signing.ECDSASignature(derRepresentation: signature), for: Data(statement))
  }
}
