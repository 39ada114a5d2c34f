import RelyingParty
public import WebAuthnModel

extension Service {
  /// The origins at which this deployment's pages and apps run: ceremonies are taken from them
  /// alone, and so are writes that rely on a browser's cookie.
  public var origins: Set<Origin> { ceremony.origins }
}
