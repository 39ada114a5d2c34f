public import WebAuthnModel

/// Body of `POST /sessions/links/{id}/options`: who is about to confirm.
public struct LinkOptionsRequest: JSONBody, Hashable {
  /// The device, where it holds a device key of the account already; needed for `login`.
  public var deviceID: String?
  /// The number that the person picked; needed for `login`.
  public var number: String?

  /// A request to send.
  public init(deviceID: String? = nil, number: String? = nil) {
    self.deviceID = deviceID
    self.number = number
  }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    deviceID = try reader.optionalString("deviceId")
    number = try reader.optionalString("number")
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue {
    var members: JSONObject = [:]
    members["deviceId"] = deviceID.map(JSONValue.string)
    members["number"] = number.map(JSONValue.string)
    return .object(members)
  }
}

/// Answer of `POST /sessions/links/{id}/options`: what the confirmation needs.
public struct LinkOptions: JSONBody, Hashable {
  /// What has to be proved.
  public enum Demand: String, Sendable, Hashable, CaseIterable {
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

  /// What has to be proved.
  public var demand: Demand
  /// A challenge for an assertion, with the device's credentials; where biometrics are possible.
  public var assertion: CredentialRequestOptions?
  /// A challenge for a PIN proof or a device proof.
  public var pinChallenge: Challenge?
  /// What the proof of a login is linked to: ``LoginTransaction``.
  public var transaction: LoginTransaction?
  /// How to make a key; only for `enrol` with a second factor.
  public var creation: CredentialCreationOptions?

  /// An answer to send.
  public init(
    demand: Demand, assertion: CredentialRequestOptions? = nil, pinChallenge: Challenge? = nil,
    transaction: LoginTransaction? = nil, creation: CredentialCreationOptions? = nil
  ) {
    self.demand = demand
    self.assertion = assertion
    self.pinChallenge = pinChallenge
    self.transaction = transaction
    self.creation = creation
  }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    demand = try reader.choice("demand")
    pinChallenge = try reader.optionalBytes("pinChallenge").map(Challenge.init)
    let assertion = reader.optionalValue("assertion")
    self.assertion = if let assertion { try CredentialRequestOptions(json: assertion) } else { nil }
    let transaction = reader.optionalValue("transaction")
    self.transaction = if let transaction { try LoginTransaction(json: transaction) } else { nil }
    let creation = reader.optionalValue("creation")
    self.creation = if let creation { try CredentialCreationOptions(json: creation) } else { nil }
  }

  /// The answer's fields.
  public var json: JSONValue {
    var members: JSONObject = ["demand": .string(demand.rawValue)]
    members["assertion"] = assertion?.json
    members["pinChallenge"] = pinChallenge.map { .string($0.base64URL) }
    members["transaction"] = transaction?.json
    members["creation"] = creation?.json
    return .object(members)
  }
}

/// Body of `POST /sessions/links/{id}/confirm`.
public enum LinkConfirmation: JSONBody, Hashable {
  /// A login: the device, the number that the person picked, and the proof over both.
  case login(deviceID: String, number: String, proof: Proof)
  /// An enrolment: the new device, a key where the person wants biometrics, and what entitles.
  case enrol(NewDevice, registration: RegistrationResponse?, Entitlement)

  /// What entitles to an enrolment.
  public enum Entitlement: Sendable, Hashable {
    /// The link's maker has proved enough.
    case nothing
    /// The mailed code. Secret.
    case validateCode(SecretText)
    /// The PIN of the device's registration that is replaced.
    case pinProof(PINProof)
  }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    if let device = reader.optionalValue("device") {
      let registration = reader.optionalValue("registration")
      let code = try reader.optionalSecret("validateCode")
      let proof = reader.optionalValue("pinProof")
      try reader.finish()
      let entitlement: Entitlement
      switch (code, proof) {
      case (nil, nil): entitlement = .nothing
      case (let code?, nil): entitlement = .validateCode(code)
      case (nil, let proof?): entitlement = .pinProof(try PINProof(json: proof))
      default:
        throw JSONShapeError(path: "", problem: "must not hold both validateCode and pinProof")
      }
      self = .enrol(
        try NewDevice(json: device),
        registration: try Self.registration(registration), entitlement)
    } else {
      let deviceID = try reader.string("deviceId")
      let number = try reader.string("number")
      let proof = try Proof(reading: &reader)
      try reader.finish()
      self = .login(deviceID: deviceID, number: number, proof: proof)
    }
  }

  private static func registration(
    _ json: JSONValue?
  ) throws(JSONShapeError) -> RegistrationResponse? {
    guard let json else { return nil }
    return try RegistrationResponse(json: json)
  }

  /// The body's fields.
  public var json: JSONValue {
    switch self {
    case .login(let deviceID, let number, let proof):
      var members = proof.members
      members["deviceId"] = .string(deviceID)
      members["number"] = .string(number)
      return .object(members)
    case .enrol(let device, let registration, let entitlement):
      var members: JSONObject = ["device": device.json]
      members["registration"] = registration?.json
      switch entitlement {
      case .nothing: break
      case .validateCode(let code): members["validateCode"] = .string(code.exposed)
      case .pinProof(let proof): members["pinProof"] = proof.json
      }
      return .object(members)
    }
  }
}

/// Answer of `POST /sessions/links/{id}/confirm`.
public struct LinkConfirmed: JSONBody, Hashable {
  /// The account.
  public var account: SessionLinkDescription.AccountSummary
  /// The new device's session; nil for `login`, whose session is collected by the link's maker.
  public var session: SessionAnswer?

  /// An answer to send.
  public init(account: SessionLinkDescription.AccountSummary, session: SessionAnswer?) {
    self.account = account
    self.session = session
  }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    guard let account = reader.optionalValue("account") else {
      throw JSONShapeError(path: "account", problem: "is missing")
    }
    self.account = try SessionLinkDescription.AccountSummary(json: account)
    let session = reader.optionalValue("session")
    self.session = if let session { try SessionAnswer(json: session) } else { nil }
  }

  /// The answer's fields.
  public var json: JSONValue {
    var members: JSONObject = ["account": account.json]
    members["session"] = session?.json
    return .object(members)
  }
}

/// One event of `GET /sessions/links/{id}/events`, its name being `status`.
public struct LinkEvent: JSONBody, Hashable {
  /// How far a link has come.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// Nobody has opened it.
    case waiting
    /// A device has asked what it is for.
    case opened
    /// It is confirmed: a login can be collected now, once; an enrolment is done.
    case confirmed
    /// It is over; `ending` says why.
    case over
  }

  /// Why a link is over.
  public enum Ending: String, Sendable, Hashable, CaseIterable {
    /// Its time is up.
    case expired
    /// Its maker ended it.
    case ended
    /// Whoever confirmed it picked a number that does not stand on its maker's screen.
    case wrongNumber = "wrong_number"
    /// Its session was collected.
    case collected
  }

  /// How far it has come.
  public var status: Status
  /// Why it is over; nil unless it is.
  public var ending: Ending?

  /// An event to send.
  public init(status: Status, ending: Ending? = nil) {
    self.status = status
    self.ending = ending
  }

  /// Reads the event's data.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    status = try reader.choice("status")
    ending = try reader.optionalChoice("ending")
  }

  /// The event's data.
  public var json: JSONValue {
    var members: JSONObject = ["status": .string(status.rawValue)]
    members["ending"] = ending.map { .string($0.rawValue) }
    return .object(members)
  }
}
