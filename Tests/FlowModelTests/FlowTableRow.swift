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

  /// An answer: a step that cannot have it does not understand it, and never takes it for success.
  static func answer(
    _ event: String, else otherwise: String = "ERROR unknown(answer_not_understood) / release",
    _ cells: [String: String] = [:]
  ) -> FlowTableRow {
    var whole = cells
    whole[States.ended + " " + States.asking] = "-"
    return FlowTableRow(event, else: otherwise, whole)
  }

  /// A failed call, of which `error` follows where nothing else is said.
  ///
  /// A wrong PIN, and a key that is gone, are known without it.
  static func failure(
    _ event: String, else error: String = "ERROR unknown(answer_not_understood)",
    _ cells: [String: String] = [:]
  ) -> FlowTableRow {
    answer(
      event, else: error + " / release",
      cells.merging([
        "refresh refreshOld": "ask either PIN_FAIL(wrong_pin)",
        "disable": "ask pin BIOMETRICS_REMOVED(key_gone)",
        "disableBio": "ERROR deviceUnable(key_gone) / release",
      ]) { hand, _ in hand })
  }

  /// A failed call that turns an action down: its operation is forgotten.
  ///
  /// After a refusal for good, a review is denied.
  static func turnedDown(
    _ event: String, _ error: String, isForGood: Bool = false, _ cells: [String: String] = [:]
  ) -> FlowTableRow {
    var named = Set(FlowTableRow(event, cells).named)
    var whole = cells
    func fill(_ states: String, _ effects: String) {
      let rest = states.split(separator: " ").map(String.init).filter { !named.contains($0) }
      whole[rest.joined(separator: " ")] = error + effects
      named.formUnion(rest)
    }
    if isForGood {
      fill(States.actingOnReview, " / forget denyToo release")
      fill(States.worksOnReview + " denying denyAgain", " / denyToo release")
    }
    fill(States.acting, " / forget release")
    return failure(event, else: error, whole)
  }
}

/// Names of states that often stand together.
enum States {
  static let ended = "idle done error"
  static let verify =
    "ask askPIN askBio askBioCode askMail askFirst askText askApp askOffer askOfferPIN askTaken "
    + "askElse askLogin askHeadless askCode askOld askAdd askRem"
  static let confirm = "askEnrol askLink askAccount"
  static let softPrompt = "promptWay promptAdd promptUp"
  static let set = "setPIN setAdd setBoth setWay"
  static let asking = [verify, confirm, softPrompt, set, "askRev"].joined(separator: " ")
  static let askingByInteraction = [
    "VERIFY_SECOND_FACTOR": verify, "CONFIRM": confirm, "SOFT_PROMPT": softPrompt,
    "SET_SECOND_FACTOR": set, "CONFIRM_TRANSACTION": "askRev",
  ]
  static let acting =
    "actPIN actTok again actRev actScen actMail actText5 actApp actWay actWayPIN actLogin "
    + "actLoginBio actSession actHeadless actNew actNewSigned actAdd actBoth actUp actRem"
  /// Actions over a transaction under review.
  static let actingOnReview = "actRev actMail actText5 actApp actWay actWayPIN"
  /// Questions and other steps of a review in which nothing is decided here, but for the wait for
  /// another device.
  static let asksOnReview =
    "askRev askBioCode askMail askFirst askText askApp askOffer askOfferPIN askTaken setWay "
    + "promptWay"
  static let worksOnReview =
    "resolveRev readSeen keepRev keepRevPIN prepRev signRev sendFirst sendBio sendText keepFirst "
    + "keepOffer keepOfferPIN keepTaken keepAgreed yesWay noWay noWayApp noWayPIN noWayByPIN "
    + "noWayOnly entitleWay entitleWayPIN createWay createWayPIN createWay3 prepAfter"
}
