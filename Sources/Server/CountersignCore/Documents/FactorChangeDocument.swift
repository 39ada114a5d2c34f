import WebAuthnModel
import WireModel

extension ReadingContext {
  /// The document of a change of the account's factors: it names the change, and what is changed.
  ///
  /// - Throws: A ``Refusal`` for a passkey or a device that the account does not have, and for what
  ///   a hold keeps from the session.
  func document(changing change: FactorChange) throws -> ActionDocument {
    try ActionDocument(
      policy.texts.document(.manageFactors, fields(of: change), in: languages), value: .none)
  }

  private func fields(
    of change: FactorChange
  ) throws -> [(DocumentTexts.Name, Document.Value)] {
    let name = DocumentTexts.Name(change.change.rawValue)
    switch change.change {
    case .addPasskey, .addDeviceByLink, .setPIN, .addAuthenticatorApp, .removeAllPasskeys,
      .removeAllDevices, .removeAuthenticatorApp, .stopRecovery:
      return [(name, .flag(true))]
    case .addDevice: return [(name, .text(change.name ?? ""))]
    case .setPhone: return [(name, .text(change.phone ?? ""))]
    case .removePasskey, .keepOnlyPasskey:
      let id = CredentialID(Base64URL.decode(change.id ?? "") ?? [])
      let row = try transaction.row(
        """
        SELECT created_at FROM credentials WHERE id = ? AND account_id = ? AND revoked_at IS NULL
        """, [.blob(id.bytes), .text(account.text)])
      guard let row else { throw CredentialID.unknown }
      let added = Timestamp(milliseconds: try row.integer(0))
      return [(name, .time(added.rfc3339)), (.id, .reference(id.base64URL))]
    case .keepHeld, .removeHeld:
      let held = try HeldFactor.find(change.id ?? "", in: self)
      return [(name, held.shown), (.id, .reference(held.id))]
    case .removeDevice, .keepOnlyDevice:
      let id = DeviceID(change.id ?? "")
      let device = try Devices.find(id, in: transaction)
      guard let device, device.accountID == account else { throw DeviceID.unknown }
      return [(name, .showing(device.name)), (.id, .reference(id.text))]
    }
  }
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
  fileprivate var shown: Document.Value {
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
