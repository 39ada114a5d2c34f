import Foundation
import HTTPTypes
import Hummingbird

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The calls of a host's backend.
struct Countersign: Sendable {
  let address: String
  let serviceKey: String

  struct Session: Decodable {
    let accessToken: String
    let accountID: String
  }

  struct Redemption: Decodable {
    let accountID: String
    let acr: String
    let amr: [String]
    let authTime: Int
  }

  /// Opens a session for a customer whom the shop signed in itself.
  func openSession(_ customer: Customer) async throws -> Session {
    try await post("/service/sessions", customer)
  }

  /// Redeems what a customer confirmed, for exactly one action of the shop's.
  func redeem(
    _ verificationToken: String, scenario: String, payload: [String: PayloadValue],
    idempotencyKey: String
  ) async throws -> Redemption {
    struct Body: Encodable {
      let verificationToken: String
      let scenario: String
      let payload: [String: PayloadValue]
    }
    return try await post(
      "/service/redeem",
      Body(verificationToken: verificationToken, scenario: scenario, payload: payload),
      idempotencyKey: idempotencyKey)
  }

  /// Puts an action before a customer to review.
  func createTransaction(
    accountID: String, scenario: String, payload: [String: PayloadValue], idempotencyKey: String
  ) async throws -> Payment {
    struct Body: Encodable {
      let accountID: String
      let scenario: String
      let payload: [String: PayloadValue]
    }
    return try await post(
      "/service/transactions",
      Body(accountID: accountID, scenario: scenario, payload: payload),
      idempotencyKey: idempotencyKey)
  }

  private func post<Answer: Decodable>(
    _ path: String, _ body: some Encodable, idempotencyKey: String? = nil
  ) async throws -> Answer {
    guard let url = URL(string: address + path) else { throw Problem("no address: \(address)") }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("Bearer \(serviceKey)", forHTTPHeaderField: "Authorization")
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue(idempotencyKey, forHTTPHeaderField: "Idempotency-Key")
    request.httpBody = try JSONEncoder().encode(body)
    let (data, response) = try await URLSession.shared.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200...299).contains(status) else {
      // The reason is a stable code; the customer's app shows what it means.
      let refusal = try? JSONDecoder().decode(Refusal.self, from: data)
      throw HTTPError(
        HTTPResponse.Status(code: status == 0 ? 502 : status), message: refusal?.reason ?? "none")
    }
    return try JSONDecoder().decode(Answer.self, from: data)
  }
}

/// A refusal, as far as the shop reads it.
private struct Refusal: Decodable {
  let reason: String
}

/// A payment that was asked for.
struct Payment: Codable, ResponseEncodable {
  let transactionID: String
}

/// A value of a payload.
enum PayloadValue: Encodable, Sendable {
  case text(String)
  case number(Int)

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    }
  }
}
