public import Foundation
import Synchronization

/// A phone for one test: what the stand-in frameworks ask and keep, and what its owner answers.
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

  /// What the owner answers to the questions that come, one after the other; then they agree.
  public func answer(_ answers: PhoneState.Answer...) { with { $0.answers = answers } }

  /// What the owner was asked.
  public var questions: [PhoneState.Question] { with { $0.questions } }
}

/// What a phone holds and is.
public struct PhoneState: Sendable {
  /// What is enrolled.
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

  /// What becomes of a question to the owner.
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
    /// By which policy, by its number.
    public var policy: Int
    /// What the prompt said.
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
    /// The biometrics for which it was made; nil where it asks for none.
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
    /// The attributes that name it: first what it belongs to.
    public var service = ""
    /// Which of those.
    public var account = ""
    /// Which keychain it lies in.
    public var accessGroup = ""
    /// When it can be read.
    public var accessible = ""
    /// What it holds.
    public var data = Data()

    /// An item.
    public init() {}
  }

  /// What is done with a request for a passkey.
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
    /// Whose passkey.
    public var relyingPartyID: String
    /// What is to be signed.
    public var challenge: Data
    /// Those that are allowed, or excluded.
    public var credentials: [Data]
    /// Whether the user is to be verified.
    public var userVerification: String
    /// For whom it is made.
    public var userID: Data?

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

  /// What is enrolled.
  public var biometrics = Biometrics.enrolled(Data("first".utf8))
  /// Whether the device is unlocked by a code.
  public var hasPasscode = true
  /// Whether the device has a Secure Enclave.
  public var hasSecureEnclave = true
  /// What the system calls the enrolled biometrics in front: a release of it may change that.
  public var release = Data()
  /// What the owner answers, in turn.
  public var answers: [Answer] = []
  /// What the owner was asked.
  public var questions: [Question] = []
  /// The keys of the Secure Enclave, by what stands for them outside of it.
  public var keys: [Data: EnclaveKey] = [:]
  /// What the Secure Enclave answers to whoever signs; nil where it signs.
  public var enclaveStatus: Int32?
  /// What a key answers whose biometrics are gone, as a code of LocalAuthentication; nil for an
  /// error of CryptoKit.
  public var deadKeyCode: Int?
  /// What the keychain keeps.
  public var items: [KeychainItem] = []
  /// What the keychain answers to everything; nil where it does its work.
  public var keychainStatus: Int32?
  /// What is done with requests for passkeys, in turn.
  public var passkeyAnswers: [PasskeyAnswer] = []
  /// The requests for passkeys.
  public var passkeyRequests: [PasskeyRequest] = []
}
