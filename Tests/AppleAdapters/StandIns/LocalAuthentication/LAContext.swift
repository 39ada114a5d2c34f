// The names are the framework's own.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch
public import Foundation
import StandInPhone
import Synchronization

/// As Foundation has it on Apple's systems.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// What may show that the owner is there.
public enum LAPolicy: Int, Sendable {
  case deviceOwnerAuthenticationWithBiometrics = 1
  case deviceOwnerAuthentication = 2
}

/// Asks the owner of the test's phone, who answers as it is scripted.
open class LAContext: NSObject {
  /// The text of a button, and of the prompt.
  open var localizedFallbackTitle: String?
  open var localizedReason = ""

  package private(set) var isVerified = false
  private let prompt = Mutex(Prompt())

  private struct Prompt {
    var isOver = false
    /// Who waits for an owner that does nothing.
    var waiting: (@Sendable (Bool, (any Error)?) -> Void)?
  }

  /// Whether the owner can be asked.
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

  /// What is known of the enrolled biometrics.
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
