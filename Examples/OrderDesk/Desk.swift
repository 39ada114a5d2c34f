import Foundation
import Hummingbird

/// A customer as the shop knows one.
struct Customer: Codable {
  let userName: String
  let displayName: String
}

/// What the customer's app hands over for an action of the shop's.
struct Confirmation: Codable {
  let verificationToken: String
}

/// An order as the shop keeps it.
struct Order: Codable, ResponseEncodable {
  let id: String
  let accountID: String
  let userName: String
  let address: String
  let parcels: Int
  /// When the shop took it.
  let orderedOn: Date
  var isShipped = false
  /// How far its payment has come.
  var payment: String?

  /// What the customer confirms: the payload of scenario SHIP_ORDER, which the app asks options for
  /// and shows.
  var shipping: [String: PayloadValue] {
    ["order": .text(id), "address": .text(address), "parcels": .number(parcels)]
  }

  /// What the customer pays: the payload of scenario PAY_INVOICE.
  var invoice: [String: PayloadValue] {
    [
      "amount": .text("12.50"), "account": .text("DE89 3704 0044 0532 0130 00"),
      "payee": .text("Order desk"), "reference": .text("Order \(id)"),
      "due": .text(due.formatted(.iso8601.year().month().day())),
    ]
  }

  /// A week after the order.
  private var due: Date { orderedOn.addingTimeInterval(7 * 24 * 60 * 60) }
}

/// A customer who is signed in: what the app works with from now on.
struct SignedIn: Codable, ResponseEncodable {
  /// The app's session with Countersign.
  let accessToken: String
  let order: Order
}

/// The shop: its orders, and what it lets happen to them.
actor Desk {
  private let countersign: Countersign
  private let signature: WebhookSignature
  private var orders: [String: Order] = [:]
  /// The payments that were asked for, by Countersign's ids.
  private var payments: [String: Order.ID] = [:]
  /// The webhooks that were taken: each may come more than once.
  private var taken: Set<String> = []

  init(countersign: Countersign, signature: WebhookSignature) {
    self.countersign = countersign
    self.signature = signature
  }

  func signIn(_ customer: Customer) async throws -> SignedIn {
    let session = try await countersign.openSession(customer)
    let order = Order(
      id: String(17 + orders.count), accountID: session.accountID, userName: customer.userName,
      address: "4 Marina Road, Lagos", parcels: 2, orderedOn: Date())
    orders[order.id] = order
    return SignedIn(accessToken: session.accessToken, order: order)
  }

  func order(_ id: String) throws -> Order {
    guard let order = orders[id] else { throw HTTPError(.notFound) }
    return order
  }

  /// Sends an order: an action of the shop's that needs the customer's proof.
  ///
  /// What is redeemed is what the shop is about to do, from its own records; what the customer
  /// confirmed must be exactly that. Sent again after a lost answer, the same confirmation is
  /// redeemed under the same key and gives the same answer.
  func ship(_ id: String, confirmedBy confirmation: Confirmation) async throws -> Order {
    let order = try order(id)
    let redeemed = try await countersign.redeem(
      confirmation.verificationToken, scenario: "SHIP_ORDER", payload: order.shipping,
      idempotencyKey: "ship-\(id)")
    guard redeemed.accountID == order.accountID else { throw HTTPError(.forbidden) }
    orders[id]?.isShipped = true
    return try self.order(id)
  }

  /// Takes the payment of an order that the customer made in the shop's app.
  func pay(_ id: String, confirmedBy confirmation: Confirmation) async throws -> Order {
    let order = try order(id)
    let redeemed = try await countersign.redeem(
      confirmation.verificationToken, scenario: "PAY_INVOICE", payload: order.invoice,
      idempotencyKey: "pay-\(id)")
    guard redeemed.accountID == order.accountID else { throw HTTPError(.forbidden) }
    orders[id]?.payment = "paid"
    return try self.order(id)
  }

  /// Asks the customer for the payment of an order, who reviews it on any of their screens.
  func charge(_ id: String) async throws -> Payment {
    let order = try order(id)
    let payment = try await countersign.createTransaction(
      accountID: order.accountID, scenario: "PAY_INVOICE", payload: order.invoice,
      idempotencyKey: "charge-\(id)")
    payments[payment.transactionID] = id
    return payment
  }

  /// Takes what Countersign tells.
  func take(_ body: Data, _ webhook: Webhook) throws {
    guard signature.isGenuine(body, webhook, now: Date()) else { throw HTTPError(.unauthorized) }
    guard !taken.contains(webhook.id) else { return }
    let event = try JSONDecoder().decode(Event.self, from: body)
    // What is told of no transaction is of no order.
    guard let transactionID = event.data.transactionID else { return }
    // It may come before the answer to the call that made the transaction: then it comes again.
    guard let order = payments[transactionID] else { throw HTTPError(.serviceUnavailable) }
    // Two events can change places on the way: what was decided stays.
    if event.type != "transaction.created" || orders[order]?.payment == nil {
      orders[order]?.payment = event.data.status
    }
    taken.insert(webhook.id)
  }
}

extension Order: Identifiable {}

/// An event, as far as the shop reads it.
struct Event: Decodable {
  struct Transaction: Decodable {
    /// Nil for an event about something else.
    let transactionID: String?
    let status: String?
  }

  let type: String
  let data: Transaction
}
