import FlowModel
import WebAuthnModel
import WireModel

/// The account of a flow, as far as it is known.
enum FlowOwner {
  /// Not yet.
  case unknown
  /// An account without a session here: in ENROL and LOGIN.
  case account(String)
  /// The account of this session.
  case session(AccountSession)

  /// The account's id.
  var accountID: String? {
    switch self {
    case .unknown: nil
    case .account(let id): id
    case .session(let session): session.accountID
    }
  }

  /// The account's session.
  var session: AccountSession? {
    if case .session(let session) = self { session } else { nil }
  }
}

/// The challenge for a key, as far as it has come.
enum SigningStage {
  /// Nothing was asked for.
  case nothing
  /// The person has seen this review; there is no challenge over it yet.
  case shown(Document)
  /// The challenge is there.
  case asked(FlowChallenge)
  /// The challenge is signed.
  case signed(FlowChallenge, AssertionResponse)
  /// The server has given this token for the signature. Secret.
  case verified(FlowChallenge, token: SecretText)

  /// The challenge; nil before one was asked for.
  var challenge: FlowChallenge? {
    switch self {
    case .nothing, .shown: nil
    case .asked(let challenge), .signed(let challenge, _), .verified(let challenge, _): challenge
    }
  }

  /// The document that the person has seen.
  var document: Document? {
    if case .shown(let document) = self { document } else { challenge?.document }
  }
}

/// A challenge with what is shown beside it.
struct FlowChallenge {
  let options: CredentialRequestOptions
  let document: Document
  /// True if the document is a transaction, which the flow shows.
  var isTransaction = false

  /// The challenge as the machine is told of it, with the factors that could act on it.
  func answer(_ key: LocalKey, _ ways: SigningWays? = nil) -> Answer {
    key.answer(options.challenge, linkedTo: isTransaction ? document : nil, ways)
  }

  /// The same challenge, which another key may sign too.
  func allowing(_ key: CredentialID) -> FlowChallenge {
    FlowChallenge(
      options: options.allowing(
        options.allowCredentials + [CredentialDescriptor(id: key, transports: [])]),
      document: document, isTransaction: isTransaction)
  }
}

/// The key that a flow registers, as far as it has come.
enum KeyStage {
  /// None.
  case nothing
  /// It is known how to make it.
  case entitled(CredentialCreationOptions)
  /// It is made, and not registered.
  case made(RegistrationResponse)
  /// It is made, and it is known how to make another in its place.
  case remade(RegistrationResponse, CredentialCreationOptions)
  /// It is registered; a signature needs a challenge that allows it.
  case registered(CredentialID)

  /// The options for making a key; nil if they have to be asked for.
  var creation: CredentialCreationOptions? {
    switch self {
    case .entitled(let creation), .remade(_, let creation): creation
    case .nothing, .made, .registered: nil
    }
  }

  /// The key that is made and not registered.
  var registration: RegistrationResponse? {
    switch self {
    case .made(let registration), .remade(let registration, _): registration
    case .nothing, .entitled, .registered: nil
    }
  }

  /// Takes how to make a key, or that none may be made.
  mutating func entitle(_ creation: CredentialCreationOptions?) {
    self =
      switch (registration, creation) {
      case (nil, nil): .nothing
      case (nil, let creation?): .entitled(creation)
      case (let registration?, nil): .made(registration)
      case (let registration?, let creation?): .remade(registration, creation)
      }
  }

  /// Lets go of a key that is made: it is registered, or of no use.
  mutating func drop() {
    guard registration != nil else { return }
    self = creation.map(KeyStage.entitled) ?? .nothing
  }
}

/// An action's request, as it was sent, so that the very same one can be sent again.
struct SentRequest {
  /// The outcome of an action, as far as it is known.
  enum Outcome {
    /// No copy of the request may have been executed without that being known.
    case known
    /// A copy of the request may have been executed.
    case open
  }

  var request: FlowAction.Request
  let proof: ActionProof
  /// The action that it asks for; nil if the device finds out in another way.
  let asked: AskedAction?
  var outcome: Outcome
  /// The time after which the server wants to be asked again; nil if it named none.
  var retryAfterSeconds: Double?
}

/// The link that is confirmed, as far as it has come.
enum LinkStage {
  /// The server was not asked about it, or there is none.
  case unopened
  /// As the server described it.
  case opened(SessionLinkDescription)
  /// The person has picked the number of the other screen.
  case picked(SessionLinkDescription, number: String)

  /// The link as the server described it.
  var description: SessionLinkDescription? {
    switch self {
    case .unopened: nil
    case .opened(let description), .picked(let description, _): description
    }
  }

  /// The number that was picked.
  var number: String? {
    if case .picked(_, let number) = self { number } else { nil }
  }

  /// Takes the number that was picked; nil where there was none to pick.
  mutating func pick(_ number: String?) {
    guard let description else { return }
    self = number.map { .picked(description, number: $0) } ?? .opened(description)
  }
}

/// The way in which an account without a factor gets its PIN.
enum UpgradeMeans {
  /// As a key of the device that the session is of.
  case onDevice
  /// With this installation as a new device, where the session was opened by a code.
  case newDevice
  /// As it is, where the app has no device secrets.
  case inBody
}

/// The traces of an account that comes to this device, until the server has registered it.
struct Arrival {
  /// The device that was made and that the server has not registered; nil where there is none.
  var unconfirmedDevice: String?
  /// True if the account was made known here for a device that is not registered yet.
  var isAccountNew = false
  /// True once the soft prompt was answered.
  var hasAnsweredSoftPrompt = false
}

extension CredentialRequestOptions {
  /// The same options for other keys.
  func allowing(_ keys: [CredentialDescriptor]) -> CredentialRequestOptions {
    CredentialRequestOptions(
      challenge: challenge, relyingPartyID: relyingPartyID, allowCredentials: keys,
      userVerification: userVerification, timeoutMilliseconds: timeoutMilliseconds)
  }
}

extension OperationID {
  /// The operation that an action with a challenge becomes.
  init(_ challenge: Challenge) {
    self.init(Base64URL.encode(ChallengeLayout(challenge.bytes)?.id ?? challenge.bytes))
  }
}
