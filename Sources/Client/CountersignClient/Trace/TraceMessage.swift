/// Who takes part in a recorded run, as the sequence diagrams name them.
public enum TraceParticipant: String, Sendable, Hashable, CaseIterable {
  /// The person.
  case user = "User"
  /// What wakes the app.
  case notification = "Notification"
  /// The app's screens.
  case navigator = "RHPRHP"
  /// The context.
  case context = "MFACTX"
  /// The scenarios.
  case scenarios = "SC"
  /// The module that runs.
  case module = "Module"
  /// The server.
  case server = "Server"
}

/// One message of a recorded run.
public struct TraceMessage: Sendable, Hashable {
  /// Who sends it.
  public let from: TraceParticipant
  /// Who gets it.
  public let to: TraceParticipant
  /// What it says, without any value that was given.
  public let text: String

  /// A message.
  public init(_ from: TraceParticipant, _ to: TraceParticipant, _ text: String) {
    self.from = from
    self.to = to
    self.text = text
  }
}
