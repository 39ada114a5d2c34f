import WebAuthnModel
import WireModel

/// A link as it is stored: what another screen shows and a device opens.
struct SessionLink: Sendable, Hashable {
  let id: SessionLinkID
  /// The origin of the page that shows it.
  let origin: String
  /// The path in front of that page.
  let page: PathPrefix
  /// True if a page shows it, false if a host does.
  let isShownByPage: Bool
  /// The session that made it; nil for a host's, and where nobody was signed in.
  let makerSession: SessionID?
  /// The announcement of its maker on the device, as JSON.
  let announcement: String?
  let createdAt: Timestamp
  /// The purpose of the link.
  let purpose: Purpose
  /// The progress of the link.
  let progress: Progress

  /// The purpose of a link.
  enum Purpose: Sendable, Hashable {
    /// Its maker is logged in. `numbers` are shown on the device, `number` by its maker.
    case login(numbers: [String], number: String)
    /// An account comes to the device, on the ground on which its maker could make the link.
    case enrol(AccountID, secondFactor: SecondFactorDemand, EnrolmentGround)
  }

  /// On what a device is enrolled; checked again when it is.
  enum EnrolmentGround: Sendable, Hashable {
    /// On the code that is mailed for the link.
    case code
    /// On what the link's maker proved, or on a host's or an administrator's word.
    case made(Ground)

    /// As it is stored.
    var text: String {
      switch self {
      case .code: "code"
      case .made(let ground): ground.rawValue
      }
    }

    /// Reads a ground as it was stored.
    init?(_ text: String) {
      if text == "code" {
        self = .code
      } else if let ground = Ground(rawValue: text) {
        self = .made(ground)
      } else {
        return nil
      }
    }
  }

  /// The progress of a link.
  enum Progress: Sendable, Hashable {
    case waiting
    case opened
    case confirmed(Confirmation)
    case over(LinkEvent.Ending)
  }

  /// The confirmation of a link.
  struct Confirmation: Sendable, Hashable {
    let at: Timestamp
    let accountID: AccountID
    /// The device that confirmed it; for an enrolment the new one.
    let deviceID: String
    /// The methods that its person proved (RFC 8176).
    let methods: [String]
    /// The name of the factor, or of the device alone, that confirmed a login; nil for an
    /// enrolment.
    let factor: String?
    /// The session of the new device; nil for a login.
    let sessionID: SessionID?
    /// A keyed hash of the body that confirmed it.
    let bodyHash: [UInt8]

    /// True if a factor was proved; possession of the device alone is none.
    var provedFactor: Bool { methods.contains("mfa") }
  }

  var type: SessionLinkType {
    switch purpose {
    case .login: .login
    case .enrol: .enrol
    }
  }

  /// The end, whatever became of it until then.
  func end(_ policy: LinkPolicy) -> Timestamp {
    createdAt.adding(seconds: policy.lifetimeSeconds)
  }

  /// The progress at a moment: its time counts, whether or not anything wrote it down.
  func progress(at now: Timestamp, _ policy: LinkPolicy) -> Progress {
    if case .over = progress { return progress }
    return now < end(policy) ? progress : .over(.expired)
  }

  /// Whole seconds until it is over.
  func secondsLeft(at now: Timestamp, _ policy: LinkPolicy) -> Int64 {
    max(0, (end(policy).milliseconds(since: now) + 999) / 1000)
  }

  /// The name in audit rows: never its id, by which it could be confirmed.
  var auditID: JSONValue { id.auditID }
}

extension Refusal {
  /// A link that does not exist, is over, or is another's: said in one way, so that it tells
  /// nothing.
  static let linkOver = Refusal(
    .linkOver,
    "this link is unknown, was used, or is past its time; have a new one made on the screen that "
      + "showed it, and open that")
}
