/// What a client is asked to create (section 5.4), in the form that browsers parse.
///
/// Members beyond these are tolerated, as browsers do, and so are algorithms not known here.
public struct CredentialCreationOptions: JSONBody, Hashable {
  /// The party that the credential is for.
  public let relyingParty: RelyingPartyEntity
  /// The account that the credential is for.
  public let user: UserEntity
  /// What the registration answers.
  public let challenge: Challenge
  /// The algorithms, the most wanted first.
  public let algorithms: [COSEAlgorithm]
  /// How long the client may take.
  public let timeoutMilliseconds: Int
  /// Credentials whose authenticator is not to create another.
  public let excludeCredentials: [CredentialDescriptor]
  /// Whether the credential must be found without its id.
  public let residentKey: ResidentKeyRequirement
  /// Whether the person must be verified.
  public let userVerification: UserVerificationRequirement
  /// Whether the authenticator is to tell its make.
  public let attestation: AttestationConveyance

  /// Makes options.
  public init(
    relyingParty: RelyingPartyEntity, user: UserEntity, challenge: Challenge,
    algorithms: [COSEAlgorithm] = COSEAlgorithm.allCases, timeoutMilliseconds: Int = 60_000,
    excludeCredentials: [CredentialDescriptor] = [],
    residentKey: ResidentKeyRequirement = .preferred,
    userVerification: UserVerificationRequirement = .required,
    attestation: AttestationConveyance = .none
  ) {
    self.relyingParty = relyingParty
    self.user = user
    self.challenge = challenge
    self.algorithms = algorithms
    self.timeoutMilliseconds = timeoutMilliseconds
    self.excludeCredentials = excludeCredentials
    self.residentKey = residentKey
    self.userVerification = userVerification
    self.attestation = attestation
  }

  /// Reads the options of `navigator.credentials.create` in JSON form.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    relyingParty = try RelyingPartyEntity(try reader.object("rp"))
    user = try UserEntity(try reader.object("user"))
    challenge = Challenge(try reader.bytes("challenge"))
    algorithms = try Self.algorithms(of: &reader)
    timeoutMilliseconds = try reader.optionalMilliseconds("timeout") ?? 60_000
    excludeCredentials = try reader.descriptors("excludeCredentials")
    if var selection = try reader.optionalObject("authenticatorSelection") {
      residentKey = try selection.optionalCase("residentKey") ?? .discouraged
      userVerification = try UserVerificationRequirement(
        readingOptional: "userVerification", of: &selection)
    } else {
      residentKey = .discouraged
      userVerification = .preferred
    }
    attestation = try reader.optionalCase("attestation") ?? .none
  }

  /// The options as browsers parse them.
  public var json: JSONValue {
    [
      "rp": relyingParty.json,
      "user": user.json,
      "challenge": .string(challenge.base64URL),
      "pubKeyCredParams": .array(
        algorithms.map { ["type": "public-key", "alg": .integer($0.rawValue)] }),
      "timeout": .integer(Int64(timeoutMilliseconds)),
      "excludeCredentials": .array(excludeCredentials.map(\.json)),
      "authenticatorSelection": [
        "residentKey": .string(residentKey.rawValue),
        "requireResidentKey": .bool(residentKey == .required),
        "userVerification": .string(userVerification.rawValue),
      ],
      "attestation": .string(attestation.rawValue),
    ]
  }

  private static func algorithms(
    of reader: inout JSONObjectReader
  ) throws(JSONShapeError) -> [COSEAlgorithm] {
    var algorithms: [COSEAlgorithm] = []
    for (index, element) in try reader.array("pubKeyCredParams").enumerated() {
      let place = reader.failure("pubKeyCredParams[\(index)]", "").path
      var parameter = try JSONObjectReader(element, path: place)
      try parameter.requirePublicKeyType()
      if let algorithm = COSEAlgorithm(rawValue: try parameter.integer("alg")) {
        algorithms.append(algorithm)
      }
    }
    return algorithms
  }
}

extension JSONObjectReader {
  /// One of an enumeration's words, absent or null allowed.
  mutating func optionalCase<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws(JSONShapeError) -> Word? {
    guard let text = try optionalString(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw failure(name, "must be one of \(words)")
    }
    return word
  }
}
