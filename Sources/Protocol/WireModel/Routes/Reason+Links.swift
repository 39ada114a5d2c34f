/// Links, and what a host's backend does.
extension Reason {
  /// No such link, or one that is over, was used, or belongs to another watcher.
  public static let linkOver = Reason(code: "link_over")
  /// The link is not confirmed yet.
  public static let linkNotConfirmed = Reason(code: "link_not_confirmed")
  /// No service key, or one that is unknown or revoked.
  public static let serviceKeyRequired = Reason(code: "service_key_required")
  /// The service key may not be used for this.
  public static let scopeMissing = Reason(code: "scope_missing")

  static let ofLinks: [Reason] = [linkOver, linkNotConfirmed, serviceKeyRequired, scopeMissing]
}
