public import DocumentModel
public import WebAuthnModel
import WireModel

/// The document of an action, with the bytes that proofs and codes are bound to.
public struct ActionDocument: Sendable {
  /// The document: shown, signed and executed.
  public let document: Document
  /// The bytes that a challenge is linked to.
  let canonical: [UInt8]
  /// The request with all that it left open filled in; nil if there is no payload.
  public let transaction: JSONValue?
  /// The value that limits look at.
  public let value: ValueAtStake
  /// The kinds of proof that this document takes; nil for all that its action takes.
  var takes: Set<Proof.Kind>?
  /// True where no limit looks at the value, and a key acts only if it is strong: one that waits
  /// proves no more than what added it.
  var takesStrongKeysAlone = false

  /// The value at stake.
  public enum ValueAtStake: Sendable, Hashable {
    /// No money.
    case none
    /// An amount, which the document shows.
    case amount(Money)
    /// A value of which this server cannot tell the size: it counts as high.
    case unknown
  }

  /// A document, as it is shown, signed and executed.
  ///
  /// A value that the document does not bear out is unknown: none where it shows money, an amount
  /// that it does not show, and one beside a higher amount or another currency.
  ///
  /// - Throws: A ``Refusal`` if a text cannot be shown truthfully, or an amount is in no currency
  ///   of ISO 4217 or has other decimals than that.
  public init(
    _ document: Document, transaction: JSONValue? = nil, value: ValueAtStake
  ) throws(Refusal) {
    self.document = document
    self.transaction = transaction
    self.value = value.borneOut(by: document)
    do {
      canonical = try document.canonicalBytes()
    } catch {
      throw Refusal(.unacceptableValue, "\(error)")
    }
    for field in document.fields {
      guard case .money(let money) = field.value,
        Currency.exponent(of: money.currency) != money.exponent
      else { continue }
      throw Refusal(
        .unacceptableValue,
        "\(field.name): must be in a currency with a minor unit in ISO 4217, with its decimals")
    }
    // A client of an older Unicode version would class such a character otherwise.
    if let (field, fault) = document.unassigned {
      throw Refusal(.unacceptableValue, "\(field): a screen cannot show it truthfully (\(fault))")
    }
  }

  /// The scenario in whose name it is signed.
  public var scenario: ScenarioName { document.scenario }

  /// The bytes of the values, the same in each language.
  var valueBytes: [UInt8] {
    get throws(Refusal) {
      do {
        return try document.valueBytes()
      } catch {
        throw Refusal(.unacceptableValue, "\(error)")
      }
    }
  }

  /// Binds a code to these values, in whatever language they were shown.
  var codeBinding: [UInt8] {
    get throws(Refusal) {
      var form = CanonicalForm()
      form.append(utf8: "countersign/code/v2")
      form.append(bytes: try valueBytes)
      return sha256(form.bytes)
    }
  }

  /// Refuses the binding of another document; a challenge that is linked to none has none.
  func requireBinding(_ binding: [UInt8], nonce: [UInt8]) throws(Refusal) {
    guard binding != ChallengeLayout.unlinked else { return }
    guard binding == self.binding(nonce: nonce) else {
      throw Refusal(
        .transactionMismatch,
        "the proof is for another document; ask for options with this payload and sign again")
    }
  }

  /// The binding of a challenge of this nonce to the document (PSD2 RTS, Article 5).
  func binding(nonce: [UInt8]) -> [UInt8] {
    sha256(ChallengeLayout.bindingInput(of: canonical, scenario: scenario, nonce: nonce))
  }
}

extension ActionDocument.ValueAtStake {
  /// The same value where the document bears it out; else an unknown one.
  fileprivate func borneOut(by document: Document) -> Self {
    let shown = document.fields.compactMap { field -> Money? in
      if case .money(let money) = field.value { money } else { nil }
    }
    return switch self {
    case .none: shown.isEmpty ? .none : .unknown
    case .amount(let money):
      shown.contains(money)
        && shown.allSatisfy {
          $0.currency == money.currency && $0.minorUnits <= money.minorUnits
        } ? self : .unknown
    case .unknown: .unknown
    }
  }
}

extension Document {
  /// The first character that this server's Unicode version does not assign, and its field.
  fileprivate var unassigned: (field: String, DisplayFault)? {
    for field in fields {
      let text: String? =
        switch field.value {
        case .payee(let text), .reference(let text), .text(let text): text
        case .account(let account): account.identifier
        case .money, .date, .time, .integer, .flag: nil
        }
      if let fault = text.flatMap(DisplayRule.unassigned(in:)) { return (field.name, fault) }
    }
    return nil
  }
}

/// The words of documents for a reader, who asks for some languages.
public struct DocumentWords: Sendable {
  let texts: DocumentTexts
  /// The languages that the reader asks for: of a linked proof the one that it was signed in.
  public let languages: PreferredLanguages

  init(_ texts: DocumentTexts, in languages: PreferredLanguages) {
    self.texts = texts
    self.languages = languages
  }

  /// The document of an action without values: its title alone.
  public func document(_ title: DocumentTexts.Name) throws(Refusal) -> ActionDocument {
    try texts.document(title, in: languages)
  }

  /// A document of this server's own scenarios, in the language of whoever reads it.
  ///
  /// - Parameters:
  ///   - title: The name of its title, which is its scenario's.
  ///   - fields: The names of its fields, which have a label each, and their values.
  /// - Returns: The document.
  public func document(
    _ title: DocumentTexts.Name, _ fields: [(DocumentTexts.Name, Document.Value)]
  ) -> Document { texts.document(title, fields, in: languages) }
}

extension DocumentTexts {
  /// The document of an action without values: its title alone.
  func document(
    _ title: Name, in languages: PreferredLanguages
  ) throws(Refusal) -> ActionDocument {
    try ActionDocument(document(title, [], in: languages), value: .none)
  }

  /// A document of this server's own scenarios, in the best of its languages.
  func document(
    _ title: Name, _ fields: [(Name, Document.Value)], in wanted: PreferredLanguages
  ) -> Document {
    let language = language(for: wanted)
    return Document(
      scenario: ScenarioName(title.text), language: language, title: self[title, language],
      fields: fields.map { name, value in
        Document.Field(name.text, label: self[name, language], value)
      })
  }
}
