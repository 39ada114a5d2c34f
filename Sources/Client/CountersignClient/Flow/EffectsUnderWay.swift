import FlowModel

extension FlowEffect {
  /// True if a next flow waits for the effect's end: it acts at the server, or asks for what
  /// entitles to a key, which may be an action by itself.
  var acts: Bool {
    switch self {
    case .act, .actAgain, .askCreation: true
    default: false
    }
  }

  /// True if the effect is sure to call the server.
  ///
  /// The accounts of the device and what is open of earlier flows lie in its vault.
  var callsServer: Bool {
    switch self {
    case .armDeadline, .readOpenOperation, .openSession, .forget, .release: false
    default: true
    }
  }
}
