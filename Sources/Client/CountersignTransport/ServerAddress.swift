public import WebAuthnModel

/// Where a server is: an `https` address, or `http` on this machine.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
  /// The origin that the address stands for, as client data name it.
  public let origin: Origin

  /// Reads an address such as `https://pay.example.com`, with or without a slash at its end.
  ///
  /// Nil where it has a path, or is neither `https` nor `http` on the loopback host: a PIN or a
  /// token never goes over the network in the clear.
  public init?(_ text: String) {
    let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
    guard let origin = Origin(trimmed), origin.kind == .web else { return nil }
    self.origin = origin
  }

  /// The address without a slash at its end.
  public var description: String { origin.text }
}
