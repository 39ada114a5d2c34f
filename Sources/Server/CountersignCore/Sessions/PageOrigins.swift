import RelyingParty
public import WebAuthnModel

extension Service {
  /// The origins at which this deployment's pages and apps run: ceremonies are taken from them
  /// alone, and so are writes that rely on a browser's cookie.
  public var origins: Set<Origin> { ceremony.origins }

  /// The origin of the page that asks: what its browser says, where that is one of this
  /// deployment's pages, else the deployment's first one.
  func pageOrigin(claimed: String?) -> String {
    let pages = origins.map(\.text).filter { $0.hasPrefix("https://") || $0.hasPrefix("http://") }
    if let claimed, pages.contains(claimed) { return claimed }
    let first = pages.filter { $0.hasPrefix("https://") }.min() ?? pages.min()
    return first ?? "https://\(ceremony.relyingPartyID.text)"
  }
}
