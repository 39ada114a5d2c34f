/// The name and the version under which this software asks others.
public enum Software {
  /// The version of the program and of its libraries.
  public static let version = "0.1.0"
  /// The value of `User-Agent` (RFC 9110, section 10.1.5), which firewalls and hosts ask for.
  public static let userAgent = "Countersign/" + version
}
