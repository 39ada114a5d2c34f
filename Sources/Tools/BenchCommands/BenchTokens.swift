import CountersignClient
import CountersignDevice
import ToolSupport
import WireModel

/// The head of a client's calls, which proves its token's key where that is bound to one.
struct BenchTokens: Sendable {
  private let accessToken: SecretText
  private let binding: TokenBinding?
  private let calls: [BenchCall]
  /// By call, the head without the proof.
  private let heads: [String]

  /// The heads of the calls of a benchmark.
  init(_ session: AccountSession, _ calls: [BenchCall], port: Int) {
    (accessToken, binding, self.calls) = (session.accessToken, session.connection.binding, calls)
    heads = calls.map { call in
      """
      POST \(call.path) HTTP/1.1\r\nhost: localhost:\(port)\r\n\
      authorization: \(session.tokenType.rawValue) \(session.accessToken.exposed)\r\n\
      accept: application/json, application/problem+json\r\n\
      content-type: application/json\r\n
      """
    }
  }

  /// The head of a call, without the body's length.
  func head(_ number: Int) throws -> String {
    guard let binding else { return heads[number] }
    let call = calls[number]
    let request = try binding.prove(
      WireRequest(call.route, parameters: call.parameters, accessToken: accessToken.exposed))
    guard let proof = request.possessionProof else {
      throw CommandFailure(.environment, "the client has no key for its token")
    }
    return heads[number] + "dpop: \(proof)\r\n"
  }

  /// Takes the nonce for the next proofs from an answer.
  func take(nonce: String?) { binding?.take(nonce: nonce) }

  /// Binds the tokens of a client to keys in memory.
  static func binding(at address: String) -> TokenBinding {
    TokenBinding(address: address, keys: MemorySessionKeys())
  }
}
