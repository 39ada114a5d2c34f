import ArgumentParser
import CountersignClient
import ToolSupport
import WireModel

/// `countersign phone factors`: the account's factors, and what they are good for now.
struct PhoneFactorList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "factors",
    abstract: "show the account's factors, and what each is good for",
    discussion: """
      With --json the answers of GET /second-factor, /biometric/credentials, /devices and \
      /factors/held. What is on hold was there before a code proved the address of the account; it \
      is good for nothing until it is kept. Until a factor that came since has waited, the account \
      shows nothing but that.

      example: countersign phone factors
      example: countersign phone factors --keep dev_AbC… --pin 258036
      example: countersign phone factors --remove dev_AbC… --pin 258036
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var account: AccountOption

  @Option(help: "Keep a factor that is on hold, by its id.")
  var keep: String?

  @Option(help: "Remove a factor that is on hold for good, by its id.")
  var remove: String?

  @Option(help: "The PIN to prove with, where there is one.")
  var pin: String?

  func validate() throws {
    guard keep == nil || remove == nil else {
      throw ValidationError(
        options.endWords.of(
          "give --keep or --remove, one at a time",
          "geben Sie --keep oder --remove an, nicht beides"))
    }
  }

  func run() async throws {
    try await Phone.use(options, pin: pin) { phone in
      let account = try await phone.account(named: account.account)
      if let id = keep ?? remove { return try await decide(on: id, of: account, phone) }
      let (known, isSent) = try await phone.read(of: account) { session in
        let factors = try await session.secondFactor()
        return (factors, try await phone.sendsPIN(factors, of: session))
      }.answer
      if known.isOnHold == true {
        return options.print(
          lines: known.lines(isPINSent: isSent, in: phone.words), json: ["secondFactor": known.json]
        )
      }
      let (factors, keys, devices, held) = try await phone.read(of: account) { session in
        (
          try await session.secondFactor(), try await session.credentials(),
          try await session.devices(), try await session.heldFactors()
        )
      }.answer
      let words = phone.words
      options.print(
        lines: factors.lines(isPINSent: isSent, in: words)
          + keys.credentials.map { $0.line(in: words) }
          + devices.devices.map { "\(words.device)  \($0.line(in: words))" }
          + held.lines(in: words),
        json: [
          "secondFactor": factors.json, "credentials": .array(keys.json.items("credentials")),
          "devices": .array(devices.json.items("devices")), "held": held.json,
        ])
      let isWithoutEnd =
        devices.devices.contains(where: \.isWithoutEnd)
        || keys.credentials.contains { $0.isWaiting && $0.waitsUntil == nil }
        || (factors.isPINWaiting && factors.pinWaitsUntil == nil)
        || (factors.isTwoFactorWaiting && factors.twoFactorWaitsUntil == nil)
      if isWithoutEnd { Console.note(words.endOfForNow) }
    }
  }

  /// Keeps or removes what is on hold.
  private func decide(on id: String, of account: String?, _ phone: Phone) async throws {
    let session = try await phone.session(of: account)
    let change = keep == nil ? FactorChange.removeHeld(id) : .keepHeld(id)
    try await phone.proving(change, in: session, pin: pin) { proof in
      guard let proof else { throw CommandFailure.noFactorHere }
      if keep == nil {
        try await session.removeHeldFactor(id, proof: proof)
      } else {
        try await session.keepHeldFactor(id, proof: proof)
      }
    }
    options.print { keep == nil ? $0.heldRemoved(id) : $0.heldKept(id) }
  }
}

extension CommandFailure {
  /// Nothing could be proved on this phone.
  static let noFactorHere = CommandFailure(
    .refused, "this phone has no factor to prove with",
    hint: "add one first, with countersign phone add-biometrics or set-pin")
}

extension HeldFactors {
  /// The factors on hold, a line each.
  fileprivate func lines(in words: PhoneWords) -> [String] {
    factors.map { factor in
      let parts = [
        words.kind(factor.kind) + (factor.name.map { " \($0)" } ?? "")
          + (factor.addedAt.map { " " + words.since($0) } ?? ""),
        words.addedBy(factor.addedBy),
      ]
      return "\(words.onHold)  "
        + (parts + (isWaiting ? [words.decidable(after: waitsUntil)] : [])).joined(separator: ", ")
        + "  \(Console.small(factor.id))"
    }
  }
}

extension SecondFactorAnswer {
  /// The factors but keys and devices, a line each.
  fileprivate func lines(isPINSent: Bool, in words: PhoneWords) -> [String] {
    let pin =
      isBlocked
      ? words.blockedPIN
      : isPINSent
        ? (hasDevicePIN ? words.sentPINForNow : words.sentPIN)
        : hasDevicePIN ? words.phonePIN : words.none
    return [
      "\(words.pin)  \(pin)" + words.waitText(isPINWaiting, pinWaitsUntil),
      "\(words.authenticatorApp)  \(hasTwoFactor ? words.setUp : words.none)"
        + words.waitText(isTwoFactorWaiting, twoFactorWaitsUntil),
      "\(words.telephoneNumber)  \(hasPhone ? words.confirmed : words.none)",
    ] + (isOnHold == true ? ["\(words.onHold)  \(words.hold(until: onHoldUntil))"] : [])
  }
}

extension CredentialList.Item {
  fileprivate func line(in words: PhoneWords) -> String {
    "\(words.key)  \(words.since(createdAt))"
      + (lastUsedAt.map { ", " + words.lastUsed($0) } ?? "")
      + words.waitText(isWaiting, waitsUntil) + "  \(Console.small("\(id)"))"
  }
}
