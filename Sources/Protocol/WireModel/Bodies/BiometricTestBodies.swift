public import WebAuthnModel

/// Body of `POST /biometric/test`: the proof alone.
public struct BiometricTestRequest: JSONBody, Hashable {
  /// The proof.
  public var proof: Proof

  /// A request to send.
  public init(proof: Proof) { self.proof = proof }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    proof = try Proof(reading: &reader)
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue { .object(proof.members) }
}

/// Answer of `POST /biometric/test`: the proof holds.
public struct BiometricTestAnswer: JSONBody, Hashable {
  /// The one answer there is.
  public init() {}

  /// Reads the answer; `success` must be true.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    guard try reader.bool("success") else {
      throw JSONShapeError(path: "success", problem: "must be true in a successful answer")
    }
  }

  /// The answer's fields.
  public var json: JSONValue { ["success": true, "message": "Authentication successful"] }
}
