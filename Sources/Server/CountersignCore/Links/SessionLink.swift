import WebAuthnModel
import WireModel

/// A link as it is stored: what another screen shows and a device opens.
struct SessionLink: Sendable {
  let id: SessionLinkID
  /// The origin of the page that shows it.
  let origin: String
  /// The path in front of that page.
  let page: PathPrefix
  /// Whether a page shows it, and not a host.
  let isShownByPage: Bool
  /// What its maker wants shown on the device, as JSON.
  let announcement: String?
  let createdAt: Timestamp
  /// What it is for.
  let purpose: Purpose
  /// How far it has come.
  let progress: Progress

  /// What a link is for.
  enum Purpose: Sendable {
    /// Its maker is logged in. `numbers` are shown on the device, `number` by its maker.
    case login(numbers: [String], number: String)
    /// An account comes to the device, on the ground on which its maker could make the link.
    case enrol(AccountID, secondFactor: SecondFactorDemand, EnrolmentGround)
  }

  /// On what a device is enrolled; judged again when it is.
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

  /// How far a link has come.
  enum Progress: Sendable {
    case waiting
    case opened
    case confirmed(Confirmation)
    case over(LinkEvent.Ending)
  }

  /// What confirmed a link.
  struct Confirmation: Sendable {
    let at: Timestamp
    let accountID: AccountID
    /// The device that confirmed it; for an enrolment the new one.
    let deviceID: String
    /// What its person proved (RFC 8176).
    let methods: [String]
    /// The session of the new device; nil for a login.
    let sessionID: SessionID?
    /// A keyed hash of the body that confirmed it.
    let bodyHash: [UInt8]

    /// Whether a factor was proved; possession of the device alone is none.
    var provedFactor: Bool { methods.contains("mfa") }
  }

  var type: SessionLinkType {
    switch purpose {
    case .login: .login
    case .enrol: .enrol
    }
  }

  /// When it is over, whatever became of it until then.
  func end(_ policy: LinkPolicy) -> Timestamp {
    createdAt.adding(seconds: policy.lifetimeSeconds)
  }

  /// How far it has come at a moment: its time counts, whether or not anything wrote it down.
  func progress(at now: Timestamp, _ policy: LinkPolicy) -> Progress {
    if case .over = progress { return progress }
    return now < end(policy) ? progress : .over(.expired)
  }

  /// Whole seconds until it is over.
  func secondsLeft(at now: Timestamp, _ policy: LinkPolicy) -> Int64 {
    max(0, (end(policy).milliseconds(since: now) + 999) / 1000)
  }

  /// What an audit row says of it: never its id, by which it could be confirmed.
  var auditID: JSONValue { id.auditID }
}

extension Refusal {
  /// A link that does not exist, is over, or is another's: said in one way, so that it tells
  /// nothing.
  static let linkOver = Refusal(
    .linkOver, "this link is over or unknown; have a new one made and open that")
}
