import WireModel

/// The document of a sign-in, which names the key that the session is to be bound to.
///
/// So the key is in what the authenticator or the device signs: whoever puts another in its place on
/// the way is found out by the app, which looks for its own in the document, or by the server, whose
/// document is then another one than was signed.
extension DocumentTexts {
  /// The document of a sign-in.
  func signIn(
    boundTo key: ProvedKey?, in languages: PreferredLanguages
  ) throws -> ActionDocument {
    let fields = key.map { [(Name.sessionKey, Document.Value.reference($0.thumbprint.text))] }
    return try ActionDocument(document(.signIn, fields ?? [], in: languages), value: .none)
  }

  /// Refuses a proof that was signed over the document of another sign-in.
  ///
  /// - Throws: A ``Refusal`` for a proof that names another key, or one where it has to name none.
  func requireSignIn(_ proof: KeyProof, boundTo key: ProvedKey?) throws {
    let languages = PreferredLanguages([proof.language].compactMap(\.self))
    let document = try signIn(boundTo: key, in: languages)
    guard document.binding(nonce: proof.nonce) == proof.binding else {
      throw Refusal(
        .transactionMismatch,
        "what was signed names another key than the request's DPoP proof is by, or none; ask for "
          + "options with a proof by the same key, and sign again")
    }
  }
}
