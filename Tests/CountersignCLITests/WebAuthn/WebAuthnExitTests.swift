import CountersignTesting
import ProgramTesting
import Testing
import WebAuthnModel

@Suite("exit codes of webauthn")
struct WebAuthnExitTests {
  private let command = ["webauthn", "verify", "registration"]

  @Test("0 verified, on standard output")
  func verified() async throws {
    let ceremony = try Ceremony()
    let outcome = try await BuiltProgram.run(
      command + ceremony.options(), input: ceremony.registration())
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("verified\ncredentialId: "))
    #expect(outcome.errors.isEmpty)
  }

  @Test("1 refused, with step and reason in both forms")
  func refused() async throws {
    let ceremony = try Ceremony()
    let outcome = try await BuiltProgram.run(
      command + ceremony.options(challenge: "AAAA") + ["--json"], input: ceremony.registration())
    #expect(outcome.status == 1)
    var reader = try JSONObjectReader(JSONValue(parsing: Array(outcome.output.utf8.dropLast())))
    #expect(try !reader.bool("verified"))
    #expect(try reader.string("step") == "7.1.8")
    #expect(try reader.string("reason") == "challenge_mismatch")
    #expect(outcome.errors.contains("refused at step 7.1.8: challenge_mismatch\nhint: "))
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test("2 unusable input, missing options, unknown values")
  func unusable() async throws {
    let ceremony = try Ceremony()
    for arguments in [
      command + ceremony.options(), command, ["webauthn", "inspect"],
      command + ceremony.options() + ["--user-verification", "perhaps"],
      command + ceremony.options() + ["--attestation", "trusted", "--root", "root.pem"],
      ["webauthn", "verify", "assertion"] + ceremony.options(),
    ] {
      let outcome = try await BuiltProgram.run(arguments, input: Array("{}".utf8))
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("hint: "))
    }
  }

  @Test("every help has an example")
  func help() async throws {
    for arguments in [
      ["webauthn"], ["webauthn", "inspect"], command, ["webauthn", "verify", "assertion"],
      ["audit"], ["audit", "verify"], ["store"], ["store", "migrate"], ["store", "check"],
      ["store", "backup"], ["account"], ["account", "export"], ["account", "erase"],
      ["openapi"],
    ] {
      let outcome = try await BuiltProgram.run(arguments + ["--help"])
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("countersign \(arguments.joined(separator: " "))"))
      #expect(outcome.output.contains("Example"))
    }
  }
}
