public import CountersignCore
import FlowModel
import SecretSearch
public import WebAuthnModel
public import WireModel

extension ScenarioName {
  /// A host's own scenario: an order is sent.
  public static let shipOrder = ScenarioName("SHIP_ORDER")
}

extension ServicePolicy {
  /// Declares a host's own scenario.
  public mutating func addShipOrder() { add(.shipOrder) }

  /// Declares a scenario.
  public mutating func add(_ scenario: DeclaredScenario) {
    do {
      try scenarios.declare(scenario)
    } catch {
      preconditionFailure("\(scenario.name) cannot be declared: \(error)")
    }
  }
}

extension DeclaredScenario {
  /// A host's own scenario without money: an order is sent.
  public static let shipOrder = DeclaredScenario(
    name: .shipOrder, languages: [.english, .german],
    titles: [.english: "Send an order", .german: "Bestellung senden"],
    policy: ScenarioPolicy(.shipOrder, level: .biometricsOnly),
    fields: [
      field("order", .text, "Order", "Bestellung"),
      field("address", .text, "Address", "Adresse"),
      field("parcels", .integer, "Parcels", "Pakete"),
    ], valueAtStake: .none)

  /// A host's own scenario with money at stake, which takes a PIN and codes too.
  public static let payInvoice = DeclaredScenario(
    name: ScenarioName("PAY_INVOICE"), languages: [.english, .german],
    titles: [.english: "Pay an invoice", .german: "Rechnung bezahlen"],
    policy: ScenarioPolicy(
      ScenarioName("PAY_INVOICE"), level: .biometricsWithFallback, fallback: [.pin, .codes]),
    fields: [
      field(
        "amount", .money(DeclaredField.FixedCurrency(code: "EUR", exponent: 2)), "Amount",
        "Betrag"),
      field("account", .account(scheme: BankAccount.iban), "Account", "Konto"),
      field("payee", .payee, "To", "An"),
      field("reference", .reference, "Reference", "Verwendungszweck", isOptional: true),
      field("due", .date, "Due", "Fällig am", isOptional: true),
    ], valueAtStake: .field("amount"))

  /// A host's own scenario whose title says it all.
  public static let openDoor = DeclaredScenario(
    name: ScenarioName("OPEN_DOOR"), languages: [.english], titles: [.english: "Open the door"],
    policy: ScenarioPolicy(ScenarioName("OPEN_DOOR"), level: .biometricsOnly), fields: [],
    valueAtStake: .none)

  /// The same scenario as one of a host.
  public func of(_ host: HostName) -> DeclaredScenario {
    DeclaredScenario(
      name: name, host: host, languages: languages, titles: titles, policy: policy,
      fields: fields, valueAtStake: valueAtStake)
  }

  private static func field(
    _ name: String, _ kind: DeclaredField.Kind, _ english: String, _ german: String,
    isOptional: Bool = false
  ) -> DeclaredField {
    DeclaredField(
      name: name, kind: kind, labels: [.english: english, .german: german],
      isOptional: isOptional)
  }
}

extension ScenarioName {
  /// A host's own scenario with money at stake.
  public static let payInvoice = ScenarioName("PAY_INVOICE")
}

extension ServiceHarness {
  /// An invoice of an amount in euros, low unless told.
  public static func invoice(_ amount: String = "12.50") -> JSONValue {
    [
      "amount": .string(amount), "account": "DE89370400440532013000", "payee": "Example Ltd",
      "reference": "Invoice 17",
    ]
  }

  /// The payload of a host's own scenario.
  public static let shipment: JSONValue = [
    "order": "17", "address": "4 Marina Road, Lagos", "parcels": 2,
  ]

  /// An assertion over a challenge that is linked to a payload of any scenario.
  public func assertion(
    _ scenario: ScenarioName, _ payload: JSONValue, _ authenticator: TestAuthenticator,
    _ session: AuthenticatedSession
  ) async throws -> AssertionResponse {
    let options = try await service.actions.options(
      LinkedOptionsRequest(scenario: scenario, payload: payload), session: session
    ).get()
    return try authenticator.assert(options.options)
  }

  /// A verification token for a payload of any scenario.
  public func token(
    _ scenario: ScenarioName, _ payload: JSONValue, _ authenticator: TestAuthenticator,
    _ session: AuthenticatedSession
  ) async throws -> SecretText {
    let token = try await service.proofs.verify(
      assertion(scenario, payload, authenticator, session), session: session
    ).get().verificationToken
    watch.note("verificationToken", token.exposed)
    return token
  }
}
