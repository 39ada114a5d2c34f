/// Every (state, event) pair, written down by hand from the rules of the flows and not from the
/// code.
///
/// `-` changes nothing, `!` is refused; else the next state and, after the slash, the effects.
let flowTable: [FlowTableRow] = appRows + answerRows + failureRows

/// The states of a review in which nothing is decided here.
private let underReview = States.asksOnReview + " " + States.worksOnReview

/// The app, and time.
private let appRows: [FlowTableRow] = [
  FlowTableRow(
    "start top-up", else: "!flowAlreadyActive", [States.ended: "recall / deadline read"]),
  FlowTableRow("start enrol", else: "!flowAlreadyActive", [States.ended: "open / deadline open"]),
  FlowTableRow("start login", else: "!flowAlreadyActive", [States.ended: "open / deadline open"]),
  FlowTableRow("start link", else: "!flowAlreadyActive", [States.ended: "open / deadline open"]),
  FlowTableRow(
    "start change", else: "!flowAlreadyActive", [States.ended: "recall / deadline read"]),
  .input(
    "yes",
    ["askEnrol": "confirm / deadline confirm", "askLink askAccount": "!accountMissing"]),
  .input(
    "yes Ada",
    ["askEnrol askAccount": "confirm / deadline confirm", "askLink": "!numberMissing"]),
  .input(
    "yes Ada 42",
    [
      "askEnrol askAccount": "confirm / deadline confirm",
      "askLink": "confirm / deadline confirm42",
    ]),
  .input(
    "yes Ada 43",
    ["askEnrol askAccount": "confirm / deadline confirm", "askLink": "!numberMissing"]),
  .input(
    "yes stranger",
    ["askEnrol": "confirm / deadline confirm", "askLink askAccount": "!accountMissing"]),
  .input("authorize", ["askRev": "keep / deadline keep"]),
  .input(
    "pin",
    [
      "ask askPIN askLogin askRem": "act pin / deadline act",
      "askOld": "check / deadline check", "askAdd": "check / deadline creation",
      "askOfferPIN": "keep / deadline keep",
      "askBio askBioCode askMail askFirst askText askApp askOffer askTaken askHeadless askCode "
        + "askElse setAdd setWay": "!factorNotAllowed(PIN)",
      "setPIN": "set pin pin / deadline act", "setBoth": "set pin codes / deadline act",
    ]),
  .input(
    "biometrics",
    [
      "ask askBio askBioCode askLogin askOld askRem": "sign / deadline sign",
      "askPIN askMail askFirst askText askApp askOffer askOfferPIN askTaken askHeadless askCode "
        + "askElse askAdd setPIN": "!factorNotAllowed(BIOMETRICS)",
      "setAdd": "create / deadline create", "setBoth": "!missingPIN",
      "setWay": "entitle / deadline creation",
    ]),
  .input(
    "both",
    [
      "setPIN": "!factorNotAllowed(BIOMETRICS)", "setAdd setWay": "!factorNotAllowed(PIN)",
      "setBoth": "entitle / deadline creation",
    ]),
  .input(
    "code",
    [
      "ask askPIN askBio askLogin askOld askAdd askRem askElse askOfferPIN setPIN setAdd setBoth "
        + "setWay": "!factorNotAllowed(VALIDATE_CODE)",
      "askBioCode": "!codeNotRequested",
      "askMail askText askApp askHeadless": "act codes / deadline act",
      "askFirst askOffer askTaken": "keep / deadline keep", "askCode": "check / deadline check",
    ]),
  .input(
    "request code",
    [
      "ask askPIN askBio askLogin askOld askAdd askRem askElse askOfferPIN":
        "!factorNotAllowed(VALIDATE_CODE)",
      "askBioCode askMail": "send fallback / deadline send",
      "askFirst askApp": "send first / deadline send", "askText": "send text / deadline send",
      "askOffer": "send offer / deadline send", "askTaken": "send taken / deadline send",
      "askHeadless askCode": "send proof / deadline send",
    ]),
  .input("accept", [States.softPrompt: "remember / deadline remember(accept)"]),
  .input("decline", [States.softPrompt: "remember / deadline remember(decline)"]),
  .input(
    "deny",
    [
      "ask askPIN askBio askRev askBioCode askMail askFirst askText askApp askOffer askOfferPIN "
        + "askTaken askElse promptWay setWay": "deny / deadline deny"
    ]),
  FlowTableRow("cancel", else: "ERROR cancelled / release", [States.ended: "-"]),
  FlowTableRow(
    "deadline", else: "ERROR timeout / release",
    [
      States.ended + " " + States.asking: "-",
      "actPIN again actMail actText5 actApp actWay actWayPIN actLogin actHeadless actNew actAdd "
        + "actBoth actUp actRem": "ERROR outcomeUnknown(key) / release",
      "actTok actRev actScen actLoginBio actNewSigned":
        "ERROR outcomeUnknown(challenge) / release",
      "actSession": "ERROR outcomeUnknown(link) / release",
      "refresh refreshOld": "ask either PIN_FAIL(wrong_pin)",
      "disable": "ask pin BIOMETRICS_REMOVED(key_gone)",
      "disableBio": "ERROR deviceUnable(key_gone) / release",
    ]),
  FlowTableRow("old deadline"),
  FlowTableRow("stale answer"),
  FlowTableRow("other flow"),
  FlowTableRow("other account"),
  FlowTableRow(
    "approved elsewhere",
    [
      underReview: "ERROR transactionAlreadyReviewed / release",
      // It was offered, and waited for.
      "askElse": "DONE / release",
    ]),
  FlowTableRow(
    "expired meanwhile", [underReview + " askElse": "ERROR transactionExpired / release"]),
  FlowTableRow("other review"),
  FlowTableRow("still pending"),
]
