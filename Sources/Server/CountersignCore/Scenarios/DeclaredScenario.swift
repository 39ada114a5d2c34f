public import WebAuthnModel
public import WireModel

/// A scenario that a deployment declares in a file instead of writing it in Swift
/// (`docs/scenarios-file.md`).
///
/// Its action is the host's own: this server shows the document, verifies the proof, and lets the
/// host redeem it.
public struct DeclaredScenario: Sendable, Hashable {
  /// The name on the wire.
  public let name: ScenarioName
  /// The host whose action it is; no other host redeems, asks or is told.
  public let host: HostName
  /// The languages of its texts; the first is that of whoever asks for none of them.
  public let languages: [Language]
  /// The title of its documents, by language.
  public let titles: [Language: String]
  /// The proofs that it takes.
  public let policy: ScenarioPolicy
  /// The fields, in the order in which they are shown.
  public let fields: [DeclaredField]
  /// The value that low-value limits look at.
  public let valueAtStake: ValueAtStake

  /// The value at stake of a declared scenario: its file always says it.
  public enum ValueAtStake: Sendable, Hashable {
    /// No money moves.
    case none
    /// The amount in the money field of this name, which no payload leaves out.
    case field(String)
  }

  /// A scenario whose parts were checked together, as those of a file are.
  package init(
    name: ScenarioName, host: HostName = .default, languages: [Language],
    titles: [Language: String], policy: ScenarioPolicy, fields: [DeclaredField],
    valueAtStake: ValueAtStake
  ) {
    self.name = name
    self.host = host
    self.languages = languages
    self.titles = titles
    self.policy = policy
    self.fields = fields
    self.valueAtStake = valueAtStake
  }

  /// Completes a payload to the document that is shown, signed and redeemed.
  ///
  /// Fields that are optional and absent are left out.
  ///
  /// - Parameters:
  ///   - payload: A flat object: each field that is not optional, and no other member.
  ///   - language: One of the languages of ``titles``.
  ///   - rules: The tables of the server.
  /// - Returns: The document, whose fields are those of ``fields`` that the payload has.
  /// - Throws: A ``Refusal`` that names the path of the field and the form that it takes. It
  ///   repeats no value.
  public func document(
    for payload: JSONValue, in language: Language, rules: DocumentRules
  ) throws(Refusal) -> Document {
    guard let title = titles[language] else {
      throw Refusal(.unacceptableValue, "language: \(name) has no texts in \(language)")
    }
    guard case .object(let members) = payload else {
      throw Refusal(.unacceptableValue, "payload: must be an object with the fields of \(name)")
    }
    let names = fields.map(\.name)
    // Byte by byte: no name passes for another that Unicode calls equivalent.
    if let member = members.names.first(where: { member in
      !names.contains { $0.utf8.elementsEqual(member.utf8) }
    }) {
      throw Refusal(.unacceptableValue, "payload: \(problem(ofUnknown: member, among: names))")
    }
    var shown: [Document.Field] = []
    for field in fields {
      guard let value = members[field.name] else {
        guard field.isOptional else {
          throw Refusal(
            .unacceptableValue,
            "payload.\(field.name): is missing; it \(field.kind.requirement)")
        }
        continue
      }
      shown.append(
        Document.Field(
          field.name, label: field.labels[language] ?? field.name,
          try field.value(of: value, rules: rules)))
    }
    return Document(scenario: name, language: language, title: title, fields: shown)
  }

  /// The amount that low-value limits look at; nil if no field of a document is at stake.
  public func amountAtStake(in document: Document) -> Money? {
    guard case .field(let name) = valueAtStake, case .money(let money)? = document[name] else {
      return nil
    }
    return money
  }

  private func problem(ofUnknown member: String, among names: [String]) -> String {
    let problem = JSONNearestName.problem(of: member, known: names)
    guard JSONNearestName.nearest(to: member, among: names) == nil else { return problem }
    return names.isEmpty
      ? problem + "; \(name) has none"
      : problem + "; \(name) has \(names.joined(separator: ", "))"
  }
}

/// A field of a declared scenario.
public struct DeclaredField: Sendable, Hashable {
  /// The kind of a field's values, with the currency or scheme that a declaration fixes.
  public enum Kind: Sendable, Hashable {
    /// An amount of money: of one currency, or of any if it is nil.
    case money(FixedCurrency?)
    /// The name of who is paid.
    case payee
    /// An account by a scheme: `IBAN`, or another by its name.
    case account(scheme: String)
    /// A reference by which payer and payee know the payment again.
    case reference
    /// Any other text.
    case text
    /// A day.
    case date
    /// A moment.
    case time
    /// A whole number from -2^53 to 2^53.
    case integer
    /// Yes or no.
    case flag
  }

  /// The one currency that a field's amounts are in.
  public struct FixedCurrency: Sendable, Hashable {
    /// ISO 4217 code.
    public let code: String
    /// The number of decimals of its amounts.
    public let exponent: UInt8

    /// A currency of the server's table.
    public init(code: String, exponent: UInt8) {
      self.code = code
      self.exponent = exponent
    }
  }

  /// The name in payloads and documents.
  public let name: String
  /// The kind of its values.
  public let kind: Kind
  /// The words before the value on the screen, by language.
  public let labels: [Language: String]
  /// Tells that payloads may leave the field out.
  public let isOptional: Bool

  /// A field whose parts were checked together, as those of a file are.
  package init(name: String, kind: Kind, labels: [Language: String], isOptional: Bool) {
    self.name = name
    self.kind = kind
    self.labels = labels
    self.isOptional = isOptional
  }
}

extension DeclaredField.Kind {
  /// The kind of the values in a document.
  public var documentKind: Document.Kind {
    switch self {
    case .money: .money
    case .payee: .payee
    case .account: .account
    case .reference: .reference
    case .text: .text
    case .date: .date
    case .time: .time
    case .integer: .integer
    case .flag: .flag
    }
  }
}

/// The tables of a server that documents are held against.
public struct DocumentRules: Sendable {
  /// The number of decimals of a currency's amounts; nil for a code that is no currency.
  public let exponent: @Sendable (_ currency: String) -> UInt8?
  /// The reason why a screen cannot show a text of a kind truthfully, as in "holds the character
  /// U+202E"; nil if it can.
  public let displayProblem: @Sendable (_ text: String, _ kind: Document.Kind) -> String?

  /// Rules of these tables.
  public init(
    exponent: @escaping @Sendable (_ currency: String) -> UInt8?,
    displayProblem: @escaping @Sendable (_ text: String, _ kind: Document.Kind) -> String?
  ) {
    self.exponent = exponent
    self.displayProblem = displayProblem
  }
}
