public import WebAuthnModel

/// What the proof of a login by link is linked to: the link, the page that asks, and the number
/// that the person picked.
public struct LoginTransaction: LinkableTransaction, JSONBody, Hashable {
  /// The scenario that this is the transaction of.
  public static let scenario = ScenarioName.login

  /// The link's id.
  public var linkID: String
  /// The origin of the page that is logged in.
  public var origin: String
  /// The number that the person picked.
  public var number: String

  /// A login to confirm.
  public init(linkID: String, origin: String, number: String) {
    self.linkID = linkID
    self.origin = origin
    self.number = number
  }

  /// Appends the fields in their fixed order.
  public func write(to form: inout CanonicalForm) throws(CanonicalFormError) {
    try form.append(linkID, field: "linkID")
    try form.append(origin, field: "origin")
    try form.append(number, field: "number")
  }
}
