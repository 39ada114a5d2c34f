import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignClient

@Suite("What a flow gathers, stage by stage")
struct FlowStagesTests {
  @Test("another mailed code lets go of what came beside the one before")
  func newMailedCode() {
    var given = GivenFactors()
    given.take(.factor(.mailedCode(SecretText("111111")), userInput: nil))
    given.take(.factor(.secondCode(.texted(SecretText("222222"))), userInput: nil))
    #expect(given.codes?.second != nil)
    given.take(.factor(.mailedCode(SecretText("333333")), userInput: nil))
    #expect(given.codes?.mailed.exposed == "333333")
    #expect(given.codes?.second == nil)
  }

  @Test("a second code alone is no proof")
  func secondCodeAlone() {
    var given = GivenFactors()
    given.take(.factor(.secondCode(.authenticatorApp(SecretText("222222"))), userInput: nil))
    #expect(given.codes == nil)
    given.take(.factor(.pin(SecretText("4821")), userInput: nil))
    given.take(.factor(.secondCode(.authenticatorApp(SecretText("222222"))), userInput: nil))
    #expect(given.codes == nil)
    #expect(given.pin?.exposed == "4821")
  }

  @Test("a text goes with the factor beside which it was given, and with no later one")
  func userInput() {
    var given = GivenFactors()
    given.take(.factor(.pin(SecretText("4821")), userInput: "for the books"))
    given.take(.nothing)
    #expect(given.userInput == "for the books")
    given.take(.factor(.biometrics, userInput: nil))
    #expect(given.userInput == nil)
    #expect(given.pin?.exposed == "4821")
  }

  @Test("a key that is made between a PIN and its approval takes no text from it")
  func userInputBeforeKey() {
    func asked(_ content: Interaction.Content) -> Interaction { Interaction(content: content) }
    let set = asked(.setSecondFactor(SecondFactorInfo(allowed: [.biometrics], registersKey: true)))
    let verify = asked(.verifySecondFactor(SecondFactorInfo(allowed: [.pin], registersKey: true)))
    var given = GivenFactors()
    given.take(
      GivenInput(.pin(SecretText("4821")), to: verify, userInput: "for the books"))
    given.take(GivenInput(.biometrics, to: set, userInput: nil))
    #expect(given.userInput == "for the books")
    given.take(GivenInput(.biometrics, to: set, userInput: "for the desk"))
    #expect(given.userInput == "for the desk")
    #expect(given.pin?.exposed == "4821")
  }

  @Test("a PIN that is to be set proves nothing")
  func newPIN() {
    var given = GivenFactors()
    given.take(.factor(.pin(SecretText("4821")), userInput: nil))
    given.take(.factor(.newPIN(SecretText("7305")), userInput: nil))
    #expect(given.pin?.exposed == "4821")
    #expect(given.newPIN?.exposed == "7305")
  }

  @Test("a number is picked only of a link that was opened")
  func pickedNumber() {
    var link = LinkStage.unopened
    link.pick("42")
    #expect(link.number == nil)
    #expect(link.description == nil)
  }
}

@Suite("What is before the person")
struct ContextStageTests {
  @Test("the place is taken once, and is free again after it")
  func taken() {
    var stage = ContextStage.idle
    let first = stage.take()
    let second = stage.take()
    #expect(first && !second)
    stage = .running(Self.process())
    let whileRunning = stage.take()
    #expect(!whileRunning)
    stage = .idle
    let after = stage.take()
    #expect(after)
  }

  @Test("leaving a process and staying changes nothing of how far it has come")
  func stay() throws {
    var process = Self.process()
    process.askWhetherToLeave(Self.display(1))
    #expect(process.display?.number == 1)
    process.stay()
    #expect(process.display == nil)
    // It is determined once, wherever the person is.
    process.askWhetherToLeave(Self.display(2))
    let first = process.determine()
    let second = process.determine()
    #expect(first && !second)
    process.stay()
    let third = process.determine()
    #expect(!third)

    process.ask(Self.question(3))
    process.askWhetherToLeave(Self.display(4))
    #expect(process.display?.number == 4)
    #expect(process.question?.display.number == 3)
    process.stay()
    #expect(process.display?.number == 3)
  }

  @Test("a module is handed the question that is on the screen, and no other")
  func handing() {
    var process = Self.process()
    process.hand(to: BiometricsModule())
    #expect(process.question == nil)
    process.ask(Self.question(1))
    process.hand(to: BiometricsModule())
    guard case .module(let module)? = process.question?.receiver else {
      Issue.record("it was not handed over")
      return
    }
    #expect(module.name == "biometrics")
    process.ask(Self.question(2))
    if case .module? = process.question?.receiver { Issue.record("the next is not the module's") }
  }

  private static func process() -> RunningProcess {
    RunningProcess(1, .sendMoney, RegisteredScenario(Scenario.sendMoney), .authorize)
  }

  private static func question(_ number: Int) -> RunningProcess.Question {
    RunningProcess.Question(
      screen: Screen(.sendMoney, .confirmTransaction), receiver: .context, display: display(number))
  }

  private static func display(_ number: Int) -> RunningProcess.Display {
    RunningProcess.Display(number: number, task: Task {})
  }
}
