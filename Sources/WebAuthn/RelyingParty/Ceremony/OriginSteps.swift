import WebAuthnModel

/// The three steps about where a ceremony ran, which both ceremonies share under their own numbers.
struct OriginSteps {
  let origin: String
  let crossOrigin: String
  let topOrigin: String

  static let registration = OriginSteps(
    origin: "7.1.9", crossOrigin: "7.1.10", topOrigin: "7.1.11")
  static let assertion = OriginSteps(
    origin: "7.2.12", crossOrigin: "7.2.13", topOrigin: "7.2.14")

  /// The origin and the top origin, when the policy expects both.
  func judge(
    _ client: CollectedClientData, _ policy: CeremonyPolicy
  ) throws(CeremonyRefusal) -> (origin: Origin, topOrigin: Origin?) {
    // 7.1 step 9, 7.2 step 12: the origin is expected.
    // Byte by byte with each that is: so what differs in form is none of them.
    let expected = policy.origins.first { $0.text.utf8.elementsEqual(client.origin.utf8) }
    guard let expected else { throw .refused(origin, .originNotAllowed) }

    // 7.1 step 10, 7.2 step 13: a foreign frame is expected, if it was one.
    if client.crossOrigin {
      guard case .allow = policy.crossOrigin else {
        throw .refused(crossOrigin, .crossOriginNotAllowed)
      }
      guard client.topOrigin != nil else { throw .refused(crossOrigin, .topOriginMissing) }
    }

    // 7.1 step 11, 7.2 step 14: so is the page around it. Clients name it in a foreign frame only.
    guard let text = client.topOrigin else { return (expected, nil) }
    guard client.crossOrigin, case .allow(let topOrigins) = policy.crossOrigin,
      let top = Origin(text), topOrigins.contains(top)
    else { throw .refused(topOrigin, .topOriginNotAllowed) }
    return (expected, top)
  }
}
