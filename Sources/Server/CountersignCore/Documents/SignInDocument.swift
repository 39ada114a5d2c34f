import WireModel

/// The document of a sign-in, which names the session's key.
///
/// So the authenticator or the device signs the key. An exchanged key is found out by the app,
/// which looks for its own in the document, or by the server, whose document is then not the signed
/// one.
extension DocumentTexts {
  /// The document of a sign-in.
  func signIn(
    boundTo key: ProvedKey?, in languages: PreferredLanguages
  ) throws -> ActionDocument {
    let fields = key.map { [(Name.sessionKey, Document.Value.reference($0.thumbprint.text))] }
    return try ActionDocument(document(.signIn, fields ?? [], in: languages), value: .none)
  }

  /// Refuses a challenge that is linked to the document of another sign-in.
  ///
  /// - Parameters:
  ///   - challenge: The challenge.
  ///   - key: The key that the document has to name; nil for none.
  /// - Throws: A ``Refusal`` for a document that names another key, or none where it has to.
  private func requireSignIn(_ challenge: ProofChallenge, boundTo key: ProvedKey?) throws {
    let document = try signIn(
      boundTo: key, in: PreferredLanguages([challenge.language].compactMap(\.self)))
    guard document.binding(nonce: challenge.nonce) == challenge.binding else {
      throw Refusal(
        .transactionMismatch,
        "what was signed names another key than the request's DPoP proof is by, or none; ask for "
          + "options with a proof by the same key, and sign again")
    }
  }

  /// Refuses a proof that was signed over the document of another sign-in.
  func requireSignIn(_ proof: VerifiedProof, boundTo key: ProvedKey?) throws {
    guard let challenge = proof.challenge else { throw Refusal.verificationFailed }
    try requireSignIn(challenge, boundTo: key)
  }

  /// Refuses a challenge that is linked to the document of another sign-in, before a PIN over it is
  /// checked: nothing is counted.
  func requireSignIn(_ issued: IssuedChallenge, boundTo key: ProvedKey?) throws {
    try requireSignIn(ProofChallenge(issued.layout), boundTo: key)
  }
}
