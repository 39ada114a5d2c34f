import ArgumentParser
import CountersignClient
import WireModel

/// `countersign phone devices`: the account's devices.
struct PhoneDevices: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "show the account's devices",
    discussion: "example: countersign phone devices")

  @OptionGroup var options: PhoneOptions

  func run() async throws {
    try await Phone.use(options) { phone in
      for device in try await phone.session().devices().devices {
        Console.print(device.line)
      }
    }
  }
}

extension DeviceList.Item {
  /// The device in a list; a star stands before this one.
  var line: String {
    "\(isCurrent ? "*" : " ") \(name) \(id) since \(createdAt)"
      + (lastUsedAt.map { ", last used \($0)" } ?? "") + (pinGeneration > 0 ? ", with a PIN" : "")
  }
}
