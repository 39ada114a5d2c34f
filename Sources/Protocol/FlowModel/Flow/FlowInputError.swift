/// Why the app may not do this now.
///
/// The flow is unchanged by it.
public enum FlowInputError: Error, Sendable, Hashable {
  /// A flow is active; it is not touched.
  case flowAlreadyActive
  /// There is no flow, or it has ended.
  case noFlow
  /// The flow asks nothing now.
  case notWaitingForInput
  /// The question that is asked is not answered in this way.
  case unexpectedInput(InteractionType)
  /// The question is not answered by this factor.
  case factorNotAllowed(Factor)
  /// A PIN must be given, alone or beside biometrics.
  case missingPIN
  /// No code was sent that could be given; ask for one first.
  case codeNotRequested
  /// Another code may be sent after so many seconds.
  case codeTooEarly(seconds: Int64)
  /// A login needs one of the accounts that were shown.
  case accountMissing
  /// A login from another screen needs one of the numbers that were shown.
  case numberMissing
  /// The PIN is not 4 to 12 digits.
  case malformedPIN
  /// The PIN that is to be set is easily guessed.
  case pinTooSimple
  /// The text beside the factor is longer than 256 characters.
  case userInputTooLong
  /// The text beside the factor holds a control character or another that no screen can show
  /// truthfully.
  case userInputUnshowable
  /// Only what goes with an approval takes a text beside the factor.
  case userInputNotTaken
  /// The code is not 6 digits.
  case malformedCode
  /// What is asked for cannot be sent to any server.
  case malformedPayload
}
