import WebAuthnModel
import WireModel

extension DocumentWords {
  /// The document of a change of the account's factors: it names the change, and what is changed.
  ///
  /// The value of a factor that the account has is found by ``FactorChange/shown(to:in:)``.
  func document(
    changing change: FactorChange, showing value: Document.Value? = nil
  ) throws(Refusal) -> ActionDocument {
    let name = DocumentTexts.Name(change.change.rawValue)
    var fields: [(DocumentTexts.Name, Document.Value)] = [(name, value ?? change.value)]
    if let id = change.reference { fields.append((.id, .reference(id))) }
    return try ActionDocument(
      texts.document(.manageFactors, fields, in: languages), value: .none)
  }
}

extension FactorChange {
  /// The value that a document shows for the change; for a factor of the account it is in the
  /// factor's row.
  ///
  /// - Throws: A ``Refusal`` for a passkey or a device that the account does not have, and for what
  ///   a hold keeps from the session; ``StoreError``.
  func shown(
    to caller: Caller, in transaction: any ReadTransaction
  ) throws -> Document.Value {
    let account = caller.account
    switch change {
    case .addPasskey, .addDeviceByLink, .setPIN, .addAuthenticatorApp, .removeAllPasskeys,
      .removeAllDevices, .removeAuthenticatorApp, .stopRecovery, .addDevice, .setPhone:
      return value
    case .removePasskey, .keepOnlyPasskey:
      let row = try transaction.row(
        """
        SELECT created_at FROM credentials WHERE id = ? AND account_id = ? AND revoked_at IS NULL
        """, [.blob(passkey.bytes), .text(account.text)])
      guard let row else { throw CredentialID.unknown }
      return .time(Timestamp(milliseconds: try row.integer(0)).rfc3339)
    case .keepHeld, .removeHeld:
      return try HeldFactor.find(id ?? "", of: caller, in: transaction).shown
    case .removeDevice, .keepOnlyDevice:
      let device = try Devices.find(DeviceID(id ?? ""), in: transaction)
      guard let device, device.accountID == account else { throw DeviceID.unknown }
      return .showing(device.name)
    }
  }

  /// The value of a change that names nothing in the store.
  fileprivate var value: Document.Value {
    switch change {
    case .addDevice: .text(name ?? "")
    case .setPhone: .text(phone ?? "")
    default: .flag(true)
    }
  }

  /// The id of the factor that the account has; nil for a change that names none.
  fileprivate var reference: String? {
    switch change {
    case .removePasskey, .keepOnlyPasskey: passkey.base64URL
    case .keepHeld, .removeHeld, .removeDevice, .keepOnlyDevice: id ?? ""
    default: nil
    }
  }

  private var passkey: CredentialID { CredentialID(Base64URL.decode(id ?? "") ?? []) }
}

extension Document.Value {
  /// The name of a device, which may hold emoji, as a document may hold it: without them.
  fileprivate static func showing(_ name: String) -> Document.Value {
    func isShowable(_ text: String) -> Bool {
      DisplayRule.fault(of: text, as: .text) == nil && DisplayRule.unassigned(in: text) == nil
    }
    guard !isShowable(name) else { return .text(name) }
    let words = name.filter { isShowable(String($0)) || $0 == " " }.split(separator: " ")
    let text = words.joined(separator: " ")
    return text.isEmpty || !isShowable(text) ? .flag(true) : .text(text)
  }
}

extension HeldFactor {
  /// The value that tells it from others: its name, or when it was added.
  var shown: Document.Value {
    if let name { return .showing(name) }
    return addedAt.map { .time($0.rfc3339) } ?? .flag(true)
  }
}

extension DocumentTexts {
  /// The label of each change of factors, in English.
  static let changesInEnglish: [Name: String] = words([
    .addPasskey: "Add a passkey", .addDevice: "Add a device",
    .addDeviceByLink: "Add a device by a link", .setPIN: "Set a new PIN",
    .addAuthenticatorApp: "Add an authenticator app", .setPhone: "Send codes to this number",
    .removePasskey: "Remove the passkey of", .keepOnlyPasskey: "Keep only the passkey of",
    .removeAllPasskeys: "Remove all passkeys", .removeDevice: "Remove the device",
    .keepOnlyDevice: "Keep only the device", .removeAllDevices: "Remove all devices",
    .removeAuthenticatorApp: "Remove the authenticator app", .stopRecovery: "Stop the recovery",
    .keepHeld: "Keep what was there before you", .removeHeld: "Remove what was there before you",
  ])

  /// The same in German.
  static let changesInGerman: [Name: String] = words([
    .addPasskey: "Passkey hinzufügen", .addDevice: "Gerät hinzufügen",
    .addDeviceByLink: "Gerät über einen Link hinzufügen", .setPIN: "Neue PIN setzen",
    .addAuthenticatorApp: "Authenticator-App hinzufügen",
    .setPhone: "Codes an diese Nummer senden", .removePasskey: "Passkey entfernen vom",
    .keepOnlyPasskey: "Nur den Passkey behalten vom", .removeAllPasskeys: "Alle Passkeys entfernen",
    .removeDevice: "Gerät entfernen", .keepOnlyDevice: "Nur dieses Gerät behalten",
    .removeAllDevices: "Alle Geräte entfernen",
    .removeAuthenticatorApp: "Authenticator-App entfernen",
    .stopRecovery: "Wiederherstellung stoppen",
    .keepHeld: "Behalten, was vor Ihnen da war", .removeHeld: "Entfernen, was vor Ihnen da war",
  ])

  private static func words(_ labels: [FactorChange.Kind: String]) -> [Name: String] {
    Dictionary(uniqueKeysWithValues: labels.map { (Name($0.key.rawValue), $0.value) })
  }
}
