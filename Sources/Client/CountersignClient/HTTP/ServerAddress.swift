public import WebAuthnModel
public import WireModel

/// The address of a server: `https`, or `http` on this machine.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
  /// The origin that the address stands for, as client data name it.
  public let origin: Origin
  /// The path under which a host has the server's routes; the root if they have a server of their
  /// own.
  public let prefix: PathPrefix

  /// Reads an address such as `https://pay.example.com` or `https://bank.example/auth`, with or
  /// without a slash at its end.
  ///
  /// Nil if it is neither `https` nor `http` on the loopback host, since a PIN or a token never
  /// goes over the network in the clear; and if its path is no `PathPrefix`.
  public init?(_ text: String) {
    let trimmed = text.hasSuffix("/") ? text.dropLast() : text[...]
    let parts = trimmed.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard let origin = Origin(parts.prefix(3).joined(separator: "/")), origin.kind == .web else {
      return nil
    }
    self.origin = origin
    guard parts.count == 4 else {
      prefix = .root
      return
    }
    guard let prefix = try? PathPrefix(String(parts[3])), !parts[3].hasPrefix("/") else {
      return nil
    }
    self.prefix = prefix
  }

  /// The address without a slash at its end.
  public var description: String { "\(origin.text)\(prefix)" }
}

/// The limits of a transport over HTTP.
public struct HTTPLimits: Sendable {
  /// The time for finding and greeting the server, in seconds.
  public var connectSeconds: Int64
  /// The time for the whole answer, in seconds.
  public var answerSeconds: Int64
  /// The largest answer that is read, in bytes.
  public var maximumAnswerBytes: Int

  /// Limits; the defaults are for a person who waits.
  public init(
    connectSeconds: Int64 = 10, answerSeconds: Int64 = 30, maximumAnswerBytes: Int = 1 << 20
  ) {
    self.connectSeconds = connectSeconds
    self.answerSeconds = answerSeconds
    self.maximumAnswerBytes = maximumAnswerBytes
  }
}
