import WebAuthnModel
import WireModel

/// The context in which the pipeline and its rules read.
struct ReadingContext {
  /// The snapshot.
  let transaction: any ReadTransaction
  /// The caller, and the account that is concerned.
  let caller: Caller
  /// The present moment.
  let now: Timestamp
  /// The words that a document is made in: of a linked proof those that it was signed in.
  let words: DocumentWords

  /// The account that is concerned.
  var account: AccountID { caller.account }
}

extension ReadingContext {
  /// The context of a caller; a document that was signed is made again in its language.
  init(
    _ caller: Caller, signed language: Language? = nil, _ policy: ServicePolicy,
    at now: Timestamp, in transaction: any ReadTransaction
  ) {
    self.init(
      transaction: transaction, caller: caller, now: now,
      words: DocumentWords(
        policy.texts, in: language.map { PreferredLanguages([$0]) } ?? caller.languages))
  }
}

/// The context in which an execution writes.
public struct ActionContext {
  /// The database transaction.
  public let transaction: any WriteTransaction
  /// The caller, and the account that is concerned.
  public let caller: Caller
  /// The operation that this becomes.
  public let operation: StoredOperationID
  /// The hash of the body.
  public let bodyHash: [UInt8]
  /// The document that is executed.
  public let document: ActionDocument
  /// The store's facts from before.
  let facts: ActionFacts
  /// The present moment.
  public let now: Timestamp
  /// The proof.
  let proof: VerifiedProof
  /// The ground of a change of factors, if the pipeline checked it.
  let ground: Ground?
  /// The code that takes a proof's place; closed by the action where it stores the factor.
  let checkedCode: CheckedCode?
  /// The languages that the answer may be in.
  let languages: PreferredLanguages
  /// The deployment's decisions.
  let policy: ServicePolicy

  /// The request of the code that takes a proof's place.
  var code: CodeRequestID? { checkedCode?.id }

  /// The earlier operation of the same request under the same key, where none is answered again:
  /// this one takes its place, and the action voids what that one made.
  var repeated: StoredOperationID? { facts.keyed?.id }

  /// The account that is concerned.
  public var account: AccountID { caller.account }

  /// Seals a text that is stored of the account's person; a row of the account opens it with
  /// ``ReadTransaction/seal(of:)``.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - place: The column and the row that it is stored in.
  /// - Returns: What is stored.
  /// - Throws: ``StoreError``.
  public func seal(_ text: String, at place: SealedPlace) throws -> SQLValue {
    try seal.seal(text, at: place)
  }

  /// Opens what ``seal(_:at:)`` made.
  ///
  /// - Throws: ``StoreError`` where it was sealed for another place, account or keyring.
  public func unseal(_ sealed: [UInt8], at place: SealedPlace) throws -> String {
    try seal.text(sealed, at: place)
  }

  /// The seal of the account's rows.
  var seal: Seal { facts.seal }

  /// The hash of the body as operations hold it.
  var storedBodyHash: [UInt8] { facts.bodyHash }

  /// The row of the proof, where it was verified before: it says which factor it was.
  func spentRow() throws -> SpentRow? {
    guard let id = proof.challenge?.id else { return nil }
    return try SpentRow.find(id, of: account, by: seal, in: transaction)
  }

  /// The enrolment of a factor, on the ground that the pipeline checked.
  ///
  /// - Throws: ``Refusal/factorRequired`` where nothing entitles to it.
  func enrolment() throws -> Enrolment {
    guard let ground else { throw Refusal.factorRequired }
    return Enrolment(
      account: account, ground: ground, session: caller.session?.id,
      page: caller.session?.page ?? .root)
  }
}
