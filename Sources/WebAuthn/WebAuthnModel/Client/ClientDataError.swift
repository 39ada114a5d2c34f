/// Why bytes are no client data.
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
