public import DocumentModel
public import WebAuthnModel

/// A change of an account's factors: the payload of scenario MANAGE_FACTORS.
///
/// Its document names the change and what is changed, so that a proof for one change makes no
/// other.
///
/// ```json
/// {"change": "removePasskey", "id": "mLr8…"}
/// ```
public struct FactorChange: JSONBody, Hashable {
  /// The kind of change.
  public var change: Kind
  /// The passkey or device that is removed, or the only one that is kept; or the factor on hold.
  public var id: String?
  /// The name of the device that is added.
  public var name: String?
  /// The new telephone number (E.164).
  public var phone: String?

  /// The kinds of change, each the name of its document's first field.
  public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// A passkey is added.
    case addPasskey
    /// A device is added.
    case addDevice
    /// A device is to be added by a link.
    case addDeviceByLink
    /// A PIN is set or changed.
    case setPIN
    /// An authenticator app is added, in place of one that is there.
    case addAuthenticatorApp
    /// A telephone number is set.
    case setPhone
    /// One passkey is removed.
    case removePasskey
    /// All passkeys but one are removed.
    case keepOnlyPasskey
    /// All passkeys are removed.
    case removeAllPasskeys
    /// One device is removed.
    case removeDevice
    /// All devices but one are removed.
    case keepOnlyDevice
    /// All devices are removed.
    case removeAllDevices
    /// The authenticator app is removed.
    case removeAuthenticatorApp
    /// A recovery that is under way is stopped.
    case stopRecovery
    /// A factor that is on hold counts again.
    case keepHeld
    /// A factor that is on hold is removed for good.
    case removeHeld
  }

  private init(_ change: Kind, id: String? = nil, name: String? = nil, phone: String? = nil) {
    self.change = change
    self.id = id
    self.name = name
    self.phone = phone
  }

  /// A passkey is added.
  public static let addPasskey = FactorChange(.addPasskey)
  /// A device of a name is added.
  public static func addDevice(named name: String) -> FactorChange {
    FactorChange(.addDevice, name: name)
  }
  /// A device is to be added by a link.
  public static let addDeviceByLink = FactorChange(.addDeviceByLink)
  /// A PIN is set or changed.
  public static let setPIN = FactorChange(.setPIN)
  /// An authenticator app is added.
  public static let addAuthenticatorApp = FactorChange(.addAuthenticatorApp)
  /// A telephone number is set.
  public static func setPhone(_ number: String) -> FactorChange {
    FactorChange(.setPhone, phone: number)
  }
  /// One passkey is removed.
  public static func removePasskey(_ id: CredentialID) -> FactorChange {
    FactorChange(.removePasskey, id: id.base64URL)
  }
  /// All passkeys but one are removed.
  public static func keepOnlyPasskey(_ id: CredentialID) -> FactorChange {
    FactorChange(.keepOnlyPasskey, id: id.base64URL)
  }
  /// All passkeys are removed.
  public static let removeAllPasskeys = FactorChange(.removeAllPasskeys)
  /// One device is removed.
  public static func removeDevice(_ id: String) -> FactorChange {
    FactorChange(.removeDevice, id: id)
  }
  /// All devices but one are removed.
  public static func keepOnlyDevice(_ id: String) -> FactorChange {
    FactorChange(.keepOnlyDevice, id: id)
  }
  /// All devices are removed.
  public static let removeAllDevices = FactorChange(.removeAllDevices)
  /// The authenticator app is removed.
  public static let removeAuthenticatorApp = FactorChange(.removeAuthenticatorApp)
  /// A recovery that is under way is stopped.
  public static let stopRecovery = FactorChange(.stopRecovery)
  /// A factor that is on hold counts again.
  public static func keepHeld(_ id: String) -> FactorChange { FactorChange(.keepHeld, id: id) }
  /// A factor that is on hold is removed for good.
  public static func removeHeld(_ id: String) -> FactorChange { FactorChange(.removeHeld, id: id) }

  /// Refuses a change without what it changes, or with what it does not.
  public func checkMembers() throws(JSONShapeError) {
    try require("id", id != nil, isWanted: change.takesID)
    try require("name", name != nil, isWanted: change == .addDevice)
    try require("phone", phone != nil, isWanted: change == .setPhone)
  }

  private func require(
    _ member: String, _ isThere: Bool, isWanted: Bool
  ) throws(JSONShapeError) {
    guard isThere == isWanted else {
      throw JSONShapeError(
        path: member,
        problem: isWanted ? "is missing; \(change.rawValue) names it" : "is not for this change")
    }
  }
}

extension FactorChange.Kind {
  /// True if it names a factor or a device.
  fileprivate var takesID: Bool {
    switch self {
    case .removePasskey, .keepOnlyPasskey, .removeDevice, .keepOnlyDevice, .keepHeld, .removeHeld:
      true
    case .addPasskey, .addDevice, .addDeviceByLink, .setPIN, .addAuthenticatorApp, .setPhone,
      .removeAllPasskeys, .removeAllDevices, .removeAuthenticatorApp, .stopRecovery:
      false
    }
  }
}

extension FactorChange {
  /// Returns true if a document is of this very change: what a client compares before it shows or
  /// signs.
  ///
  /// The first field has the change's name. What it changes stands in it, or for a passkey or a
  /// device, whose name is shown, in a second field `id`.
  public func isAnswered(by document: Document) -> Bool {
    guard document.scenario == .manageFactors, let first = document.fields.first,
      first.name == change.rawValue, document["id"] == id.map(Document.Value.reference),
      document.fields.count == (id == nil ? 1 : 2)
    else { return false }
    if let name { return first.value == .text(name) }
    if let phone { return first.value == .text(phone) }
    return id != nil || first.value == .flag(true)
  }
}

extension LinkedOptionsRequest {
  /// The options for a change of factors.
  public init(changing change: FactorChange) {
    self.init(scenario: .manageFactors, payload: change.json)
  }
}
