import FlowModel
import WireModel

/// Codes that stand in for biometrics.
extension FlowWorker {
  /// Has a code for an action sent: mailed, or texted anew.
  func sendCode(
    _ sending: CodeSending, approving action: LinkedOptionsRequest
  ) async -> CodeAnswer {
    let channel: CodeChannel =
      switch sending {
      case .mail: .email
      case .text: .sms
      }
    do throws(ClientError) {
      return sent(try await session().requestCode(approving: action, channel: channel))
    } catch {
      return CodeAnswer(error)
    }
  }

  /// Has a code mailed for what is no action of its own.
  func sendCode(for purpose: CodePurpose) async -> CodeAnswer {
    do throws(ClientError) {
      return sent(try await session().requestCode(purpose))
    } catch {
      return CodeAnswer(error)
    }
  }

  private func sent(_ answer: CodeRequestAnswer) -> CodeAnswer {
    .sent(CodeDelivery(answer, context.configuration.texts))
  }

  /// The codes that were given, as a proof.
  func codesProof() throws(ActionStop) -> Proof {
    guard let mailed = materials.mailedCode else { throw .nothingGiven }
    return .codes(
      validateCode: mailed, otp: materials.textedCode, twoFactorCode: materials.authenticatorCode)
  }
}

extension ActionProof {
  /// Whether a repetition of it is known by the operation's name alone.
  var needsOperation: Bool { self == .pin || self == .codes }
}
