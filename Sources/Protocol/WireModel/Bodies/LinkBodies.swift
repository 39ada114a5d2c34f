public import WebAuthnModel

/// The purpose of a link.
public enum SessionLinkType: String, Codable, Sendable, Hashable, CaseIterable {
  /// An account comes to the device that opens it.
  case enrol
  /// The device that opens it logs its maker's screen in.
  case login
}

/// The address of a link that leads into the app, behind the server's prefix; an id stands in its
/// fragment.
public enum LinkPage: String, Sendable, Hashable, CaseIterable {
  /// A sign-in or an enrolment.
  case link
  /// A transaction that waits.
  case transaction
}

/// The demand for a second factor at an enrolment.
public enum SecondFactorDemand: String, Codable, Sendable, Hashable, CaseIterable {
  /// A PIN, and biometrics where the person wants them.
  case required
  /// None: a headless account.
  case none
}

/// The maker's words on the device that opens a link.
public struct Announcement: JSONBody, Hashable {
  /// One line.
  public struct Entry: Codable, Sendable, Hashable {
    /// The label.
    public var key: String
    /// The text.
    public var value: String

    /// A line to show.
    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The https address of a picture; nil for none.
  public var logo: String?
  /// The lines, in order; 16 at most.
  public var entries: [Entry]

  /// An announcement.
  public init(logo: String? = nil, entries: [Entry]) {
    self.logo = logo
    self.entries = entries
  }

  private enum CodingKeys: String, CodingKey {
    case entries
    case logo
  }
}

/// Body of `POST /sessions/links`, and of `POST /service/links` by a host's backend.
public struct SessionLinkRequest: JSONBody, Hashable {
  /// The purpose of the link.
  public var type: SessionLinkType
  /// The words on the device; a host's backend alone may send them.
  public var announceInfo: Announcement?
  /// A proof by a factor of the account: needed for `enrol` by a page where there is one.
  public var proof: Proof?
  /// Whose device is enrolled; a host's backend alone says it, for a page its session does.
  public var userName: String?
  /// The name to show, where the host's backend makes the account with it.
  public var displayName: String?
  /// The demand for a second factor; nil for required.
  public var secondFactor: SecondFactorDemand?

  /// A request to send.
  public init(
    type: SessionLinkType, announceInfo: Announcement? = nil, proof: Proof? = nil,
    userName: String? = nil, displayName: String? = nil, secondFactor: SecondFactorDemand? = nil
  ) {
    self.type = type
    self.announceInfo = announceInfo
    self.proof = proof
    self.userName = userName
    self.displayName = displayName
    self.secondFactor = secondFactor
  }
}

/// Answer of `POST /sessions/links`: the link, and what its maker alone knows.
public struct SessionLinkAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The link's id: 128 random bits.
  public var id: String
  /// The address for the QR code and for a tap: the page's, the id in its fragment, so that it
  /// reaches no server's log.
  public var url: String
  /// The secret by which its maker watches, collects and ends it.
  ///
  /// Secret.
  public var watchSecret: SecretText
  /// Two digits for the maker's screen, of which the device shows two others beside; nil for
  /// `enrol`.
  @Nullable public var number: String?
  /// Seconds until it is over.
  public var expiresIn: Int64
  /// The QR code of `url`, row by row from the top: `1` is a dark module, `0` a light one.
  ///
  /// A picture of its own would need an address, and that would say the link's id to every log on
  /// its way.
  public var qrCode: [String]

  /// An answer to send.
  public init(
    id: String, url: String, watchSecret: SecretText, number: String?, expiresIn: Int64,
    qrCode: [String] = []
  ) {
    self.id = id
    self.url = url
    self.watchSecret = watchSecret
    self.number = number
    self.expiresIn = expiresIn
    self.qrCode = qrCode
  }
}

/// Answer of `GET /sessions/links/{id}`: what a device shows before it confirms.
public struct SessionLinkDescription: JSONBody, ExtensibleJSON, Hashable {
  /// The purpose of the link.
  public var type: SessionLinkType
  /// The origin of the page that asks, as the server knows it.
  public var origin: String
  /// The maker's words.
  public var announceInfo: Announcement?
  /// The account that comes to the device, by its user name where the link's maker may not see what
  /// it is called; nil for `login`.
  public var account: AccountSummary?
  /// The numbers of which one stands on the maker's screen, in an order that tells nothing; empty
  /// for `enrol`.
  public var numbers: [String]
  /// The places where the account is enrolled already, oldest first; empty for a new account, for
  /// `login`, and where the link's maker may not see them.
  public var existingAccounts: [ExistingAccount]
  /// The demand for a second factor; nil for `login`, where it depends on the account that is
  /// chosen: the options tell it.
  public var secondFactor: SecondFactorDemand?
  /// Seconds until it is over.
  public var expiresIn: Int64

  /// An account as it is enrolled on one device.
  public struct ExistingAccount: JSONBody, ExtensibleJSON, Hashable {
    /// The id of the account.
    public var id: String
    /// The name to show.
    public var displayName: String
    /// The name of the device.
    public var device: String

    /// An account on a device.
    public init(id: String, displayName: String, device: String) {
      self.id = id
      self.displayName = displayName
      self.device = device
    }
  }

  /// An account as a person knows it.
  public struct AccountSummary: JSONBody, ExtensibleJSON, Hashable {
    /// The id, as it stands in the link and its QR code.
    public var id: String
    /// The name to show.
    public var displayName: String

    /// An account.
    public init(id: String, displayName: String) {
      self.id = id
      self.displayName = displayName
    }
  }

  /// A description to send.
  public init(
    type: SessionLinkType, origin: String, announceInfo: Announcement?, account: AccountSummary?,
    existingAccounts: [ExistingAccount] = [], numbers: [String],
    secondFactor: SecondFactorDemand?, expiresIn: Int64
  ) {
    self.type = type
    self.origin = origin
    self.announceInfo = announceInfo
    self.account = account
    self.existingAccounts = existingAccounts
    self.numbers = numbers
    self.secondFactor = secondFactor
    self.expiresIn = expiresIn
  }

  private enum CodingKeys: String, CodingKey {
    case type
    case origin
    case numbers
    case existingAccounts
    case expiresIn
    case announceInfo
    case account
    case secondFactor
  }
}
