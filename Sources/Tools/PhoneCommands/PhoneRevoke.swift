import ArgumentParser
import CountersignClient
import ToolSupport
import WireModel

/// `countersign phone revoke`: revokes devices of the account.
struct PhoneRevoke: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "take phones off the account: this, another, or all",
    discussion: """
      A device that is revoked loses its PIN, its keys and its sessions. Shows which are meant, \
      asks, and says where biometrics are set up then. Where no factor is left, recover gets the \
      account back.

      example: countersign phone revoke dev_AbC… --pin 258036
      example: countersign phone revoke --others --pin 258036 --yes
      """)

  @OptionGroup var options: PhoneOptions

  @Argument(help: "The device's id, as countersign phone devices shows it.")
  var device: String?

  @Flag(help: "Which devices, where no id is given.")
  var which: Which?

  @Option(help: "The PIN to prove with, where there is one.")
  var pin: String?

  @Option(help: "The account to use, by its name or its id, where there are several.")
  var account: String?

  enum Which: String, EnumerableFlag {
    case this
    case others
    case all
  }

  func validate() throws {
    guard (device == nil) != (which == nil) else {
      throw ValidationError(
        options.endWords.of(
          "say which: a device's id, --this, --others or --all",
          "sagen Sie, welche: die Kennung eines Geräts, --this, --others oder --all"))
    }
  }

  func run() async throws {
    try await Phone.use(options, pin: pin) { phone in
      let (session, devices) = try await phone.read(of: phone.account(named: account)) { session in
        try await session.devices().devices
      }
      let chosen = try chosen(of: devices, in: phone.endWords)
      for device in chosen { Console.note(device.line(in: phone.words)) }
      if chosen.count == devices.count { Console.note(phone.words.lastFactors) }
      let factors = try await session.secondFactor()
      if factors.hasPIN || factors.hasBiometrics || factors.hasDevicePIN,
        try await !phone.provesHere(factors, of: session)
      {
        throw CommandFailure.keyElsewhere
      }
      try options.requireYes(to: phone.words.revoke(chosen.count))
      let change = try await phone.manager.change(
        revoking: scope, account: session.accountID)
      try await phone.proving(change, in: session, pin: pin) { proof in
        try await phone.manager.revoke(scope, account: session.accountID, proof: proof)
      }
      let state = try await state(phone, session)
      // Where biometrics were never set up, there is no news of them.
      options.print(
        lines: [phone.words.revoked(chosen.count)]
          + (state == .neverRegistered ? [] : [phone.words.biometrics(state)]),
        json: [
          "status": "revoked", "devices": .array(chosen.map { .string($0.id) }),
          "biometrics": .string(PhoneWords.english.biometrics(state)),
        ])
    }
  }

  private var scope: RevocationScope {
    switch (device, which) {
    case (let id?, _): .device(id)
    case (nil, .this?): .thisDevice
    case (nil, .others?): .otherDevices
    case (nil, .all?), (nil, nil): .allDevices
    }
  }

  /// The devices that are meant.
  private func chosen(
    of devices: [DeviceList.Item], in words: PhoneWords
  ) throws -> [DeviceList.Item] {
    // Where none of them is this one, "others" would be all.
    if scope == .thisDevice || scope == .otherDevices, !devices.contains(where: \.isCurrent) {
      throw devices.isEmpty ? CommandFailure.noDevice : .notADevice
    }
    let chosen =
      switch scope {
      case .device(let id): devices.filter { $0.id == id }
      case .thisDevice: devices.filter(\.isCurrent)
      case .otherDevices: devices.filter { !$0.isCurrent }
      case .allDevices: devices
      }
    guard chosen.isEmpty else { return chosen }
    switch scope {
    case .device(let id):
      throw CommandFailure(
        .wrongUse,
        words.of("the account has no device \(id)", "das Konto hat kein Gerät \(id)"),
        hint: words.of(
          "give an id of countersign phone devices",
          "geben Sie eine Kennung an, die countersign phone devices zeigt"))
    case .otherDevices: throw CommandFailure.noOtherDevice
    case .thisDevice, .allDevices: throw CommandFailure.noDevice
    }
  }

  /// Tells where biometrics are set up now; nil where this phone may not ask any more.
  private func state(
    _ phone: Phone, _ session: AccountSession
  ) async throws -> RegistrationState? {
    guard try await phone.installation.account(session.accountID) != nil else { return nil }
    return try await phone.manager.registrationState(of: session.accountID)
  }
}

extension CommandFailure {
  /// This phone is none of the account's devices, so that "others" would be all.
  static let notADevice = CommandFailure(
    .wrongUse, "this phone is no device of the account",
    hint: "add it where the account has a factor (the page: Security, Add a phone; a terminal: "
      + "countersign phone invite), then countersign phone enrol LINK here; or revoke a phone by "
      + "its id")

  static let noOtherDevice = CommandFailure(.refused, "the account has no other device")

  static let noDevice = CommandFailure(.refused, "the account has no device")
}

/// `countersign phone devices`: the account's devices.
struct PhoneDevices: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "show the phones of the account",
    discussion: "example: countersign phone devices")

  @OptionGroup var options: PhoneOptions
  @OptionGroup var account: AccountOption

  func run() async throws {
    try await Phone.use(options) { phone in
      let (session, list) = try await phone.read(
        of: phone.account(named: account.account)
      ) { session in
        try await session.devices()
      }
      if list.devices.isEmpty { Console.note(phone.words.noDevices) }
      options.print(
        list: list.devices.map { $0.line(in: phone.words) }, "devices", of: list.json)
      let waiting = list.devices.filter { $0.isWithoutEnd && !$0.isCurrent }
      let invitations = try await phone.home.invitations(of: session.accountID)
      if !invitations.isEmpty, !waiting.isEmpty {
        Console.note(phone.words.waitsForYes(waiting.map(\.name)))
      } else if list.devices.contains(where: \.isWithoutEnd) {
        Console.note(phone.words.endOfForNow)
      }
    }
  }
}

extension DeviceList.Item {
  /// True if it is on low amounts only, and until when is not set yet.
  var isWithoutEnd: Bool { isWaiting && waitsUntil == nil }

  /// The device in a list; a star stands before this one.
  func line(in words: PhoneWords) -> String {
    "\(isCurrent ? "*" : " ") \(name) \(words.since(createdAt))"
      + (lastUsedAt.map { ", " + words.lastUsed($0) } ?? "")
      + (pinGeneration > 0 ? ", \(words.withPIN)" : "") + words.waitText(isWaiting, waitsUntil)
      + "  \(Console.small(id))"
  }
}
