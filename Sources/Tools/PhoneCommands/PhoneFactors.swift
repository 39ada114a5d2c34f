import ArgumentParser
import CountersignClient
import FlowModel

/// `countersign phone change-pin` (flow CHANGE_PIN).
struct PhoneChangePIN: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "change-pin", abstract: "replace this phone's PIN by another",
    discussion: "example: countersign phone change-pin --pin 258036 --new-pin 914725")

  @OptionGroup var options: PhoneOptions
  @OptionGroup var answers: PhoneAnswers

  func run() async throws {
    try await Phone.manage(options, answers, done: "the PIN is changed") { manager, account in
      try await manager.startChangePIN(account: account)
    }
  }
}

/// `countersign phone add-biometrics` (flow ADD_BIOMETRICS).
struct PhoneAddBiometrics: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-biometrics", abstract: "make a key of this phone a factor",
    discussion: "example: countersign phone add-biometrics --pin 258036")

  @OptionGroup var options: PhoneOptions
  @OptionGroup var answers: PhoneAnswers

  func run() async throws {
    try await Phone.manage(options, answers, done: "biometrics are set up") { manager, account in
      try await manager.startAddBiometrics(account: account)
    }
  }
}

/// `countersign phone remove-biometrics` (flow REMOVE_BIOMETRICS).
struct PhoneRemoveBiometrics: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove-biometrics", abstract: "make this phone's key a factor no more",
    discussion: "example: countersign phone remove-biometrics --pin 258036")

  @OptionGroup var options: PhoneOptions
  @OptionGroup var answers: PhoneAnswers

  func run() async throws {
    try await Phone.manage(options, answers, done: "biometrics are removed") { manager, account in
      try await manager.startRemoveBiometrics(account: account)
    }
  }
}

/// `countersign phone upgrade` (flow HEADLESS_UPGRADE).
struct PhoneUpgrade: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upgrade", abstract: "give an account without a second factor one",
    discussion: """
      example: countersign phone upgrade --new-pin 258036 --code-from data/mailbox.jsonl
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var answers: PhoneAnswers

  func run() async throws {
    try await Phone.manage(
      options, answers, done: "the account has a second factor now"
    ) { manager, account in
      try await manager.startHeadlessUpgrade(account: account)
    }
  }
}
