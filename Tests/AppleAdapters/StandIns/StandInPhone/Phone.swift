import Foundation
import Synchronization

/// A phone for one test: what the stand-in frameworks ask and keep, and what its owner answers.
public final class Phone: Sendable {
  /// The phone of the running test; each has one of its own.
  @TaskLocal public static var current = Phone()

  private let state = Mutex(PhoneState())

  /// A new phone: it has a passcode, a Secure Enclave and enrolled biometrics, and its owner
  /// agrees.
  public init() {}

  /// Reads or changes the phone.
  public func with<Value: Sendable>(_ use: (inout sending PhoneState) -> sending Value) -> Value {
    state.withLock(use)
  }

  /// Adds or removes a finger or a face.
  public func changeBiometrics() {
    with { $0.biometrics = .enrolled(Data(UUID().uuidString.utf8)) }
  }

  /// What the owner answers to the questions that come, one after the other; then they agree.
  public func answer(_ answers: PhoneState.Answer...) { with { $0.answers = answers } }

  /// What the owner was asked.
  public var questions: [PhoneState.Question] { with { $0.questions } }
}
