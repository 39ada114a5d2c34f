import ArgumentParser
import CountersignClient
import WireModel

/// `countersign phone number`: sets the telephone number that codes are texted to.
struct PhoneSetNumber: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "number",
    abstract: "set the telephone number that codes are texted to",
    discussion: """
      A factor of the account entitles to it; a mailed code does while it has none. The number
      holds once the code that is texted to it is given.

      example: countersign phone number +2348012345678 --pin 258036 --code-from data/mailbox.jsonl
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var codes: CodeOptions

  @Argument(help: "The number, international.")
  var number: String

  @Option(help: "The PIN to prove with, where there is one.")
  var pin: String?

  func run() async throws {
    try await Phone.use(options) { phone in
      let session = try await phone.session()
      let entitlement = try await phone.entitlement(
        in: session, pin: pin, codes: codes, prompt: "set the telephone number")
      let otp = try await obtainCode(codes, to: number, for: .confirmPhone) {
        try await session.setPhone(
          PhoneRequest(
            phone: number, validateCode: entitlement.validateCode, proof: entitlement.proof))
      }
      try await session.confirmPhone(otp)
      Console.print("codes are texted to \(number)")
    }
  }
}
