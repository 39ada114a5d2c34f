import WebAuthnModel

/// CBOR as JSON to look at: bytes become base64url, numbers as keys become text.
enum InspectedCBOR {
  static func json(_ value: CBORValue) -> JSONValue {
    switch value {
    case .unsigned, .negative: value.integer.map(JSONValue.integer) ?? "a number past 64 bits"
    case .bytes(let bytes): .string(Base64URL.encode(bytes))
    case .text(let text): .string(text)
    case .array(let elements): .array(elements.map(json))
    case .map(let map): .object(JSONObject(map.entries.map { (name(of: $0.key), json($0.value)) }))
    case .bool(let flag): .bool(flag)
    case .null, .undefined: .null
    }
  }

  private static func name(of key: CBORValue) -> String {
    switch key {
    case .text(let text): text
    case .bytes(let bytes): Base64URL.encode(bytes)
    default: key.integer.map { String($0) } ?? "another key"
    }
  }
}
