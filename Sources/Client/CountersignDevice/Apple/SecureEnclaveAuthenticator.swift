#if canImport(CryptoKit) && canImport(LocalAuthentication) && canImport(Security)
  public import CountersignClient
  public import WebAuthnModel
  import CryptoKit
  import Foundation
  import Security

  /// An authenticator whose P-256 keys lie in the Secure Enclave of an Apple device, each for the
  /// biometrics that were enrolled when it was made.
  ///
  /// The system's prompt says what is signed. Face ID shows no words unless its first try fails, so
  /// the app's screen shows it too. When a finger or a face is added or removed, the keys are dead,
  /// and a signature fails with `keyGone`. The vault keeps what the Secure Enclave sealed: nobody
  /// else can use it. Like every authenticator of this module, it does one thing at a time.
  public struct SecureEnclaveAuthenticator: Authenticator, KeyedAuthenticator {
    /// The authenticator that signs, counts, keeps and refuses.
    public let keyed: KeyAuthenticator

    /// An authenticator of one account.
    ///
    /// - Parameters:
    ///   - vault: The place of the sealed keys.
    ///   - account: The account that owns the keys.
    ///   - origin: The origin that this app speaks for; it signs for no other's relying party.
    ///   - random: The source of credential ids.
    ///   - reason: The words of the prompt, in the person's language.
    public init(
      vault: any Vault, account: String, origin: Origin, random: RandomSource = .system,
      reason: @escaping @Sendable (PresenceQuestion) -> String = { $0.reason }
    ) {
      keyed = KeyAuthenticator(
        EnclaveKeys(reason: reason), vault: vault, account: account, origin: origin,
        random: random)
    }
  }

  /// Keys in the Secure Enclave, each used after the system has verified the owner's biometrics.
  private struct EnclaveKeys: SigningKeys {
    let reason: @Sendable (PresenceQuestion) -> String

    var readiness: AuthenticatorReadiness {
      SecureEnclave.isAvailable ? OwnerCheck(.biometricsOnly).readiness : .notSupported
    }

    func make(_ question: PresenceQuestion) async throws(AuthenticatorError) -> any PromptedKey {
      let owner = try await owner(question)
      return try await BlockingWork.run { () throws(AuthenticatorError) in
        try BiometricKey(owner)
      }
    }

    func unlock(
      _ held: JSONValue, _ question: PresenceQuestion
    ) async throws(AuthenticatorError) -> any PromptedKey {
      let owner = try await owner(question)
      return try await BlockingWork.run { () throws(AuthenticatorError) in
        try BiometricKey(held: held, owner)
      }
    }

    private func owner(
      _ question: PresenceQuestion
    ) async throws(AuthenticatorError) -> OwnerCheck {
      guard SecureEnclave.isAvailable else { throw .notAvailable }
      let owner = OwnerCheck(.biometricsOnly)
      try await owner.pass(question, reason)
      return owner
    }
  }

  /// A key of the Secure Enclave for the biometrics that were enrolled at its making; it signs once
  /// the owner is verified.
  private struct BiometricKey: SigningKey {
    private let key: EnclaveKey
    /// The enrolled biometrics as they were when the key last signed, or was made.
    private let known: Data?
    /// The enrolled biometrics as they are now.
    private let enrolled: Data?

    /// Makes a key for the biometrics that are enrolled now.
    init(_ owner: OwnerCheck) throws(AuthenticatorError) {
      do {
        key = try EnclaveKey(.biometryCurrentSet, in: owner.context)
      } catch {
        throw AuthenticatorError(enclave: error)
      }
      enrolled = owner.biometrics
      known = enrolled
    }

    /// Gives back a key that a vault held.
    init(held: JSONValue, _ owner: OwnerCheck) throws(AuthenticatorError) {
      enrolled = owner.biometrics
      known = Self.biometrics(in: held)
      let found: EnclaveKey?
      do {
        found = try EnclaveKey(held: held, in: owner.context)
      } catch {
        throw Self.outcome(of: error, known, enrolled)
      }
      guard let found else { throw .keyGone }
      key = found
    }

    /// The key with the biometrics as they are now, to be kept once it has signed for them.
    var held: JSONValue {
      var members = key.held
      members[Self.name] = enrolled.map { .string(Base64URL.encode(Array($0))) }
      return .object(members)
    }

    var publicKey: P256.Signing.PublicKey { key.publicKey }

    func signature(of bytes: [UInt8]) async throws(AuthenticatorError) -> [UInt8] {
      try await BlockingWork.run { () throws(AuthenticatorError) in try signature(over: bytes) }
    }

    func signature(over bytes: [UInt8]) throws(AuthenticatorError) -> [UInt8] {
      do {
        return try key.signature(over: bytes)
      } catch {
        throw Self.outcome(of: error, known, enrolled)
      }
    }

    /// Maps an error of the key whose owner was verified a moment ago.
    ///
    /// No error is documented for a key whose biometrics are gone, and a release of the system may
    /// tell biometrics apart anew that have not changed. So the key itself is asked first, and the
    /// comparison only says why it refuses.
    private static func outcome(
      of error: any Error, _ known: Data?, _ enrolled: Data?
    ) -> AuthenticatorError {
      let said = AuthenticatorError(enclave: error)
      guard let known, known != enrolled else { return said }
      switch said {
      // The person's doing, or the moment's. That it may not ask is the key's own: its owner was
      // verified a moment ago.
      case .cancelled, .lockout, .permanentLockout: return said
      default: return .keyGone
      }
    }

    private static func biometrics(in held: JSONValue) -> Data? {
      guard case .object(let members) = held, case .string(let text)? = members[name] else {
        return nil
      }
      return Base64URL.decode(text).map { Data($0) }
    }

    private static let name = "biometrics"
  }
#endif
