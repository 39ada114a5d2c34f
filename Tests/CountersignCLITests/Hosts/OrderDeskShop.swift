import CountersignClient
import CountersignTransport
import Foundation
import Testing
import WebAuthnModel
import WireModel

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The example, as its customers' apps reach it.
struct Shop: Sendable {
  let address: String

  /// A call to the shop.
  func desk(
    _ method: String, _ path: String, _ body: JSONValue? = nil
  ) async throws -> DeskAnswer {
    var request = URLRequest(url: try #require(URL(string: address + path)))
    request.httpMethod = method
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = body.map { Data($0.serialized()) }
    let (data, response) = try await URLSession.shared.data(for: request)
    return DeskAnswer(
      status: (response as? HTTPURLResponse)?.statusCode ?? 0,
      text: String(decoding: data, as: UTF8.self))
  }

  func ship(_ order: String, _ token: String) async throws -> DeskAnswer {
    try await desk("POST", "/orders/\(order)/ship", ["verificationToken": .string(token)])
  }

  /// Sends an order on behalf of the app, and says what the shop said.
  func answer(to order: String, _ token: SecretText) async throws(TransportError) -> HostAnswer {
    let answer: DeskAnswer
    do {
      answer = try await ship(order, token.exposed)
    } catch {
      throw TransportError(.unknown, cause: "\(error)")
    }
    guard answer.status != 200 else { return .done }
    let reasons = ["transaction_mismatch", "already_used"]
    return .refused(reason: reasons.first(where: answer.text.contains) ?? answer.text)
  }
}

/// What the shop answered.
struct DeskAnswer {
  let status: Int
  let text: String

  var reader: JSONObjectReader {
    get throws { try JSONObjectReader(JSONValue(parsing: Array(text.utf8))) }
  }

  func flag(_ name: String) throws -> Bool {
    var reader = try reader
    return try reader.bool(name)
  }

  func word(_ name: String) throws -> String {
    var reader = try reader
    return try reader.string(name)
  }
}
