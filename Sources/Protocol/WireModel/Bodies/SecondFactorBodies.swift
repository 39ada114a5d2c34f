public import WebAuthnModel

/// Answer of `GET /second-factor`: the second-factor account as it stands.
public struct SecondFactorAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// True if the PIN is blocked until an administrator or a re-enrolment unblocks it.
  public var isBlocked: Bool
  /// Wrong PINs since the last right one.
  public var failedAttempts: Int64
  /// The number of wrong PINs in a row that block it.
  public var maxAttempts: Int64
  /// Seconds until the next PIN is taken; 0 for at once.
  public var penalisedFor: Int64
  /// The time of the next attempt with a PIN, RFC 3339 in UTC; nil for at once.
  @Nullable public var penalisedUntil: String?
  /// True to a device if it has a PIN; to any other screen if the account has one that is sent in a
  /// body, and that still counts.
  public var hasPIN: Bool
  /// True if the account has a credential.
  public var hasBiometrics: Bool
  /// True to a screen that is no device, if only the apps of devices use the account's credentials:
  /// a browser has none of them; nil otherwise.
  public var hasDeviceKeysOnly: Bool?
  /// True if the account has an authenticator app.
  public var hasTwoFactor: Bool
  /// True if a device of the account has a PIN.
  ///
  /// Once the person has claimed the device and its PIN waits for nothing, a PIN that is sent in a
  /// body is replaced by it. Until then both count, and ``hasPIN`` is true on other screens.
  public var hasDevicePIN: Bool
  /// True if the PIN of each device that has one is blocked; nil otherwise.
  public var isDevicePINBlocked: Bool?
  /// True if the person has set and confirmed a telephone number at this server.
  public var hasPhone: Bool
  /// True if a new factor takes a proof by one that the account has; else a mailed code adds it.
  ///
  /// So it is from the first factor on, also when none is left, but for a recovery that is ready.
  public var needsFactor: Bool
  /// True if the PIN is new, and the person can stop it.
  public var isPINWaiting: Bool
  /// Until when, RFC 3339 in UTC; nil where it does not wait, and before a notice of it was handed
  /// over.
  public var pinWaitsUntil: String?
  /// True if the authenticator app is new, and the person can stop it.
  public var isTwoFactorWaiting: Bool
  /// Until when, as ``pinWaitsUntil``.
  public var twoFactorWaitsUntil: String?
  /// True if factors from before are on hold, and no factor that came since proves anything yet;
  /// nil otherwise.
  ///
  /// Until one does, a session shows nothing of the account.
  public var isOnHold: Bool?
  /// Until when, RFC 3339 in UTC; nil where nothing is on hold, and before a factor waits.
  public var onHoldUntil: String?

  /// An answer to send.
  public init(
    isBlocked: Bool, failedAttempts: Int64, maxAttempts: Int64, penalisedFor: Int64,
    penalisedUntil: String?, hasPIN: Bool, hasBiometrics: Bool, hasDeviceKeysOnly: Bool? = nil,
    hasTwoFactor: Bool, hasDevicePIN: Bool, isDevicePINBlocked: Bool? = nil, hasPhone: Bool,
    needsFactor: Bool, isPINWaiting: Bool = false, pinWaitsUntil: String? = nil,
    isTwoFactorWaiting: Bool = false, twoFactorWaitsUntil: String? = nil,
    isOnHold: Bool? = nil, onHoldUntil: String? = nil
  ) {
    self.isBlocked = isBlocked
    self.failedAttempts = failedAttempts
    self.maxAttempts = maxAttempts
    self.penalisedFor = penalisedFor
    self.penalisedUntil = penalisedUntil
    self.hasPIN = hasPIN
    self.hasBiometrics = hasBiometrics
    self.hasDeviceKeysOnly = hasDeviceKeysOnly
    self.hasTwoFactor = hasTwoFactor
    self.hasDevicePIN = hasDevicePIN
    self.isDevicePINBlocked = isDevicePINBlocked
    self.hasPhone = hasPhone
    self.needsFactor = needsFactor
    self.isPINWaiting = isPINWaiting
    self.pinWaitsUntil = pinWaitsUntil
    self.isTwoFactorWaiting = isTwoFactorWaiting
    self.twoFactorWaitsUntil = twoFactorWaitsUntil
    self.isOnHold = isOnHold
    self.onHoldUntil = onHoldUntil
  }
}

/// Body of `PUT /second-factor/pin`.
public struct SetPINRequest: JSONBody, Hashable {
  /// The new PIN: 4 to 12 digits.
  ///
  /// Secret.
  public var pin: SecretText
  /// The entitlement to it.
  @Flattened public var entitlement: Entitlement
  /// A key that an account without a factor gets in the same change, both or neither; only with a
  /// code.
  public var registration: RegistrationResponse?

  /// The entitlement to a PIN: exactly one.
  public enum Entitlement: Sendable, Hashable {
    /// The code mailed for purpose `set_pin`; only where the account has no factor yet.
    case validateCode(SecretText)
    /// The PIN that is replaced.
    case oldPIN(SecretText)
    /// A proof by another factor; only where the account has no PIN yet.
    case proof(Proof)
  }

  /// A request to send.
  public init(
    pin: SecretText, entitlement: Entitlement, registration: RegistrationResponse? = nil
  ) {
    self.pin = pin
    self.entitlement = entitlement
    self.registration = registration
  }

  /// The key types of flattened members.
  public static var flattenedKeys: [any CodingKey.Type] { [Entitlement.CodingKeys.self] }

  /// Refuses a key without the code that entitles to it.
  public func checkMembers() throws(JSONShapeError) {
    if registration == nil { return }
    guard case .validateCode = entitlement else {
      throw JSONShapeError(path: "registration", problem: "goes with validateCode only")
    }
  }
}

extension SetPINRequest.Entitlement: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case oldPIN = "oldPin"
    case validateCode
    case proof
  }

  /// Reads what entitles; it must be one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let old = try container.decodeIfPresent(SecretText.self, forKey: .oldPIN)
    let code = try container.decodeIfPresent(SecretText.self, forKey: .validateCode)
    let proof = try container.decodeIfPresent(Proof.self, forKey: .proof)
    switch (old, code, proof) {
    case (let old?, nil, nil): self = .oldPIN(old)
    case (nil, let code?, nil): self = .validateCode(code)
    case (nil, nil, let proof?): self = .proof(proof)
    default:
      throw JSONShapeError(
        path: "", problem: "must hold exactly one of validateCode, oldPin and proof")
    }
  }

  /// Writes what entitles.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .oldPIN(let oldPIN): try container.encode(oldPIN, forKey: .oldPIN)
    case .validateCode(let code): try container.encode(code, forKey: .validateCode)
    case .proof(let proof): try container.encode(proof, forKey: .proof)
    }
  }
}

/// Body of `POST /second-factor/totp`: what entitles to an authenticator app.
///
/// A mailed code alone where the account has no factor yet; otherwise a proof of this very change.
public typealias AuthenticatorAppRequest = RegistrationOptionsRequest

/// Answer of `POST /second-factor/totp`: what the app is to keep.
public struct AuthenticatorAppAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The secret, base32 without padding.
  ///
  /// Secret.
  public var secret: SecretText
  /// The same for a QR code (`otpauth://totp/…`).
  ///
  /// Secret.
  public var uri: SecretText
  /// The QR code of the address, a row each from the top, `1` for a dark module.
  ///
  /// Secret.
  public var qrCode: [String]

  /// An answer to send.
  public init(secret: SecretText, uri: SecretText, qrCode: [String] = []) {
    self.secret = secret
    self.uri = uri
    self.qrCode = qrCode
  }
}

/// Body of `POST /second-factor/totp/confirm`.
public struct AuthenticatorAppConfirmation: JSONBody, Hashable {
  /// The code that the app shows.
  ///
  /// Secret.
  public var twoFactorCode: SecretText

  /// A confirmation to send.
  public init(twoFactorCode: SecretText) { self.twoFactorCode = twoFactorCode }
}

/// Body of `PUT /account/phone`: the new number, and what entitles to it.
///
/// A mailed code alone where the account has no factor yet; otherwise a proof of this very change.
public struct PhoneRequest: JSONBody, Hashable {
  /// The number, international (E.164).
  public var phone: String
  /// The code mailed for purpose `register`.
  public var validateCode: SecretText?
  /// A proof by a factor that the account has.
  public var proof: Proof?

  /// A request to send.
  public init(phone: String, validateCode: SecretText? = nil, proof: Proof? = nil) {
    self.phone = phone
    self.validateCode = validateCode
    self.proof = proof
  }

  /// Refuses two ways at once.
  public func checkMembers() throws(JSONShapeError) {
    guard validateCode == nil || proof == nil else {
      throw JSONShapeError(path: "", problem: "must not hold both validateCode and proof")
    }
  }
}

/// Body of `POST /account/phone/confirm`.
public struct PhoneConfirmation: JSONBody, Hashable {
  /// The code that was texted to the new number.
  ///
  /// Secret.
  public var otp: SecretText

  /// A confirmation to send.
  public init(otp: SecretText) { self.otp = otp }
}

/// Body of `POST /recovery`: the code mailed for purpose `recover`.
public struct RecoveryRequest: JSONBody, Hashable {
  /// The code.
  ///
  /// Secret.
  public var validateCode: SecretText

  /// A request to send.
  public init(validateCode: SecretText) { self.validateCode = validateCode }
}

/// Answer of `POST /recovery` and `GET /recovery`.
public struct RecoveryAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The progress of a recovery.
  public enum Status: String, Codable, Sendable, Hashable, CaseIterable {
    /// None is under way.
    case none
    /// It waits; it can be cancelled from any session.
    case waiting
    /// The wait is over: a mailed code entitles to the first new factor, once.
    case ready
  }

  /// Its progress.
  public var status: Status
  /// The end of the wait, RFC 3339 in UTC; nil where none is under way.
  @Nullable public var readyAt: String?

  /// An answer to send.
  public init(status: Status, readyAt: String?) {
    self.status = status
    self.readyAt = readyAt
  }
}

/// Body of `POST /stops`: what the link of a notice holds.
public struct StopRequest: JSONBody, Hashable {
  /// The id of the change that is stopped.
  public var id: String
  /// The link's secret.
  ///
  /// Secret.
  public var secret: SecretText

  /// A request to send.
  public init(id: String, secret: SecretText) {
    self.id = id
    self.secret = secret
  }
}

/// Answer of `POST /stops`.
public struct StopAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The kind of change that was stopped.
  public enum Matter: String, Codable, Sendable, Hashable, CaseIterable {
    /// A factor that waited; it is revoked.
    case factor
    /// A recovery; where it was completed, what there was before is back.
    case recovery
    /// One sign-in; its session is over.
    case signIn
    /// A hold: the factors that were there before count again, and what came since is revoked.
    case hold
  }

  /// The kind of change that was stopped.
  public var stopped: Matter

  /// An answer to send.
  public init(stopped: Matter) { self.stopped = stopped }
}

/// Body of `POST /sessions/links/{id}/mine`: what the maker of a link says of the device that it
/// enrolled.
public struct LinkClaim: JSONBody, Hashable {
  /// True if the device is the maker's; if not, it is revoked.
  public var isMine: Bool

  /// A word to send.
  public init(isMine: Bool) { self.isMine = isMine }
}
