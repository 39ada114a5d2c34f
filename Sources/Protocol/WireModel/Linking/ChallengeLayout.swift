public import DocumentModel

/// The bytes of a challenge: version and key id (1) ‖ issued-at in ms (8) ‖ nonce (16) ‖
/// language (8) ‖ scenario tag (4) ‖ binding (32) ‖ HMAC-SHA256 (32).
///
/// The server checks a challenge by its code alone, so that issuing one writes nothing and any node
/// can check it. The device reads the nonce and the binding to see what it is about to sign
/// (`docs/challenge-and-canonical-form.md`, layout 2).
public struct ChallengeLayout: Sendable, Hashable {
  /// The id of the key that made the code; 0 to 15.
  public let keyID: UInt8
  /// The time of issue, in milliseconds since 1970 in UTC.
  public let issuedAtMilliseconds: Int64
  /// 16 random bytes.
  public let nonce: [UInt8]
  /// The purpose of the challenge, and its binding.
  public let subject: Subject
  /// HMAC-SHA256 of the server over all before it and over whom it is for.
  public let code: [UInt8]

  /// The purpose of a challenge, and its binding.
  public struct Subject: Sendable, Hashable {
    /// The language of the document; nil if the challenge is linked to none.
    public let language: Language?
    /// The first 4 bytes of the SHA-256 of the scenario's name.
    public let scenarioTag: [UInt8]
    /// SHA-256 of ``ChallengeLayout/bindingInput(of:scenario:nonce:)``; zeros if the challenge is
    /// linked to no document.
    public let binding: [UInt8]

    /// A subject of these parts.
    public init(language: Language?, scenarioTag: [UInt8], binding: [UInt8]) {
      self.language = language
      self.scenarioTag = scenarioTag
      self.binding = binding
    }
  }

  /// The layout's version, in the upper half of the first byte.
  public static let version: UInt8 = 2
  /// The number of bytes of a challenge.
  public static let byteCount = 101
  /// The number of bytes before the code.
  public static let signedByteCount = 69
  /// The binding of a challenge that is linked to no document.
  public static let unlinked = [UInt8](repeating: 0, count: 32)

  /// Takes a challenge apart; nil for another length or version, and for 8 bytes of a language that
  /// are no language's.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, bytes[0] >> 4 == Self.version else { return nil }
    let language = Language(paddedBytes: Array(bytes[25..<33]))
    guard language != nil || bytes[25..<33].allSatisfy({ $0 == 0 }) else { return nil }
    keyID = bytes[0] & 15
    issuedAtMilliseconds = bytes[1..<9].reduce(0) { $0 << 8 | Int64($1) }
    nonce = Array(bytes[9..<25])
    subject = Subject(
      language: language, scenarioTag: Array(bytes[33..<37]), binding: Array(bytes[37..<69]))
    code = Array(bytes[69..<101])
  }

  /// The bytes before the code: what the server's HMAC covers, beside whom it is for.
  public static func signedBytes(
    keyID: UInt8, issuedAtMilliseconds: Int64, nonce: [UInt8], subject: Subject
  ) -> [UInt8] {
    var form = CanonicalForm()
    form.append(unlengthed: [version << 4 | keyID & 15])
    form.append(issuedAtMilliseconds)
    form.append(unlengthed: nonce)
    form.append(
      unlengthed: subject.language?.paddedBytes
        ?? [UInt8](repeating: 0, count: Language.byteCount))
    form.append(unlengthed: subject.scenarioTag)
    form.append(unlengthed: subject.binding)
    return form.bytes
  }

  /// The bytes before this challenge's code.
  public var signedBytes: [UInt8] {
    Self.signedBytes(
      keyID: keyID, issuedAtMilliseconds: issuedAtMilliseconds, nonce: nonce, subject: subject)
  }

  /// The challenge's id: issued-at ‖ nonce, by which its one use is recorded.
  public var id: [UInt8] { Array(signedBytes[1..<25]) }

  /// True if the challenge is linked to a document.
  public var isLinked: Bool { subject.binding != Self.unlinked }

  /// The bytes whose SHA-256 is the binding: a domain string, the scenario, the nonce and the
  /// document's canonical form, each with its length.
  public static func bindingInput(
    of canonicalForm: [UInt8], scenario: ScenarioName, nonce: [UInt8]
  ) -> [UInt8] {
    var form = CanonicalForm()
    form.append(utf8: "countersign/binding/v2")
    form.append(utf8: scenario.text)
    form.append(bytes: nonce)
    form.append(bytes: canonicalForm)
    return form.bytes
  }
}
