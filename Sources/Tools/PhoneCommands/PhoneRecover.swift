import ArgumentParser
import CountersignClient
import CountersignDevice
import ToolSupport
import WireModel

/// `countersign phone recover`: begins the recovery of an account whose factors are lost, and tells
/// how far it has come.
struct PhoneRecover: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "get an account back whose factors are all lost",
    discussion: """
      A mailed code begins it, and every address of the account is told. After its wait, which the \
      server sets, a mailed code adds one new factor. What the account had is put aside then. \
      Another run tells how far it has come. Where nobody is signed in here, sign-up comes first.

      example: countersign phone recover --code-from data/mailbox.jsonl --yes
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var codes: CodeOptions
  @OptionGroup var account: AccountOption

  func run() async throws {
    try await Phone.use(options) { phone in
      let session = try await phone.session(of: phone.account(named: account.account))
      var recovery = try await session.recovery()
      if recovery.status == .none { recovery = try await begin(phone, session) }
      options.print(phone.words.recovery(recovery), json: recovery.json)
    }
  }

  private func begin(_ phone: Phone, _ session: AccountSession) async throws -> RecoveryAnswer {
    try options.requireYes(to: phone.words.beginRecovery)
    let recipient = await phone.home.userName(of: session.accountID)
    let code = try await phone.obtainCode(codes, to: recipient, for: .recover) {
      try await session.requestCode(.recover)
    }
    return try await phone.withCode(code, sentTo: recipient, codes) { code in
      try await session.beginRecovery(code: code)
    }
  }
}

/// The next step after a refusal, by the factors that the account has.
extension Phone {
  /// Refuses to ask for a code, or to make a change, that an account without any factor left would
  /// not be helped by.
  func requireFactorsLeft(
    in session: AccountSession, knowing known: SecondFactorAnswer? = nil
  ) async throws {
    let factors = if let known { known } else { try await session.secondFactor() }
    guard await areFactorsGone(factors, in: session) else { return }
    throw await factorsGone(in: session)
  }

  /// The failure of an account, by its name or its id, that has no factor yet, or none left; nil
  /// for any other.
  func factorsLacking(of account: String?) async -> CommandFailure? {
    guard let session = try? await session(of: self.account(named: account)),
      let factors = try? await session.secondFactor()
    else { return nil }
    if await areFactorsGone(factors, in: session) {
      return await factorsGone(in: session)
    }
    return await firstFactorMissing(factors, in: session)
  }

  /// The failure of an account that has no factor yet; nil for any other.
  private func firstFactorMissing(
    _ factors: SecondFactorAnswer, in session: AccountSession, code: String? = nil
  ) async -> CommandFailure? {
    guard !factors.needsFactor, factors.isOnHold != true, !factors.hasPIN, !factors.hasDevicePIN,
      !factors.hasBiometrics, (try? await isKeyHeld(session.accountID)) != true
    else { return nil }
    let isDevice = (try? await self.isDevice(session.accountID)) == true
    return .noFactorYet(isDevice: isDevice, in: endWords, code: code)
  }

  /// Refuses what takes a strong proof, where this phone has none but a PIN that is sent: that is
  /// asked for in vain.
  func requireStrongProof(in session: AccountSession) async throws {
    let factors = try await session.secondFactor()
    guard factors.isOnHold != true, try await sendsPIN(factors, of: session),
      try await !isKeyHeld(session.accountID)
    else { return }
    throw CommandFailure.strongerNeeded(hasKey: factors.hasBiometrics, in: endWords)
  }

  /// True if all factors of an account are gone, so that nothing could be proved, and a mailed code
  /// adds none.
  func areFactorsGone(_ factors: SecondFactorAnswer, in session: AccountSession) async -> Bool {
    guard factors.needsFactor, factors.isOnHold != true, !factors.hasPIN, !factors.hasDevicePIN,
      !factors.hasBiometrics
    else { return false }
    // A device is told of its own keys alone.
    guard (try? await isDevice(session.accountID)) == true else { return true }
    return (try? await session.credentials().credentials.isEmpty) == true
  }

  /// The failure of an account without any factor left, with how far its recovery has come where
  /// one is under way.
  func factorsGone(in session: AccountSession, code: String? = nil) async -> CommandFailure {
    let gone = CommandFailure.factorsGone(in: endWords, code: code)
    guard let recovery = try? await session.recovery(), recovery.status != .none else {
      return gone
    }
    return CommandFailure(gone.exit, gone.cause, code: code, hint: endWords.recovery(recovery))
  }

  /// A failure with the next step that works for this account.
  func explained(_ failure: CommandFailure) async -> CommandFailure {
    if failure.code == Reason.notFound.code,
      let accounts = try? await installation.accounts(), accounts.count > 1
    {
      return CommandFailure(
        failure.exit, failure.cause, code: failure.code, hint: endWords.otherAccount)
    }
    if failure.code == FlowReason.secondFactorExists.code,
      let session = try? await session(of: said.account),
      let factors = try? await session.secondFactor(),
      (try? await provesHere(factors, of: session)) == true,
      let isDevice = try? await isDevice(session.accountID)
    {
      let hint = endWords.furtherFactor(isDevice: isDevice, hasPIN: factors.hasPIN)
      return CommandFailure(failure.exit, failure.cause, code: failure.code, hint: hint)
    }
    if let waiting = await waiting(failure) { return waiting }
    let ofFactors: [Reason] = [
      .insufficientUserAuthentication, .pinMissing, .credentialMissing, .linkingRequired,
      .channelMissing,
    ]
    guard ofFactors.contains(where: { $0.code == failure.code }),
      let session = try? await session(of: said.account),
      let factors = try? await session.secondFactor()
    else { return failure }
    if await areFactorsGone(factors, in: session) {
      return await factorsGone(in: session, code: failure.code)
    }
    // A script reads the reason itself.
    let isOfFirst = [Reason.pinMissing, .credentialMissing, .linkingRequired]
      .contains { $0.code == failure.code }
    if hasPerson, isOfFirst,
      let missing = await firstFactorMissing(factors, in: session, code: failure.code)
    {
      return missing
    }
    if failure.code == Reason.linkingRequired.code,
      let state = try? await device.state(of: session.accountID), state.deviceID != nil
    {
      return CommandFailure(
        failure.exit, failure.cause, code: failure.code,
        hint: endWords.linkedProof(hasPIN: state.hasPIN && !factors.isBlocked))
    }
    // Who has proved nothing yet is sent to do so.
    guard failure.code == Reason.insufficientUserAuthentication.code, said.hasProved else {
      return failure
    }
    if let new = await newFactor(among: factors, in: session) { return new }
    if factors.hasDevicePIN, (try? await sendsPIN(factors, of: session)) != true { return failure }
    return .strongerNeeded(hasKey: factors.hasBiometrics, in: endWords)
  }

  /// The failure of what waits, or is kept back by a hold, with the end of that; nil for any other.
  private func waiting(_ failure: CommandFailure) async -> CommandFailure? {
    let isOfWait = [Reason.factorWaits, .recoveredLimit].contains { $0.code == failure.code }
    guard isOfWait || failure.code == Reason.insufficientUserAuthentication.code else {
      return nil
    }
    let factors = try? await session(of: said.account).secondFactor()
    let isHeld = factors?.isOnHold == true
    guard isOfWait || isHeld else { return nil }
    let known = isHeld ? factors?.onHoldUntil : factors?.pinWaitsUntil
    let time = limits.waitsUntil ?? known
    return CommandFailure(
      failure.exit, endWords.waits(failure.code, isHeld: isHeld, until: time), code: failure.code,
      hint: isHeld ? endWords.endHold(isWaiting: time != nil) : failure.hint)
  }

  /// The failure of a PIN or a key of this phone that waits; nil where none does.
  private func newFactor(
    among factors: SecondFactorAnswer, in session: AccountSession
  ) async -> CommandFailure? {
    if factors.isPINWaiting { return .factorIsNew(until: factors.pinWaitsUntil, in: endWords) }
    let held = try? await authenticator(of: session.accountID).credentials(for: relyingPartyID)
    let ids = Set((held ?? []).map(\.base64URL))
    let listed = try? await session.credentials().credentials
    let new = listed?.first { ids.contains($0.id) && $0.isWaiting }
    return new.map { .factorIsNew(until: $0.waitsUntil, in: endWords) }
  }
}

extension CommandFailure {
  /// No factor of the account is left.
  static func factorsGone(in words: PhoneWords, code: String? = nil) -> CommandFailure {
    CommandFailure(
      .refused,
      words.of(
        "the account has no PIN and no key left, and a mailed code alone adds none",
        "das Konto hat keine PIN und keinen Schlüssel mehr, und ein Code per E-Mail allein legt "
          + "nichts davon an"),
      code: code,
      hint: words.of(
        "countersign phone recover begins its recovery; where nobody is signed in here, "
          + "countersign phone sign-up comes first",
        "countersign phone recover beginnt seine Wiederherstellung; ist hier niemand angemeldet, "
          + "kommt countersign phone sign-up zuerst"))
  }

  /// The account has no factor yet, and what was asked for takes one.
  ///
  /// - Parameters:
  ///   - isDevice: True where the phone is enrolled, false where it signed up.
  ///   - words: The words.
  ///   - code: The code of the server's reason; nil for none.
  /// - Returns: The failure.
  static func noFactorYet(
    isDevice: Bool, in words: PhoneWords, code: String? = nil
  ) -> CommandFailure {
    CommandFailure(
      .refused,
      words.of(
        "nothing was decided or bought: that takes a factor, and the account has none yet",
        "nichts wurde entschieden oder gekauft: Dafür braucht es einen Faktor, und das Konto hat "
          + "noch keinen"),
      code: code,
      hint: isDevice
        ? words.of(
          "countersign phone upgrade gives it its first one; then begin again",
          "countersign phone upgrade gibt ihm den ersten; dann beginnen Sie noch einmal")
        : words.of(
          "countersign phone register sets up biometrics, by a mailed code; then begin again",
          "countersign phone register richtet mit einem Code per E-Mail Biometrie ein; dann "
            + "beginnen Sie noch einmal"))
  }

  /// The proof was by a factor that is new, and changes nothing before it has waited.
  static func factorIsNew(until time: String?, in words: PhoneWords) -> CommandFailure {
    let end = time.map { words.until(ShownTime.text($0, here: words.here)) }
    return CommandFailure(
      .refused,
      words.of(
        "this phone's factor is new: \(end ?? "for now") it is for low amounts, and changes no "
          + "factors",
        "der Faktor dieses Telefons ist neu: Er gilt \(end ?? "vorerst") nur für kleine Beträge "
          + "und ändert keine Faktoren"),
      code: Reason.insufficientUserAuthentication.code,
      hint: time == nil
        ? words.of(
          "say that the phone is yours where its link was made, by countersign phone invite "
            + "--answer there or on the page; or use another phone or key of the account",
          "sagen Sie dort, wo der Link gemacht wurde, dass das Telefon Ihres ist, mit countersign "
            + "phone invite --answer oder auf der Seite; oder nehmen Sie ein anderes Telefon oder "
            + "einen anderen Schlüssel des Kontos")
        : words.of(
          "use another phone or key of the account, or wait until then",
          "nehmen Sie ein anderes Telefon oder einen anderen Schlüssel des Kontos, oder warten Sie "
            + "bis dahin"))
  }

  /// The proof was by a factor that is weak, or could be by no other.
  ///
  /// - Parameters:
  ///   - hasKey: True if the account has a key, or a phone that is one.
  ///   - words: The words.
  /// - Returns: The failure.
  static func strongerNeeded(hasKey: Bool, in words: PhoneWords) -> CommandFailure {
    CommandFailure(
      .refused,
      words.of(
        "a PIN that is sent to the server is not enough for this",
        "eine PIN, die zum Server gesendet wird, genügt dafür nicht"),
      code: Reason.insufficientUserAuthentication.code,
      hint: hasKey
        ? words.of(
          "it takes a key, or a phone whose PIN never leaves it: do it there",
          "es braucht einen Schlüssel, oder ein Telefon, das seine PIN behält: tun Sie es dort")
        : words.of(
          "it takes a key: countersign phone register adds one, which is enough once it has waited",
          "es braucht einen Schlüssel: countersign phone register legt einen an, der nach seiner "
            + "Wartezeit genügt"))
  }
}

extension PhoneWords {
  var beginRecovery: String {
    of(
      "begin the recovery? what the account has is put aside once it is done",
      "die Wiederherstellung beginnen? was das Konto hat, wird an ihrem Ende beiseitegelegt")
  }

  /// The hint where an enrolled phone was to prove by less than an amount needs.
  ///
  /// - Parameter hasPIN: True if its own PIN could prove it.
  /// - Returns: The hint.
  func linkedProof(hasPIN: Bool) -> String {
    let adding = of(
      "countersign phone add-biometrics adds a key",
      "countersign phone add-biometrics legt einen Schlüssel an")
    guard hasPIN else { return adding }
    return of(
      "leave --fallback out, and prove it by this phone's PIN; or \(adding)",
      "lassen Sie --fallback weg, und nehmen Sie die PIN dieses Telefons; oder \(adding)")
  }

  /// The hint where something is not of the account that is used.
  var otherAccount: String {
    of(
      "if it is of another account on this phone, name that by --account",
      "gehört es zu einem anderen Konto auf diesem Telefon, nennen Sie das mit --account")
  }

  /// The progress of a recovery.
  func recovery(_ recovery: RecoveryAnswer) -> String {
    switch (recovery.status, recovery.readyAt) {
    case (.none, _): of("no recovery is under way", "keine Wiederherstellung läuft")
    case (.ready, _):
      of(
        "the recovery is ready: countersign phone enrol, register or set-pin adds the new factor, "
          + "by a mailed code",
        "die Wiederherstellung ist bereit: countersign phone enrol, register oder set-pin legt den "
          + "neuen Faktor an, mit einem Code per E-Mail")
    case (.waiting, let time?):
      of(
        "the recovery waits \(until(ShownTime.text(time, here: here))); then a mailed code adds "
          + "the new factor",
        "die Wiederherstellung wartet \(until(ShownTime.text(time, here: here))); dann legt ein "
          + "Code per E-Mail den neuen Faktor an")
    case (.waiting, nil):
      of(
        "the recovery waits; its time begins once the message about it is sent",
        "die Wiederherstellung wartet; ihre Zeit beginnt, sobald die Nachricht dazu gesendet ist")
    }
  }
}
