import WebAuthnModel
import WireModel

/// An action that one session handed to the person's other devices, sealed with its transaction.
///
/// The document is kept word for word: what the phone shows and signs is what the asking screen
/// shows, and the token that comes of it is good for these words alone.
struct HandedAction: JSONBody, Hashable {
  /// The action's document, in the words of the asking screen.
  let document: Document
  /// The request with all that it left open filled in; nil if there is no payload.
  let payload: JSONValue?
  /// The kinds of proof that may approve it.
  let takes: [Proof.Kind]
  /// The amount at stake; nil if none is.
  let amount: Money?
  /// True for a value of which this server cannot tell the size, and where none moves but only a
  /// strong key may act: it is approved by keys alone.
  let isOfUnknownValue: Bool
  /// The session that asked, and alone gets the token.
  let asking: String
  /// The origin of the asking page.
  let page: String
  /// The number that both screens show.
  let number: String
  /// The id of the token that an approval yields: the moment of the request and a nonce.
  let tokenID: String

  /// The session that asked, and alone gets the token.
  var session: SessionID { SessionID(asking) }

  /// The scenario of the action.
  var scenario: ScenarioName { document.scenario }

  /// The bytes of the token's id.
  var challengeID: [UInt8] { Base64URL.decode(tokenID) ?? [] }

  /// The nonce that binds the token to the document.
  var nonce: [UInt8] { Array(challengeID.dropFirst(8)) }

  /// The value that limits look at.
  var value: ActionDocument.ValueAtStake {
    if let amount { return .amount(amount) }
    return isOfUnknownValue ? .unknown : .none
  }

  /// The binding of the token: to the document as the asking session performs it.
  var binding: [UInt8] {
    get throws { try ActionDocument(document, value: value).binding(nonce: nonce) }
  }

  /// The document that the other device shows and signs: where it was asked with which number, then
  /// every field of the action's own.
  func document(of id: ReviewID, _ texts: DocumentTexts) throws(Refusal) -> ActionDocument {
    let frame = texts.document(
      .authorizeTransaction,
      [
        (.shownNumber, .text(number)), (.askedOn, .text(page)),
        (.transactionID, .reference(id.text)), (.scenario, .reference(scenario.text)),
      ], in: PreferredLanguages([document.language]))
    var whole = try ActionDocument(
      Document(
        scenario: .authorizeTransaction, language: document.language, title: document.title,
        fields: frame.fields + document.fields),
      value: value)
    whole.takes = Set(takes)
    return whole
  }
}

extension HandedAction {
  /// An action as a session hands it over.
  ///
  /// - Parameters:
  ///   - action: Its document.
  ///   - takes: The kinds of proof that may approve it.
  ///   - session: Who asks.
  ///   - page: The origin of the asking page.
  ///   - now: The present moment.
  ///   - random: The source of number and nonce.
  init(
    _ action: ActionDocument, takes: Set<Proof.Kind>, _ session: AuthenticatedSession,
    page: String, at now: Timestamp, _ random: any RandomBytes
  ) {
    let issuedAt = withUnsafeBytes(of: now.milliseconds.bigEndian) { Array($0) }
    var amount: Money?
    if case .amount(let money) = action.value { amount = money }
    self.init(
      document: action.document, payload: action.transaction,
      takes: takes.sorted { $0.rawValue < $1.rawValue }, amount: amount,
      isOfUnknownValue: action.value == .unknown || action.takesStrongKeysAlone,
      asking: session.id.text, page: page,
      number: LinkNumbers(random: random).right,
      tokenID: Base64URL.encode(issuedAt + random.bytes(16)))
  }
}

extension ReviewRecord {
  /// The action that a session handed over; nil for a transaction of a host.
  var handed: HandedAction? {
    if case .handed(let action) = subject { action } else { nil }
  }

  /// Tells if this very session handed it over: it waits for it, and cannot approve it.
  func isHanded(by session: AuthenticatedSession) -> Bool { handed?.session == session.id }

  /// Refuses who may not approve an action that was handed over: the session that asked, and
  /// anybody once that session is over.
  func requireApprovable(by caller: Caller, in transaction: any ReadTransaction) throws {
    guard let handed else { return }
    guard caller.session?.id != handed.session else {
      throw Refusal(
        .proofNotAllowed,
        "this session asked for it; approve it on another device, or prove the action itself")
    }
    guard try Sessions.isOpen(handed.session, of: accountID, in: transaction) else {
      throw Refusal(
        .transactionExpired, "the session that asked for it is over; start again on that screen")
    }
  }

  /// Turns an approval into the right of the asking session: its token may act once.
  func entitle(
    by proof: VerifiedProof, seal: Seal, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    guard let handed else { return }
    guard proof.challenge != nil else { throw Refusal.proofNotAllowed }
    try SpentProofs.markVerified(
      proof, as: handed.challengeID, for: handed.scenario, by: seal, at: now, in: transaction)
  }
}
