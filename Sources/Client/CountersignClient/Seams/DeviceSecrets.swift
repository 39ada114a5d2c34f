public import WebAuthnModel
public import WireModel

/// The secrets of a device for each account, without its biometric keys.
///
/// They are the device key, the secret that makes a key of a PIN (Countersign device side, "PIN
/// that never leaves the device"), and the secret that an app PIN opens ("Soft lock").
///
/// Both are in one place, so that no app can forget the rule between them. A thief of the device
/// can find the app PIN by trying, so it must not be the PIN that the server checks. Every PIN is
/// tried as the app PIN first, when it is set and when it is used: it may have been set on another
/// device.
///
/// It keeps no PIN, no public half of a PIN key and no signature. Whatever the server may have
/// taken and has not confirmed yet lies beside what held before, until it is settled: a crash at
/// any time loses neither.
public protocol DeviceSecrets: Sendable {
  /// Reads the device's secrets of an account.
  func state(of account: String) async throws(DeviceSecretsError) -> DeviceState

  /// Makes a device, to be registered for an account, and keeps it as an unconfirmed one, beside
  /// those that are unconfirmed already.
  ///
  /// - Parameter plan: What the device is for.
  /// - Returns: The device as it registers itself, signed.
  /// - Throws: ``DeviceSecretsError``; a PIN that is easily guessed is refused here, as the server
  ///   never sees it, and so is the app PIN.
  func prepareDevice(_ plan: DevicePlan) async throws(DeviceSecretsError) -> NewDevice

  /// Ends the time of an unconfirmed device.
  ///
  /// - Parameters:
  ///   - id: The device.
  ///   - registered: Whether the server has registered it: then it replaces the one before, and
  ///     those that were made before it are dropped.
  ///   - account: Whose device.
  /// - Throws: ``DeviceSecretsError``.
  func settleDevice(
    _ id: String, _ registered: DeviceRegistration, of account: String
  ) async throws(DeviceSecretsError)

  /// Proves the PIN with both keys.
  ///
  /// As an authenticator, it refuses a challenge that is not linked to what is shown.
  ///
  /// - Parameters:
  ///   - pin: The PIN. Secret.
  ///   - challenge: What is answered, and what is shown.
  ///   - account: Whose PIN.
  /// - Returns: The proof.
  /// - Throws: ``DeviceSecretsError``; of these ``DeviceSecretsError/pinIsAppPIN`` for the app PIN.
  func provePIN(
    _ pin: SecretText, _ challenge: DeviceChallenge, of account: String
  ) async throws(DeviceSecretsError) -> PINProof

  /// Proves that a request comes from the account's device.
  func proveDevice(
    _ challenge: DeviceChallenge, of account: String
  ) async throws(DeviceSecretsError) -> DeviceProof

  /// Makes a PIN key of the next generation and keeps it beside the one that holds.
  ///
  /// - Parameter change: The new PIN, and what entitles to it.
  /// - Returns: The change as it is sent.
  /// - Throws: ``DeviceSecretsError``; a new PIN that is easily guessed, or the app PIN, is
  ///   refused. The old one may be the app PIN: then this ends it.
  func preparePINKey(_ change: PINKeyChange) async throws(DeviceSecretsError) -> PINKeyRequest

  /// Proves with the newest PIN key that the server may have taken, without knowing whether it has.
  ///
  /// A guess, where the server refused the one that proved before and cannot be asked: nothing is
  /// dropped, and which one holds stays open until ``settlePIN(_:of:)``.
  func guessPIN(of account: String) async throws(DeviceSecretsError)

  /// Proves with the PIN key that holds at the server from now on.
  ///
  /// Those that the server has not taken are kept until it has taken another of their generation:
  /// their requests may still be on their way, and the server may name one of them later.
  func settlePIN(_ key: PINKeyName, of account: String) async throws(DeviceSecretsError)

  /// Destroys all that the device holds of an account.
  func forget(_ account: String) async throws(DeviceSecretsError)

  /// Seals a new secret under an app PIN, in place of the one before. Durable when it returns.
  ///
  /// It takes no other app PIN than one that was compared with the account's PIN.
  func seal(_ appPIN: CheckedAppPIN) async throws(VaultError)

  /// Tries an app PIN.
  ///
  /// - Parameters:
  ///   - appPIN: The app PIN. Secret.
  ///   - account: Whose.
  /// - Returns: Whether it opens the secret; ``AppPINVerdict/missing`` where there is none.
  /// - Throws: `VaultError` where the vault cannot say.
  func verdict(
    onAppPIN appPIN: SecretText, of account: String
  ) async throws(VaultError) -> AppPINVerdict

  /// Destroys the secret that the app PIN opens.
  func destroyAppPIN(of account: String) async throws(VaultError)

  /// Lists the accounts of this installation that may have an app PIN.
  func accountsWithAppPIN() async throws(VaultError) -> [String]
}

extension DeviceSecrets {
  /// Refuses a PIN that opens the app, for whichever account of this installation.
  ///
  /// It counts as no try of the app PIN, which opens screens alone. Else the mistyped PIN of one
  /// account would wipe the app PIN of another.
  ///
  /// - Parameters:
  ///   - pin: A PIN of the account, which is about to be set or sent. Secret.
  ///   - account: Whose; nil where that is not known.
  /// - Throws: ``DeviceSecretsError/pinIsAppPIN``, or ``DeviceSecretsError/storageFailed(_:)`` if
  ///   that cannot be known.
  public func requireNoAppPIN(
    _ pin: SecretText, of account: String?
  ) async throws(DeviceSecretsError) {
    var isFound = false
    do throws(VaultError) {
      let accounts = Set(try await accountsWithAppPIN()).union(account.map { [$0] } ?? [])
      for other in accounts where !isFound {
        isFound = try await isAppPIN(pin, of: other)
      }
    } catch {
      throw .storageFailed(error)
    }
    if isFound { throw .pinIsAppPIN }
  }

  private func isAppPIN(_ pin: SecretText, of account: String) async throws(VaultError) -> Bool {
    do throws(VaultError) {
      return try await verdict(onAppPIN: pin, of: account) == .right
    } catch {
      // What no app PIN can open gives none away.
      if error == .damaged { return false }
      throw error
    }
  }
}

/// A challenge that a device signs without WebAuthn, and what the person sees beside it.
public struct DeviceChallenge: Sendable, Hashable {
  /// The challenge; it must be linked to what is shown.
  public let challenge: Challenge
  /// The document that is shown.
  public let document: Document

  /// A challenge over a document that is shown.
  public init(_ challenge: Challenge, _ document: Document) {
    self.challenge = challenge
    self.document = document
  }
}

/// The device's part of an account.
public struct DeviceState: Sendable, Hashable {
  /// The id of the device that is registered; nil where none is.
  public var deviceID: String?
  /// Which of its PIN keys proves: the one that held when the server last said so, or a guess
  /// since; 0 where it has none.
  public var pinGeneration: Int64
  /// The PIN key that the server may have taken since; nil where there is none.
  public var openPIN: PINKeyName?
  /// The ids of the devices that the server may have registered, the oldest first.
  public var unconfirmedIDs: [String]

  /// A state as it is held.
  public init(
    deviceID: String?, pinGeneration: Int64 = 0, openPIN: PINKeyName? = nil,
    unconfirmedIDs: [String] = []
  ) {
    self.deviceID = deviceID
    self.pinGeneration = pinGeneration
    self.openPIN = openPIN
    self.unconfirmedIDs = unconfirmedIDs
  }

  /// True if a PIN of this device is, or may be, known to the server.
  public var hasPIN: Bool { pinGeneration > 0 || openPIN != nil }
}

/// A device that is to be made.
public struct DevicePlan: Sendable {
  /// Whose device.
  public var account: String
  /// The name to show.
  public var name: String
  /// The context of its registration: the account's id, or the id of the link that is confirmed
  /// with it.
  public var context: String
  /// Its first PIN; nil for none.
  ///
  /// Secret.
  public var pin: SecretText?

  /// A plan.
  public init(account: String, name: String, context: String, pin: SecretText?) {
    self.account = account
    self.name = name
    self.context = context
    self.pin = pin
  }
}

/// The fate of an unconfirmed device.
public enum DeviceRegistration: Sendable, Hashable, CaseIterable {
  /// The server has registered it.
  case registered
  /// The server has not.
  case refused
}

/// A PIN that is to be set on the account's device.
public struct PINKeyChange: Sendable {
  /// Whose PIN.
  public var account: String
  /// The new PIN.
  ///
  /// Secret.
  public var pin: SecretText
  /// A challenge for a PIN, over the document of scenario MANAGE_FACTORS.
  public var challenge: DeviceChallenge
  /// The entitlement to it.
  public var entitlement: Entitlement

  /// The entitlement to a PIN.
  public enum Entitlement: Sendable {
    /// The PIN that is replaced. Secret.
    case oldPIN(SecretText)
    /// A code that was mailed for it. Secret.
    case validateCode(SecretText)
    /// A proof by another factor.
    case proof(Proof)
  }

  /// A change.
  public init(
    account: String, pin: SecretText, challenge: DeviceChallenge, entitlement: Entitlement
  ) {
    self.account = account
    self.pin = pin
    self.challenge = challenge
    self.entitlement = entitlement
  }
}

/// Why a device's secrets did not do what they were asked.
public enum DeviceSecretsError: Error, Sendable, Hashable {
  /// The account has no device here, or the device no PIN.
  case nothingHeld
  /// The new PIN may not be set.
  case pinRefused(PINRule.Fault)
  /// The PIN is the app PIN, which whoever has the device can find.
  case pinIsAppPIN
  /// The secrets could not be read or written.
  case storageFailed(VaultError)
  /// The challenge is not linked to what is shown. Nothing was signed.
  case challengeNotAsShown
  /// The key could not be made, or did not sign.
  case failed
}

/// The name of a PIN key, for the device and the server: no guess at the PIN can be tested with it.
public struct PINKeyName: Sendable, Hashable {
  /// The number of keys that the device had, with this one.
  public let generation: Int64
  /// The id of the challenge over which it was set; nil for the one that the device was registered
  /// with.
  public let id: String?

  /// A name as it is held.
  public init(generation: Int64, id: String?) {
    self.generation = generation
    self.id = id
  }

  /// The name of the key that a change sets.
  public init(_ request: PINKeyRequest) {
    self.init(generation: request.generation, id: request.keyID)
  }

  /// The name of the key that holds at the server.
  public init(_ device: DeviceList.Item) {
    self.init(generation: device.pinGeneration, id: device.pinKeyID)
  }
}
