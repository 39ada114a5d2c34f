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
  var isShipped = false
  /// How far its payment has come.
  var payment: String?

  /// What the customer confirms: the payload of scenario SHIP_ORDER, which the app asks options for
  /// and shows.
  var shipping: [String: PayloadValue] {
    ["order": .text(id), "address": .text(address), "parcels": .number(parcels)]
  }
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
      address: "4 Marina Road, Lagos", parcels: 2)
    orders[order.id] = order
    return SignedIn(accessToken: session.accessToken, order: order)
  }

  func order(_ id: String) throws -> Order {
    guard let order = orders[id] else { throw HTTPError(.notFound) }
    return order
  }

  /// Sends an order: the shop's protected action.
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

  /// Asks the customer for a payment, who reviews it in the app.
  func charge(_ id: String) async throws -> Payment {
    let order = try order(id)
    let payment = try await countersign.createTransaction(
      userName: order.userName, amount: 4250, payee: "Order desk", idempotencyKey: "charge-\(id)")
    payments[payment.transactionID] = id
    return payment
  }

  /// Takes what Countersign tells.
  func take(_ body: Data, _ webhook: Webhook) throws {
    guard signature.isGenuine(body, webhook, now: Date()) else { throw HTTPError(.unauthorized) }
    guard !taken.contains(webhook.id) else { return }
    let event = try JSONDecoder().decode(Event.self, from: body)
    // It may come before the answer to the call that made the transaction: then it comes again.
    guard let order = payments[event.data.transactionID] else {
      throw HTTPError(.serviceUnavailable)
    }
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
    let transactionID: String
    let status: String
  }

  let type: String
  let data: Transaction
}
