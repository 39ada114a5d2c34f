/// What a code is that is mailed, texted or shown by an authenticator app: 6 ASCII digits.
///
/// The server checks it, and a device before it sends anything.
public enum CodeRule {
  /// Whether a text is a code by its form.
  public static func isWellFormed(_ typed: SecretText) -> Bool {
    let digits = typed.exposed.utf8
    return digits.count == 6
      && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}
