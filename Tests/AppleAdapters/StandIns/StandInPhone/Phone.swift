public import Foundation
import Synchronization

/// A phone for one test, for the stand-in frameworks, with an owner whose answers are scripted.
public final class Phone: Sendable {
  /// The phone of the running test; each has one of its own.
  @TaskLocal public static var current = Phone()

  private let state = Mutex(PhoneState())

  /// A new phone: it has a passcode, a Secure Enclave and enrolled biometrics, and its owner
  /// agrees.
  public init() {}

  /// Reads or changes the phone.
  public func with<Value: Sendable>(_ use: (inout sending PhoneState) -> sending Value) -> Value {
    state.withLock(use)
  }

  /// Adds or removes a finger or a face.
  public func changeBiometrics() {
    with { $0.biometrics = .enrolled(Data(UUID().uuidString.utf8)) }
  }

  /// Scripts the owner's answers to the next questions; after these the owner agrees.
  public func answer(_ answers: PhoneState.Answer...) { with { $0.answers = answers } }

  /// The questions that the owner was asked.
  public var questions: [PhoneState.Question] { with { $0.questions } }
}

/// The state of a phone.
public struct PhoneState: Sendable {
  /// The biometrics that are enrolled.
  public enum Biometrics: Sendable, Hashable {
    /// Fingers or faces, told from those of another time by these bytes.
    case enrolled(Data)
    /// None.
    case nothing
    /// The device has no sensor, or the person does not let this app use it.
    case notAvailable
    /// Too many tries failed.
    case lockedOut
  }

  /// The outcome of a question to the owner.
  public enum Answer: Sendable, Hashable {
    /// The owner was there.
    case verified
    /// An error of LocalAuthentication, by its code.
    case refused(Int)
    /// The owner does nothing, and the prompt stays.
    case silent
    /// Somebody changes the biometrics while the owner is asked, who then is verified.
    case verifiedAfterChange
  }

  /// A question that the owner was asked.
  public struct Question: Sendable, Hashable {
    /// The number of the policy.
    public var policy: Int
    /// The words of the prompt.
    public var reason: String

    /// A question.
    public init(policy: Int, reason: String) {
      self.policy = policy
      self.reason = reason
    }
  }

  /// A key of the Secure Enclave.
  public struct EnclaveKey: Sendable {
    /// Its private key, which on a phone nobody can read.
    public var bytes: Data
    /// The flags of its access control.
    public var flags: UInt
    /// The biometrics for which it was made; nil if it asks for none.
    public var biometrics: Biometrics?

    /// A key.
    public init(bytes: Data, flags: UInt, biometrics: Biometrics?) {
      self.bytes = bytes
      self.flags = flags
      self.biometrics = biometrics
    }
  }

  /// A generic password of the keychain.
  public struct KeychainItem: Sendable, Hashable {
    /// The service that it belongs to.
    public var service = ""
    /// The account within the service.
    public var account = ""
    /// The group of apps that shares it.
    public var accessGroup = ""
    /// The condition under which it can be read.
    public var accessible = ""
    /// The secret.
    public var data = Data()

    /// An item.
    public init() {}
  }

  /// The outcome of a request for a passkey.
  public enum PasskeyAnswer: Sendable {
    /// The person does nothing, and the prompt stays.
    case silent
    /// An error of AuthenticationServices, by its code.
    case refused(Int)
    /// A credential that was made: its id, its client data, its attestation object.
    case made(Data, Data, Data?)
    /// A signature: credential's id, client data, authenticator data, signature, user handle.
    case signed(Data, Data, Data?, Data?, Data?)
  }

  /// A request for a passkey, as the system was given it.
  public struct PasskeyRequest: Sendable, Hashable {
    /// The relying party.
    public var relyingPartyID: String
    /// The challenge to be signed.
    public var challenge: Data
    /// The credentials that are allowed, or excluded.
    public var credentials: [Data]
    /// The demand that the user be verified.
    public var userVerification: String
    /// The user for whom it is made.
    public var userID: Data?
    /// True if no other device is offered.
    public var isOfThisDevice = false

    /// A request.
    public init(
      relyingPartyID: String, challenge: Data, credentials: [Data], userVerification: String,
      userID: Data?
    ) {
      self.relyingPartyID = relyingPartyID
      self.challenge = challenge
      self.credentials = credentials
      self.userVerification = userVerification
      self.userID = userID
    }
  }

  /// The biometrics that are enrolled.
  public var biometrics = Biometrics.enrolled(Data("first".utf8))
  /// True if the device is unlocked by a code.
  public var hasPasscode = true
  /// True if the device has a Secure Enclave.
  public var hasSecureEnclave = true
  /// The beginning of the system's name of the enrolled biometrics, which a release may change.
  public var release = Data()
  /// The owner's next answers, in turn.
  public var answers: [Answer] = []
  /// The questions that the owner was asked.
  public var questions: [Question] = []
  /// The keys of the Secure Enclave, by their form outside of it.
  public var keys: [Data: EnclaveKey] = [:]
  /// The status with which the Secure Enclave refuses to sign; nil if it signs.
  public var enclaveStatus: Int32?
  /// The answer of a key whose biometrics are gone, as a code of LocalAuthentication; nil for an
  /// error of CryptoKit.
  public var deadKeyCode: Int?
  /// The items of the keychain.
  public var items: [KeychainItem] = []
  /// The status with which the keychain refuses everything; nil if it works.
  public var keychainStatus: Int32?
  /// The outcomes of the next requests for passkeys, in turn.
  public var passkeyAnswers: [PasskeyAnswer] = []
  /// The requests for passkeys.
  public var passkeyRequests: [PasskeyRequest] = []
}
