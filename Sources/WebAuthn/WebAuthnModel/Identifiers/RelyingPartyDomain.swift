/// The rules of browsers for a relying party's id (WebAuthn, section 5.1.3): for any other one, no
/// passkey is ever made.
extension RelyingPartyID {
  /// True for the name of a domain in lower case; false for an IP address.
  package var isDomain: Bool {
    guard let host = Origin("https://\(text)")?.host, host == text,
      let last = text.split(separator: ".", omittingEmptySubsequences: false).last
    else { return false }
    return !last.isEmpty && !last.hasPrefix("[") && !last.allSatisfy(\.isNumber)
  }

  /// True for a suffix under which anybody can register a domain, such as `co.uk`.
  ///
  /// The list of all of them changes weekly. Known here are top-level domains, the usual names
  /// below those of countries, and hosting services that people use.
  package var isPublicSuffix: Bool {
    let labels = text.split(separator: ".")
    guard let last = labels.last, text != "localhost" else { return false }
    if labels.count == 1 { return true }
    let isOfCountry = labels.count == 2 && last.utf8.count == 2
    return isOfCountry && Self.belowCountries.contains(labels[0]) || Self.services.contains(text)
  }

  /// Tells if a page of an origin can use the id: that of its own host, or of its owner's domain.
  ///
  /// An app's origin says nothing of it.
  package func covers(_ origin: Origin) -> Bool {
    guard let host = origin.host else { return true }
    return host == text || host.hasSuffix("." + text) && !isPublicSuffix
  }

  private static let belowCountries: Set<Substring> = [
    "ac", "co", "com", "edu", "gov", "net", "org",
  ]
  private static let services: Set<String> = [
    "appspot.com", "azurewebsites.net", "cloudfront.net", "firebaseapp.com", "fly.dev", "github.io",
    "gitlab.io", "go.jp", "herokuapp.com", "ne.jp", "netlify.app", "ngrok-free.app", "ngrok.io",
    "onrender.com", "or.jp", "pages.dev", "run.app", "trycloudflare.com", "vercel.app", "web.app",
    "workers.dev",
  ]
}
