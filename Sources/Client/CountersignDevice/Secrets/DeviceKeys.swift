public import CountersignClient
import Crypto
import Dispatch
public import WebAuthnModel
public import WireModel

/// The secrets of a device, in a vault; the device key where its source keeps it.
///
/// With keys in software, whoever can read the vault has the device key and the secret of the PIN
/// key: where a platform has hardware for keys, use that. The PIN itself cannot be tested with
/// them.
public actor DeviceKeys: DeviceSecrets, TakingTurns {
  let vault: any Vault
  private let relyingPartyID: RelyingPartyID
  private let source: DeviceKeySource
  private let random: RandomSource
  private let scryptRounds: Int
  private let appPINs: SealedAppPIN
  var turn = Turn()

  /// The secrets of an installation.
  ///
  /// - Parameters:
  ///   - vault: Where they lie.
  ///   - relyingPartyID: The relying party that they are for; part of each PIN key.
  ///   - source: What new device keys are made of.
  ///   - random: Where ids, salts and secrets come from.
  public init(
    vault: any Vault, relyingPartyID: RelyingPartyID, source: DeviceKeySource = .software,
    random: RandomSource = .system
  ) {
    self.init(
      vault: vault, relyingPartyID: relyingPartyID, source: source, random: random,
      scryptRounds: StretchedPIN.rounds)
  }

  /// The same at another cost of a guess, for this package's tests: they give many PINs, and what
  /// one costs is not theirs to find.
  package init(
    vault: any Vault, relyingPartyID: RelyingPartyID, source: DeviceKeySource = .software,
    random: RandomSource = .system, scryptRounds: Int
  ) {
    self.vault = vault
    self.relyingPartyID = relyingPartyID
    self.source = source
    self.random = random
    self.scryptRounds = scryptRounds
    appPINs = SealedAppPIN(vault: vault, random: random, scryptRounds: scryptRounds)
  }

  /// The device's state for an account.
  public func state(of account: String) async throws(DeviceSecretsError) -> DeviceState {
    let held = try await load(account)
    let device = held.registered
    // Without another, one that the server may have taken late is the only PIN there is.
    let isOpen = device.map { $0.isPINOpen || $0.pin == nil } ?? false
    return DeviceState(
      deviceID: device?.id, pinGeneration: device?.pin?.generation ?? 0,
      openPIN: isOpen ? device?.laterPINs.last?.name : nil,
      unconfirmedIDs: held.unconfirmed.map(\.id))
  }

  /// Makes a device and keeps it as an unconfirmed one.
  public func prepareDevice(
    _ plan: DevicePlan
  ) async throws(DeviceSecretsError) -> NewDevice {
    await takeTurn()
    defer { turn.pass() }
    if let pin = plan.pin { try await requireSettable(pin, of: plan.account) }
    guard let deviceKey = source.make() else { throw .failed }
    var device = HeldDevice(
      id: "dev_" + Base64URL.encode(random.bytes(16)), key: deviceKey.held)
    var new = NewDevice(
      id: device.id, name: plan.name, key: deviceKey.publicCOSEKey.serialized())
    var pinKey: Curve25519.Signing.PrivateKey?
    if let pin = plan.pin {
      let secret = newSecret(PINKeyName(generation: 1, id: nil))
      let key = try await key(for: pin, secret, device, plan.account)
      device.pin = secret
      pinKey = key
      new.pinKey = Self.publicKey(of: key)
    }
    var held = try await load(plan.account)
    held.unconfirmed.append(device)
    try await store(held, plan.account)
    let statement = DeviceStatement.registration(
      of: new, relyingPartyID: relyingPartyID, context: plan.context)
    new.signature = try Self.signing { try deviceKey.signature(over: statement) }
    if let pinKey {
      new.pinSignature = try Self.signing {
        SecretBytes(Array(try pinKey.signature(for: statement)))
      }
    }
    return new
  }

  /// Ends the time of an unconfirmed device.
  public func settleDevice(
    _ id: String, _ registered: DeviceRegistration, of account: String
  ) async throws(DeviceSecretsError) {
    await takeTurn()
    defer { turn.pass() }
    var held = try await load(account)
    guard let index = held.unconfirmed.firstIndex(where: { $0.id == id }) else { return }
    switch registered {
    case .registered:
      held.registered = held.unconfirmed[index]
      held.unconfirmed.removeSubrange(...index)
    case .refused:
      held.unconfirmed.remove(at: index)
    }
    try await store(held, account)
  }

  /// Proves the PIN with both keys.
  public func provePIN(
    _ pin: SecretText, _ challenge: DeviceChallenge, of account: String
  ) async throws(DeviceSecretsError) -> PINProof {
    try Self.requireAsShown(challenge)
    guard let device = try await load(account).registered, let secret = device.pin else {
      throw .nothingHeld
    }
    try await requireNoAppPIN(pin, of: account)
    let key = try await key(for: pin, secret, device, account)
    var proof = PINProof(
      deviceID: device.id, generation: secret.generation, challenge: challenge.challenge,
      deviceSignature: [], pinSignature: SecretBytes([]))
    let statement = DeviceStatement.pinProof(proof)
    proof.deviceSignature = try signature(of: device, over: statement)
    proof.pinSignature = try Self.signing {
      SecretBytes(Array(try key.signature(for: statement)))
    }
    return proof
  }

  /// Proves that a request comes from the account's device.
  public func proveDevice(
    _ challenge: DeviceChallenge, of account: String
  ) async throws(DeviceSecretsError) -> DeviceProof {
    try Self.requireAsShown(challenge)
    guard let device = try await load(account).registered else { throw .nothingHeld }
    var proof = DeviceProof(
      deviceID: device.id, challenge: challenge.challenge, deviceSignature: [])
    let statement = DeviceStatement.deviceProof(proof)
    proof.deviceSignature = try signature(of: device, over: statement)
    return proof
  }

  /// Makes a PIN key of the next generation and keeps it beside the one that holds.
  public func preparePINKey(
    _ change: PINKeyChange
  ) async throws(DeviceSecretsError) -> PINKeyRequest {
    await takeTurn()
    defer { turn.pass() }
    try await requireSettable(change.pin, of: change.account)
    try Self.requireAsShown(change.challenge)
    var held = try await load(change.account)
    guard var device = held.registered else { throw .nothingHeld }
    var request = PINKeyRequest(
      generation: (device.pin?.generation ?? 0) + 1, pinKey: [],
      challenge: change.challenge.challenge, entitlement: .validateCode(SecretText("")))
    let secret = newSecret(PINKeyName(request))
    let newKey = try await key(for: change.pin, secret, device, change.account)
    request.pinKey = Self.publicKey(of: newKey)
    let statement = DeviceStatement.pinKey(request, deviceID: device.id)
    request.deviceSignature = try signature(of: device, over: statement)
    request.pinSignature = try Self.signing {
      SecretBytes(Array(try newKey.signature(for: statement)))
    }
    switch change.entitlement {
    case .validateCode(let code): request.entitlement = .validateCode(code)
    case .proof(let proof): request.entitlement = .proof(proof)
    case .oldPIN(let old):
      guard let holding = device.pin else { throw .nothingHeld }
      let oldKey = try await key(for: old, holding, device, change.account)
      request.entitlement = .oldPIN(
        try Self.signing { SecretBytes(Array(try oldKey.signature(for: statement))) })
    }
    // Durable before the request can leave: whichever the server keeps, its secret is here.
    device.laterPINs = device.laterPINs.suffix(Self.mostLaterPINs - 1) + [secret]
    device.isPINOpen = true
    held.registered = device
    try await store(held, change.account)
    return request
  }

  /// Proves with the newest PIN key that the server may have taken; drops none.
  public func guessPIN(of account: String) async throws(DeviceSecretsError) {
    await takeTurn()
    defer { turn.pass() }
    var held = try await load(account)
    guard var device = held.registered, let newest = device.laterPINs.last,
      device.pin?.name != newest.name
    else { return }
    // Until the server has said so, it may name any of them, the one that proved before as well.
    let before = device.pin.map { [$0] } ?? []
    device.laterPINs = before.filter { !device.laterPINs.contains($0) } + device.laterPINs
    device.pin = newest
    device.isPINOpen = true
    held.registered = device
    try await store(held, account)
  }

  /// Proves with the PIN key that holds at the server; drops those that can hold no more.
  public func settlePIN(
    _ key: PINKeyName, of account: String
  ) async throws(DeviceSecretsError) {
    await takeTurn()
    defer { turn.pass() }
    var held = try await load(account)
    guard var device = held.registered, !device.laterPINs.isEmpty else { return }
    if let taken = device.laterPINs.first(where: { $0.name == key }) { device.pin = taken }
    // A generation is taken once: what the server has not taken of it, it takes no more.
    device.laterPINs.removeAll { $0.generation <= key.generation }
    device.isPINOpen = false
    held.registered = device
    try await store(held, account)
  }

  /// Destroys all that the device holds of an account.
  public func forget(_ account: String) async throws(DeviceSecretsError) {
    await takeTurn()
    defer { turn.pass() }
    try await write(nil, account)
  }

  /// Seals a new secret under an app PIN.
  public nonisolated func seal(_ appPIN: CheckedAppPIN) async throws(VaultError) {
    try await appPINs.seal(under: appPIN)
  }

  /// Tries an app PIN.
  public nonisolated func verdict(
    onAppPIN appPIN: SecretText, of account: String
  ) async throws(VaultError) -> AppPINVerdict {
    try await appPINs.verdict(on: appPIN, of: account)
  }

  /// Destroys the secret that the app PIN opens.
  public nonisolated func destroyAppPIN(of account: String) async throws(VaultError) {
    try await appPINs.destroy(of: account)
  }

  /// Lists the accounts of this installation that may have an app PIN.
  public nonisolated func accountsWithAppPIN() async throws(VaultError) -> [String] {
    try await appPINs.accounts()
  }
}

extension DeviceKeys {
  private static func requireAsShown(_ challenge: DeviceChallenge) throws(DeviceSecretsError) {
    guard SigningRules.isAsShown(challenge.challenge, challenge.document) else {
      throw .challengeNotAsShown
    }
  }

  private func requireSettable(
    _ pin: SecretText, of account: String
  ) async throws(DeviceSecretsError) {
    if let fault = PINRule.fault(of: pin) { throw .pinRefused(fault) }
    try await requireNoAppPIN(pin, of: account)
  }

  private func newSecret(_ name: PINKeyName) -> PINKeySecret {
    PINKeySecret(name: name, salt: random.bytes(16), random: random.bytes(32))
  }

  /// A change can be taken for as long as its challenge is good: a minute or two, in which nobody
  /// makes more of them.
  private static let mostLaterPINs = 8

  /// The derivation takes a tenth of a second: not on a thread that others wait for.
  private func key(
    for pin: SecretText, _ secret: PINKeySecret, _ device: HeldDevice, _ account: String
  ) async throws(DeviceSecretsError) -> Curve25519.Signing.PrivateKey {
    let derivation = PINKeyDerivation(
      relyingPartyID: relyingPartyID, account: account, deviceID: device.id, secret: secret,
      scryptRounds: scryptRounds)
    let key = await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(returning: try? derivation.key(for: pin))
      }
    }
    guard let key else { throw .failed }
    return key
  }

  private func signature(
    of device: HeldDevice, over statement: [UInt8]
  ) throws(DeviceSecretsError) -> [UInt8] {
    guard let key = source.restore(device.key) else { throw .storageFailed(.damaged) }
    return try Self.signing { try key.signature(over: statement) }
  }

  private static func publicKey(of key: Curve25519.Signing.PrivateKey) -> [UInt8] {
    COSEPublicKey.ed25519(Array(key.publicKey.rawRepresentation)).serialized()
  }

  private static func signing<Value>(
    _ sign: () throws -> Value
  ) throws(DeviceSecretsError) -> Value {
    do {
      return try sign()
    } catch {
      throw .failed
    }
  }
}

/// The source of the device keys of ``DeviceKeys``.
///
/// A device key signs without asking anybody: it says which device this is, and no more.
public struct DeviceKeySource: Sendable {
  /// Keys in software: whoever reads the vault has them.
  public static let software = DeviceKeySource(make: { SoftwareKey() }, restore: { _ in nil })

  /// Makes a key; nil where none can be made here.
  let make: @Sendable () -> (any SigningKey)?
  private let restoreOther: @Sendable (JSONValue) -> (any SigningKey)?

  /// A source of keys.
  ///
  /// - Parameters:
  ///   - make: Makes one.
  ///   - restore: Gives one back that a vault held; nil where it is none of its own. Those in
  ///     software are read by every source: an updated app stays the same device.
  init(
    make: @escaping @Sendable () -> (any SigningKey)?,
    restore: @escaping @Sendable (JSONValue) -> (any SigningKey)?
  ) {
    self.make = make
    restoreOther = restore
  }

  /// Gives back a key that a vault held; nil where it is none that can be read here.
  func restore(_ held: JSONValue) -> (any SigningKey)? {
    SoftwareKey(held: held) ?? restoreOther(held)
  }
}

/// The vault holds all devices of an account as one value, so that they change at once.
extension DeviceKeys {
  /// Loads the devices of an account; none if nothing was ever kept.
  func load(_ account: String) async throws(DeviceSecretsError) -> HeldDevices {
    do throws(VaultError) {
      guard let bytes = try await vault.value(Self.name(account)) else { return HeldDevices() }
      guard let held = HeldDevices(vaultBytes: bytes) else { throw .damaged }
      return held
    } catch {
      throw .storageFailed(error)
    }
  }

  func store(_ held: HeldDevices, _ account: String) async throws(DeviceSecretsError) {
    try await write(held.vaultBytes, account)
  }

  func write(_ bytes: [UInt8]?, _ account: String) async throws(DeviceSecretsError) {
    do throws(VaultError) {
      try await vault.setValue(bytes, Self.name(account))
    } catch {
      throw .storageFailed(error)
    }
  }

  private static func name(_ account: String) -> VaultName {
    VaultName(account: account, name: "device")
  }
}
