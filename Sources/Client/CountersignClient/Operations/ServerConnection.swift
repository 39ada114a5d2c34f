import WebAuthnModel
import WireModel

/// A server as this device reaches it; the operations that need no session hang on it.
public struct ServerConnection: Sendable {
  /// What carries the calls.
  public let transport: any Transport

  /// A connection over a transport.
  public init(transport: any Transport) { self.transport = transport }

  /// Makes one call and tells a refusal from an answer.
  func call(_ request: WireRequest) async throws(ClientError) -> WireResponse {
    let response: WireResponse
    do throws(TransportError) {
      response = try await transport.send(request)
    } catch {
      throw .transport(error)
    }
    return try Self.accepted(response)
  }

  /// Tells a refusal from an answer.
  static func accepted(_ response: WireResponse) throws(ClientError) -> WireResponse {
    switch response.status {
    case 200..<300:
      if response.status == 202, let body = response.body,
        let required = try? OTPRequired(json: body)
      {
        throw .otpRequired(required)
      }
      return response
    case 400..<500:
      guard let body = response.body, let problem = try? Problem(json: body) else {
        throw .notUnderstood("status \(response.status) without a problem body")
      }
      throw .refused(problem)
    case 500..<600:
      throw .serverFailed(
        status: response.status, retryAfterSeconds: response.retryAfterSeconds)
    default:
      throw .notUnderstood("status \(response.status)")
    }
  }

  /// Makes one call and reads its answer.
  func call<Answer: JSONBody>(
    _ request: WireRequest, _ type: Answer.Type = Answer.self
  ) async throws(ClientError) -> Answer {
    let response = try await call(request)
    return try Self.read(response.body)
  }

  static func read<Answer: JSONBody>(_ body: JSONValue?) throws(ClientError) -> Answer {
    guard let body else { throw .notUnderstood("the answer has no JSON body") }
    do throws(JSONShapeError) {
      return try Answer(json: body)
    } catch {
      throw .notUnderstood(error.description)
    }
  }
}
