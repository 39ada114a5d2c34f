import WebAuthnModel
package import WireModel

/// Redeems a verification token for an action of a host's own: once, and for exactly the
/// transaction that the person signed.
package struct Redemption: ProtectedAction {
  package let name = "redeem"
  package let event = "token_redeemed"
  package let scenario: ScenarioName

  /// What the host is about to do, and what the token says.
  package struct Request: Sendable {
    let payload: HostPayload
    let claimed: ClaimedProof
  }

  package func terms(in policy: ServicePolicy) -> ActionTerms {
    var terms = ActionTerms(kinds: [.verificationToken])
    terms.linking = .always
    terms.repetition = .byKeyAlone
    return terms
  }

  package func bodyHash(of request: Request) throws -> [UInt8] {
    BodyHash.of(
      name,
      [
        .text(scenario.text), .blob(request.payload.json.serialized()),
        .blob(request.claimed.proof.challengeID),
      ])
  }

  package func document(
    for request: Request, in context: ReadingContext
  ) throws -> Documented<Void> {
    Documented(try document(of: request.payload, in: context), ())
  }

  package func execute(
    _ request: Request, _ prepared: Void, _ documented: Documented<Void>, in context: ActionContext
  ) -> Execution { Execution(answer: request.claimed.answer.json) }

  package func result(
    of operation: StoredOperation, in context: ReadingContext
  ) throws -> RedemptionAnswer { try RedemptionAnswer(json: operation.requireAnswer()) }
}

extension Redemption {
  /// The document of a payload; its worth is not known here.
  func document(of payload: HostPayload, in context: ReadingContext) throws -> ActionDocument {
    let fields = payload.fields.map { Document.Field($0.name, label: $0.name, $0.value) }
    let document = Document(
      scenario: scenario,
      language: context.languages.choice(among: context.texts.languages) ?? .english,
      title: scenario.text, fields: fields)
    return try ActionDocument(document, transaction: payload.json, value: .unknown)
  }
}

/// The payload of a host's own scenario: a flat object of texts, whole numbers and flags.
struct HostPayload: Sendable {
  /// The payload, its members in the order of their names' bytes.
  let json: JSONValue
  let fields: [(name: String, value: Document.Value)]

  /// Reads the payload of a host's own scenario.
  init(_ payload: JSONValue) throws(Refusal) {
    guard case .object(let members) = payload, members.names.count <= 16 else {
      throw Refusal(.unacceptableValue, "payload: must be an object of at most 16 fields")
    }
    var fields: [(name: String, value: Document.Value)] = []
    for name in members.names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      guard Document.Field.isName(name) else {
        throw Refusal(
          .unacceptableValue,
          "payload: must have names of 1 to 64 ASCII letters, digits or underscores")
      }
      let value: Document.Value? =
        switch members[name] {
        case .string(let text) where text.count <= 256 && text.utf8.count <= 1024: .text(text)
        case .integer(let integer) where integer.magnitude <= 1 << 53: .integer(integer)
        case .bool(let flag): .flag(flag)
        default: nil
        }
      guard let value else {
        throw Refusal(
          .unacceptableValue,
          "payload.\(name): must be a text of at most 256 characters, a whole number from -2^53 "
            + "to 2^53, true or false")
      }
      fields.append((name, value))
    }
    self.fields = fields
    json = .object(JSONObject(fields.map { ($0.name, members[$0.name] ?? .null) }))
  }
}

extension Refusal {
  /// The session in which a token was given is over: what it proved is void with it.
  static let provingSessionOver = Refusal(
    .verificationFailed, "the session in which this was proved is over; let the person prove again"
  ).concerningSecret()
}
