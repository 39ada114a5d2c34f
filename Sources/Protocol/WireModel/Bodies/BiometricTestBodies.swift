public import WebAuthnModel

/// Body of `POST /biometric/test`: the proof alone.
public struct BiometricTestRequest: JSONBody, Hashable {
  /// The proof.
  @Flattened public var proof: Proof

  /// A request to send.
  public init(proof: Proof) { self.proof = proof }

  /// The key types of flattened members.
  public static var flattenedKeys: [any CodingKey.Type] { [Proof.CodingKeys.self] }
}

/// Answer of `POST /biometric/test`: the proof holds.
public struct BiometricTestAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The one answer there is.
  public init() {}
}

extension BiometricTestAnswer {
  private enum CodingKeys: CodingKey {
    case success
    case message
  }

  /// Reads the answer, which must say that it worked.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard try container.decode(Bool.self, forKey: .success) else {
      throw JSONShapeError(path: "success", problem: "must be true in a successful answer")
    }
  }

  /// Writes that it worked.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(true, forKey: .success)
    try container.encode("Authentication successful", forKey: .message)
  }
}
