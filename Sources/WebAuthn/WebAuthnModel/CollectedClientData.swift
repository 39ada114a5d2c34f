/// The client's account of a ceremony (section 5.8.1).
///
/// Members beyond these are tolerated, since Chromium adds one at random to see that they are.
public struct CollectedClientData: Sendable, Hashable {
  /// The ceremony.
  public let type: CeremonyType
  /// The challenge, which was written as base64url without padding and nothing else.
  public let challenge: Challenge
  /// The origin as it was written; the relying party verifies it.
  public let origin: String
  /// True if the ceremony ran in a frame that is not of the top page's origin.
  public let crossOrigin: Bool
  /// The top page's origin, as it was written.
  public let topOrigin: String?

  /// Reads client data and refuses wrong types and duplicate names.
  public init(parsing jsonBytes: [UInt8]) throws(ClientDataError) {
    let object = try Self.parseObject(jsonBytes)
    guard case .string(let type)? = object["type"] else { throw ClientDataError.type }
    guard case .string(let challengeText)? = object["challenge"],
      let challenge = Base64URL.decode(challengeText),
      Base64URL.encode(challenge).isSameBytes(as: challengeText)
    else { throw ClientDataError.challenge }
    guard case .string(let origin)? = object["origin"] else { throw ClientDataError.origin }
    switch object["crossOrigin"] {
    case nil: crossOrigin = false
    case .bool(let flag): crossOrigin = flag
    default: throw ClientDataError.crossOrigin
    }
    switch object["topOrigin"] {
    case nil: topOrigin = nil
    case .string(let text): topOrigin = text
    default: throw ClientDataError.topOrigin
    }
    self.type = CeremonyType(rawValue: type)
    self.challenge = Challenge(challenge)
    self.origin = origin
  }

  /// Client data as clients write them (section 5.8.1.1).
  public static func serialized(
    type: CeremonyType, challenge: Challenge, origin: Origin, crossOrigin: Bool = false,
    topOrigin: Origin? = nil
  ) -> [UInt8] {
    var object: JSONObject = [
      "type": .string(type.rawValue),
      "challenge": .string(challenge.base64URL),
      "origin": .string(origin.text),
      "crossOrigin": .bool(crossOrigin),
    ]
    if let topOrigin { object["topOrigin"] = .string(topOrigin.text) }
    return JSONValue.object(object).serialized()
  }

  private static func parseObject(_ jsonBytes: [UInt8]) throws(ClientDataError) -> JSONObject {
    // The standard's UTF-8 decode strips a byte order mark, which JSON itself refuses.
    let bytes = jsonBytes.starts(with: byteOrderMark) ? [UInt8](jsonBytes.dropFirst(3)) : jsonBytes
    do throws(JSONError) {
      guard case .object(let object) = try JSONValue(parsing: bytes) else {
        throw JSONError(problem: "not an object", offset: 0)
      }
      return object
    } catch {
      throw ClientDataError.json(error)
    }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

/// The ceremony of client data; open, since it comes from outside.
public struct CeremonyType: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  /// The text in client data.
  public let rawValue: String

  /// Takes any text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Takes any text.
  public init(stringLiteral value: String) { rawValue = value }

  /// A registration.
  public static let create = CeremonyType(rawValue: "webauthn.create")
  /// An assertion.
  public static let get = CeremonyType(rawValue: "webauthn.get")
}

/// A fault of bytes that are no client data.
public enum ClientDataError: Error, Sendable, Hashable {
  /// The bytes are no JSON object.
  case json(JSONError)
  /// The type is missing or no string.
  case type
  /// The challenge is missing, or not base64url as clients write it.
  case challenge
  /// The origin is missing or no string.
  case origin
  /// The member `crossOrigin` is there and neither true nor false.
  case crossOrigin
  /// The member `topOrigin` is there and no string.
  case topOrigin
}
