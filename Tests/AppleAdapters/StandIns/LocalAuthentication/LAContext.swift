// The names are the framework's own.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch
public import Foundation
import StandInPhone
import Synchronization

/// As Foundation has it on Apple's systems.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// The proof that the owner is there.
public enum LAPolicy: Int, Sendable {
  case deviceOwnerAuthenticationWithBiometrics = 1
  case deviceOwnerAuthentication = 2
}

/// Asks the owner of the test's phone, who answers as it is scripted.
open class LAContext: NSObject {
  /// The text of a button, and of the prompt.
  open var localizedFallbackTitle: String?
  open var localizedReason = ""
  /// True if whoever takes the context may ask nobody.
  open var interactionNotAllowed = false

  package private(set) var isVerified = false
  private let prompt = Mutex(Prompt())

  private struct Prompt {
    var isOver = false
    /// The reply for which somebody waits while the owner does nothing.
    var waiting: (@Sendable (Bool, (any Error)?) -> Void)?
  }

  /// Tells if the owner can be asked.
  open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
    guard let refusal = Phone.current.with({ Self.refusal(policy, $0) }) else { return true }
    error?.pointee = LAError(refusal) as NSError
    return false
  }

  /// Asks the owner; the answer comes on a thread of its own, as on a phone.
  open func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String,
    reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    guard !prompt.withLock(\.isOver) else { return reply(false, LAError(.invalidContext)) }
    let (isSilent, error) = Phone.current.with { phone in
      let isSilent = phone.answers.first == .silent
      return (isSilent, Self.ask(policy, localizedReason, &phone))
    }
    if isSilent {
      let isOver = prompt.withLock { prompt in
        if !prompt.isOver { prompt.waiting = reply }
        return prompt.isOver
      }
      if isOver { reply(false, LAError(.appCancel)) }
      return
    }
    isVerified = error == nil
    DispatchQueue.global().async { reply(error == nil, error.map { LAError($0) }) }
  }

  /// Takes the prompt from the screen, and is of no use any more.
  open func invalidate() {
    let waiting = prompt.withLock { prompt in
      prompt.isOver = true
      defer { prompt.waiting = nil }
      return prompt.waiting
    }
    DispatchQueue.global().async { waiting?(false, LAError(.appCancel)) }
  }

  /// The state of the enrolled biometrics.
  open var domainState: LADomainState { LADomainState() }

  private static func refusal(_ policy: LAPolicy, _ phone: PhoneState) -> LAError.Code? {
    guard phone.hasPasscode else { return .passcodeNotSet }
    guard policy == .deviceOwnerAuthenticationWithBiometrics else { return nil }
    return switch phone.biometrics {
    case .enrolled: nil
    case .nothing: .biometryNotEnrolled
    case .notAvailable: .biometryNotAvailable
    case .lockedOut: .biometryLockout
    }
  }

  private static func ask(
    _ policy: LAPolicy, _ reason: String, _ phone: inout PhoneState
  ) -> LAError.Code? {
    // The framework raises an exception over a prompt without a word.
    guard !reason.isEmpty else { return .invalidContext }
    if let refusal = refusal(policy, phone) { return refusal }
    phone.questions.append(.init(policy: policy.rawValue, reason: reason))
    guard !phone.answers.isEmpty else { return nil }
    switch phone.answers.removeFirst() {
    case .verified, .silent: return nil
    case .refused(let code): return LAError.Code(rawValue: code) ?? .addedLater
    case .verifiedAfterChange:
      phone.biometrics = .enrolled(Data(UUID().uuidString.utf8))
      return nil
    }
  }
}

/// The state of the phone's means to verify its owner.
open class LADomainState: NSObject {
  /// Of its biometrics.
  open var biometry: LADomainStateBiometry { LADomainStateBiometry() }
}

/// The state of the enrolled biometrics.
open class LADomainStateBiometry: NSObject {
  /// A hash that changes with them; nil if none are enrolled or none can be used.
  open var stateHash: Data? {
    Phone.current.with { phone in
      guard case .enrolled(let data) = phone.biometrics else { return nil }
      return phone.release + data
    }
  }
}

/// LocalAuthentication's errors, with the numbers of LAPublicDefines.h.
public struct LAError: Error, CustomNSError {
  /// The codes of all platforms, and one that a later system adds.
  public enum Code: Int, Sendable, CaseIterable {
    case authenticationFailed = -1
    case userCancel = -2
    case userFallback = -3
    case systemCancel = -4
    case passcodeNotSet = -5
    case biometryNotAvailable = -6
    case biometryNotEnrolled = -7
    case biometryLockout = -8
    case appCancel = -9
    case invalidContext = -10
    case companionNotAvailable = -11
    case notInteractive = -1004
    case addedLater = -2000
  }

  /// The code.
  public let code: Code

  /// An error.
  public init(_ code: Code) { self.code = code }

  /// The domain.
  public static var errorDomain: String { "com.apple.LocalAuthentication" }

  /// The number.
  public var errorCode: Int { code.rawValue }
}
