public import WireModel

/// The words of the documents that this server makes itself, in each of its languages.
public struct DocumentTexts: Sendable, Hashable {
  /// A title or a label.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    // Titles, by their scenarios.

    /// The title of a top-up.
    case topUp = "TOP_UP"
    /// The title of a transaction under review.
    case authorizeTransaction = "AUTHORIZE_TRANSACTION"
    /// The title of a test.
    case testBiometrics = "TEST_BIOMETRICS"
    /// The title of a change of factors.
    case manageFactors = "MANAGE_FACTORS"
    /// The title of a login of another screen.
    case login = "LOGIN"
    /// The title of a sign-in.
    case signIn = "SIGN_IN"

    // Labels, by their fields.

    /// The label of an amount.
    case amount
    /// The label of who is paid.
    case payee
    /// The label of the payee's account.
    case account
    /// The label of a payment's reference.
    case reference
    /// The label of a card's last digits.
    case card
    /// The label of the moment of a request.
    case createdAt
    /// The label of the moment at which a request's time is over.
    case expiresAt
    /// The label of a transaction's id.
    case transactionID
    /// The label of the scenario that a host wants reviewed.
    case scenario
    /// The label of a telephone number.
    case recipientPhone
    /// The label of a product's code.
    case productCode
    /// The label of a supplier.
    case supplierSlug
    /// The label of whether cashback is spent.
    case useCashback
    /// The label of a link's id.
    case link
    /// The label of a page's origin.
    case page
    /// The label of a number on another screen.
    case number
  }

  /// The languages; the first is that of whoever asks for none of them.
  public let languages: [Language]
  private let texts: [Language: [Name: String]]

  /// English and German.
  public static let builtIn = DocumentTexts(
    languages: [.english, .german], texts: [.english: english, .german: german])

  /// The languages of a deployment, and the words in those that this server does not have itself.
  ///
  /// - Parameters:
  ///   - languages: The languages, the first for whoever asks for none of them; not empty.
  ///   - texts: The words by the raw values of their names, complete.
  public init(_ languages: [Language], _ texts: [Language: [String: String]]) {
    self.languages = languages
    self.texts = Self.builtIn.texts.merging(
      texts.mapValues { words in
        Dictionary(
          uniqueKeysWithValues: words.compactMap { name, text in
            Name(rawValue: name).map { ($0, text) }
          })
      }
    ) { own, _ in own }
  }

  private init(languages: [Language], texts: [Language: [Name: String]]) {
    (self.languages, self.texts) = (languages, texts)
  }

  /// A text in one of the languages.
  subscript(name: Name, language: Language) -> String {
    texts[language]?[name] ?? Self.english[name] ?? name.rawValue
  }

  private static let english: [Name: String] = [
    .topUp: "Buy airtime", .authorizeTransaction: "Approve a payment",
    .testBiometrics: "Test how you confirm", .manageFactors: "Change how you confirm",
    .login: "Sign in another screen", .signIn: "Sign in",
    .amount: "Amount", .payee: "To", .account: "Account", .reference: "Reference", .card: "Card",
    .createdAt: "Asked", .expiresAt: "Decide before", .transactionID: "Transaction",
    .scenario: "Request",
    .recipientPhone: "Number", .productCode: "Product", .supplierSlug: "Supplier",
    .useCashback: "Spend cashback first",
    .link: "Link", .page: "Page", .number: "Number on the screen",
  ]

  private static let german: [Name: String] = [
    .topUp: "Guthaben kaufen", .authorizeTransaction: "Zahlung freigeben",
    .testBiometrics: "Freigabe testen", .manageFactors: "Freigabeverfahren ändern",
    .login: "Anderen Bildschirm anmelden", .signIn: "Anmelden",
    .amount: "Betrag", .payee: "An", .account: "Konto", .reference: "Verwendungszweck",
    .card: "Karte", .createdAt: "Angefragt", .expiresAt: "Entscheiden vor",
    .transactionID: "Transaktion", .scenario: "Vorgang",
    .recipientPhone: "Nummer", .productCode: "Produkt", .supplierSlug: "Anbieter",
    .useCashback: "Zuerst Cashback verwenden",
    .link: "Link", .page: "Seite", .number: "Zahl auf dem Bildschirm",
  ]
}
