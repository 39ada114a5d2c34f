/// What every client of the server has to do, whatever it is made of: one list for all of them.
///
/// The sentence says what holds; `Cases` has the steps; ``ClientKind/claim(on:)`` says where a
/// platform cannot, or a client does not.
enum ConformanceCase: String, CaseIterable, Sendable {
  case register
  case registrationCancelled
  case options
  case sign
  case verify
  case topUpByToken
  case topUpByAssertion
  case cancel
  case lockout
  case permanentLockout
  case keyGone
  case expiredChallenge
  case foreignOrigin
  case otherOriginClass
  case challengeNotAsShown
  case unlinkedChallenge
  case transactionNotAsAsked
  case changedAmount
  case replay
  case lostAnswer
  case boundToken

  /// What holds.
  var sentence: String {
    switch self {
    case .register: "mailed codes, each good once, open a session and register a key at its origin"
    case .registrationCancelled: "a registration that the person cancels registers nothing"
    case .options: "a challenge comes with the transaction that it is linked to"
    case .sign: "the person is told payee and amount, and what is signed is not sent yet"
    case .verify: "a signed challenge gives a token, and nothing is paid yet"
    case .topUpByToken: "a token buys what it was made for, once"
    case .topUpByAssertion: "a signed challenge buys what it was made for, without a token"
    case .cancel: "a person who cancels has sent and spent nothing, and may try again"
    case .lockout: "too many failed checks are told apart, and nothing is sent"
    case .permanentLockout: "a lasting lockout is told apart, and nothing is sent"
    case .keyGone: "a key that is gone is told apart, and nothing is sent"
    case .expiredChallenge: "a challenge past its time is refused, and a new one buys"
    case .foreignOrigin: "a signature made at an origin that the server does not know is refused"
    case .otherOriginClass: "a key is refused at an origin of another class, though it is known"
    case .challengeNotAsShown: "a challenge for another transaction than is shown is not signed"
    case .unlinkedChallenge: "a challenge that is linked to nothing is not signed for what is shown"
    case .transactionNotAsAsked: "another transaction than was asked for is not signed"
    case .changedAmount: "a proof buys nothing but what it was made for, to the last unit"
    case .replay: "a proof that has acted acts no second time, whatever is sent with it"
    case .lostAnswer: "a purchase whose answer is lost is paid once, and its outcome is found"
    case .boundToken: "the access token is bound to a key, which each call proves"
    }
  }
}
