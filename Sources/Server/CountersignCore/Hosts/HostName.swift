/// The name of a host, by which the command line and files of scenarios know it: 1 to 64 small
/// ASCII letters, digits, hyphens, full stops and underscores, a letter or a digit first.
///
/// A name stands for one host for ever.
public struct HostName: Sendable, Hashable, CustomStringConvertible {
  /// The name.
  public let text: String

  /// Takes a name; nil for any other text.
  public init?(_ text: String) {
    guard (1...64).contains(text.utf8.count), text.utf8.first.map(Self.isPlain) == true,
      text.utf8.allSatisfy({ Self.isPlain($0) || "-._".utf8.contains($0) })
    else { return nil }
    self.text = text
  }

  private init(known text: String) { self.text = text }

  /// Takes a name that was stored.
  init(stored text: String) { self.text = text }

  /// The name.
  public var description: String { text }

  /// The host of a service key that names none, and of all that was there before hosts had names.
  public static let `default` = HostName(known: "default")
  /// The app in whose process the server runs.
  public static let inProcess = HostName(known: "in-process")

  private static func isPlain(_ byte: UInt8) -> Bool { 0x61...0x7a ~= byte || 0x30...0x39 ~= byte }
}

extension HostID {
  /// The host of a service key that names none.
  public static let `default` = HostID("hst_default")
  /// The app in whose process the server runs.
  public static let inProcess = HostID("hst_in-process")

  /// Tells the hosts whose events the deployment's own courier carries: no other has its secret.
  var isOfDeployment: Bool { self == .default || self == .inProcess }
}
