import ArgumentParser
import CountersignClient
import CountersignHTTP
import WireModel

/// `countersign phone invite`: draws the link that brings this account to another phone.
struct PhoneInvite: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "draw the link that brings this account to another phone",
    discussion: "example: countersign phone invite --pin 258036")

  @OptionGroup var options: PhoneOptions

  @Option(help: "The PIN to prove with, where there is one.")
  var pin: String?

  func run() async throws {
    try await Phone.use(options) { phone in
      let session = try await phone.session()
      let link = try await session.makeEnrolLink(
        proof: try await phone.proof(in: session, pin: pin, prompt: "add another phone"))
      for line in QRCode(link.url)?.terminalLines(isOnLight: false) ?? [] { Console.note(line) }
      Console.print(link.url)
      let events = try await phone.connection.linkEvents(
        link.id, watchSecret: link.watchSecret)
      for try await event in events {
        switch event {
        case .waiting: Console.note("open it with the other phone within \(link.expiresIn) seconds")
        case .opened: Console.note("the other phone has it open")
        case .confirmed: return Console.note("the account is on the other phone")
        case .over: throw CommandFailure(.refused, "the link is over")
        }
      }
      throw CommandFailure(
        .environment, "the server ended the watch",
        hint: "countersign phone devices shows whether the other phone is there")
    }
  }
}
