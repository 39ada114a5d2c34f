import WebAuthnModel

/// Something that happened and that an auditor will ask about.
struct AuditEvent: Sendable {
  /// What kind of thing, in snake_case.
  let kind: String
  /// Whom it concerns; only a keyed hash of it is stored.
  let subject: String
  /// What else is known.
  ///
  /// Never a secret, and no personal data in the clear.
  let details: JSONObject

  init(_ kind: String, subject: AccountID, _ details: JSONObject = [:]) {
    self.kind = kind
    self.subject = subject.text
    self.details = details
  }

  init(_ kind: String, subjectText: String, _ details: JSONObject = [:]) {
    self.kind = kind
    self.subject = subjectText
    self.details = details
  }
}
