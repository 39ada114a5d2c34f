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
      asks, and says where biometrics are set up then.

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
      throw ValidationError("say which: a device's id, --this, --others or --all")
    }
  }

  func run() async throws {
    try await Phone.use(options, pin: pin) { phone in
      let (session, devices) = try await phone.read(of: phone.account(named: account)) { session in
        try await session.devices().devices
      }
      let chosen = try chosen(of: devices)
      for device in chosen { Console.note(device.line) }
      try options.requireYes(to: phone.words.revoke(chosen.count))
      let change = try await phone.manager.change(
        revoking: scope, account: session.accountID)
      let proof = try await phone.proof(of: change, in: session, pin: pin)
      try await phone.manager.revoke(scope, account: session.accountID, proof: proof)
      let state = try await state(phone, session)
      options.print(
        chosen.count == 1 ? "revoked 1 device" : "revoked \(chosen.count) devices", state,
        json: [
          "status": "revoked", "devices": .array(chosen.map { .string($0.id) }),
          "biometrics": .string(state),
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
  private func chosen(of devices: [DeviceList.Item]) throws -> [DeviceList.Item] {
    // Where none of them is this one, "others" would be all.
    if scope == .thisDevice || scope == .otherDevices, !devices.contains(where: \.isCurrent) {
      throw CommandFailure(
        .wrongUse, "this phone is no device of the account",
        hint: "make it one with countersign phone enrol, or revoke others by their ids")
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
        .wrongUse, "the account has no device \(id)",
        hint: "give an id of countersign phone devices")
    case .otherDevices: throw CommandFailure(.refused, "the account has no other device")
    case .thisDevice, .allDevices: throw CommandFailure(.refused, "the account has no device")
    }
  }

  /// Tells where biometrics are set up now, so far as this phone may still ask.
  private func state(_ phone: Phone, _ session: AccountSession) async throws -> String {
    guard try await phone.installation.account(session.accountID) != nil else {
      return "this phone holds nothing of the account any more"
    }
    return try await phone.manager.registrationState(of: session.accountID).text
  }
}

extension RegistrationState {
  /// The words for a person.
  fileprivate var text: String {
    switch self {
    case .neverRegistered: "biometrics were never set up"
    case .registeredBefore: "biometrics were set up before, and are not now"
    case .onAnotherDevice: "biometrics are set up on another device"
    case .onThisDevice: "biometrics are set up on this phone"
    }
  }
}

/// `countersign phone devices`: the account's devices.
struct PhoneDevices: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "show the phones of the account",
    discussion: "example: countersign phone devices")

  @OptionGroup var options: PhoneOptions

  func run() async throws {
    try await Phone.use(options) { phone in
      let list = try await phone.read { try await $0.devices() }.answer
      options.print(list: list.devices.map(\.line), "devices", of: list.json)
    }
  }
}

extension DeviceList.Item {
  /// The device in a list; a star stands before this one.
  var line: String {
    "\(isCurrent ? "*" : " ") \(name) since \(ShownTime.text(createdAt))"
      + (lastUsedAt.map { ", last used \(ShownTime.text($0))" } ?? "")
      + (pinGeneration > 0 ? ", with a PIN" : "") + waitText(isWaiting, waitsUntil)
      + "  \(Console.small(id))"
  }
}
