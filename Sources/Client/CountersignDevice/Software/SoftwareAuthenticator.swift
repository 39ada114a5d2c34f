public import CountersignClient
import Crypto
public import WebAuthnModel
import WireModel

/// An authenticator in software: P-256 keys sealed in a vault, for Linux, tests and tools.
///
/// Whoever can read the vault and its key can sign: where a platform has hardware for keys, use
/// that. It does one thing at a time, prompt included: two signatures never carry one count, and a
/// key that is deleted while a prompt is shown is not stored again by it.
public actor SoftwareAuthenticator: Authenticator {
  private let vault: any Vault
  private let account: String
  private let origin: Origin
  private let presence: any UserPresence
  private let random: RandomSource
  private var turn = Turn()

  /// An authenticator of one account.
  ///
  /// - Parameters:
  ///   - vault: Where the keys lie.
  ///   - account: Whose keys.
  ///   - origin: The origin that this app speaks for; it signs for no other's relying party.
  ///   - presence: How the user is verified.
  ///   - random: Where credential ids come from.
  public init(
    vault: any Vault, account: String, origin: Origin, presence: any UserPresence,
    random: RandomSource = .system
  ) {
    self.vault = vault
    self.account = account
    self.origin = origin
    self.presence = presence
    self.random = random
  }

  /// Makes a P-256 credential after it has verified its user.
  public func createCredential(
    _ options: CredentialCreationOptions
  ) async throws(AuthenticatorError) -> RegistrationResponse {
    await takeTurn()
    defer { turn.pass() }
    let relyingPartyID = options.relyingParty.id
    try requireSpeaking(for: relyingPartyID)
    guard options.algorithms.contains(.es256) else { throw .algorithmNotSupported }
    try await presence.verify(.create(relyingPartyID, userName: options.user.name))
    // Told only to a verified user, so that nobody learns silently which accounts are here.
    let held = try await credentials(for: relyingPartyID)
    guard !options.excludeCredentials.contains(where: { held.contains($0.id) }) else {
      throw .credentialExists
    }
    let credential = SoftwareCredential(
      id: CredentialID(random.bytes(32)), relyingPartyID: relyingPartyID,
      userHandle: options.user.id)
    let data = AuthenticatorData(
      relyingPartyIDHash: sha256(Array(relyingPartyID.text.utf8)),
      flags: [.userPresent, .userVerified], signCount: credential.signCount,
      attestedCredentialData: AttestedCredentialData(
        aaguid: [UInt8](repeating: 0, count: 16), credentialID: credential.id,
        publicKey: credential.publicKey.serialized()))
    let clientData = CollectedClientData.serialized(
      type: .create, challenge: options.challenge, origin: origin)
    let attestation = try attestationObject(
      options.attestation, data.serialized(), clientData, credential)
    try await store(credential)
    return RegistrationResponse(
      credentialID: credential.id, clientDataJSON: clientData,
      attestationObject: attestation.serialized(), transports: ["internal"])
  }

  /// Signs a challenge after it has checked it against what is shown and verified its user.
  public func sign(
    _ request: SigningRequest
  ) async throws(AuthenticatorError) -> AssertionResponse {
    await takeTurn()
    defer { turn.pass() }
    try requireSpeaking(for: request.relyingPartyID)
    guard SigningPolicy.isAsShown(request.challenge, request.subject) else {
      throw .challengeNotAsShown
    }
    var credential = try await credential(for: request)
    try await presence.verify(.sign(request.relyingPartyID, request.subject))
    // Counted before it is used: after a crash no two signatures carry the same count.
    credential.signCount = credential.signCount == .max ? .max : credential.signCount + 1
    try await store(credential)
    let data = AuthenticatorData(
      relyingPartyIDHash: sha256(Array(request.relyingPartyID.text.utf8)),
      flags: [.userPresent, .userVerified], signCount: credential.signCount
    ).serialized()
    let clientData = CollectedClientData.serialized(
      type: .get, challenge: request.challenge, origin: origin)
    return AssertionResponse(
      credentialID: credential.id, clientDataJSON: clientData, authenticatorData: data,
      signature: try credential.signature(over: data + sha256(clientData)),
      userHandle: credential.userHandle)
  }

  /// Whether whoever verifies the user can.
  public func readiness() async -> AuthenticatorReadiness { presence.readiness }

  /// The credentials that it could sign with for a relying party.
  public func credentials(
    for relyingPartyID: RelyingPartyID
  ) async throws(AuthenticatorError) -> [CredentialID] {
    var found: [CredentialID] = []
    for id in try await ids() {
      guard let credential = try await load(id) else { continue }
      if credential.relyingPartyID == relyingPartyID { found.append(id) }
    }
    return found
  }

  /// Destroys a credential's key.
  public func deleteCredential(_ id: CredentialID) async throws(AuthenticatorError) {
    await takeTurn()
    defer { turn.pass() }
    try await write(nil, SoftwareCredential.vaultName(account: account, id: id))
  }
}

extension SoftwareAuthenticator {
  /// Waits until whoever came before is done; an actor alone would go on with the next at each
  /// `await`.
  private func takeTurn() async {
    if turn.isTaken() { await withCheckedContinuation { turn.wait($0) } }
  }

  private func requireSpeaking(
    for relyingPartyID: RelyingPartyID
  ) throws(AuthenticatorError) {
    guard SigningPolicy.origin(origin, speaksFor: relyingPartyID) else {
      throw .relyingPartyNotAllowed
    }
  }

  private func credential(
    for request: SigningRequest
  ) async throws(AuthenticatorError) -> SoftwareCredential {
    for id in try await ids() where request.credentials.contains(id) {
      guard let credential = try await load(id) else { throw .keyGone }
      if credential.relyingPartyID == request.relyingPartyID { return credential }
    }
    throw .nothingEnrolled
  }

  private func attestationObject(
    _ conveyance: AttestationConveyance, _ data: [UInt8], _ clientData: [UInt8],
    _ credential: SoftwareCredential
  ) throws(AuthenticatorError) -> AttestationObject {
    guard conveyance != .none else {
      return AttestationObject(
        format: "none", statement: CBORMap([(CBORValue, CBORValue)]()), authenticatorData: data)
    }
    // Self attestation: the credential's own key vouches (section 8.2).
    let signature = try credential.signature(over: data + sha256(clientData))
    let statement = CBORMap([
      (.text("alg"), CBORValue(COSEAlgorithm.es256.rawValue)), (.text("sig"), .bytes(signature)),
    ])
    return AttestationObject(format: "packed", statement: statement, authenticatorData: data)
  }

  private func ids() async throws(AuthenticatorError) -> [CredentialID] {
    do throws(VaultError) {
      return try await vault.names(account: account).compactMap(SoftwareCredential.id(of:))
    } catch {
      throw .storageFailed(error)
    }
  }

  private func load(_ id: CredentialID) async throws(AuthenticatorError) -> SoftwareCredential? {
    let name = SoftwareCredential.vaultName(account: account, id: id)
    do throws(VaultError) {
      return try await vault.value(name).flatMap { SoftwareCredential(id: id, vaultBytes: $0) }
    } catch {
      throw .storageFailed(error)
    }
  }

  private func store(_ credential: SoftwareCredential) async throws(AuthenticatorError) {
    try await write(
      credential.vaultBytes,
      SoftwareCredential.vaultName(account: account, id: credential.id))
  }

  private func write(_ bytes: [UInt8]?, _ name: VaultName) async throws(AuthenticatorError) {
    do throws(VaultError) {
      try await vault.setValue(bytes, name)
    } catch {
      throw .storageFailed(error)
    }
  }
}

/// Whose turn it is: first come, first served.
private struct Turn {
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Takes the turn where it is free.
  mutating func isTaken() -> Bool {
    defer { isBusy = true }
    return isBusy
  }

  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
    waiting.append(continuation)
  }

  /// Hands the turn to the next in line.
  mutating func pass() {
    if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
  }
}

private func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
