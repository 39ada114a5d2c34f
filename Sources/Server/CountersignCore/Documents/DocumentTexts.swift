public import WireModel

/// The words of the documents that this server and its modules make, in each of its languages.
public struct DocumentTexts: Sendable, Hashable {
  /// The name of a title or a label: a title's is its scenario, a label's its field.
  public struct Name: Sendable, Hashable {
    /// The scenario or the field.
    public let text: String

    /// The name of a scenario's title or a field's label.
    public init(_ text: String) { self.text = text }

    // Titles, by their scenarios.

    /// The title of a transaction under review.
    public static let authorizeTransaction = Name("AUTHORIZE_TRANSACTION")
    /// The title of a test.
    public static let testBiometrics = Name("TEST_BIOMETRICS")
    /// The title of a change of factors.
    public static let manageFactors = Name("MANAGE_FACTORS")
    /// The title of a login of another screen.
    public static let login = Name("LOGIN")
    /// The title of a sign-in.
    public static let signIn = Name("SIGN_IN")

    // Labels, by their fields.

    /// The label of an amount.
    public static let amount = Name("amount")
    /// The label of who is paid.
    public static let payee = Name("payee")
    /// The label of the payee's account.
    public static let account = Name("account")
    /// The label of a payment's reference.
    public static let reference = Name("reference")
    /// The label of a card's last digits.
    public static let card = Name("card")
    /// The label of the moment of a request.
    public static let createdAt = Name("createdAt")
    /// The label of the moment at which a request's time is over.
    public static let expiresAt = Name("expiresAt")
    /// The label of a transaction's id.
    public static let transactionID = Name("transactionID")
    /// The label of the scenario that a host wants reviewed.
    public static let scenario = Name("scenario")
    /// The label of a link's id.
    public static let link = Name("link")
    /// The label of a page's origin.
    public static let page = Name("page")
    /// The label of a number on another screen.
    public static let number = Name("number")
    /// The label of the id of a passkey or a device.
    public static let id = Name("id")
    /// The label of the number that the asking screen and the approving device show.
    public static let shownNumber = Name("shownNumber")
    /// The label of the origin of the page that handed an action over.
    public static let askedOn = Name("askedOn")
    /// The label of the key that a session is bound to.
    public static let sessionKey = Name("sessionKey")
  }

  /// The languages; the first is that of whoever asks for none of them.
  public let languages: [Language]
  private var texts: [Language: [Name: String]]

  /// English and German.
  public static let builtIn = DocumentTexts(
    languages: [.english, .german],
    texts: [
      .english: english.merging(changesInEnglish) { own, _ in own },
      .german: german.merging(changesInGerman) { own, _ in own },
    ])

  /// The languages of a deployment, and the words in those that this server does not have itself.
  ///
  /// - Parameters:
  ///   - languages: The languages, the first for whoever asks for none of them; not empty.
  ///   - texts: The words by the raw values of their names, complete.
  public init(_ languages: [Language], _ texts: [Language: [String: String]]) {
    self.languages = languages
    self.texts = Self.builtIn.texts.merging(
      texts.mapValues { words in
        Dictionary(uniqueKeysWithValues: words.map { (Name($0), $1) })
      }
    ) { own, _ in own }
  }

  private init(languages: [Language], texts: [Language: [Name: String]]) {
    (self.languages, self.texts) = (languages, texts)
  }

  /// The names of all titles and labels.
  public var names: [Name] {
    texts[.english, default: [:]].keys.sorted { $0.text < $1.text }
  }

  /// Adds the words of a module; a deployment's own stay.
  public mutating func add(_ words: [Language: [Name: String]]) {
    texts.merge(words) { own, added in own.merging(added) { own, _ in own } }
  }

  /// The best of the languages for a wish: that of documents, and of messages with a code.
  func language(for wanted: PreferredLanguages) -> Language {
    wanted.choice(among: languages) ?? .english
  }

  /// A text in one of the languages.
  subscript(name: Name, language: Language) -> String {
    texts[language]?[name] ?? texts[.english]?[name] ?? name.text
  }

  private static let english: [Name: String] = [
    .authorizeTransaction: "Approve a payment",
    .testBiometrics: "Test how you confirm", .manageFactors: "Change how you confirm",
    .login: "Sign in another screen", .signIn: "Sign in",
    .amount: "Amount", .payee: "To", .account: "Account", .reference: "Reference", .card: "Card",
    .createdAt: "Asked", .expiresAt: "Decide before", .transactionID: "Transaction",
    .scenario: "Request",
    .link: "Link", .page: "Page", .number: "Number on the screen", .id: "ID",
    .shownNumber: "Number on the other screen", .askedOn: "Asked on",
    .sessionKey: "Key of this app",
  ]

  private static let german: [Name: String] = [
    .authorizeTransaction: "Zahlung freigeben",
    .testBiometrics: "Freigabe testen", .manageFactors: "Freigabeverfahren ändern",
    .login: "Anderen Bildschirm anmelden", .signIn: "Anmelden",
    .amount: "Betrag", .payee: "An", .account: "Konto", .reference: "Verwendungszweck",
    .card: "Karte", .createdAt: "Angefragt", .expiresAt: "Entscheiden bis",
    .transactionID: "Transaktion", .scenario: "Vorgang",
    .link: "Link", .page: "Seite", .number: "Zahl auf dem Bildschirm", .id: "Kennung",
    .shownNumber: "Zahl auf dem anderen Bildschirm", .askedOn: "Angefragt auf",
    .sessionKey: "Schlüssel dieser App",
  ]
}
