/// The worth of a factor or a session, by the weakest step that led to it.
///
/// A factor's level is that of its kind, unless what entitled to it was weaker. A session's is that
/// of the proof that opened or raised it. A proof acts by its own level, whatever the session's is.
public enum AssuranceLevel: Int64, Sendable, Hashable, Comparable, CaseIterable {
  /// Nothing was proved: a mailed code, a host's word for who signed in, a device without a PIN.
  case unproved = 0
  /// A PIN in a body, an authenticator app, two codes, a login that was relayed by a QR code.
  ///
  /// It is not strong customer authentication.
  case weak = 1
  /// A passkey with user verification, or a device's key with its PIN.
  case strong = 2
  /// The same, its hardware proved by an attestation that the policy trusts.
  case attested = 3

  /// Orders by worth.
  public static func < (left: AssuranceLevel, right: AssuranceLevel) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The authentication context class of a session of this level (`acr`; RFC 9470); nil where
  /// nothing was proved.
  public var contextClass: String? {
    switch self {
    case .unproved: nil
    case .weak: "urn:countersign:acr:weak"
    case .strong: "urn:countersign:acr:strong"
    case .attested: "urn:countersign:acr:attested"
    }
  }
}
