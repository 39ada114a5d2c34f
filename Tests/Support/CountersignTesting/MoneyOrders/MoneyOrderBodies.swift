public import CountersignClient
public import WireModel

extension ScenarioName {
  /// Sends money.
  public static let sendMoney = ScenarioName("SEND_MONEY")
}

extension ScenarioPolicy {
  /// Sends money, by a key or the PIN.
  public static let sendMoney = ScenarioPolicy(
    .sendMoney, level: .biometricsWithFallback, fallback: [.pin])
}

extension Route {
  /// Sends money: the protected action of scenario SEND_MONEY.
  public static let sendMoney = Route(.post, "/money-orders", .session(atLeast: .unproved))
  /// The account's money orders, newest first.
  public static let moneyOrders = Route(.get, "/money-orders", .session(atLeast: .weak))
  /// The account's pocket.
  public static let pocket = Route(.get, "/pocket", .session(atLeast: .weak))

  /// The routes of money orders.
  public static let ofMoneyOrders: [Route] = [sendMoney, moneyOrders, pocket]
}

extension Reason {
  /// The pocket does not hold the amount.
  public static let pocketTooSmall = Reason(code: "pocket_too_small")
  /// Nobody of that name can be sent money, or not by this bank.
  public static let recipientUnknown = Reason(code: "recipient_unknown")
  /// No bank carries money now.
  public static let bankMissing = Reason(code: "bank_missing")

  /// The reasons of money orders.
  public static let ofMoneyOrders: [Reason] = [pocketTooSmall, recipientUnknown, bankMissing]
}

/// The request of scenario SEND_MONEY.
public struct MoneyOrder: JSONBody, Hashable {
  /// Whole naira.
  public var amount: Int64
  /// The recipient's code.
  public var recipient: String
  /// The bank that carries it; nil for the recipient's first.
  public var bank: String?
  /// Nil for no.
  public var isUrgent: Bool?

  /// An order to send.
  public init(amount: Int64, recipient: String, bank: String? = nil, isUrgent: Bool? = nil) {
    self.amount = amount
    self.recipient = recipient
    self.bank = bank
    self.isUrgent = isUrgent
  }

  /// 500 naira for Bola.
  public static let sample = MoneyOrder(amount: 500, recipient: "BOLA")

  enum CodingKeys: CodingKey {
    case amount
    case recipient
    case bank
    case isUrgent
  }

  /// Refuses amounts that no order has.
  public func checkMembers() throws(JSONShapeError) {
    guard 1...(1 << 53) ~= amount else {
      throw JSONShapeError(path: "amount", problem: "must be a whole number from 1 to 2^53")
    }
  }
}

/// Body of `POST /money-orders`: the order and the proof, side by side.
public struct SendMoneyRequest: JSONBody, Hashable {
  /// The order.
  @Flattened public var payload: MoneyOrder
  /// The proof.
  @Flattened public var proof: Proof

  /// A request to send.
  public init(payload: MoneyOrder = .sample, proof: Proof) {
    self.payload = payload
    self.proof = proof
  }

  /// The key types of flattened members.
  public static var flattenedKeys: [any CodingKey.Type] {
    [MoneyOrder.CodingKeys.self, Proof.memberKeys]
  }
}

/// The state of a money order.
public enum MoneyOrderStatus: String, Codable, Sendable, Hashable, CaseIterable {
  /// Paid; no bank has said what became of it.
  case pending
  /// The recipient has it.
  case completed
  /// The bank refused; the money is back in the pocket.
  case failed
}

/// Answer of `POST /money-orders`.
public struct MoneyOrderAnswer: JSONBody, Hashable {
  /// The order's id.
  public var transactionID: String
  /// The order's state.
  public var status: MoneyOrderStatus
  /// Whole naira.
  public var amount: Int64
  /// Whole naira in the pocket after it.
  public var balance: Int64
  /// The moment of the payment, RFC 3339 in UTC.
  public var timestamp: String

  /// An answer to send.
  public init(
    transactionID: String, status: MoneyOrderStatus, amount: Int64, balance: Int64,
    timestamp: String
  ) {
    self.transactionID = transactionID
    self.status = status
    self.amount = amount
    self.balance = balance
    self.timestamp = timestamp
  }
}

/// Answer of `GET /money-orders`.
public struct MoneyOrderList: JSONBody, Hashable {
  /// The orders, newest first.
  public var orders: [MoneyOrderAnswer]

  /// A list to send.
  public init(orders: [MoneyOrderAnswer]) { self.orders = orders }
}

/// Answer of `GET /pocket`.
public struct PocketAnswer: JSONBody, Hashable {
  /// Whole naira.
  public var balance: Int64

  /// An answer to send.
  public init(balance: Int64) { self.balance = balance }
}

/// Money for somebody (SEND_MONEY), as an app starts it.
public struct Remittance: ClientAction {
  /// The scenario's name.
  public let scenario = ScenarioName.sendMoney
  /// The order.
  public let request: MoneyOrder

  /// Money for somebody.
  public init(_ request: MoneyOrder) { self.request = request }

  /// True where the document has every value that is asked for.
  public func isAnswered(by document: Document) -> Bool {
    document.scenario == scenario
      && document["amount"] == .money(Money(request.amount * 100, "NGN", exponent: 2))
      && document["recipient"] == .text(request.recipient)
      && (request.bank.map { document["bank"] == .text($0) } ?? true)
      && document["isUrgent"] == .flag(request.isUrgent ?? false)
  }

  /// The order as it stands now.
  public typealias Result = MoneyOrderAnswer
}

extension Scenario where Payload == MoneyOrder {
  /// Sends money.
  public static var sendMoney: Scenario {
    Scenario(
      .sendMoney,
      screens: ScenarioScreens(
        success: ScenarioScreens.Text("Done", "The money is on its way"),
        failures: [
          "proof_refused": ScenarioScreens.Text("Not authorized", "The proof was refused")
        ],
        leaving: ScenarioScreens.Leaving(
          title: "Leave the order?", message: "Nothing was paid.", leave: "Leave", stay: "Stay")),
      proofPath: .token
    ) { Remittance($0) }
  }
}

extension AccountSession {
  /// Asks for the pocket: one call.
  public func pocket() async throws(ClientError) -> PocketAnswer { try await call(.pocket) }

  /// The account's money orders, newest first: one call.
  public func moneyOrders() async throws(ClientError) -> MoneyOrderList {
    try await call(.moneyOrders)
  }
}
