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
  /// The code that is being sent.
  private var underWay: CodeSending?

  /// A code is being sent.
  mutating func begin(_ sending: CodeSending) { underWay = sending }

  /// Notes that an answer says a code was sent, if it does.
  mutating func note(_ event: FlowEvent, _ clock: any Clock<Duration>) {
    switch event {
    case .codeSent(_, .sent(let delivery)):
      let countdown = Countdown(delivery, clock)
      switch underWay {
      case .mail?: mailed = countdown
      case .text?: texted = countdown
      case nil: break
      }
    case .acted(_, .codeTexted(let delivery)): texted = Countdown(delivery, clock)
    default: break
    }
  }

  /// The seconds until another may be sent; nil if it may be now.
  func secondsLeft(_ sending: CodeSending) -> Int64? {
    switch sending {
    case .mail: mailed?.secondsLeft
    case .text: texted?.secondsLeft
    }
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
  /// The code that is to be sent; nil for another effect.
  var sending: CodeSending? {
    if case .code(.send(_, let sending)) = self { sending } else { nil }
  }
}
