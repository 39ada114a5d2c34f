public import WebAuthnModel

/// Which members of the bodies hold secrets.
public enum SecretMembers {
  private static let names: Set<String> = [
    "accessToken", "newPin", "oldPin", "oldPinSignature", "otp", "pin", "pinSignature", "secret",
    "token", "twoFactorCode", "validateCode", "verificationToken", "watchSecret",
  ]

  /// The secrets of a body, however deep they stand.
  public static func all(of body: JSONValue) -> [(kind: String, value: String)] {
    switch body {
    case .array(let elements): return elements.flatMap(all(of:))
    case .object(let members):
      return members.names.flatMap { name -> [(kind: String, value: String)] in
        guard let value = members[name] else { return [] }
        guard case .string(let text) = value else { return all(of: value) }
        return names.contains(name) ? [(name, text)] : []
      }
    default: return []
    }
  }
}
