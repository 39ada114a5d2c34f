public import WebAuthnModel

/// Body of `POST /sessions/links/{id}/options`: who is about to confirm.
public struct LinkOptionsRequest: JSONBody, Hashable {
  /// The device, where it holds a device key of the account already; needed for `login`.
  public var deviceID: String?
  /// The number that the person picked; needed for `login`.
  public var number: String?
  /// The code that was mailed for `enrol`, to be checked before the confirmation spends it.
  ///
  /// Secret.
  public var validateCode: SecretText?

  /// A request to send.
  public init(
    deviceID: String? = nil, number: String? = nil, validateCode: SecretText? = nil
  ) {
    self.deviceID = deviceID
    self.number = number
    self.validateCode = validateCode
  }

  private enum CodingKeys: String, CodingKey {
    case deviceID = "deviceId"
    case number
    case validateCode
  }
}

/// Answer of `POST /sessions/links/{id}/options`: what the confirmation needs.
public struct LinkOptions: JSONBody, ExtensibleJSON, Hashable {
  /// The proof that a device has to give.
  public enum Demand: String, Codable, Sendable, Hashable, CaseIterable {
    /// Nothing: the link's maker has proved enough.
    case nothing
    /// The code that is mailed by `POST /sessions/links/{id}/code`.
    case code
    /// The PIN of this device.
    case pin
    /// Biometrics or, where the device has one, the PIN.
    case factor
    /// The device key alone: the account has no second factor.
    case device
  }

  /// The proof that a device has to give.
  public var demand: Demand
  /// A challenge for an assertion, with the device's credentials; where biometrics are possible.
  public var assertion: CredentialRequestOptions?
  /// A challenge for a PIN proof or a device proof.
  public var pinChallenge: Challenge?
  /// The document that the challenges are linked to; of a login it names the link (`link`), the
  /// origin of the page (`page`) and the number that was picked (`number`).
  public var document: Document?
  /// The options to make a key; only for `enrol` with a second factor.
  public var creation: CredentialCreationOptions?
  /// The state of the device's second factor, before it is asked for; nil without a device.
  public var secondFactor: SecondFactorAnswer?

  /// An answer to send.
  public init(
    demand: Demand, assertion: CredentialRequestOptions? = nil, pinChallenge: Challenge? = nil,
    document: Document? = nil, creation: CredentialCreationOptions? = nil,
    secondFactor: SecondFactorAnswer? = nil
  ) {
    self.demand = demand
    self.assertion = assertion
    self.pinChallenge = pinChallenge
    self.document = document
    self.creation = creation
    self.secondFactor = secondFactor
  }
}

/// Body of `POST /sessions/links/{id}/confirm`.
public enum LinkConfirmation: JSONBody, Hashable {
  /// A login: the device, the number that the person picked, and the proof over both.
  case login(deviceID: String, number: String, proof: Proof)
  /// An enrolment: the new device, a key where the person wants biometrics, and what entitles.
  case enrol(NewDevice, registration: RegistrationResponse?, Entitlement)

  /// The entitlement to an enrolment.
  public enum Entitlement: Sendable, Hashable {
    /// The link's maker has proved enough.
    case nothing
    /// The mailed code. Secret.
    case validateCode(SecretText)
    /// The PIN of the device's registration that is replaced.
    case pinProof(PINProof)
  }
}

extension LinkConfirmation {
  private enum EnrolmentKey: CodingKey {
    case device
  }

  private struct Login: Codable {
    @Flattened var proof: Proof
    var deviceID: String
    var number: String

    enum CodingKeys: String, CodingKey {
      case proof
      case deviceID = "deviceId"
      case number
    }
  }

  private struct Enrolment: Codable {
    var device: NewDevice
    var registration: RegistrationResponse?
    var validateCode: SecretText?
    var pinProof: PINProof?
  }

  /// Reads the body: an enrolment where it holds a device.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: EnrolmentKey.self)
    guard try container.decodeIfPresent(JSONValue.self, forKey: .device) != nil else {
      let login = try Login(from: decoder)
      self = .login(deviceID: login.deviceID, number: login.number, proof: login.proof)
      return
    }
    let enrolment = try Enrolment(from: decoder)
    let entitlement: Entitlement
    switch (enrolment.validateCode, enrolment.pinProof) {
    case (nil, nil): entitlement = .nothing
    case (let code?, nil): entitlement = .validateCode(code)
    case (nil, let proof?): entitlement = .pinProof(proof)
    default:
      throw JSONShapeError(path: "", problem: "must not hold both validateCode and pinProof")
    }
    self = .enrol(enrolment.device, registration: enrolment.registration, entitlement)
  }

  /// Writes the body.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .login(let deviceID, let number, let proof):
      try Login(proof: proof, deviceID: deviceID, number: number).encode(to: encoder)
    case .enrol(let device, let registration, let entitlement):
      var enrolment = Enrolment(device: device, registration: registration)
      switch entitlement {
      case .nothing: break
      case .validateCode(let code): enrolment.validateCode = code
      case .pinProof(let proof): enrolment.pinProof = proof
      }
      try enrolment.encode(to: encoder)
    }
  }
}

/// Answer of `POST /sessions/links/{id}/confirm`.
public struct LinkConfirmed: JSONBody, ExtensibleJSON, Hashable {
  /// The account that the login is for, or that came to the device.
  public var account: SessionLinkDescription.AccountSummary
  /// The new device's session; nil for `login`, whose session is collected by the link's maker.
  public var session: SessionAnswer?

  /// An answer to send.
  public init(account: SessionLinkDescription.AccountSummary, session: SessionAnswer?) {
    self.account = account
    self.session = session
  }
}

/// One event of `GET /sessions/links/{id}/events`, its name being `status`.
public struct LinkEvent: JSONBody, ExtensibleJSON, Hashable {
  /// The progress of a link.
  public enum Status: String, Codable, Sendable, Hashable, CaseIterable {
    /// Nobody has opened it.
    case waiting
    /// A device has asked what it is for.
    case opened
    /// It is confirmed: a login can be collected now, once; an enrolment is done.
    case confirmed
    /// It is over; `ending` says why.
    case over
  }

  /// The cause of a link's end.
  public enum Ending: String, Codable, Sendable, Hashable, CaseIterable {
    /// Its time is up.
    case expired
    /// Its maker ended it.
    case ended
    /// Whoever confirmed it picked a number that does not stand on its maker's screen.
    case wrongNumber = "wrong_number"
    /// Its session was collected.
    case collected
  }

  /// Its progress.
  public var status: Status
  /// The cause of its end; nil while it is not over.
  public var ending: Ending?

  /// An event to send.
  public init(status: Status, ending: Ending? = nil) {
    self.status = status
    self.ending = ending
  }
}
