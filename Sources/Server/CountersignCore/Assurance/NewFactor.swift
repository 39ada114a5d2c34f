import RelyingParty
import WebAuthnModel
import WireModel

/// A factor that is about to be stored.
enum NewFactor: Sendable {
  /// A passkey, with the device that it was registered from where there is one.
  case passkey(CredentialRecord, from: DeviceID?)
  /// A device, with its PIN where it has one.
  case device(VerifiedDevice)
  /// The next PIN of a device.
  case devicePIN(DeviceKey, generation: Int64, keyID: [UInt8], of: DeviceID)
  /// The PIN that the server verifies.
  case pin(PINHashing.Stored)
  /// An authenticator app, its secret sealed, and the step whose code confirmed it.
  case authenticatorApp(sealed: [UInt8], usedStep: Int64)

  /// The factor's name among those of its account.
  var matter: String {
    switch self {
    case .passkey(let record, from: _): Self.matter(of: record.id)
    case .device(let device): "device:\(device.id.text)"
    case .devicePIN(_, let generation, keyID: _, let id): "pin:\(id.text):\(generation)"
    case .pin: "pin"
    case .authenticatorApp: "authenticatorApp"
    }
  }

  static func matter(of passkey: CredentialID) -> String {
    "passkey:\(passkey.base64URL)"
  }

  /// The device that it is on; nil where it is on none.
  var device: DeviceID? {
    switch self {
    case .passkey(_, let device): device
    case .device(let device): device.id
    case .devicePIN(_, generation: _, keyID: _, let device): device
    case .pin, .authenticatorApp: nil
    }
  }

  /// The level that the making of it proves, and the methods (RFC 8176).
  var proved: (level: AssuranceLevel, methods: [String]) {
    switch self {
    case .passkey: (.strong, VerifiedProof.passkeyMethods)
    case .device, .devicePIN: (.strong, VerifiedProof.devicePINMethods)
    case .pin: (.weak, ["pin"])
    case .authenticatorApp: (.weak, ["otp"])
    }
  }

  /// The factor that it proves once it is stored.
  var proving: AccountFactor {
    switch self {
    case .passkey(let record, from: _): .passkey(record.id, isBackedUp: nil)
    case .device(let device): .devicePIN(device.id)
    case .devicePIN(_, generation: _, keyID: _, let device): .devicePIN(device)
    case .pin: .pin
    case .authenticatorApp: .codes
    }
  }

  /// True if it is a factor: a device without a PIN only logs itself in.
  var isFactor: Bool {
    if case .device(let device) = self { device.pinKey != nil } else { true }
  }
}

/// The account of a new factor, and its ground.
struct Enrolment: Sendable {
  let account: AccountID
  let ground: Ground
  /// The session that stores it; nil for a link's.
  let session: SessionID?
  /// The path in front of the page at which the person can stop it.
  let page: PathPrefix
  /// True if whoever opened a page's link stores it: then the link's maker says whose it is.
  var isOfLink = false
  /// The wait of the factors that were stored with it before: they have one together.
  var wait: WaitID?
  /// The session that made its link; nil for a factor that comes by none.
  var linkMaker: SessionID?

  /// The session and the device that hold a factor.
  func holder(on device: DeviceID?) -> FactorHolder {
    FactorHolder(session: session, device: device, linkMaker: linkMaker)
  }

  /// The target of a notice's link.
  func stop(_ id: String) -> StopTarget { StopTarget(id: id, page: page) }
}
