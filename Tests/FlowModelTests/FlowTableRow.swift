/// One row of the table: what follows from an event in each state.
struct FlowTableRow: Sendable {
  let event: String
  /// In every state that is not named.
  let otherwise: String
  /// By state; several states with the same outcome share an entry.
  let cells: [String: String]

  init(_ event: String, else otherwise: String = "-", _ cells: [String: String] = [:]) {
    self.event = event
    self.otherwise = otherwise
    self.cells = cells
  }

  func outcome(in state: String) -> String {
    let cell = cells.first { $0.key.split(separator: " ").contains { $0 == state } }
    return cell?.value ?? otherwise
  }

  /// The states that are named, with those that are named twice twice.
  var named: [String] {
    cells.keys.flatMap { $0.split(separator: " ").map(String.init) }
  }

  /// An input of a person: refused where nothing is asked, and where something else is.
  static func input(_ event: String, _ cells: [String: String]) -> FlowTableRow {
    let row = FlowTableRow(event, cells)
    var whole = cells
    whole[States.ended] = "!noFlow"
    for (interaction, asking) in States.askingByInteraction {
      let rest = asking.split(separator: " ").filter { !row.named.contains(String($0)) }
      whole[rest.joined(separator: " ")] = "!unexpectedInput(\(interaction))"
    }
    return FlowTableRow(event, else: "!notWaitingForInput", whole)
  }

  /// An answer to an action: what is not named waits for another kind of answer, which is never
  /// taken for success.
  static func action(
    _ event: String, else otherwise: String = "ERROR unknown(answer_not_understood) / release",
    _ cells: [String: String]
  ) -> FlowTableRow {
    rest(of: States.acting, event, otherwise, cells)
  }

  /// An answer that `states` wait for.
  static func rest(
    of states: String, _ event: String, _ otherwise: String, _ cells: [String: String] = [:]
  ) -> FlowTableRow {
    let named = FlowTableRow(event, cells).named
    var whole = cells
    let rest = states.split(separator: " ").filter { !named.contains(String($0)) }
    whole[rest.joined(separator: " ")] = otherwise
    return FlowTableRow(event, whole)
  }
}

/// Names of states that often stand together.
enum States {
  static let ended = "idle done error"
  static let verify =
    "ask askPIN askBio askBioCode askMail askFirst askText askApp askOffer askTaken askLogin "
    + "askHeadless askOld askAdd askRem"
  static let confirm = "askEnrol askLink askAccount"
  static let softPrompt = "promptWay promptAdd promptUp"
  static let set = "setPIN setAdd setBoth setWay"
  static let asking = [verify, confirm, softPrompt, set, "askRev"].joined(separator: " ")
  static let askingByInteraction = [
    "VERIFY_SECOND_FACTOR": verify, "CONFIRM": confirm, "SOFT_PROMPT": softPrompt,
    "SET_SECOND_FACTOR": set, "CONFIRM_TRANSACTION": "askRev",
  ]
  static let acting =
    "actPIN actTok again actRev actScen actMail actText5 actApp actWay actLogin actLoginBio "
    + "actSession actHeadless actNew actNewSigned actAdd actBoth actUp actRem"
  /// Actions over a transaction under review.
  static let actingOnReview = "actRev actMail actText5 actApp actWay"
}
