import WebAuthnModel

/// A registered device as it is stored.
struct DeviceRecord: Sendable, Hashable {
  let id: DeviceID
  let accountID: AccountID
  let name: String
  /// The public device key (COSE).
  let publicKey: [UInt8]
  /// The public PIN key (COSE); nil where no PIN is set.
  let pinKey: [UInt8]?
  /// Which of its PIN keys holds; 0 where it has none.
  let pinGeneration: Int64
}

extension DeviceID {
  /// Whether the text is a device's id by its form: `dev_` and 16 bytes, base64url.
  var isWellFormed: Bool {
    guard text.hasPrefix("dev_"), let bytes = Base64URL.decode(String(text.dropFirst(4))) else {
      return false
    }
    return bytes.count == 16 && text == "dev_" + Base64URL.encode(bytes)
  }
}
