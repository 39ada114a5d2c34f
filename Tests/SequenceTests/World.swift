import CountersignCore
import CountersignTesting
import WebAuthnModel
import WireModel

/// Whoever has, or may get, an account.
enum Person: String, Sendable, CaseIterable {
  case ada, bola, cleo

  var name: String { "\(rawValue)@example.com" }
  var number: String {
    switch self {
    case .ada: "+2348012345671"
    case .bola: "+2348012345672"
    case .cleo: "+2348012345673"
    }
  }
}

/// What everybody holds; nothing in it says what the service did.
struct World {
  /// What one role holds.
  struct Holdings {
    var sessions: [HeldSession] = []
    var passkeys: [HeldPasskey] = []
    var devices: [HeldDevice] = []
    var pins: [Person: String] = [:]
    var apps: [Person: TestAuthenticatorApp] = [:]
    /// Requests for codes that open a session, by the person whose name was given.
    var codeRequests: [(person: Person, id: String)] = []
    /// Options of a registration that nobody has answered yet.
    var registrations: [HeldRegistration] = []
    /// Proofs that were given before.
    var used: [MadeProof] = []
    var usedSignIns: [(person: Person, request: SessionRequest)] = []
  }

  private var held: [Role: Holdings] = [:]
  var theft: Theft?
  var links: [HeldLink] = []
  var reviews: [HeldReview] = []
  var tokens: [HeldToken] = []
  var accounts: [Person: AccountID] = [:]
  /// The keys that were made on the way to an order of a person, and paid nothing yet.
  var keysOnTheWay: [Person: Set<String>] = [:]
  private var counter = 0

  subscript(role: Role) -> Holdings {
    get { held[role, default: Holdings()] }
    set { held[role] = newValue }
  }

  /// A number that no other call of the sequence has.
  mutating func nextNumber() -> Int {
    counter += 1
    return counter
  }

  /// Whose account a role is about: a person's own, the thief's victim's, anybody's.
  func target(of role: Role, _ dice: inout SeededGenerator) -> Person? {
    switch role {
    case .ada, .bola, .cleo: role.person
    case .thief: theft?.victim
    default: Person.allCases.randomElement(using: &dice)
    }
  }

  /// Whether a role reads a person's mail.
  func reads(_ role: Role, mailOf person: Person) -> Bool {
    role.person == person || (role == .thief && theft == Theft(.mailbox, of: person))
  }

  /// Every key that was ever registered for a person, whoever holds it.
  func passkeys(of person: Person) -> [HeldPasskey] {
    Role.allCases.flatMap { self[$0].passkeys }.filter { $0.person == person }
  }
}

/// What the thief has got: one factor of one person.
struct Theft: Sendable, Hashable {
  enum Kind: String, Sendable, CaseIterable { case mailbox, pin, passkey, device, app }
  let kind: Kind
  let victim: Person

  init(_ kind: Kind, of victim: Person) { (self.kind, self.victim) = (kind, victim) }
}

/// An access token.
struct HeldSession {
  let token: SecretText
  let person: Person
  let id: SessionID
}

/// A passkey, and whose account it is registered for.
struct HeldPasskey {
  let authenticator: TestAuthenticator
  let person: Person
  var name: FactorName { .passkey(authenticator.credentialID) }
}

/// A device, with the PIN that opens its PIN key.
struct HeldDevice {
  let device: TestDevice
  let person: Person
  var pin: String?
  var generation: Int64 = 1
  /// Passkeys that were registered from it.
  var passkeys: [TestAuthenticator] = []
  var name: FactorName { .device(device.id) }
}

/// Options of a registration, and what entitled to them.
struct HeldRegistration {
  let person: Person
  let session: HeldSession
  let options: CredentialCreationOptions
  let grant: Grant
}

/// A link, and what its maker alone knows.
struct HeldLink {
  let answer: SessionLinkAnswer
  let maker: Role
  /// Whose device it enrols; nil for a login.
  let person: Person?
  /// What the device is enrolled on; nil for a login.
  let grant: Grant?
  let isShownByPage: Bool
  let takesPIN: Bool
  /// The session that made it; nil for a login's and a host's.
  var makerSession: SessionID?
  /// Who enrolled a device by it.
  var confirmer: Role?
  /// Whether its maker will never say whose that device is.
  var isLeft = false
  /// What a login was proved by.
  var proved: (person: Person, level: AssuranceLevel)?

  var id: SessionLinkID { SessionLinkID(answer.id) }
}

/// A transaction that a host put before a person.
struct HeldReview {
  let id: ReviewID
  let host: Role
  let person: Person
  let amount: Int64
}

/// A token for a host's own scenario, and what it was proved by.
struct HeldToken {
  let token: SecretText
  /// The first token that the same proof gave: only one of them is redeemed.
  let first: SecretText
  let host: Role
  let scenario: ScenarioName
  let payload: JSONValue
  let person: Person
  let proof: MadeProof
  let cents: Int64
}
