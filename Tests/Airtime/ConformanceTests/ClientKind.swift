/// The kinds of clients that there are, and all that one of them cannot: it stands here alone.
enum ClientKind: String, CaseIterable, Sendable {
  /// The SDK's operations with the software authenticator.
  case software
  /// The page's own modules in Chromium, with a virtual authenticator.
  case browser
  /// The SDK itself behind JNI, in a JVM of its own: its flows, with a host's scenario.
  case jni

  /// How far a case holds for a kind of client.
  enum Claim: Equatable {
    /// It holds.
    case holds
    /// It holds but for one thing that the platform does not tell.
    case notTold(String)
    /// It does not hold, by design; what holds instead is tested.
    case notMet(String)
    /// The platform has nothing like it.
    case notThere(String)
  }

  /// How far a case holds for this kind.
  func claim(on conformanceCase: ConformanceCase) -> Claim {
    switch self {
    case .browser: claimOfBrowser(on: conformanceCase)
    case .jni: claimOfFlows(on: conformanceCase)
    case .software: .holds
    }
  }

  /// An app behind JNI has flows alone: each asks, signs and acts.
  private func claimOfFlows(on conformanceCase: ConformanceCase) -> Claim {
    switch conformanceCase {
    case .register: .notTold("a link enrols the device, and a mailed code registers its key")
    case .verify, .topUpByToken: .notThere("a flow signs and acts in one, and gives no token away")
    default: .holds
    }
  }

  private func claimOfBrowser(on conformanceCase: ConformanceCase) -> Claim {
    switch conformanceCase {
    case .sign: return .notTold("the prompt shows no transaction; the page does, beside it")
    case .lockout, .permanentLockout, .keyGone:
      return .notTold("`NotAllowedError`, as for a cancel")
    case .otherOriginClass: return .notThere("a browser writes the page's origin itself")
    case .challengeNotAsShown:
      return .notMet("the same server's script shows and signs (RTS-5.2); the server refuses")
    case .unlinkedChallenge:
      return .notMet("as above; the server refuses it above the low-value limit")
    case .boundToken:
      return .notMet("a cookie has the token, out of reach of every script, and is bound to no key")
    default: return .holds
    }
  }

  /// What the client reports where the person, or the platform, does not let it sign.
  func report(of answer: PromptAnswer) -> String {
    self == .browser ? PromptAnswer.cancelled.rawValue : answer.rawValue
  }

  /// The origin that it registers its keys at; nil for that of the page.
  var ownOrigin: String? {
    switch self {
    case .software: NativeOrigin.apple
    case .browser: nil
    case .jni: NativeOrigin.android
    }
  }
}

/// The origins of apps that the server takes, and one that it does not.
enum NativeOrigin {
  static let apple = "ios:bundle-id:com.example.pay"
  static let android = "android:apk-key-hash:ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0"
  static let foreign = "android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

  static let allowed = [apple, android]
}
