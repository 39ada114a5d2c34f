/// A transaction that a challenge can be linked to (PSD2 RTS, Article 5: dynamic linking).
public protocol LinkableTransaction: Sendable {
  /// Appends the fields in their fixed order.
  func write(to form: inout CanonicalForm) throws(CanonicalFormError)
}

extension LinkableTransaction {
  /// The transaction's canonical bytes.
  ///
  /// - Throws: ``CanonicalFormError`` where a text holds what a screen cannot show truthfully.
  public func canonicalBytes() throws(CanonicalFormError) -> [UInt8] {
    var form = CanonicalForm()
    try write(to: &form)
    return form.bytes
  }
}
