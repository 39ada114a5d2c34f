import Foundation

/// What becomes of this process when a signal comes.
enum SignalDisposition {
  /// What the system has a signal do.
  case standard
  /// Nothing: whoever started it wanted that, as nohup does.
  case ignored
  /// What somebody in this process has asked for.
  case trapped

  init(of number: Int32) {
    // The call that every system has gives the old one only for a new one.
    let earlier = signal(number, SIG_IGN)
    signal(number, earlier)
    guard let earlier else {
      self = .standard
      return
    }
    let isIgnored =
      unsafeBitCast(earlier, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    self = isIgnored ? .ignored : .trapped
  }
}
