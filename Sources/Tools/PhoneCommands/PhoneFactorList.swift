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

  @Option(help: "Keep a factor that is on hold, by its id.")
  var keep: String?

  @Option(help: "Remove a factor that is on hold for good, by its id.")
  var remove: String?

  @Option(help: "The PIN to prove with, where there is one.")
  var pin: String?

  func validate() throws {
    guard keep == nil || remove == nil else {
      throw ValidationError("give --keep or --remove, one at a time")
    }
  }

  func run() async throws {
    try await Phone.use(options, pin: pin) { phone in
      if let id = keep ?? remove { return try await decide(on: id, phone) }
      let known = try await phone.read { try await $0.secondFactor() }.answer
      if known.isOnHold == true {
        return options.print(lines: known.lines, json: ["secondFactor": known.json])
      }
      let (factors, keys, devices, held) = try await phone.read { session in
        (
          try await session.secondFactor(), try await session.credentials(),
          try await session.devices(), try await session.heldFactors()
        )
      }.answer
      options.print(
        lines: factors.lines + keys.credentials.map(\.line)
          + devices.devices.map { "device  \($0.line)" } + held.lines,
        json: [
          "secondFactor": factors.json, "credentials": .array(keys.json.items("credentials")),
          "devices": .array(devices.json.items("devices")), "held": held.json,
        ])
    }
  }

  /// Keeps or removes what is on hold.
  private func decide(on id: String, _ phone: Phone) async throws {
    let session = try await phone.session()
    let change = keep == nil ? FactorChange.removeHeld(id) : .keepHeld(id)
    guard let proof = try await phone.proof(of: change, in: session, pin: pin) else {
      throw CommandFailure(
        .refused, "this phone has no factor to prove with",
        hint: "add one first, with countersign phone add-biometrics or set-pin")
    }
    if keep == nil {
      try await session.removeHeldFactor(id, proof: proof)
    } else {
      try await session.keepHeldFactor(id, proof: proof)
    }
    options.print(done: keep == nil ? "\(id) is removed for good" : "\(id) counts again")
  }
}

extension HeldFactors {
  /// The factors on hold, a line each.
  fileprivate var lines: [String] {
    factors.map { factor in
      "on hold  \(factor.kind.words)\(factor.name.map { " \($0)" } ?? "")"
        + (factor.addedAt.map { " since \(ShownTime.text($0))" } ?? "")
        + ", added by \(factor.addedBy.words)"
        + (isWaiting
          ? ", to be decided on " + (waitsUntil.map { "after \(ShownTime.text($0))" } ?? "later")
          : "") + "  \(Console.small(factor.id))"
    }
  }
}

extension SecondFactorAnswer {
  /// The factors but keys and devices, a line each.
  fileprivate var lines: [String] {
    let pin =
      isBlocked
      ? "blocked after wrong tries"
      : hasDevicePIN ? "on the account's phones" : hasPIN ? "set, sent in requests" : "none"
    return [
      "PIN  " + pin + waitText(isPINWaiting, pinWaitsUntil),
      "authenticator app  " + (hasTwoFactor ? "set up" : "none")
        + waitText(isTwoFactorWaiting, twoFactorWaitsUntil),
      "telephone number  " + (hasPhone ? "confirmed" : "none"),
    ] + holdLines
  }

  /// What a hold means for the person, in a line.
  private var holdLines: [String] {
    guard isOnHold == true else { return [] }
    let end =
      onHoldUntil.map { "until \(ShownTime.text($0))" } ?? "until a factor that you add has waited"
    return ["on hold  what the account had before; nothing counts \(end)"]
  }
}

extension CredentialList.Item {
  fileprivate var line: String {
    "key  since \(ShownTime.text(createdAt))"
      + (lastUsedAt.map { ", last used \(ShownTime.text($0))" } ?? "")
      + waitText(isWaiting, waitsUntil) + "  \(Console.small("\(id)"))"
  }
}

/// The rest of a factor's line where it is new, and on low amounts only.
func waitText(_ isWaiting: Bool, _ until: String?) -> String {
  guard isWaiting else { return "" }
  return ", on low amounts only " + (until.map { "until \(ShownTime.text($0))" } ?? "for now")
}

extension HeldFactors.Item.Kind {
  /// The word for people.
  fileprivate var words: String {
    switch self {
    case .passkey: "passkey"
    case .device: "phone"
    case .pin: "PIN"
    case .authenticatorApp: "authenticator app"
    }
  }
}

extension HeldFactors.Item.Source {
  /// The words for people.
  fileprivate var words: String {
    switch self {
    case .host: "a host"
    case .administrator: "an administrator"
    case .code: "a mailed code"
    case .factor: "another factor"
    }
  }
}
