public import CountersignClient
import Crypto
public import WebAuthnModel
import WireModel

/// An authenticator that brings its keys, and leaves everything else to ``KeyAuthenticator``.
public protocol KeyedAuthenticator: Authenticator {
  /// The authenticator that signs, counts, keeps and refuses.
  var keyed: KeyAuthenticator { get }
}

extension KeyedAuthenticator {
  /// Makes a P-256 credential after its user was verified.
  public func createCredential(
    _ options: CredentialCreationOptions
  ) async throws(AuthenticatorError) -> RegistrationResponse {
    try await keyed.createCredential(options)
  }

  /// Signs a challenge after it was checked against what is shown, and its user verified.
  public func sign(
    _ request: SigningRequest
  ) async throws(AuthenticatorError) -> AssertionResponse {
    try await keyed.sign(request)
  }

  /// The credentials that it could sign with for a relying party.
  public func credentials(
    for relyingPartyID: RelyingPartyID
  ) async throws(AuthenticatorError) -> [CredentialID] {
    try await keyed.credentials(for: relyingPartyID)
  }

  /// Destroys a credential's key.
  public func deleteCredential(_ id: CredentialID) async throws(AuthenticatorError) {
    try await keyed.deleteCredential(id)
  }

  /// The ability to verify the user now; nobody is asked.
  public func readiness() async -> AuthenticatorReadiness { await keyed.readiness() }
}

/// The authenticator of one account, over keys of any kind.
///
/// It decides for every ``KeyedAuthenticator`` what is signed, counted, kept and refused.
///
/// It does one thing at a time, prompt included. Two signatures never carry one count, and a prompt
/// never stores a key again that was deleted meanwhile.
public actor KeyAuthenticator: Authenticator, TakingTurns {
  private let keys: any SigningKeys
  private let vault: any Vault
  private let account: String
  private let origin: Origin
  private let random: RandomSource
  var turn = Turn()

  init(
    _ keys: any SigningKeys, vault: any Vault, account: String, origin: Origin,
    random: RandomSource
  ) {
    self.keys = keys
    self.vault = vault
    self.account = account
    self.origin = origin
    self.random = random
  }

  /// Makes a P-256 credential after its user was verified.
  public func createCredential(
    _ options: CredentialCreationOptions
  ) async throws(AuthenticatorError) -> RegistrationResponse {
    await takeTurn()
    defer { turn.pass() }
    let relyingPartyID = options.relyingParty.id
    try requireSpeaking(for: relyingPartyID)
    guard options.algorithms.contains(.es256) else { throw .algorithmNotSupported }
    // A key that is not stored is nobody's.
    let key = try await keys.make(.create(relyingPartyID, userName: options.user.name))
    // Told only to a verified user, so that nobody learns silently which accounts are here.
    let held = try await credentials(for: relyingPartyID)
    guard !options.excludeCredentials.contains(where: { held.contains($0.id) }) else {
      throw .credentialExists
    }
    let credential = HeldCredential(
      id: CredentialID(random.bytes(32)), relyingPartyID: relyingPartyID,
      userHandle: options.user.id, key: key.held)
    let data = AuthenticatorData(
      relyingPartyIDHash: sha256(Array(relyingPartyID.text.utf8)),
      flags: [.userPresent, .userVerified], signCount: credential.signCount,
      attestedCredentialData: AttestedCredentialData(
        aaguid: [UInt8](repeating: 0, count: 16), credentialID: credential.id,
        publicKey: key.publicCOSEKey.serialized()))
    let clientData = CollectedClientData.serialized(
      type: .create, challenge: options.challenge, origin: origin)
    let attestation = try await attestationObject(
      options.attestation, data.serialized(), clientData, key)
    try await store(credential)
    return RegistrationResponse(
      credentialID: credential.id, clientDataJSON: clientData,
      attestationObject: attestation.serialized(), transports: ["internal"])
  }

  /// Signs a challenge after it was checked against what is shown, and its user verified.
  public func sign(
    _ request: SigningRequest
  ) async throws(AuthenticatorError) -> AssertionResponse {
    await takeTurn()
    defer { turn.pass() }
    try requireSpeaking(for: request.relyingPartyID)
    guard SigningRules.isAsShown(request.challenge, request.document) else {
      throw .challengeNotAsShown
    }
    var credential = try await credential(for: request)
    let key = try await keys.unlock(
      credential.key, .sign(request.relyingPartyID, request.document))
    // Whoever asked has left under the prompt: what is signed now, nobody wants any more.
    guard !Task.isCancelled else { throw .cancelled }
    // Another authenticator of the app may have deleted it under the prompt, or counted.
    guard let present = try await load(credential.id) else { throw .keyGone }
    credential = present
    // Counted before it is used: after a crash no two signatures carry the same count.
    credential.signCount = credential.signCount == .max ? .max : credential.signCount + 1
    try await store(credential)
    let data = AuthenticatorData(
      relyingPartyIDHash: sha256(Array(request.relyingPartyID.text.utf8)),
      flags: [.userPresent, .userVerified], signCount: credential.signCount
    ).serialized()
    let clientData = CollectedClientData.serialized(
      type: .get, challenge: request.challenge, origin: origin)
    let signature = try await key.signature(of: data + sha256(clientData))
    if key.held != credential.key {
      credential.key = key.held
      // The signature holds without it; the next one tries again.
      try? await store(credential)
    }
    return AssertionResponse(
      credentialID: credential.id, clientDataJSON: clientData, authenticatorData: data,
      signature: signature, userHandle: credential.userHandle)
  }

  /// The ability to verify the user now; nobody is asked.
  public func readiness() async -> AuthenticatorReadiness {
    await keys.readiness
  }

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
    if let held = try await load(id) { try await keys.destroy(held.key) }
    try await write(nil, HeldCredential.vaultName(account: account, id: id))
  }
}

extension KeyAuthenticator {
  private func requireSpeaking(
    for relyingPartyID: RelyingPartyID
  ) throws(AuthenticatorError) {
    guard SigningRules.origin(origin, speaksFor: relyingPartyID) else {
      throw .relyingPartyNotAllowed
    }
  }

  private func credential(
    for request: SigningRequest
  ) async throws(AuthenticatorError) -> HeldCredential {
    for id in try await ids() where request.credentials.contains(id) {
      guard let credential = try await load(id) else { throw .keyGone }
      if credential.relyingPartyID == request.relyingPartyID { return credential }
    }
    throw .nothingEnrolled
  }

  private func attestationObject(
    _ conveyance: AttestationConveyance, _ data: [UInt8], _ clientData: [UInt8],
    _ key: any PromptedKey
  ) async throws(AuthenticatorError) -> AttestationObject {
    guard conveyance != .none else {
      return AttestationObject(
        format: "none", statement: CBORMap([(CBORValue, CBORValue)]()), authenticatorData: data)
    }
    // Self attestation: the credential's own key vouches (section 8.2).
    let signature = try await key.signature(of: data + sha256(clientData))
    let statement = CBORMap([
      (.text("alg"), CBORValue(COSEAlgorithm.es256.rawValue)), (.text("sig"), .bytes(signature)),
    ])
    return AttestationObject(format: "packed", statement: statement, authenticatorData: data)
  }

  private func ids() async throws(AuthenticatorError) -> [CredentialID] {
    do throws(VaultError) {
      return try await vault.names(account: account).compactMap(HeldCredential.id(of:))
    } catch {
      throw .storageFailed(error)
    }
  }

  private func load(_ id: CredentialID) async throws(AuthenticatorError) -> HeldCredential? {
    let name = HeldCredential.vaultName(account: account, id: id)
    do throws(VaultError) {
      return try await vault.value(name).flatMap { HeldCredential(id: id, vaultBytes: $0) }
    } catch {
      throw .storageFailed(error)
    }
  }

  private func store(_ credential: HeldCredential) async throws(AuthenticatorError) {
    try await write(
      credential.vaultBytes, HeldCredential.vaultName(account: account, id: credential.id))
  }

  private func write(_ bytes: [UInt8]?, _ name: VaultName) async throws(AuthenticatorError) {
    do throws(VaultError) {
      try await vault.setValue(bytes, name)
    } catch {
      throw .storageFailed(error)
    }
  }
}

private func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

/// The refusals that all authenticators of this module have in common.
enum SigningRules {
  /// Tells if a challenge says what is shown: its language, its scenario's tag and its binding are
  /// made anew from the document.
  ///
  /// A challenge that cannot be read, or is linked to nothing, is not signed at all: a signature
  /// over it would say nothing that the person saw.
  static func isAsShown(_ challenge: Challenge, _ document: Document) -> Bool {
    guard let layout = ChallengeLayout(challenge.bytes),
      let canonical = try? document.canonicalBytes()
    else { return false }
    let input = ChallengeLayout.bindingInput(
      of: canonical, scenario: document.scenario, nonce: layout.nonce)
    let tag = SHA256.hash(data: Array(document.scenario.text.utf8)).prefix(4)
    return layout.subject
      == ChallengeLayout.Subject(
        language: document.language, scenarioTag: Array(tag),
        binding: Array(SHA256.hash(data: input)))
  }

  /// Tells if an app of this origin may use keys of a relying party (section 5.1.4, step 8): its
  /// host is the relying party's domain or lies under it.
  ///
  /// A native app's origin has no host; which apps a relying party takes is for its server.
  static func origin(_ origin: Origin, speaksFor relyingPartyID: RelyingPartyID) -> Bool {
    guard origin.kind == .web else { return true }
    guard let scheme = ["https://", "http://"].first(where: origin.text.hasPrefix) else {
      return false
    }
    let authority = origin.text.dropFirst(scheme.count)
    let host = authority.hasPrefix("[") ? authority : authority.prefix { $0 != ":" }
    return host == relyingPartyID.text || host.hasSuffix("." + relyingPartyID.text)
  }
}
