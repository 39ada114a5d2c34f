public import WireModel

/// The limits and rules of a deployment, with strict defaults.
///
/// Limits are in the field's own unit.
public struct ServicePolicy: Sendable, Hashable {
  /// Above its currency's limit, in minor units, an amount needs a linked proof (PSD2 RTS,
  /// Article 16); an amount of a currency without one always does.
  ///
  /// Five times 20 euros are the 100 euros that Article 16 allows in a row.
  public var lowValueLimits: [String: Int64] = ["NGN": 100_000, "EUR": 2_000]
  /// The most low-value actions, and the most times the limit in all, since the last linked proof.
  public var lowValueRepeats: Int64 = 5
  /// The most keys of an account; each is listed with every challenge.
  public var credentialsPerAccount = 50
  /// The most devices of an account.
  public var devicesPerAccount = 20
  /// Seconds without activity that end a session (PSD2 RTS, Article 4.3d).
  public var sessionInactivitySeconds: Int64 = 300
  /// Seconds after which a session ends, whatever is done in it.
  public var sessionLifetimeSeconds: Int64 = 43_200
  /// The first factor of an account.
  public var firstFactor = FirstFactorPolicy.kind
  /// Factors that a weak proof adds.
  public var weakFactors = WeakFactorPolicy.wait
  /// The worth of passkeys that are copied elsewhere.
  public var backedUpPasskeys = BackedUpPasskeys.strong
  /// Seconds in which the session of an account's first factor adds others by it.
  public var firstSessionSeconds: Int64 = 3600
  /// Seconds for which a weak proof's factor stays weak, from when its notice was handed over.
  public var weakFactorSeconds: Int64 = 86_400
  /// The same for a person who is told at the first address alone.
  public var weakFactorSecondsByMailAlone: Int64 = 259_200
  /// Milliseconds for which a challenge is good: `timeout` of the request options.
  public var challengeTimeoutMilliseconds: Int64 = 60_000
  /// Milliseconds by which clocks may differ, on either side of the timeout.
  public var clockToleranceMilliseconds: Int64 = 30_000
  /// Seconds for which a verification token is good.
  public var tokenSeconds: Int64 = 300
  /// Seconds within which an identical body without an idempotency key is taken for a duplicate.
  public var duplicateSeconds: Int64 = 60
  /// Seconds for which an action that was handed to another device can be approved there.
  public var handoverSeconds: Int64 = 180
  /// The most actions that an account's sessions hand over within ten minutes.
  public var handoversPerAccount = 10
  /// Seconds for which a transaction can be decided on, unless the host says otherwise.
  public var transactionSeconds: Int64 = 480
  /// Seconds after which spent rows are pruned.
  public var spentRetentionSeconds: Int64 = 86_400
  /// The most rows of the audit log that one look for an account's goes through.
  public var auditRowsPerLook: Int64 = 200_000
  /// The words of this server's own documents.
  public var texts = DocumentTexts.builtIn
  /// The scenarios, and which proofs each takes.
  public var scenarios = ScenarioPolicies()
  /// Codes and other messages that people ask for.
  public var messages = MessagePolicy()
  /// News of changes, in places of their own.
  public var notices = MessagePolicy()
  /// The trust in the machine's clock.
  public var clock = ClockPolicy()
  /// The rights of hosts towards people.
  public var hosts = HostPolicy()
  /// The events that a host gets about its transactions.
  public var hostEvents = HostEventPolicy()
  /// Codes.
  public var codes = CodePolicy()
  /// PINs: of devices, and in a body.
  public var pin = PINPolicy()
  /// Links by which a session is opened or a device enrolled.
  public var links = LinkPolicy()
  /// Assertions and codes.
  public var attempts = AttemptPolicy()
  /// The refusals that are written down.
  public var refusals = RefusalPolicy()
  /// Streams of events.
  public var eventStreams = EventStreamPolicy()
  /// Requests that are served at once.
  public var requests = RequestPolicy()
  /// Accounts whose factors are all lost.
  public var recovery = RecoveryPolicy()

  /// The strict defaults.
  public init() {}
}

/// The limits of codes.
public struct CodePolicy: Sendable, Hashable {
  /// Seconds for which a code is good.
  public var lifetimeSeconds: Int64 = 600
  /// Tries per code request.
  public var tries: Int64 = 5
  /// Requests an hour of a session outside of lanes; its account has twice as many.
  ///
  /// First codes, texted ones and those that begin a recovery are counted apart. Of strangers, the
  /// codes an hour that one network has an address sent.
  public var requestsPerHour: Int64 = 5
  /// Requests an hour in each lane of an account, of first codes and of texted ones each.
  public var requestsPerLane: Int64 = 5
  /// Sign-ups and requests an hour per source network, over all names.
  ///
  /// Strangers and sessions outside of lanes are counted apart. The IPv6 /56 around a network has
  /// twice as many, the /48 four times.
  public var requestsPerNetwork: Int64 = 30
  /// Codes an hour that strangers have one address sent, and that accounts have texted to one new
  /// number; half of them for those who had none sent.
  public var messagesPerRecipientAndHour: Int64 = 10
  /// The same a day; and the requests a day by one maker's links to enrol in one account.
  public var messagesPerRecipientAndDay: Int64 = 30
  /// Requests a second of the whole deployment, of strangers and of sessions outside of lanes each;
  /// half of them for networks that have not asked within the hour.
  public var requestsPerSecond: Int64 = 20
  /// The most lanes of an account in browsers; a further one takes the oldest's place.
  public var lanesPerAccount: Int64 = 20
  /// Seconds until a code may be sent again.
  public var resendSeconds: Int64 = 60
  /// The channels by which messages reach people in this deployment; e-mail always does.
  ///
  /// Without texts a telephone number is no address.
  public var channels: Set<CodeChannel> = [.email]

  /// The strict defaults.
  public init() {}
}

/// The limits of PINs.
public struct PINPolicy: Sendable, Hashable {
  /// Wrong PINs in a row that block the factor (PSD2 RTS, Article 4.3b).
  public var maxAttempts: Int64 = 5
  /// Seconds to wait after the first, second, … wrong PIN; 0 if none follows.
  public var penaltySeconds: [Int64] = [0, 5, 30, 120]
  /// The wrong PIN at which the person is told of the coming block (PSD2 RTS, Article 4.4).
  public var noticeAtAttempt: Int64 = 4
  /// Seconds for which an attempt counts as in flight.
  public var inFlightSeconds: Int64 = 10
  /// scrypt's cost parameter N.
  public var scryptRounds = 32_768
  /// PINs that may wait to be hashed, over all; half of them for networks that have none there.
  public var queued = 64
  /// PINs of one network that may wait to be hashed; the IPv6 /56 around it has twice as many, the
  /// /48 four times.
  public var queuedPerNetwork = 8
  /// PINs of one account that may wait to be hashed.
  public var queuedPerAccount = 2

  /// The strict defaults.
  public init() {}

  /// Seconds to wait after so many wrong PINs in a row.
  func penaltySeconds(afterFailures failures: Int64) -> Int64 {
    let index = Int(failures) - 1
    return penaltySeconds.indices.contains(index) ? penaltySeconds[index] : 0
  }
}

/// The limits of refused assertions and codes.
public struct AttemptPolicy: Sendable, Hashable {
  /// Refused ones in a row after which the next is refused even when right (PSD2 RTS,
  /// Article 4.3b); twice as many in the IPv6 /56 around a source, four times in the /48.
  public var maxAttempts: Int64 = 5
  /// Seconds for which codes, or a source, are stopped then.
  public var blockSeconds: Int64 = 900
  /// The target of five refused assertions.
  public var assertionBlock = AssertionBlock.sender
  /// Wrong codes in a row, however long apart, that disable a kind of code until a stronger proof.
  public var failuresUntilDisabled: Int64 = 100

  /// The strict defaults.
  public init() {}
}

/// The target that refused assertions in a row stop.
public enum AssertionBlock: String, Sendable, Hashable, CaseIterable {
  /// Whoever sent them: their session ends, or their network is stopped for a while.
  ///
  /// Nobody can guess a signature, so a person's keys are never blocked.
  case sender
  /// The account that they name: its keys are blocked for a while.
  ///
  /// The strict reading of Article 4.3b. Whoever has a session of the account, or knows the id of
  /// one of its credentials, can block its keys again and again.
  case account
}

/// The most rows of refusals that are written into the audit log.
public struct RefusalPolicy: Sendable, Hashable {
  /// Rows a minute for each source of attempts at each account.
  public var rowsPerMinute = 30
  /// Rows a minute for all strangers together that aim at one account, or at none; half of them
  /// for networks that have none yet.
  public var strangersRowsPerMinute = 300

  /// The strict defaults.
  public init() {}
}

/// The most streams of events that are held open at once, each a connection.
public struct EventStreamPolicy: Sendable, Hashable {
  /// Streams of this process, over all; a further one takes the place of one of the network that
  /// has the most.
  public var all = 4000
  /// Streams that watch the transactions of one account, or one link.
  public var perTopic = 16
  /// Streams of all who watch links and are not signed in; what is left is kept for accounts.
  public var ofStrangers = 2000
  /// Streams of one network of those who watch links and are not signed in; the IPv6 /56 around it
  /// has twice as many, the /48 four times.
  public var perNetwork = 30

  /// The strict defaults.
  public init() {}
}

/// The load up to which requests are served; what is beyond it is shed before any work.
public struct RequestPolicy: Sendable, Hashable {
  /// Connections that may be open at once.
  ///
  /// A further one takes the place of one that waits for its client, of the network that has the
  /// most. If none waits, it is answered about health alone.
  ///
  /// Each holds about 33 KiB while it rests, and a body of 64 KiB at most while that is read.
  public var connections = 8192
  /// Connections of one source network that may be open at once.
  ///
  /// The IPv6 /56 around it has twice as many, the /48 four times. Trusted proxies have no such
  /// bound.
  public var connectionsPerNetwork = 1024
  /// Requests that may be under way at once.
  ///
  /// A stream of events is none once it is open, and neither is a refusal that is held back, or a
  /// PIN that waits to be hashed. Options of a ceremony are served while fewer than half are.
  public var underWay = 64
  /// Requests that may be under way however long answers take; ``underWay`` may be if they take no
  /// longer than ``slowdown`` says.
  public var leastUnderWay = 16
  /// The times that answers may take on average, over those that they take in calm; if they take
  /// longer, fewer requests may be under way.
  public var slowdown = 4.0
  /// The time that answers may take on average in any case.
  public var soon = Duration.milliseconds(10)
  /// How many times as many may be under way in a burst, until it has lasted for ``patience``.
  public var burst = 4
  /// The time within which an event loop begins what it took off its connections; a turn that takes
  /// longer is late.
  public var late = Duration.milliseconds(10)
  /// The time for which every turn may be late, and all places taken, before requests are shed: so
  /// long a burst is served.
  public var patience = Duration.milliseconds(100)
  /// The requests of a turn that are served at least while others are shed.
  ///
  /// At most half of them are for options.
  public var leastPerTurn = 8
  /// The time without shedding after which a turn serves all requests again, and a burst has room.
  public var recovery = Duration.seconds(1)

  /// The strict defaults.
  public init() {}

  /// Of places, those that requests for the options of a ceremony may take: half, so that whoever
  /// has signed is served before others begin.
  package static func placesForOptions(of places: Int) -> Int { (places + 1) / 2 }
}

/// The limits of the recovery of an account whose factors are all lost.
public struct RecoveryPolicy: Sendable, Hashable {
  /// Seconds to wait, in which the person can stop what somebody else began.
  public var waitSeconds: Int64 = 86_400
  /// The same for a person who is told at the first address alone.
  public var waitSecondsByMailAlone: Int64 = 259_200
  /// Seconds after the wait within which it is completed, or over.
  public var openSeconds: Int64 = 604_800
  /// Seconds for which its new factor is weak, and the person can undo it.
  public var limitSeconds: Int64 = 86_400
  /// After so many that were stopped, an administrator has to help.
  public var mostStopped: Int64 = 3

  /// The strict defaults.
  public init() {}
}

/// The limits of links.
public struct LinkPolicy: Sendable, Hashable {
  /// Seconds from making a link to its end, whatever became of it until then (NIST SP 800-63B,
  /// binding: single use, 10 minutes at most).
  public var lifetimeSeconds: Int64 = 120
  /// The most links of one account's sessions that are open at once.
  public var openPerAccount: Int64 = 20
  /// The most links of one service key that are open at once: it makes them for many people.
  public var openPerHost: Int64 = 3000
  /// The most links of one network that are open at once while nobody is signed in: anybody may ask
  /// for one.
  ///
  /// The IPv6 /56 around it has twice as many, the /48 four times.
  public var openPerNetwork: Int64 = 30
  /// The most links of all networks together that are open at once.
  ///
  /// A further one takes the place of one of the network that has the most. Browsers with a lane
  /// are counted with their accounts.
  public var openToStrangers: Int64 = 3000

  /// The strict defaults.
  public init() {}
}

/// The trust in the machine's clock.
public struct ClockPolicy: Sendable, Hashable {
  /// Seconds by which the clock may be set, all in all since the server started, before waits are
  /// moved by it; and for which no server may have run.
  ///
  /// More lets whoever sets the clock end a wait early by as much.
  public var toleranceSeconds: Int64 = 600
  /// Seconds between two looks at the clock.
  public var lookSeconds: Int64 = 60
  /// Seconds for which the clock has to run steadily, after a jump, before anything is cleared away
  /// by it: what is cleared away raises the time below which proofs are refused.
  public var settledSeconds: Int64 = 86_400

  /// The strict defaults.
  public init() {}

  var toleranceMilliseconds: Int64 { toleranceSeconds * 1000 }
}

/// The rights of hosts, the tenants of a deployment, towards people.
public struct HostPolicy: Sendable, Hashable {
  /// The accounts before which a host may put a transaction.
  public enum Ask: String, Sendable, Hashable, CaseIterable {
    /// Any account.
    case any
    /// The accounts that it made.
    case own
  }

  /// The accounts before which a host may put a transaction.
  ///
  /// `any` lets a person approve for a host that did not make their account, and lets that host
  /// find out whether a name is taken; `own` does neither.
  public var ask = Ask.any
  /// The most undecided transactions of one host that an account has.
  public var pendingPerHost = 3
  /// The most undecided transactions of all hosts together that an account has.
  public var pendingPerAccount = 9
  /// The number of a host's transactions that a person declines, within ``declineSeconds``, until
  /// that host waits.
  public var declinesBeforeWait = 2
  /// Seconds within which declines are counted, and for which a host waits after the last of them.
  public var declineSeconds: Int64 = 600

  /// The defaults.
  public init() {}
}
