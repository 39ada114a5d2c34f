/// A link that another screen shows, as a QR code or as an address to tap: it enrols this device,
/// or logs the other screen in.
public struct LinkAddress: Sendable, Hashable {
  /// The link's id: 128 random bits, base64url.
  public let id: String

  /// A link of an id that was checked before.
  package init(uncheckedID id: String) { self.id = id }
}
