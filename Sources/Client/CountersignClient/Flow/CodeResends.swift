import FlowModel

/// The times after which a flow's codes may be sent again, for mailed and texted ones each.
struct CodeResends {
  private struct Countdown {
    let seconds: Int64
    let elapsed: @Sendable () -> Duration

    init(_ delivery: CodeDelivery, _ clock: any Clock<Duration>) {
      seconds = delivery.resendAfterSeconds
      elapsed = clock.stopwatch()
    }

    /// Full seconds, rounded up; nil where none is left.
    var secondsLeft: Int64? {
      let left = seconds - elapsed().components.seconds
      return left > 0 ? left : nil
    }
  }

  private var mailed: Countdown?
  private var texted: Countdown?
  /// The code that is being sent; nil while another effect is done.
  private var underWay: Factor?

  /// Notes what is done next.
  mutating func begin(_ effect: FlowEffect) {
    guard effect.tag != nil else { return }
    underWay = effect.sentCode
  }

  /// Notes that an answer says a code was sent, if it does.
  mutating func note(_ event: FlowEvent, _ clock: any Clock<Duration>) {
    guard case .answer(_, .codeDelivery(let delivery)) = event else { return }
    let countdown = Countdown(delivery, clock)
    // An action answers so too: the mailed code was right, and another was texted.
    if underWay == .validateCode { mailed = countdown } else { texted = countdown }
  }

  /// The seconds until another may be sent; nil if it may be now.
  func secondsLeft(_ code: Factor) -> Int64? {
    code == .validateCode ? mailed?.secondsLeft : texted?.secondsLeft
  }
}

extension Clock where Duration == Swift.Duration {
  /// Says how long it is since now.
  fileprivate func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}

extension FlowEffect {
  /// The code that is to be sent, VALIDATE_CODE or OTP; nil for another effect.
  var sentCode: Factor? {
    switch self {
    case .mailCode: .validateCode
    case .textCode: .otp
    default: nil
    }
  }
}
