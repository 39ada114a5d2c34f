@testable import FlowModel

/// Every answer there is, with a given tag.
func answers(_ tag: FlowTag, _ count: UInt64) -> [FlowEvent] {
  let challenge = OperationID("challenge \(count)")
  let reason = FlowReason(code: "some_reason")
  let failures: [CallFailure] = [
    .network, .sessionOver, .refused(reason), .notAllowed(reason), .notUnderstood(reason),
  ]
  let events: [[FlowEvent]] = [
    [.none, .none, .open(OperationID("earlier")), .vaultFailed]
      .map { .openOperationRead(tag, $0) },
    [
      .found(Sample.completed, request: .same), .found(Sample.failed, request: .same),
      .found(Sample.pending, request: .other), .notFound,
    ].map { .operationAnswered(tag, $0) },
    failures.map { .operationAnswered(tag, .failed($0)) },
    [
      .linked(Sample.transaction, challenge, key: .held),
      .linked(Sample.transaction, challenge, key: .held),
      .linked(Sample.dearer, challenge, key: .held),
      .linked(Sample.transaction, challenge, key: .missing),
      .mismatch(reason), .failed(.network),
    ].map { .optionsAnswered(tag, $0) },
    [
      .signed, .signed, .signed, .signed, .signed, .signed, .cancelled, .failed, .failed,
      .notInForeground, .unavailable(reason),
      .keyGone, .mismatch(reason), .broken(reason),
    ].map { .signed(tag, $0) },
    [
      .verified, .refused, .refused, .refused, .refused, .refused, .challengeExpired, .blocked,
      .failed(.network),
    ]
    .map { .verified(tag, $0) },
    [
      .done(Sample.completed), .done(Sample.failed), .notRemembered, .notSent, .lost, .lost,
      .throttled(reason), .wrongPIN, .penalised, .proofRefused, .challengeExpired, .blocked,
      .sessionOver, .refused(reason), .notAllowed(reason), .notUnderstood(reason),
    ].map { .acted(tag, $0) },
    [Sample.account(), Sample.account(isBlocked: true), nil]
      .map { .secondFactorAnswered(tag, $0) },
  ]
  return events.flatMap(\.self)
}

extension FlowEvent {
  /// Whether this is the kind of answer that an effect waits for.
  func answers(_ effect: FlowEffect?) -> Bool {
    switch (self, effect) {
    case (.openOperationRead, .readOpenOperation?), (.operationAnswered, .askOperation?),
      (.optionsAnswered, .askOptions?), (.signed, .sign?), (.verified, .verify?),
      (.acted, .act?), (.acted, .actAgain?), (.secondFactorAnswered, .askSecondFactorAccount?):
      true
    default: false
    }
  }
}

extension FlowEffect {
  /// The tag that the answer carries.
  var tag: FlowTag? {
    switch self {
    case .readOpenOperation(let tag), .askOperation(let tag, _), .askOptions(let tag),
      .sign(let tag), .verify(let tag), .act(let tag, _, _), .actAgain(let tag),
      .askSecondFactorAccount(let tag):
      tag
    case .armDeadline, .forget, .release: nil
    }
  }
}
