import CountersignClient
import Crypto
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignDevice

@Suite("A device's secrets")
struct DeviceKeysTests {
  private let directory = TemporaryDirectory()
  private static let pin = SecretText("258036")
  private static let shown = DeviceChallenge(
    DeviceFixture.challenge(over: DeviceFixture.management), DeviceFixture.management)

  /// Computed with Python 3: `hashlib.scrypt(n=2**15, r=8, p=1, dklen=32)`, then
  /// `cryptography.hazmat` (48.0) HKDF-SHA256 and Ed25519PrivateKey.from_private_bytes.
  struct Vector: Sendable, CustomTestStringConvertible {
    let pin: String
    let salt: [UInt8]
    let random: [UInt8]
    let relyingPartyID: String
    let account: String
    let device: String
    let generation: Int64
    let publicKey: String
    var testDescription: String { "\(account), generation \(generation)" }
  }

  static let vectors = [
    Vector(
      pin: "258036", salt: Array(0..<16), random: Array(32..<64), relyingPartyID: "localhost",
      account: "acc_ada", device: "dev_AAECAwQFBgcICQoLDA0ODw", generation: 1,
      publicKey: "21cd715ec1966c87392de61d6b0a65a0a2057fb0cb83cd0a2389c6e2c71d7338"),
    Vector(
      pin: "258036", salt: Array(0..<16), random: Array(32..<64), relyingPartyID: "localhost",
      account: "acc_ada", device: "dev_AAECAwQFBgcICQoLDA0ODw", generation: 2,
      publicKey: "3f45fe3d774721b447ea98aeab323844a3be235b9ad4679cabb99a576534abaf"),
    Vector(
      pin: "7531", salt: [UInt8](repeating: 255, count: 16),
      random: [UInt8](repeating: 1, count: 32), relyingPartyID: "pay.example.com",
      account: "acc_eve", device: "dev_-_-_-_-_-_-_-_-_-_-_-w", generation: 1,
      publicKey: "e3d2c13bc5fe04949ea844721ff2908f1df71ef9b8e49dc09beb5299666c51f9"),
  ]

  @Test("the key of a PIN is the one of the published derivation", arguments: vectors)
  func derivation(vector: Vector) throws {
    let key = try PINKeyDerivation(
      relyingPartyID: RelyingPartyID(vector.relyingPartyID), account: vector.account,
      deviceID: vector.device,
      secret: PINKeySecret(
        name: PINKeyName(generation: vector.generation, id: nil), salt: vector.salt,
        random: vector.random)
    ).key(for: SecretText(vector.pin))
    let hex = key.publicKey.rawRepresentation.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
    #expect(hex == vector.publicKey)
  }

  @Test("a device signs its registration, its PIN and itself with the keys that it registers")
  func proofs() async throws {
    let keys = device()
    let new = try await keys.prepareDevice(plan(Self.pin))
    try await keys.settleDevice(new.id, .registered, of: "acc_ada")
    let deviceKey = try Self.p256(new.key)
    let pinKey = try Self.ed25519(try #require(new.pinKey))
    let registration = DeviceStatement.registration(
      of: new, relyingPartyID: DeviceFixture.relyingPartyID, context: "acc_ada")
    #expect(
      try deviceKey.isValidSignature(.init(derRepresentation: new.signature), for: registration))
    let registrationByPIN = try #require(new.pinSignature).exposed
    #expect(pinKey.isValidSignature(registrationByPIN, for: registration))
    let proof = try await keys.provePIN(Self.pin, Self.shown, of: "acc_ada")
    #expect(proof.generation == 1 && proof.deviceID == new.id)
    let statement = DeviceStatement.pinProof(proof)
    #expect(
      try deviceKey.isValidSignature(
        .init(derRepresentation: proof.deviceSignature), for: statement))
    #expect(pinKey.isValidSignature(proof.pinSignature.exposed, for: statement))
    let wrong = try await keys.provePIN(SecretText("135790"), Self.shown, of: "acc_ada")
    #expect(!pinKey.isValidSignature(wrong.pinSignature.exposed, for: statement))
  }

  @Test("a challenge that is linked to something else than what is shown is not signed")
  func whatYouSee() async throws {
    let keys = device()
    let new = try await keys.prepareDevice(plan(Self.pin))
    try await keys.settleDevice(new.id, .registered, of: "acc_ada")
    let payment = DeviceChallenge(DeviceFixture.challenge(), DeviceFixture.management)
    await #expect(throws: DeviceSecretsError.challengeNotAsShown) {
      try await keys.provePIN(Self.pin, payment, of: "acc_ada")
    }
    await #expect(throws: DeviceSecretsError.challengeNotAsShown) {
      try await keys.proveDevice(payment, of: "acc_ada")
    }
    var change = Self.change
    change.challenge = payment
    await #expect(throws: DeviceSecretsError.challengeNotAsShown) {
      try await keys.preparePINKey(change)
    }
  }

  @Test(
    "of several keys of one generation the one that the server names is kept, however late",
    arguments: [0, 1, 2])
  func namedKey(_ taken: Int) async throws {
    let keys = device()
    let made = try await keys.prepareDevice(plan(Self.pin))
    try await keys.settleDevice(made.id, .registered, of: "acc_ada")
    var requests: [PINKeyRequest] = []
    let pins = ["904417", "739182", "286403"].map { SecretText($0) }
    for pin in pins {
      var change = Self.change
      change.pin = pin
      change.challenge = DeviceChallenge(
        DeviceFixture.challenge(
          over: DeviceFixture.management,
          nonce: [UInt8](repeating: UInt8(requests.count + 1), count: 16)),
        DeviceFixture.management)
      requests.append(try await keys.preparePINKey(change))
      #expect(try await keys.state(of: "acc_ada").openPIN == requests.last.map { PINKeyName($0) })
      // Asked before the server has it, the old one holds.
      try await keys.settlePIN(PINKeyName(generation: 1, id: nil), of: "acc_ada")
      #expect(
        try await keys.state(of: "acc_ada") == DeviceState(deviceID: made.id, pinGeneration: 1))
    }
    #expect(Set(requests.map(\.generation)) == [2])
    try await keys.settlePIN(PINKeyName(requests[taken]), of: "acc_ada")
    let proof = try await keys.provePIN(pins[taken], Self.shown, of: "acc_ada")
    #expect(
      try Self.ed25519(requests[taken].pinKey).isValidSignature(
        proof.pinSignature.exposed, for: DeviceStatement.pinProof(proof)))
  }

  @Test(
    "a guess at which key holds drops none: the one that the server names later proves",
    arguments: [0, 1, 2])
  func guessedKey(_ taken: Int) async throws {
    let made = try await device().prepareDevice(plan(Self.pin))
    try await device().settleDevice(made.id, .registered, of: "acc_ada")
    var pins = [Self.pin]
    var names = [PINKeyName(generation: 1, id: nil)]
    var publicKeys = [try #require(made.pinKey)]
    for pin in ["904417", "739182"].map({ SecretText($0) }) {
      // Asked before the server has the change, the old one holds.
      try await device().settlePIN(names[0], of: "acc_ada")
      var change = Self.change
      change.pin = pin
      change.challenge = DeviceChallenge(
        DeviceFixture.challenge(
          over: DeviceFixture.management, nonce: [UInt8](repeating: UInt8(pins.count), count: 16)),
        DeviceFixture.management)
      let request = try await device().preparePINKey(change)
      pins.append(pin)
      names.append(PINKeyName(request))
      publicKeys.append(request.pinKey)
    }
    #expect(names.map(\.generation) == [1, 2, 2])
    for _ in 0..<2 {
      try await device().guessPIN(of: "acc_ada")
      #expect(
        try await device().state(of: "acc_ada")
          == DeviceState(deviceID: made.id, pinGeneration: 2, openPIN: names[2]))
    }
    let guess = try await device().provePIN(pins[2], Self.shown, of: "acc_ada")
    #expect(
      try Self.ed25519(publicKeys[2]).isValidSignature(
        guess.pinSignature.exposed, for: DeviceStatement.pinProof(guess)))
    try await device().settlePIN(names[taken], of: "acc_ada")
    #expect(
      try await device().state(of: "acc_ada")
        == DeviceState(deviceID: made.id, pinGeneration: names[taken].generation))
    let proof = try await device().provePIN(pins[taken], Self.shown, of: "acc_ada")
    #expect(
      try Self.ed25519(publicKeys[taken]).isValidSignature(
        proof.pinSignature.exposed, for: DeviceStatement.pinProof(proof)))
  }

  @Test("neither a PIN, nor a public key of it, nor a signature lies in the vault")
  func vaultHoldsNoGuessTest() async throws {
    let vault = FileVault(directory: directory.path)
    let keys = DeviceKeys(vault: vault, relyingPartyID: DeviceFixture.relyingPartyID)
    let new = try await keys.prepareDevice(plan(Self.pin))
    try await keys.settleDevice(new.id, .registered, of: "acc_ada")
    let change = try await keys.preparePINKey(Self.change)
    let bytes = try #require(
      try await vault.value(VaultName(account: "acc_ada", name: "device")))
    let text = String(decoding: bytes, as: UTF8.self)
    for secret in [
      Self.pin.exposed, Self.change.pin.exposed, Base64URL.encode(try #require(new.pinKey)),
      Base64URL.encode(change.pinKey), Base64URL.encode(change.pinSignature.exposed),
      Base64URL.encode(new.signature),
    ] {
      #expect(!text.contains(secret))
    }
  }

  @Test(
    "a PIN that is easily guessed is refused, as the server never sees it",
    arguments: ["1111", "1234", "9876", "1212", "123123", "123", "12a4"])
  func easyPINs(pin: String) async throws {
    let keys = device()
    await #expect(throws: DeviceSecretsError.self) {
      try await keys.prepareDevice(plan(SecretText(pin)))
    }
    #expect(try await keys.state(of: "acc_ada") == DeviceState(deviceID: nil))
  }

  @Test("the app PIN is no PIN of the account: it is neither set, nor changed to, nor proved")
  func appPIN() async throws {
    let keys = DeviceKeys(
      vault: FileVault(directory: directory.path), relyingPartyID: DeviceFixture.relyingPartyID,
      scryptRounds: 16)
    let appPIN = SecretText("481620")
    try await keys.seal(CheckedAppPIN(appPIN, of: "acc_ada", besides: .none))
    await #expect(throws: DeviceSecretsError.pinIsAppPIN) {
      try await keys.prepareDevice(plan(appPIN))
    }
    #expect(try await keys.state(of: "acc_ada").unconfirmedIDs.isEmpty)
    let made = try await keys.prepareDevice(plan(Self.pin))
    try await keys.settleDevice(made.id, .registered, of: "acc_ada")
    var change = Self.change
    change.pin = appPIN
    await #expect(throws: DeviceSecretsError.pinIsAppPIN) {
      try await keys.preparePINKey(change)
    }
    #expect(try await keys.state(of: "acc_ada").openPIN == nil)
    await #expect(throws: DeviceSecretsError.pinIsAppPIN) {
      try await keys.provePIN(appPIN, Self.shown, of: "acc_ada")
    }
    _ = try await keys.provePIN(Self.pin, Self.shown, of: "acc_ada")
    // Nor is it another account's app PIN: a thief of the device would find that too.
    try await keys.seal(CheckedAppPIN(Self.pin, of: "acc_eve", besides: .none))
    await #expect(throws: DeviceSecretsError.pinIsAppPIN) {
      try await keys.provePIN(Self.pin, Self.shown, of: "acc_ada")
    }
    try await keys.destroyAppPIN(of: "acc_eve")
    _ = try await keys.provePIN(Self.pin, Self.shown, of: "acc_ada")
    // One that was set elsewhere is found when it is used; another PIN, or app PIN, ends that.
    try await keys.seal(CheckedAppPIN(Self.pin, of: "acc_ada", besides: .none))
    await #expect(throws: DeviceSecretsError.pinIsAppPIN) {
      try await keys.provePIN(Self.pin, Self.shown, of: "acc_ada")
    }
    change.pin = SecretText("904417")
    change.entitlement = .oldPIN(Self.pin)
    _ = try await keys.preparePINKey(change)
    try await keys.destroyAppPIN(of: "acc_ada")
    _ = try await keys.provePIN(Self.pin, Self.shown, of: "acc_ada")
  }

  @Test("several devices wait to be confirmed, and a restart loses none until one is")
  func unconfirmedDevices() async throws {
    let first = try await device().prepareDevice(plan(Self.pin))
    let second = try await device().prepareDevice(plan(Self.pin))
    let third = try await device().prepareDevice(plan(Self.pin))
    #expect(
      try await device().state(of: "acc_ada").unconfirmedIDs == [first.id, second.id, third.id])
    try await device().settleDevice("dev_other", .registered, of: "acc_ada")
    #expect(try await device().state(of: "acc_ada").unconfirmedIDs.count == 3)
    // Those that were made before it are of no use any more; the one after it may be registered.
    try await device().settleDevice(second.id, .registered, of: "acc_ada")
    let state = try await device().state(of: "acc_ada")
    #expect(state.deviceID == second.id && state.unconfirmedIDs == [third.id])
    try await device().settleDevice(third.id, .refused, of: "acc_ada")
    #expect(
      try await device().state(of: "acc_ada")
        == DeviceState(deviceID: second.id, pinGeneration: 1))
  }

  @Test("a change keeps both generations until it is settled, and a restart does not lose one")
  func bothGenerations() async throws {
    let made = try await device().prepareDevice(plan(Self.pin))
    try await device().settleDevice(made.id, .registered, of: "acc_ada")
    let old = try await device().provePIN(Self.pin, Self.shown, of: "acc_ada")
    let change = try await device().preparePINKey(Self.change)
    #expect(change.generation == 2)
    #expect(try await device().state(of: "acc_ada").openPIN == PINKeyName(change))
    // Until it is settled, the old one is what proves.
    let still = try await device().provePIN(Self.pin, Self.shown, of: "acc_ada")
    #expect(still.pinSignature == old.pinSignature && still.generation == 1)
    try await device().settlePIN(PINKeyName(change), of: "acc_ada")
    let new = try await device().provePIN(SecretText("904417"), Self.shown, of: "acc_ada")
    #expect(new.generation == 2)
    #expect(
      try Self.ed25519(change.pinKey).isValidSignature(
        new.pinSignature.exposed, for: DeviceStatement.pinProof(new)))
  }

  @Test("a change that the server did not take is dropped, and the old PIN still proves")
  func refusedChange() async throws {
    let keys = device()
    let made = try await keys.prepareDevice(plan(Self.pin))
    try await keys.settleDevice(made.id, .registered, of: "acc_ada")
    _ = try await keys.preparePINKey(Self.change)
    try await keys.settlePIN(PINKeyName(generation: 1, id: nil), of: "acc_ada")
    let state = try await keys.state(of: "acc_ada")
    #expect(state == DeviceState(deviceID: made.id, pinGeneration: 1))
    let proof = try await keys.provePIN(Self.pin, Self.shown, of: "acc_ada")
    #expect(
      try Self.ed25519(try #require(made.pinKey)).isValidSignature(
        proof.pinSignature.exposed, for: DeviceStatement.pinProof(proof)))
  }

  @Test(
    "a crash at any point of a change's write leaves the old PIN proving",
    arguments: [
      AtomicFile.Crash.afterBytes(0), .afterBytes(100), .beforeRename, .afterRename,
    ])
  func crashDuringChange(crash: AtomicFile.Crash) async throws {
    let made = try await device().prepareDevice(plan(Self.pin))
    try await device().settleDevice(made.id, .registered, of: "acc_ada")
    let crashing = DeviceKeys(
      vault: FileVault(directory: directory.path, testOnlyCrash: crash),
      relyingPartyID: DeviceFixture.relyingPartyID)
    await #expect(throws: DeviceSecretsError.self) {
      try await crashing.preparePINKey(Self.change)
    }
    let state = try await device().state(of: "acc_ada")
    #expect(state.deviceID == made.id && state.pinGeneration == 1)
    #expect(state.openPIN?.generation == (crash == .afterRename ? 2 : nil))
    let proof = try await device().provePIN(Self.pin, Self.shown, of: "acc_ada")
    #expect(
      try Self.ed25519(try #require(made.pinKey)).isValidSignature(
        proof.pinSignature.exposed, for: DeviceStatement.pinProof(proof)))
  }

  @Test("what is forgotten while a PIN is changed stays forgotten")
  func forgottenMeanwhile() async throws {
    let made = try await device().prepareDevice(plan(Self.pin))
    try await device().settleDevice(made.id, .registered, of: "acc_ada")
    let reads = AsyncStream<Void>.makeStream()
    let vault = HookedVault(
      FileVault(directory: directory.path), afterRead: { _ in reads.continuation.yield() })
    let keys = DeviceKeys(vault: vault, relyingPartyID: DeviceFixture.relyingPartyID)
    async let change = keys.preparePINKey(Self.change)
    // What is held was read; the derivations take a while.
    for await _ in reads.stream { break }
    try await keys.forget("acc_ada")
    _ = try? await change
    #expect(try await keys.state(of: "acc_ada") == DeviceState(deviceID: nil))
  }

  private static let change = PINKeyChange(
    account: "acc_ada", pin: SecretText("904417"), challenge: shown,
    entitlement: .oldPIN(pin))

  private func plan(_ pin: SecretText?) -> DevicePlan {
    DevicePlan(account: "acc_ada", name: "phone", context: "acc_ada", pin: pin)
  }

  private func device() -> DeviceKeys {
    DeviceKeys(
      vault: FileVault(directory: directory.path),
      relyingPartyID: DeviceFixture.relyingPartyID)
  }

  private static func p256(_ cose: [UInt8]) throws -> P256.Signing.PublicKey {
    guard case .es256(let x, let y) = try COSEPublicKey(cbor: cose) else {
      throw DeviceSecretsError.failed
    }
    return try P256.Signing.PublicKey(x963Representation: [4] + x + y)
  }

  private static func ed25519(_ cose: [UInt8]) throws -> Curve25519.Signing.PublicKey {
    guard case .ed25519(let point) = try COSEPublicKey(cbor: cose) else {
      throw DeviceSecretsError.failed
    }
    return try Curve25519.Signing.PublicKey(rawRepresentation: point)
  }
}
