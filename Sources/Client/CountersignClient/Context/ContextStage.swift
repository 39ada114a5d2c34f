import FlowModel
import WireModel

/// The one thing that is before the person, or nothing.
enum ContextStage: Sendable {
  /// Nothing: a process may begin, and what waits may be opened.
  case idle
  /// Something is under way that has no screen to leave: a process begins or has ended, or what
  /// waits is read.
  case taken
  /// The first screen of a transaction that waits.
  case offering(Offer)
  /// The person has left that screen without an answer; it closes.
  case leftOffer
  /// A process.
  case running(RunningProcess)
  /// The outcome screen.
  case concluding(Task<Void, Never>)

  /// A transaction that waits, with the screen that shows it.
  struct Offer: Sendable {
    let id: String
    /// The person's answer; nil where the screen was closed.
    let answer: Task<ScreenAnswer?, Never>
  }

  /// Takes the place before the person, before anything is waited for: a double tap starts one
  /// process.
  ///
  /// - Returns: Whether it was free.
  mutating func take() -> Bool {
    guard case .idle = self else { return false }
    self = .taken
    return true
  }

  /// The process that runs; nil where none does.
  var process: RunningProcess? {
    if case .running(let process) = self { process } else { nil }
  }

  /// Changes the process that runs.
  mutating func updateProcess(_ change: (inout RunningProcess) -> Void) {
    guard case .running(var process) = self else { return }
    change(&process)
    self = .running(process)
  }

  /// Closes the first screen of a transaction that waits, as nobody's answer.
  ///
  /// - Parameter id: The transaction; nil for whichever it is.
  func closeOffer(of id: String? = nil) {
    guard case .offering(let offer) = self, id == nil || offer.id == id else { return }
    offer.answer.cancel()
  }
}

/// A scenario's process, from the start of its flow to its end.
struct RunningProcess: Sendable {
  /// The person's intent.
  enum Intent: Sendable {
    case authorize
    case deny
  }

  /// The progress of a process.
  enum Progress: Sendable {
    /// The flow has asked nothing yet: it may not be executable.
    case determining
    /// It can be executed; the context has answered its questions by itself so far.
    case determined
    /// This was asked last.
    case asking(Question)
  }

  /// The content of the screen.
  private enum State: Sendable {
    /// The question that was asked last; nothing before the first.
    case running(Progress)
    /// The question whether to leave, in place of that.
    case leaving(Progress, Display)
  }

  /// The number of the process; a later one has another.
  let number: Int
  let name: ScenarioName
  let scenario: RegisteredScenario
  private(set) var intent: Intent
  private var state = State.running(.determining)

  init(
    _ number: Int, _ name: ScenarioName, _ scenario: RegisteredScenario, _ intent: Intent
  ) {
    self.number = number
    self.name = name
    self.scenario = scenario
    self.intent = intent
  }

  /// The progress, whatever is on the screen.
  var progress: Progress {
    switch state {
    case .running(let progress), .leaving(let progress, _): progress
    }
  }

  /// The question that was asked last; nil before the first.
  var question: Question? {
    if case .asking(let question) = progress { question } else { nil }
  }

  /// The screen whose answer is waited for; nil where none was shown.
  var display: Display? {
    switch state {
    case .leaving(_, let display): display
    case .running(.asking(let question)): question.display
    case .running(.determining), .running(.determined): nil
    }
  }

  /// Notes that the flow can be executed.
  ///
  /// - Returns: Whether that was not known before.
  mutating func determine() -> Bool {
    guard case .determining = progress else { return false }
    switch state {
    case .running: state = .running(.determined)
    case .leaving(_, let display): state = .leaving(.determined, display)
    }
    return true
  }

  /// Asks a question, in place of whatever was on the screen.
  mutating func ask(_ question: Question) { state = .running(.asking(question)) }

  /// Asks whether to leave, in place of whatever was on the screen.
  mutating func askWhetherToLeave(_ display: Display) { state = .leaving(progress, display) }

  /// Goes back from the question whether to leave.
  mutating func stay() { state = .running(progress) }

  /// Hands what is given from now on to a module.
  mutating func hand(to module: any AuthenticationModule) {
    guard case .running(.asking(var question)) = state else { return }
    question.receiver = .module(module)
    state = .running(.asking(question))
  }

  /// Answers every further question with no.
  mutating func deny() { intent = .deny }
}

extension RunningProcess {
  /// A question of the flow, on its screen.
  struct Question: Sendable {
    /// The receiver of the person's answer.
    enum Receiver: Sendable {
      /// The context, which stores it: a key's code is collected before there is a module.
      case context
      /// The module that was handed the scenario last.
      case module(any AuthenticationModule)
    }

    /// The screen that the person may come back to.
    let screen: Screen
    var receiver: Receiver
    let display: Display
  }

  /// A screen that is shown; an answer to an earlier one is dropped.
  struct Display: Sendable {
    /// The number of the showing; a later one has another.
    let number: Int
    /// The showing, whose end is the person's answer.
    let task: Task<Void, Never>
  }
}
