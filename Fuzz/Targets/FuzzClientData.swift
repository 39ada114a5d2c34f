/// Client data that are read carry a challenge in its one form, and an origin that may be parsed.
func fuzz(_ input: [UInt8]) {
  let text = String(decoding: input, as: UTF8.self)
  if let origin = Origin(text) { precondition(origin.text == text) }
  if let decoded = Base64URL.decode(text) {
    precondition(Base64URL.decode(Base64URL.encode(decoded)) == decoded)
  }
  guard let client = try? CollectedClientData(parsing: input) else { return }
  precondition(Base64URL.decode(client.challenge.base64URL) == client.challenge.bytes)
  guard let origin = Origin(client.origin) else { return }
  let written = CollectedClientData.serialized(
    type: client.type, challenge: client.challenge, origin: origin,
    crossOrigin: client.crossOrigin, topOrigin: client.topOrigin.flatMap(Origin.init))
  precondition((try? CollectedClientData(parsing: written))?.challenge == client.challenge)
}
